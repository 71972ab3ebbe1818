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
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.kinds import Kinds, Whole
from fathom.games.digit_dilemma.rules import GAME, Board, Ending, Options, Placement, Position
from fathom.games.digit_dilemma.whole.boards import Filled, all_boards, standing_of
from fathom.games.digit_dilemma.whole.last_moves import LastMoves
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


class _Ways(NamedTuple):
    """The legal moves on a board: the numbers of the boards that they lead to, and the place of each among them."""

    numbers: list[int]
    places: dict[Placement, int]


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
        self._known_ways: dict[tuple[Board, int], _Ways] = {}

    def whole(self) -> Whole:
        slots = self._options.slots
        layer = self._before_the_last_two()
        for ply in reversed(range(2 * slots - 2)):
            layer = self._seat_2_to_move(ply, layer) if ply % 2 else self._seat_1_to_move(ply, layer)
        counts = [self._counts[number] for number in range(len(self._kinds.kinds))]
        return Whole(self._kinds.kinds, counts, frozenset(self._endings()))

    def _before_the_last_two(self) -> Layer:
        """Each seat has one place left."""
        boards, ply = self._boards[-2], 2 * self._options.slots - 2
        last = LastMoves(
            self._options, self._boards, self._kinds, marks_wins=self._strategy is not None, meter=self._meter
        )
        self._count_last(last)
        filed: dict[bytes, int] = {}
        layer: Layer = []
        for mine, tallies in zip(boards, last.tallies(self._options.base), strict=True):
            for tally in dict.fromkeys(tallies):
                if tally not in filed:
                    j = tallies.index(tally)
                    filed[tally] = self._file_before_last(ply, mine, j, last) if any(tally) else _NOT_A_PAIR
            layer.append([filed[tally] for tally in tallies])
        self._count(layer)
        return layer

    def _count_last(self, last: LastMoves) -> None:
        """The positions before the last move, and those after it."""
        for kind, count in zip(last.kinds, last.counts, strict=True):
            self._counts[kind] += count
        for seat, count in enumerate(last.count_ends(), 1):
            self._counts[self._kinds.end(seat)] += count

    def _file_before_last(self, ply: int, mine: Filled, j: int, last: LastMoves) -> int:
        theirs = self._boards[-2][j]
        numbers = self._ways(mine, theirs.used).numbers
        return self._file(ply, mine, theirs, [last.kinds[last.rows[last.ranks[number]][j]] for number in numbers])

    def _seat_1_to_move(self, ply: int, after: Layer) -> Layer:
        own = foes = self._boards[ply // 2]
        # Boards of seat 2 with the same digits leave seat 1 the same moves.
        alike: dict[int, list[int]] = {}
        for j, theirs in enumerate(foes):
            alike.setdefault(theirs.used, []).append(j)
        filed: dict[tuple[int, ...], int] = {}
        layer: Layer = []
        for mine in own:
            self._meter.tick(len(foes))
            row = [_NOT_A_PAIR] * len(foes)
            for taken, columns in alike.items():
                if not mine.used & taken:
                    pick = itemgetter(*columns, columns[0])  # always more than one, so always a tuple
                    reached = [pick(after[number]) for number in self._ways(mine, taken).numbers]
                    for j, kinds in zip(columns, zip(*reached, strict=True), strict=False):
                        key = tuple(sorted(kinds))
                        kind = filed.get(key)
                        if kind is None:
                            kind = filed[key] = self._file(ply, mine, foes[j], kinds)
                        row[j] = kind
            layer.append(row)
        self._count(layer)
        return layer

    def _seat_2_to_move(self, ply: int, after: Layer) -> Layer:
        foes, own = self._boards[ply // 2 + 1], self._boards[ply // 2]
        filed: dict[tuple[int, ...], int] = {}
        layer: Layer = []
        for theirs, reached in zip(foes, after, strict=True):
            self._meter.tick(len(own))
            taken = theirs.used
            row: list[int] = []
            for mine in own:
                if mine.used & taken:
                    row.append(_NOT_A_PAIR)
                    continue
                kinds = [reached[number] for number in self._ways(mine, taken).numbers]
                key = tuple(sorted(kinds))
                kind = filed.get(key)
                if kind is None:
                    kind = filed[key] = self._file(ply, mine, theirs, kinds)
                row.append(kind)
            layer.append(row)
        self._count(layer)
        return layer

    def _file(self, ply: int, mine: Filled, theirs: Filled, kinds: Sequence[int]) -> int:
        """The kind of a position, by the kinds after each move.

        Positions with the same kinds after their moves are of one kind: what is recommended is looked up for the first
        of them only. Tests compare this with every position, for all options for which there is a strategy.
        """
        advised = self._advised(ply, mine, theirs)
        if not advised:
            return self._kinds.file(1 + ply % 2, tuple(sorted(kinds)), (0,) * len(kinds))
        marked = [2 * kind for kind in kinds]
        for place in advised:
            marked[place] += 1
        marked.sort()
        following, marks = [kind >> 1 for kind in marked], [kind & 1 for kind in marked]
        return self._kinds.file(1 + ply % 2, tuple(following), tuple(marks))

    def _advised(self, ply: int, mine: Filled, theirs: Filled) -> list[int]:
        """The places of the moves that the strategy recommends, among all moves."""
        if not self._strategy:
            return []
        pool = self._pool & ~mine.used & ~theirs.used
        advice = self._strategy.advice(Position(self._options, pool, mine.board, theirs.board, 1 + ply % 2, None))
        if not advice:
            return []
        places = self._ways(mine, theirs.used).places
        return [places[move] for move in advice.moves]

    def _ways(self, mine: Filled, taken: int) -> _Ways:
        """The moves on a board while the digits on the other one are taken."""
        ways = self._known_ways.get((mine.board, taken))
        if ways is None:
            free = [(move, number) for bit, move, number in mine.following if not bit & taken]
            places = {move: place for place, (move, _) in enumerate(free)}
            ways = self._known_ways[mine.board, taken] = _Ways([number for _, number in free], places)
        return ways

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
