"""Files the positions of a game by kind: those with the same game tree below them.

    fold(start, room.shape, strategy)                 every kind of position from `start` on
    fold_reached(start, weigh)                        only what is reached by moves whose weight is not 0

A room's `shape` (see `fathom.show.room`) tells early that two positions are alike, so that most of them need not be
visited.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyPosition
from fathom.core.kinds import Kind, Kinds, ShapeCounts
from fathom.core.outcome import Ending, Outcome
from fathom.errors import Unknown
from fathom.show.strategy import AnyStrategy

_MOST_MOVES = 2_000_000

#: A value that decides the game tree below a position.
Shape = Callable[[AnyPosition, Meter], Hashable]

#: A whole number for each legal move of a position, in order: for a player, in proportion to the chances.
Weigh = Callable[[AnyPosition], Sequence[int]]


def fold(start: AnyPosition, shape: Shape, strategy: AnyStrategy | None = None, meter: Meter = UNLIMITED) -> list[Kind]:
    """Every kind of position from `start` on: each comes after the kinds that follow it, so that of `start` is last."""
    filing = Filing.by_rules(shape, strategy, meter)
    filing.file_all(start)
    return filing.kinds


def fold_reached(start: AnyPosition, weigh: Weigh, meter: Meter = UNLIMITED) -> list[Kind]:
    """The same for the positions that are reached by moves whose weight is not 0, and for these moves only.

    The values of these kinds are those of the game in which no other move is allowed.
    """
    filing = Filing(lambda position, _: position, weigh, meter, only_marked=True)
    filing.file_all(start)
    return filing.kinds


class Filing:
    """Walks a game once and files its positions by kind. It has its own stack, so it never hits the recursion limit."""

    def __init__(self, shape: Shape, mark: Weigh, meter: Meter, *, only_marked: bool = False) -> None:
        self._kinds = Kinds()
        self._shape = shape
        self._mark = mark
        self._meter = meter
        self._only_marked = only_marked
        #: The number of the kind, by shape.
        self._filed: dict[Hashable, int] = {}
        self._looked_at = 0
        #: The ways of ending that were seen.
        self.endings: set[Ending] = set()

    @property
    def kinds(self) -> list[Kind]:
        return self._kinds.kinds

    @classmethod
    def by_rules(cls, shape: Shape, strategy: AnyStrategy | None, meter: Meter) -> Filing:
        """Marks the moves that the rules for winning recommend."""

        def advised(position: AnyPosition) -> Sequence[int]:
            moves = position.moves()
            advice = strategy.advice(position) if strategy else None
            return [int(move in advice.moves) for move in moves] if advice else [0] * len(moves)

        return cls(shape, advised, meter)

    def kind_of(self, position: AnyPosition) -> int:
        """The number of the kind of a position that can be reached from where the filing began."""
        if position.outcome:
            return self._filed[self._shape_of_end(position.outcome)]
        return self._filed[self._shape(position, self._meter)]

    def count_kinds(self, counts: ShapeCounts) -> list[int]:
        """How many positions there are of each kind, by how many there are of each shape."""
        found = [0] * len(self.kinds)
        for shape, count in counts.shapes.items():
            found[self._filed[shape]] += count
        for winner, count in counts.over.items():
            found[self._kinds.end(winner)] += count
        return found

    def file_all(self, start: AnyPosition) -> None:
        """Depth first: a position is filed after everything that follows it."""
        if start.outcome:
            self._shape_of_end(start.outcome)
            return
        opened: dict[Hashable, list[tuple[Hashable, int]]] = {}
        stack = [(self._shape(start, self._meter), start)]
        while stack:
            shape, position = stack[-1]
            if shape in self._filed:
                stack.pop()
            elif shape in opened:
                numbers = sorted([(self._filed[after], mark) for after, mark in opened.pop(shape)])
                following, marks = zip(*numbers, strict=True) if numbers else ((), ())
                self._filed[shape] = self._kinds.file(position.to_move, following, marks)
                self._meter.tick()
            else:
                opened[shape] = self._open(position, stack)

    def _open(self, position: AnyPosition, stack: list[tuple[Hashable, AnyPosition]]) -> list[tuple[Hashable, int]]:
        """The shape after each move, and its mark. Positions that are not filed yet go on the stack."""
        shapes: list[tuple[Hashable, int]] = []
        moves = position.moves()
        self._count(len(moves))
        for move, mark in zip(moves, self._mark(position), strict=True):
            if self._only_marked and not mark:
                continue
            after = position.after(move)
            if after.outcome:
                shapes.append((self._shape_of_end(after.outcome), mark))
                continue
            shape = self._shape(after, self._meter)
            shapes.append((shape, mark))
            if shape not in self._filed:
                stack.append((shape, after))
        return shapes

    def _shape_of_end(self, outcome: Outcome) -> Hashable:
        """The shape of a finished game: only who won matters."""
        shape = (Filing, outcome.winner)  # no room has such a shape
        self.endings.add(outcome.ending)
        self._filed[shape] = self._kinds.end(outcome.winner)
        return shape

    def _count(self, moves: int) -> None:
        self._looked_at += moves
        if max(self._looked_at, moves * moves) > _MOST_MOVES:  # each move may have as many replies
            raise Unknown(f"{_MOST_MOVES:,} moves were not enough to work out the chances; try smaller options.")
