"""All kinds of positions of Digit Dilemma, by going through pairs of boards instead of positions.

A position is a board of seat 1, a board of seat 2 with other digits, and the seat to move. Boards have numbers, so a
layer (all positions after so many plies) is a table of kinds, with a row for each board of seat 1:

    layer[i][j]  ->  the number of a kind, or -1 where the boards share a digit

A move adds a digit to one board, so what follows a position is in the same column, or in the same row, of the next
layer. Before the last move only the number of winning digits matters: which of them are recommended does not, as all of
them win at once.
"""

from __future__ import annotations

from collections import Counter

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.kinds import Kinds, Whole
from fathom.games.digit_dilemma.rules import GAME, Ending, Options, Placement, Position
from fathom.games.digit_dilemma.whole.boards import Filled, all_boards, standing_of
from fathom.show.strategy import Strategy

_NOT_A_PAIR = -1
#: Beyond this there are too many pairs to go through.
_MOST_PAIRS = 1_000_000

#: By the number of the board of seat 1, then by that of seat 2.
Layer = list[list[int]]


def whole_game(
    options: Options, strategy: Strategy[Position, Placement] | None = None, meter: Meter = UNLIMITED
) -> Whole | None:
    """All kinds, with their counts; None if there are too many positions."""
    boards = all_boards(options)
    if len(boards[-1]) * len(boards[-2]) > _MOST_PAIRS:
        return None
    return _Layers(options, boards, strategy, meter).whole()


class _Layers:
    """The layers, from the last to the first."""

    def __init__(
        self,
        options: Options,
        boards: list[list[Filled]],
        strategy: Strategy[Position, Placement] | None,
        meter: Meter,
    ) -> None:
        self._options = options
        self._boards = boards
        self._strategy = strategy
        self._meter = meter
        self._kinds = Kinds()
        self._counts: Counter[int] = Counter()
        self._pool = GAME.start(options).pool
        self._filed: dict[tuple[int, ...], int] = {}

    def whole(self) -> Whole:
        slots = self._options.slots
        layer = self._before_the_last_move()
        for ply in reversed(range(2 * slots - 1)):
            layer = self._seat_2_to_move(ply, layer) if ply % 2 else self._seat_1_to_move(ply, layer)
        counts = [self._counts[number] for number in range(len(self._kinds.kinds))]
        return Whole(self._kinds.kinds, counts, frozenset(self._endings()))

    def _before_the_last_move(self) -> Layer:
        """Seat 1 has a complete number, and seat 2 has one place left."""
        complete, almost = self._boards[-1], self._boards[-2]
        first, second = self._kinds.end(1), self._kinds.end(2)
        standing = [standing_of(self._options, filled.board) for filled in complete]
        in_order = sorted(range(len(complete)), key=standing.__getitem__)
        layer = [[_NOT_A_PAIR] * len(almost) for _ in complete]
        facing: dict[int, list[tuple[int, tuple[int, int], int]]] = {}
        known: dict[tuple[int, int], int] = {}
        ways: Counter[int] = Counter()
        for j, (_, used, following) in enumerate(almost):
            if used not in facing:
                facing[used] = [(i, standing[i], ~complete[i].used) for i in in_order if not complete[i].used & used]
            self._meter.tick(len(facing[used]))
            finishes = [(standing[after], bit) for bit, _, after in following]
            digits, winning = sum([bit for _, bit in finishes]), 0
            finishes.sort(reverse=True)
            for i, (short, number), left in facing[used]:
                if not short:  # a multiple: seat 1 has won
                    layer[i][j] = first
                    continue
                while finishes and finishes[-1][0] < (short, number):
                    winning |= finishes.pop()[1]
                score = (winning & left).bit_count(), (digits & left).bit_count()
                kind = known.get(score)
                if kind is None:
                    kind = known[score] = self._file_last(first, second, *score)
                layer[i][j] = kind
        self._count(layer)
        for (wins, moves), kind in known.items():
            ways[first] += self._counts[kind] * (moves - wins)
            ways[second] += self._counts[kind] * wins
        for end, count in ways.items():  # seat 2 can have got its last digit on any of its places
            self._counts[end] += count // self._options.slots
        return layer

    def _file_last(self, first: int, second: int, wins: int, moves: int) -> int:
        """The kind in which seat 2 has the last move, and so many of its moves win."""
        ends = [(second, int(self._strategy is not None))] * wins + [(first, 0)] * (moves - wins)
        return self._kinds.file(2, tuple(sorted(ends)))

    def _seat_1_to_move(self, ply: int, after: Layer) -> Layer:
        own = foes = self._boards[ply // 2]
        # Boards of seat 2 with the same digits leave seat 1 the same moves.
        alike: dict[int, list[int]] = {}
        for j, theirs in enumerate(foes):
            alike.setdefault(theirs.used, []).append(j)
        layer: Layer = []
        for mine in own:
            self._meter.tick(len(foes))
            row = [_NOT_A_PAIR] * len(foes)
            for taken, columns in alike.items():
                if not mine.used & taken:
                    reached = [after[number] for bit, _, number in mine.following if not bit & taken]
                    for j in columns:
                        row[j] = self._file(ply, mine, foes[j], [kinds[j] for kinds in reached])
            layer.append(row)
        self._count(layer)
        return layer

    def _seat_2_to_move(self, ply: int, after: Layer) -> Layer:
        foes, own = self._boards[ply // 2 + 1], self._boards[ply // 2]
        layer: Layer = []
        for theirs, kinds in zip(foes, after, strict=True):
            self._meter.tick(len(own))
            taken = theirs.used
            row: list[int] = []
            for mine in own:
                if mine.used & taken:
                    row.append(_NOT_A_PAIR)
                else:
                    reached = [kinds[number] for bit, _, number in mine.following if not bit & taken]
                    row.append(self._file(ply, mine, theirs, reached))
            layer.append(row)
        self._count(layer)
        return layer

    def _file(self, ply: int, mine: Filled, theirs: Filled, reached: list[int]) -> int:
        """The kind of a position, by the kinds after each move.

        Positions with the same kinds after their moves are of one kind: what is recommended is looked up for the first
        of them only. Tests compare this with every position, for all options for which there is a strategy.
        """
        key = (ply, *sorted(reached))
        kind = self._filed.get(key)
        if kind is None:
            following = zip(reached, self._marks(ply, mine, theirs, reached), strict=True)
            kind = self._filed[key] = self._kinds.file(1 + ply % 2, tuple(sorted(following)))
        return kind

    def _marks(self, ply: int, mine: Filled, theirs: Filled, reached: list[int]) -> list[int]:
        """1 for each move that the strategy recommends."""
        if not self._strategy:
            return [0] * len(reached)
        pool = self._pool & ~mine.used & ~theirs.used
        advice = self._strategy.advice(Position(self._options, pool, mine.board, theirs.board, 1 + ply % 2, None))
        moves = [move for bit, move, _ in mine.following if not bit & theirs.used]
        return [int(advice is not None and move in advice.moves) for move in moves]

    def _endings(self) -> set[Ending]:
        """By every pair of complete numbers, until all are found."""
        standing = [(standing_of(self._options, filled.board), filled.used) for filled in self._boards[-1]]
        found = {Ending.MULTIPLE} if any(short == 0 for (short, _), _ in standing) else set[Ending]()
        compared = [(short, used) for (short, _), used in standing if short]
        for short, used in compared:
            self._meter.look()
            facing = {other_short for other_short, other_used in compared if not used & other_used}
            found |= {Ending.SMALLER} if short in facing else set()
            found |= {Ending.CLOSER} if facing - {short} else set()
            if len(found) == len(Ending):
                break
        return found

    def _count(self, layer: Layer) -> None:
        for row in layer:
            self._counts.update(row)
