"""The solution of Pyramid Challenge: the pyramids never interact, so a game is a race between two puzzles.

A pyramid is *alive* when it can still be completed. A seat whose pyramid is alive needs one turn for each empty cell,
and nothing can stop it. So the race is decided by counting turns; if neither pyramid is alive, nobody wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import ONLY_PASS, Known
from fathom.core.memory import Memory
from fathom.core.outcome import Seat, other
from fathom.core.value import DRAW, Census, Value, value_of
from fathom.errors import Unknown
from fathom.games.pyramid_challenge.rules import Cells, Options, Position, fitting, sums_and_differences, supports
from fathom.games.pyramid_challenge.strategy import recommended, strategy
from fathom.games.pyramid_challenge.tokens.table import TokenTable
from fathom.games.pyramid_challenge.tokens.table import solve as solve_tokens

KNOWN = Known(positions=9_309_141, winner=1, plies=11)

_MOST_EDGES = 1_000_000
_MOST_BOTTOM_ROWS = 20_000
_MOST_PYRAMIDS = 500_000

#: The last cell of each row so far, from the bottom up: the next column of a pyramid must fit it.
Edge = tuple[int, ...]


class _Pyramids:
    """The cache for pyramids with some options."""

    def __init__(self, _options: Options) -> None:
        #: Which pyramids are alive, and which of the numbers that fit next keep them alive.
        self.alive = Memory[Cells, bool](1 << 16)
        self.living = Memory[Cells, tuple[bool, ...]](1 << 14)


_pyramids = lru_cache(maxsize=8)(_Pyramids)


def is_alive(options: Options, cells: Cells, meter: Meter = UNLIMITED) -> bool:
    """Can this pyramid still be completed?"""
    alive = _pyramids(options).alive
    known = alive.get(cells)
    return alive.keep(cells, _can_be_completed(options, cells, meter)) if known is None else known


def _can_be_completed(options: Options, cells: Cells, meter: Meter) -> bool:
    """Is there a way to fill the rest?

    Searches column by column, not in the order of play: a column needs to fit only the edge of the one before it, and
    edges that lead nowhere are cached.

            5               columns: 0 | 1 3 | 2 4 5
          3   4             edges:   (0,), (1, 3), (2, 4, 5)
        0   1   2
    """
    seen: set[tuple[int, Edge]] = set()
    stack: list[tuple[int, Edge]] = [(0, ())]
    while stack:
        column, edge = stack.pop()
        if column == options.levels:
            return True
        meter.look()
        for following in _edges(options, cells, column, edge):
            if (column + 1, following) not in seen:
                seen.add((column + 1, following))
                stack.append((column + 1, following))
        if len(seen) > _MOST_EDGES:
            raise Unknown(f"{_MOST_EDGES:,} ways to fill a pyramid were not enough to tell whether one completes it.")
    return False


def _find_living(options: Options, cells: Cells, meter: Meter) -> tuple[bool, ...]:
    """For each number that fits: does it leave a pyramid that can be completed?"""
    living = _pyramids(options).living
    known = living.get(cells)
    if known is not None:
        return known
    fits = fitting(options, cells)
    return living.keep(cells, tuple([is_alive(options, (*cells, number), meter) for number in fits]))


def _edges(options: Options, cells: Cells, column: int, edge: Edge) -> list[Edge]:
    """Every way to fill the next column, given the edge before it and the cells already filled."""
    edges: list[Edge] = [(number,) for number in range(1, options.highest + 1) if _agrees(cells, column, number)]
    start = options.levels
    for row, beside in enumerate(edge, 1):
        cell = start + column - row
        edges = [
            (*partial, number)
            for partial in edges
            for number in sums_and_differences(options.highest, (beside, partial[-1]))
            if _agrees(cells, cell, number)
        ]
        start += options.levels - row
    return edges


def _agrees(cells: Cells, cell: int, number: int) -> bool:
    """Is the cell empty, or filled with this number?"""
    return cell >= len(cells) or cells[cell] == number


class Race:
    """The exact value of every position."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.cells = options.cells
        self._alive = _pyramids(options).alive

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return value_of(position.outcome)
        return _race(position.to_move, self.turns(position.own, meter), self.turns(position.foe, meter))

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        """A number that fits either keeps the pyramid alive or does not; nothing else matters."""
        options, own, foe, _, seat, _ = position
        fits = position.moves()
        left = self.cells - len(own) - 1
        if left == 0 or fits == ONLY_PASS:
            return [self.value(position.after(move), meter) for move in fits]
        theirs = self.turns(foe, meter)
        alive, dead = _race(other(seat), theirs, left), _race(other(seat), theirs, None)
        return [alive if lives else dead for lives in _find_living(options, own, meter)]

    def turns(self, cells: Cells, meter: Meter = UNLIMITED) -> int | None:
        """The turns that this pyramid still needs, or None if it cannot be completed."""
        alive = self._alive.get(cells)
        if alive is None:
            alive = is_alive(self.options, cells, meter)
        return self.cells - len(cells) if alive else None

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        """The totals, by kinds of pyramid, since any two pyramids at the same stage can meet."""
        if self.options.highest**self.options.levels > _MOST_BOTTOM_ROWS:
            return None
        kinds = self._kinds(meter)
        positions = only_moves = 0
        for own, foe, is_over in _meetings(kinds, self.cells, meter):
            pairs = kinds[own] * kinds[foe]
            positions += pairs
            if not is_over and own.has_only_move and (not foe.alive or own.filled >= foe.filled):
                only_moves += pairs
        return Census(positions, only_moves)

    def _kinds(self, meter: Meter) -> Counter[Kind]:
        """The number of pyramids of each kind."""
        kinds: Counter[Kind] = Counter()
        layer: list[Cells] = [()]
        while layer:
            following: list[Cells] = []
            for cells in layer:
                meter.tick()
                grown = [] if len(cells) == self.cells else [(*cells, n) for n in fitting(self.options, cells)]
                living = sum(is_alive(self.options, more, meter) for more in grown)
                alive = living > 0 or len(cells) == self.cells
                kinds[Kind(len(cells), alive, bool(grown), living == 1 and len(grown) > 1)] += 1
                following += grown
            layer = following
        return kinds


@lru_cache(maxsize=1 << 14)
def _race(seat: Seat, own: int | None, foe: int | None) -> Value:
    """The value for the seat to move, by the turns that each seat needs (None: it cannot finish)."""
    if own is not None and (foe is None or own <= foe):
        return Value(seat, 2 * own - 1)
    return DRAW if foe is None else Value(other(seat), 2 * foe)


class Kind(NamedTuple):
    """What matters about a pyramid: cells filled, is it alive, does a number fit, does exactly one keep it alive."""

    filled: int
    alive: bool
    fits: bool
    has_only_move: bool


def _meetings(kinds: Counter[Kind], cells: int, meter: Meter) -> list[tuple[Kind, Kind, bool]]:
    """The pairs of kinds (of the seat to move, of the other one) that can meet, and whether the game is over.

    A stuck pyramid stays the same while the other one grows, so a pair may come up with or without a pass before it:
    these are different positions.
    """
    start = Kind(0, *next(kind[1:] for kind in kinds if kind.filled == 0))
    first = (start, start, False, 1, False)
    seen, queue = {first}, [first]
    for own, foe, passed, seat, is_over in queue:
        if is_over:
            continue
        meter.look()
        if own.fits:
            grown = [kind for kind in kinds if kind.filled == own.filled + 1]
            following = [(foe, kind, False, 3 - seat, kind.filled == cells) for kind in grown]
        else:
            following = [(foe, own, True, 3 - seat, passed)]
        for met in following:
            if met not in seen:
                seen.add(met)
                queue.append(met)
    return [(own, foe, is_over) for own, foe, _, _, is_over in queue]


def oracle(options: Options, meter: Meter = UNLIMITED) -> Race | TokenTable:
    """The race where it decides; pyramids that share a limited supply of tokens interact, and need a table."""
    return solve_tokens(options, meter) if options.is_limited else Race(options)


class Growth:
    """Numbers pyramids by their game tree: those with the same number are equivalent.

    A complete pyramid is 0; any other is decided by the multiset of the numbers of what it can grow into, each with
    whether the rules for winning recommend it. So all stuck pyramids are the same.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self._recommended = recommended if strategy(options) else _nothing
        self._by_following: dict[tuple[tuple[int, bool], ...], int] = {}
        self._by_cells: dict[tuple[int, Cells], int] = {}

    def number(self, cells: Cells, meter: Meter) -> int:
        if len(cells) == self.options.cells:
            return 0
        # Cells that will support nothing more are dropped: the next cell rests on the first one that is kept.
        kept = len(cells), cells[max(0, supports(self.options.levels)[len(cells)]) :]
        if kept not in self._by_cells:
            if len(self._by_cells) >= _MOST_PYRAMIDS:
                raise Unknown(f"{_MOST_PYRAMIDS:,} pyramids were not enough to tell all kinds of them apart.")
            meter.look()
            fits, advised = fitting(self.options, cells), self._recommended(cells)
            following = tuple(sorted([(self.number((*cells, n), meter), n in advised) for n in fits]))
            self._by_cells[kept] = self._by_following.setdefault(following, len(self._by_following) + 1)
        return self._by_cells[kept]


def _nothing(_cells: Cells) -> Cells:
    """What is recommended where there are no rules for winning."""
    return ()


growth_of = lru_cache(maxsize=4)(Growth)


def shape(position: Position, meter: Meter = UNLIMITED) -> Hashable:
    """The numbers of both pyramids instead of their cells; a pass just before matters only if the seat must pass.

    With limited tokens it is the key: then the tree of a pyramid depends on the other one.
    """
    if position.options.is_limited:
        return position.key()
    options, own, foe, passed, seat, outcome = position
    number = growth_of(options).number
    return number(own, meter), number(foe, meter), passed and not fitting(options, own), seat, outcome is not None
