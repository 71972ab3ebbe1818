"""All kinds of positions of Digit Dilemma, by going through pairs of boards instead of positions.

A position is a board of seat 1, a board of seat 2 with other digits, and the seat to move. Boards have numbers, so a
layer (all positions after so many plies) is a table of kinds, with a row for each board of seat 1:

    layer[i][j]  ->  the number of a kind, or -1 where the boards share a digit

A move adds a digit to one board, so what follows a position is in the same column, or in the same row, of the next
layer. Before the last move only the number of winning digits matters: which of them are recommended does not, as all of
them win at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from operator import itemgetter
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.kinds import Kinds, Whole
from fathom.core.outcome import Seat
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

    numbers: Sequence[int]
    places: dict[Placement, int]
    #: Gets what is at these numbers; there is always more than one.
    pick: Callable[[Sequence[int]], tuple[int, ...]]


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
        self._pool = GAME.start(options).pool
        self._known_ways: dict[tuple[Board, int], _Ways] = {}

    def whole(self) -> Whole:
        slots = self._options.slots
        layer = self._before_the_last_two()
        self._layers = [layer]
        for ply in reversed(range(2 * slots - 2)):
            layer = self._seat_2_to_move(ply, layer) if ply % 2 else self._seat_1_to_move(ply, layer)
            self._layers.append(layer)
        return Whole(self._kinds.kinds, self._count_positions, self._find_endings)

    def _before_the_last_two(self) -> Layer:
        """Each seat has one place left."""
        boards, ply = self._boards[-2], 2 * self._options.slots - 2
        last = self._last = LastMoves(
            self._options, self._boards, self._kinds, marks_wins=self._strategy is not None, meter=self._meter
        )
        filed: dict[bytes, int] = {}
        layer: Layer = []
        for mine, tallies in zip(boards, last.tallies(self._options.base), strict=True):
            for tally in dict.fromkeys(tallies):
                if tally not in filed:
                    j = tallies.index(tally)
                    filed[tally] = self._file_before_last(ply, mine, j, last) if any(tally) else _NOT_A_PAIR
            layer.append(list(map(filed.__getitem__, tallies)))
        return layer

    def _file_before_last(self, ply: int, mine: Filled, j: int, last: LastMoves) -> int:
        theirs = self._boards[-2][j]
        ways = self._ways(mine, theirs.used)
        kinds = [last.kinds[last.rows[last.ranks[number]][j]] for number in ways.numbers]
        return self._file(ply, mine, theirs, ways, kinds, tuple(sorted(kinds)))

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
                    ways = self._ways(mine, taken)
                    reached = [pick(after[number]) for number in ways.numbers]
                    for j, kinds in zip(columns, zip(*reached, strict=True), strict=False):
                        key = tuple(sorted(kinds))
                        kind = filed.get(key)
                        if kind is None:
                            kind = filed[key] = self._file(ply, mine, foes[j], ways, kinds, key)
                        row[j] = kind
            layer.append(row)
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
                ways = self._ways(mine, taken)
                kinds = ways.pick(reached)
                key = tuple(sorted(kinds))
                kind = filed.get(key)
                if kind is None:
                    kind = filed[key] = self._file(ply, mine, theirs, ways, kinds, key)
                row.append(kind)
            layer.append(row)
        return layer

    def _file(
        self, ply: int, mine: Filled, theirs: Filled, ways: _Ways, kinds: Sequence[int], following: tuple[int, ...]
    ) -> int:
        """The kind of a position, by the kinds after each move, which are given in the order of the moves and rising.

        Positions with the same kinds after their moves are of one kind: what is recommended is looked up for the first
        of them only. Tests compare this with every position, for all options for which there is a strategy.
        """
        seat = 1 + ply % 2
        advised = self._advised(seat, mine, theirs)
        if not advised:
            return self._kinds.file(seat, following, (0,) * len(following))
        marks = [0] * len(following)
        for move in advised:
            place = bisect_right(following, kinds[ways.places[move]]) - 1
            while marks[place]:  # another move to the same kind
                place -= 1
            marks[place] = 1
        return self._kinds.file(seat, following, tuple(marks))

    def _advised(self, seat: Seat, mine: Filled, theirs: Filled) -> Sequence[Placement]:
        """The moves that the strategy recommends."""
        if not self._strategy:
            return ()
        pool = self._pool & ~mine.used & ~theirs.used
        advice = self._strategy.advice(Position(self._options, pool, mine.board, theirs.board, seat, None))
        return advice.moves if advice else ()

    def _ways(self, mine: Filled, taken: int) -> _Ways:
        """The moves on a board while the digits on the other one are taken."""
        ways = self._known_ways.get((mine.board, taken))
        if ways is None:
            moves, numbers = zip(*[way[1:] for way in mine.following if not way[0] & taken], strict=True)
            places = dict(zip(moves, count(), strict=False))
            ways = self._known_ways[mine.board, taken] = _Ways(numbers, places, itemgetter(*numbers))
        return ways

    def _count_positions(self) -> list[int]:
        """How many positions there are of each kind: in the layers, before the last move, and after it."""
        counts: Counter[int] = Counter()
        for layer in self._layers:
            for row in layer:
                counts.update(row)
        for kind, pairs in zip(self._last.kinds, self._last.count_pairs(), strict=True):
            counts[kind] += pairs
        for seat, ends in enumerate(self._last.count_ends(), 1):
            counts[self._kinds.end(seat)] += ends
        return [counts[number] for number in range(len(self._kinds.kinds))]

    def _find_endings(self) -> frozenset[Ending]:
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
        return frozenset(found)
