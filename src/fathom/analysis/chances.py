"""The exact chances of every level against every other, computed over the whole game.

    chances(game, options)["@expert", "@casual"]         -> Odds(first=Fraction(...), drawn=Fraction(...))

Levels use only values and what the rules for winning recommend, never the names of moves. So positions are alike when
the game trees below them are: the same seat to move, and the same kinds of positions after it, each by the same number
of moves, recommended or not. Every kind is computed once, from the ends back. A room's `shape` (see `fathom.show.room`)
tells early that two positions are alike, so that most of them need not be visited.

Nothing is rounded: a kind holds one whole number for each pair of levels, over one common denominator.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import NamedTuple

from fathom import games
from fathom.analysis.levels import LEVELS, Level, weights
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition, Move
from fathom.core.options import Options
from fathom.core.outcome import Outcome, Seat
from fathom.core.value import Value, value_of
from fathom.errors import Unknown
from fathom.show.strategy import AnyStrategy

_MOST_MOVES = 2_000_000

#: A value that decides the game tree below a position.
Shape = Callable[[AnyPosition, Meter], Hashable]


class Odds(NamedTuple):
    """How a match of two levels ends: the chance that seat 1 wins, and that nobody does."""

    first: Fraction
    drawn: Fraction

    @property
    def second(self) -> Fraction:
        return 1 - self.first - self.drawn


class Kind(NamedTuple):
    """Positions with the same game tree: the seat to move, the value, and the kinds after each move, rising.

    `advised` are the indices, among those, of the moves that the rules for winning recommend.
    """

    seat: Seat
    value: Value
    following: tuple[int, ...]
    advised: tuple[int, ...] = ()


def chances(game: AnyGame, options: Options, meter: Meter = UNLIMITED) -> dict[tuple[str, str], Odds]:
    """The odds of every pair of levels, by their names in seat 1 and seat 2."""
    room = games.room(game.name)
    kinds = fold(game.start(options), room.shape, room.strategy(options), meter)
    return odds(kinds, LEVELS, meter)


def fold(start: AnyPosition, shape: Shape, strategy: AnyStrategy | None = None, meter: Meter = UNLIMITED) -> list[Kind]:
    """Every kind of position from `start` on: each comes after the kinds that follow it, so that of `start` is last."""
    filing = _Filing(shape, strategy, meter)
    filing.file_all(start)
    return filing.kinds


class _Filing:
    """Walks a game once and files its positions by kind. It has its own stack, so it never hits the recursion limit."""

    def __init__(self, shape: Shape, strategy: AnyStrategy | None, meter: Meter) -> None:
        self.kinds: list[Kind] = []
        self._shape = shape
        self._strategy = strategy
        self._meter = meter
        self._numbers: dict[tuple[Seat, tuple[tuple[int, bool], ...]], int] = {}
        #: The number of the kind, by shape.
        self._filed: dict[Hashable, int] = {}
        self._looked_at = 0

    def file_all(self, start: AnyPosition) -> None:
        """Depth first: a position is filed after everything that follows it."""
        opened: dict[Hashable, list[tuple[Hashable, bool]]] = {}
        stack = [(self._shape(start, self._meter), start)]
        while stack:
            shape, position = stack[-1]
            if shape in self._filed:
                stack.pop()
            elif shape in opened:
                numbers = sorted([(self._filed[after], is_advised) for after, is_advised in opened.pop(shape)])
                self._filed[shape] = self._number(position.to_move, tuple(numbers))
                self._meter.tick()
            else:
                opened[shape] = self._open(position, stack)

    def _open(self, position: AnyPosition, stack: list[tuple[Hashable, AnyPosition]]) -> list[tuple[Hashable, bool]]:
        """The shape after each move, and is the move advised? Positions that are not filed yet go on the stack."""
        shapes: list[tuple[Hashable, bool]] = []
        moves = position.moves()
        self._count(len(moves))
        advised = self._find_advised(position)
        for move in moves:
            after = position.after(move)
            if after.outcome:
                shapes.append((self._shape_of_end(after.outcome), move in advised))
                continue
            shape = self._shape(after, self._meter)
            shapes.append((shape, move in advised))
            if shape not in self._filed:
                stack.append((shape, after))
        return shapes

    def _find_advised(self, position: AnyPosition) -> Collection[Move]:
        advice = self._strategy.advice(position) if self._strategy else None
        return frozenset(advice.moves) if advice else ()

    def _shape_of_end(self, outcome: Outcome) -> Hashable:
        """The shape of a finished game: only who won matters."""
        shape = (_Filing, outcome.winner)  # no room has such a shape
        if shape not in self._filed:
            self._filed[shape] = len(self.kinds)
            self.kinds.append(Kind(0, value_of(outcome), ()))
        return shape

    def _number(self, seat: Seat, following: tuple[tuple[int, bool], ...]) -> int:
        """The number of a kind; a new kind gets the next number."""
        number = self._numbers.get((seat, following))
        if number is None:
            best = max([self.kinds[kind].value for kind, _ in following], key=lambda value: value.score(seat))
            number = self._numbers[seat, following] = len(self.kinds)
            advised = tuple(i for i, (_, is_advised) in enumerate(following) if is_advised)
            self.kinds.append(Kind(seat, best.one_ply_earlier(), tuple(kind for kind, _ in following), advised))
        return number

    def _count(self, moves: int) -> None:
        self._looked_at += moves
        if max(self._looked_at, moves * moves) > _MOST_MOVES:  # each move may have as many replies
            raise Unknown(f"{_MOST_MOVES:,} moves were not enough to work out the chances; try smaller options.")


def odds(kinds: Sequence[Kind], levels: Sequence[Level], meter: Meter = UNLIMITED) -> dict[tuple[str, str], Odds]:
    """The odds at the last of the kinds, for every pair of levels."""
    denominator, numerators = _Reckoning(kinds, levels, meter).shares[-1]
    pairs = [(first.name, second.name) for first in levels for second in levels]
    won, drawn = numerators[: len(pairs)], numerators[len(pairs) :] or [0] * len(pairs)
    return {
        pair: Odds(Fraction(w, denominator), Fraction(d, denominator))
        for pair, w, d in zip(pairs, won, drawn, strict=True)
    }


class Shares(NamedTuple):
    """The chances at a kind, over one denominator: a win of seat 1 for each pair of levels, then a draw for each.

    A game without draws leaves them out.
    """

    denominator: int
    numerators: list[int]


class _Reckoning:
    """The chances at every kind, from the ends back."""

    def __init__(self, kinds: Sequence[Kind], levels: Sequence[Level], meter: Meter) -> None:
        self._kinds = kinds
        self._levels = levels
        has_draws = any(kind.value.winner is None and not kind.following for kind in kinds)
        self._winners = (1, None) if has_draws else (1,)
        count = len(levels)
        pairs = range(count * count)
        #: By the seat to move: the level that moves, for each number of `Shares`.
        self._movers = {
            1: [pair // count for pair in pairs] * len(self._winners),
            2: [pair % count for pair in pairs] * len(self._winners),
        }
        self.shares: list[Shares] = []
        for kind in kinds:
            meter.look()
            self.shares.append(self._after_choice(kind) if kind.following else self._at_end(kind))

    def _at_end(self, kind: Kind) -> Shares:
        pairs = len(self._levels) ** 2
        return Shares(1, [int(kind.value.winner == winner) for winner in self._winners for _ in range(pairs)])

    def _after_choice(self, kind: Kind) -> Shares:
        """The mean over the following kinds, weighted by how likely the level to move goes there."""
        if kind.following[0] == kind.following[-1]:
            return self.shares[kind.following[0]]  # all moves lead to one kind: nothing to choose
        weighted = [self._weights(kind, level) for level in self._levels]
        following = list(weighted[0])
        shares = [self.shares[number] for number in following]
        common = lcm(*[share.denominator for share in shares])
        stretched = [common // share.denominator for share in shares]
        totals = [sum(by_kind.values()) for by_kind in weighted]
        total = lcm(*totals)
        factors = [
            [by_kind[number] * (total // own) * stretch for number, stretch in zip(following, stretched, strict=True)]
            for by_kind, own in zip(weighted, totals, strict=True)
        ]
        columns = zip(*[share.numerators for share in shares], strict=True)
        movers = self._movers[kind.seat]
        numerators = [sum(map(mul, factors[mover], column)) for mover, column in zip(movers, columns, strict=True)]
        divisor = gcd(common * total, *numerators)
        return Shares(common * total // divisor, [numerator // divisor for numerator in numerators])

    def _weights(self, kind: Kind, level: Level) -> dict[int, int]:
        """The weights of a level's moves, by the kind that they lead to."""
        kinds, following = self._kinds, kind.following

        def replies(i: int) -> list[Value]:
            return [kinds[number].value for number in kinds[following[i]].following]

        found = weights(level, kind.seat, [kinds[number].value for number in following], replies, kind.advised)
        spread: dict[int, int] = dict.fromkeys(following, 0)
        for number, weight in zip(following, found, strict=True):
            spread[number] += weight
        return spread
