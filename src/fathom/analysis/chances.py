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

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import NamedTuple

from fathom import games
from fathom.analysis.levels import LEVELS, Answers, Level, weights
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.kinds import Kind, Kinds, ShapeCounts
from fathom.core.options import Options
from fathom.core.outcome import Ending, Outcome, Seat
from fathom.core.value import Value
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

    @property
    def score(self) -> Fraction:
        """Of seat 1: a draw is half a win."""
        return self.first + self.drawn / 2


def chances(game: AnyGame, options: Options, meter: Meter = UNLIMITED) -> dict[tuple[str, str], Odds]:
    """The odds of every pair of levels, by their names in seat 1 and seat 2."""
    return odds(kinds_of(game, game.start(options), games.room(game.name).strategy(options), meter), LEVELS, meter)


def kinds_of(
    game: AnyGame, start: AnyPosition, strategy: AnyStrategy | None = None, meter: Meter = UNLIMITED
) -> list[Kind]:
    """Every kind of position from `start` on, in the room's own way if it has one."""
    room = games.room(game.name)
    whole = room.whole(start.options, strategy, meter) if start == game.start(start.options) else None
    return whole.kinds if whole else fold(start, room.shape, strategy, meter)


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
                self._filed[shape] = self._kinds.file(position.to_move, tuple(numbers))
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


def odds(
    kinds: Sequence[Kind],
    levels: Sequence[Level],
    meter: Meter = UNLIMITED,
    pairs: Collection[tuple[str, str]] | None = None,
) -> dict[tuple[str, str], Odds]:
    """The odds at the last of the kinds, for the given pairs of levels, by their names, or for every pair."""
    names = [level.name for level in levels]
    wanted = [(a, b) for a in names for b in names if pairs is None or (a, b) in pairs]
    places = [(names.index(first), names.index(second)) for first, second in wanted]
    found = _Reckoning(kinds, Choosing(kinds, levels).at, places, meter).odds()
    return dict(zip(wanted, found, strict=True))


def duel(start: AnyPosition, first: Weigh, second: Weigh, meter: Meter = UNLIMITED) -> Odds:
    """The odds of two players whose choice depends on the position alone, from `start` on."""
    kinds = fold_reached(start, lambda position: (first if position.to_move == 1 else second)(position), meter)
    return _Reckoning(kinds, _choose_by_marks, [(0, 0)], meter).odds()[0]


#: The weights with which a player goes to each of the following kinds.
Weights = Mapping[int, int]


class ByValues(NamedTuple):
    """The weights of players who look at nothing but values: for each player, by the value after a move."""

    weights: tuple[tuple[int, ...], ...]
    #: The sum of the weights of all moves, the same for each player.
    total: int


class Choice(NamedTuple):
    """What players do at a kind: with some weight they go to each of the following kinds."""

    #: The following kinds, by value, and by how many moves each is reached.
    groups: tuple[tuple[tuple[int, int], ...], ...]
    #: The players who look at values, and their weights by group.
    plain: tuple[int, ...]
    by_values: ByValues
    #: Every other player, and its weights.
    others: tuple[tuple[int, Weights], ...]

    def weights_of(self, player: int) -> Weights:
        """The weights of one player."""
        if player not in self.plain:
            return dict(self.others)[player]
        weights = self.by_values.weights[self.plain.index(player)]
        reached = zip(self.groups, weights, strict=True)
        return {number: times * weight for group, weight in reached for number, times in group}


_NOBODY = ByValues((), 1)

#: What the players do at a kind.
Choose = Callable[[Kind], Choice]


def _choose_by_marks(kind: Kind) -> Choice:
    """One player, whose weights are the marks."""
    return Choice((), (), _NOBODY, ((0, _merge(kind.following, kind.marks)),))


class Choosing:
    """How levels choose. Positions with the same values after their moves are many, so weights by values are kept."""

    def __init__(self, kinds: Sequence[Kind], levels: Sequence[Level]) -> None:
        self._kinds = kinds
        self._levels = levels
        #: The values, numbered, and the number of the value of each kind: numbers are quicker to look up.
        numbers: dict[Value, int] = {}
        self._value_numbers = [numbers.setdefault(kind.value, len(numbers)) for kind in kinds]
        self._values = list(numbers)
        self._by_values: dict[tuple[Seat, tuple[int, ...], tuple[tuple[int, int], ...]], ByValues] = {}
        self._answers: dict[int, Answers] = {}
        #: By whether the seat to move wins: then nobody sets traps.
        self._plain = {
            wins: tuple(i for i, level in enumerate(levels) if not level.by_rules and (wins or not level.tricks))
            for wins in (False, True)
        }
        self._others = {
            wins: [(i, level) for i, level in enumerate(levels) if i not in self._plain[wins]] for wins in (False, True)
        }

    def at(self, kind: Kind) -> Choice:
        kinds, following, wins = self._kinds, kind.following, kind.value.winner == kind.seat
        groups: dict[int, list[tuple[int, int]]] = {}
        for number, moves in Counter(following).items():
            groups.setdefault(self._value_numbers[number], []).append((number, moves))
        times = tuple([(value, sum([moves for _, moves in group])) for value, group in groups.items()])
        others: list[tuple[int, Weights]] = []
        if self._others[wins]:
            values = [kinds[number].value for number in following]
            advised = [i for i, mark in enumerate(kind.marks) if mark]
            for player, level in self._others[wins]:
                found = weights(level, kind.seat, values, lambda i: self._answers_to(following[i]), advised)
                others.append((player, _merge(following, found)))
        return Choice(
            tuple(map(tuple, groups.values())),
            self._plain[wins],
            self._weigh_values(kind.seat, self._plain[wins], times),
            tuple(others),
        )

    def _weigh_values(self, seat: Seat, players: tuple[int, ...], times: tuple[tuple[int, int], ...]) -> ByValues:
        """The weights after moves to each of the values, which are reached by so many moves."""
        known = self._by_values.get((seat, players, times))
        if known is None:
            values = [self._values[value] for value, moves in times for _ in range(moves)]
            found = [weights(self._levels[player], seat, values, _no_replies) for player in players]
            total = lcm(*map(sum, found))
            by_value = [dict(zip(values, some, strict=True)) for some in found]
            scaled = [
                tuple([some[self._values[value]] * (total // sum(own)) for value, _ in times])
                for some, own in zip(by_value, found, strict=True)
            ]
            known = self._by_values[seat, players, times] = ByValues(tuple(scaled), total)
        return known

    def _answers_to(self, number: int) -> Answers:
        if number not in self._answers:
            replies = self._kinds[number].following
            self._answers[number] = Answers.of([self._kinds[reply].value for reply in replies])
        return self._answers[number]


def _no_replies(_: int) -> Answers:
    return Answers(0, 0, 0)


def _merge(following: Sequence[int], weights: Sequence[int]) -> dict[int, int]:
    """The weights of moves by the kind that they lead to, without those of 0."""
    merged: dict[int, int] = {}
    for number, weight in zip(following, weights, strict=True):
        if weight:
            merged[number] = merged.get(number, 0) + weight
    return merged


class _Step(NamedTuple):
    """A choice, the least common denominator of the chances that follow it, and the sum of everyone's weights."""

    choice: Choice
    common: int
    total: int


class _Reckoning:
    """The chances of pairs of players (by their places in a `Choice`) at every kind, from the ends back.

    The chances of all pairs at a kind are one integer: over one denominator, each numerator has a field of as many bits
    as the largest denominator needs. Adding such integers and multiplying them by weights treats all pairs at once:

        | seat 1 wins: pair 0 | pair 1 | ... | nobody wins: pair 0 | pair 1 | ...         lowest bits first

    No field overflows: a chance is at most 1, so a numerator is at most the denominator. A player who moves decides
    only the fields of its own pairs, which a mask takes out.
    """

    def __init__(
        self, kinds: Sequence[Kind], choose: Choose, pairs: Sequence[tuple[int, int]], meter: Meter = UNLIMITED
    ) -> None:
        self._pairs = len(pairs)
        self._denominators: list[int] = []
        steps: list[_Step | None] = []
        for kind in kinds:
            meter.look()
            steps.append(self._step(kind, choose))
        self._width = max(self._denominators).bit_length()
        self._masks = {seat: self._masks_of([pair[seat - 1] for pair in pairs]) for seat in (1, 2)}
        ones = sum(1 << self._width * i for i in range(self._pairs))
        self._ends = {1: ones, 2: 0, None: ones << self._width * self._pairs}
        shares: list[int] = []
        for kind, step in zip(kinds, steps, strict=True):
            meter.look()
            if step:
                shares.append(self._after_choice(kind, step, shares))
            else:
                shares.append(shares[kind.following[0]] if kind.following else self._ends[kind.value.winner])
        self._at_start = shares[-1]

    def odds(self) -> list[Odds]:
        """At the last kind, for every pair of players."""
        denominator, width = self._denominators[-1], self._width
        fields = [Fraction(self._at_start >> width * i & (1 << width) - 1, denominator) for i in range(2 * self._pairs)]
        return [Odds(won, drawn) for won, drawn in zip(fields[: self._pairs], fields[self._pairs :], strict=True)]

    def _step(self, kind: Kind, choose: Choose) -> _Step | None:
        """None at an end, and where all moves lead to one kind: there is nothing to choose."""
        denominators = self._denominators
        if not kind.following or kind.following[0] == kind.following[-1]:
            denominators.append(denominators[kind.following[0]] if kind.following else 1)
            return None
        choice = choose(kind)
        total = lcm(choice.by_values.total, *[sum(weights.values()) for _, weights in choice.others])
        common = lcm(*{denominators[number] for number in kind.following})
        denominators.append(common * total)
        return _Step(choice, common, total)

    def _masks_of(self, movers: Sequence[int]) -> dict[int, int]:
        """For each player, all bits of the fields of its pairs."""
        field, masks = (1 << self._width) - 1, dict.fromkeys(movers, 0)
        for i, mover in enumerate([*movers, *movers]):
            masks[mover] |= field << self._width * i
        return masks

    def _after_choice(self, kind: Kind, step: _Step, shares: Sequence[int]) -> int:
        """The mean over the following kinds, weighted by how likely the player to move goes there."""
        (groups, plain, by_values, others), common, total = step
        denominators, masks = self._denominators, self._masks[kind.seat]
        stretched = {number: shares[number] * (common // denominators[number]) for number in set(kind.following)}
        found = 0
        if plain:
            sums = [sum([stretched[number] * moves for number, moves in group]) for group in groups]
            for player, weights in zip(plain, by_values.weights, strict=True):
                if player in masks:
                    found |= sum(map(mul, sums, weights)) & masks[player]
            found *= total // by_values.total
        for player, going in others:
            if player in masks:
                mean = sum([stretched[number] * weight for number, weight in going.items()])
                found |= mean * (total // sum(going.values())) & masks[player]
        return found
