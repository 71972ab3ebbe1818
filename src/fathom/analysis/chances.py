"""The exact chances of players against each other, computed over the whole game.

    chances(game, options)["@expert", "@casual"]         -> Odds(first=Fraction(...), drawn=Fraction(...))
    duel(start, first.weights, second.weights)           -> the same for any two whose choice depends on the position

Levels use only values and what the rules for winning recommend, never the names of moves. So positions are alike when
the game trees below them are: the same seat to move, and the same kinds of positions after it, each by the same number
of moves, recommended or not. Every kind is computed once, from the ends back. A room's `shape` (see `fathom.show.room`)
tells early that two positions are alike, so that most of them need not be visited.

Any other player may tell all positions apart. Then only the positions that two given players can reach are visited, and
what is known of a move is how likely the player to move is to make it.

Nothing is rounded: a kind holds one whole number for each pair of levels, over one common denominator.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import NamedTuple

from fathom import games
from fathom.analysis.levels import LEVELS, Level, weights
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.options import Options
from fathom.core.outcome import Ending, Outcome, Seat
from fathom.core.value import DRAW, Value, value_of
from fathom.errors import Unknown
from fathom.show.strategy import AnyStrategy

_MOST_MOVES = 2_000_000

#: A value that decides the game tree below a position.
Shape = Callable[[AnyPosition, Meter], Hashable]

#: A whole number for each legal move of a position, in order: for a player, in proportion to the chances.
Weigh = Callable[[AnyPosition], Sequence[int]]


class Odds(NamedTuple):
    """How a match of two players ends: the chance that seat 1 wins, and that nobody does."""

    first: Fraction
    drawn: Fraction

    @property
    def second(self) -> Fraction:
        return 1 - self.first - self.drawn


class Kind(NamedTuple):
    """Positions with the same game tree: the seat to move, the value, and the kinds after each move, rising.

    `marks` has a number for each of those: 1 if the rules for winning recommend the move and else 0, or its weight.
    """

    seat: Seat
    value: Value
    following: tuple[int, ...]
    marks: tuple[int, ...] = ()


def chances(game: AnyGame, options: Options, meter: Meter = UNLIMITED) -> dict[tuple[str, str], Odds]:
    """The odds of every pair of levels, by their names in seat 1 and seat 2."""
    room = games.room(game.name)
    kinds = fold(game.start(options), room.shape, room.strategy(options), meter)
    return odds(kinds, LEVELS, meter)


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
        self.kinds: list[Kind] = []
        self._shape = shape
        self._mark = mark
        self._meter = meter
        self._only_marked = only_marked
        self._numbers: dict[tuple[Seat, tuple[tuple[int, int], ...]], int] = {}
        #: The number of the kind, by shape.
        self._filed: dict[Hashable, int] = {}
        self._looked_at = 0
        #: The ways of ending that were seen.
        self.endings: set[Ending] = set()

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
                self._filed[shape] = self._number(position.to_move, tuple(numbers))
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
        if shape not in self._filed:
            self._filed[shape] = len(self.kinds)
            self.kinds.append(Kind(0, value_of(outcome), ()))
        return shape

    def _number(self, seat: Seat, following: tuple[tuple[int, int], ...]) -> int:
        """The number of a kind; a new kind gets the next number. Without a move, the game is stuck: nobody wins."""
        number = self._numbers.get((seat, following))
        if number is None and not following:
            number = self._numbers[seat, following] = len(self.kinds)
            self.kinds.append(Kind(seat, DRAW, ()))
        elif number is None:
            best = max([self.kinds[kind].value for kind, _ in following], key=lambda value: value.score(seat))
            number = self._numbers[seat, following] = len(self.kinds)
            numbers, marks = zip(*following, strict=True)
            self.kinds.append(Kind(seat, best.one_ply_earlier(), numbers, marks))
        return number

    def _count(self, moves: int) -> None:
        self._looked_at += moves
        if max(self._looked_at, moves * moves) > _MOST_MOVES:  # each move may have as many replies
            raise Unknown(f"{_MOST_MOVES:,} moves were not enough to work out the chances; try smaller options.")


def odds(kinds: Sequence[Kind], levels: Sequence[Level], meter: Meter = UNLIMITED) -> dict[tuple[str, str], Odds]:
    """The odds at the last of the kinds, for every pair of levels."""
    found = _Reckoning(kinds, [weigh_by_level(kinds, level) for level in levels], meter).odds()
    return dict(zip(((first.name, second.name) for first in levels for second in levels), found, strict=True))


def duel(start: AnyPosition, first: Weigh, second: Weigh, meter: Meter = UNLIMITED) -> Odds:
    """The odds of two players whose choice depends on the position alone, from `start` on."""
    kinds = fold_reached(start, lambda position: (first if position.to_move == 1 else second)(position), meter)
    return _Reckoning(kinds, [lambda kind: kind.marks], meter).odds()[0]


#: The weights of the moves of a kind.
_WeighKind = Callable[[Kind], Sequence[int]]


def weigh_by_level(kinds: Sequence[Kind], level: Level) -> _WeighKind:
    """How a level weighs the moves of a kind."""

    def weigh(kind: Kind) -> Sequence[int]:
        following = kind.following

        def replies(i: int) -> list[Value]:
            return [kinds[number].value for number in kinds[following[i]].following]

        values = [kinds[number].value for number in following]
        return weights(level, kind.seat, values, replies, [i for i, mark in enumerate(kind.marks) if mark])

    return weigh


class Shares(NamedTuple):
    """The chances at a kind, over one denominator: a win of seat 1 for each pair of players, then a draw for each.

    A game without draws leaves them out.
    """

    denominator: int
    numerators: list[int]


class _Reckoning:
    """The chances at every kind, from the ends back."""

    def __init__(self, kinds: Sequence[Kind], players: Sequence[_WeighKind], meter: Meter) -> None:
        self._players = players
        has_draws = any(kind.value.winner is None and not kind.following for kind in kinds)
        self._winners = (1, None) if has_draws else (1,)
        count = len(players)
        pairs = range(count * count)
        #: By the seat to move: the player who moves, for each number of `Shares`.
        self._movers = {
            1: [pair // count for pair in pairs] * len(self._winners),
            2: [pair % count for pair in pairs] * len(self._winners),
        }
        self.shares: list[Shares] = []
        for kind in kinds:
            meter.look()
            self.shares.append(self._after_choice(kind) if kind.following else self._at_end(kind))

    def odds(self) -> list[Odds]:
        """At the last kind, for every pair of players."""
        denominator, numerators = self.shares[-1]
        pairs = len(self._players) ** 2
        won, drawn = numerators[:pairs], numerators[pairs:] or [0] * pairs
        return [Odds(Fraction(w, denominator), Fraction(d, denominator)) for w, d in zip(won, drawn, strict=True)]

    def _at_end(self, kind: Kind) -> Shares:
        pairs = len(self._players) ** 2
        return Shares(1, [int(kind.value.winner == winner) for winner in self._winners for _ in range(pairs)])

    def _after_choice(self, kind: Kind) -> Shares:
        """The mean over the following kinds, weighted by how likely the player to move goes there."""
        if kind.following[0] == kind.following[-1]:
            return self.shares[kind.following[0]]  # all moves lead to one kind: nothing to choose
        weighted = [_by_following(kind, weigh(kind)) for weigh in self._players]
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


def _by_following(kind: Kind, weights: Sequence[int]) -> dict[int, int]:
    """The weights of moves by the kind that they lead to."""
    spread: dict[int, int] = dict.fromkeys(kind.following, 0)
    for number, weight in zip(kind.following, weights, strict=True):
        spread[number] += weight
    return spread
