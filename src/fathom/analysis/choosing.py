"""How players choose among the kinds of positions that their moves lead to.

    choosing = Choosing(kinds, LEVELS)
    choice = choosing.at(kind)
    choice.weights_of(3)              -> {7: 2, 9: 1}: the fourth level goes to kind 7 twice as often as to kind 9

Most levels look at nothing but the values after their moves. So what they do is worked out once for all kinds with as
many moves to each value. It needs the moves in the order of their values; moves that have the same weight for each of
these levels are a group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from operator import itemgetter, mul
from typing import NamedTuple

from fathom.analysis.levels import Answers, Level, weights
from fathom.core.kinds import Kind
from fathom.core.outcome import Seat
from fathom.core.value import Value

#: Gets some items out of a sequence.
Pick = Callable[[Sequence[int]], Sequence[int]]


class ByValues:
    """What players do who look at nothing but values. One object serves every kind with as many moves to each value."""

    __slots__ = ("groups", "players", "sizes", "sums", "weights")

    def __init__(self, players: Sequence[int], moves: Sequence[Sequence[int]]) -> None:
        """`moves` has the weights of each move, in the order of their values, for each of the players."""
        self.players = players
        places: dict[tuple[int, ...], list[int]] = {}
        for place, column in enumerate(zip(*moves, strict=True)):
            places.setdefault(column, []).append(place)
        #: For each group, what picks its moves out of all moves, and how many they are.
        self.groups = [_pick(some) for some in places.values()]
        self.sizes = [len(some) for some in places.values()]
        #: For each of the players, the weight of a move of each group, and the sum over all moves.
        self.weights = list(zip(*places, strict=True))
        self.sums = [sum(map(mul, weights, self.sizes)) for weights in self.weights]


def _pick(places: Sequence[int]) -> Pick:
    """Gets the items at these places, which rise, as a list or a tuple."""
    first, last = places[0], places[-1]
    return itemgetter(slice(first, last + 1)) if last - first < len(places) else itemgetter(*places)


class Going(NamedTuple):
    """Where a player goes: the kinds after some moves, the sum of their weights, and these unless all of them are 1."""

    numbers: Sequence[int]
    total: int
    weights: Sequence[int] = ()


class Choice(NamedTuple):
    """What players do at a kind: with some weight they go to each of the following kinds."""

    #: The kinds after each move, in the order of their values.
    following: Sequence[int]
    #: Some players and what they do, shared with other kinds.
    by_values: ByValues
    #: Every other player.
    others: Sequence[tuple[int, Going]]

    def weights_of(self, player: int) -> dict[int, int]:
        """The weights of one player, by kind."""
        plain = self.by_values
        if player not in plain.players:
            numbers, _, weights = dict(self.others)[player]
            return _merge(numbers, weights or [1] * len(numbers))
        found: dict[int, int] = {}
        for pick, weight in zip(plain.groups, plain.weights[plain.players.index(player)], strict=True):
            numbers = pick(self.following)
            found |= _merge(numbers, [weight] * len(numbers))
        return found


#: What the players do at a kind.
Choose = Callable[[Kind], Choice]

_NOBODY = ByValues((), ())


def choose_by_marks(kind: Kind) -> Choice:
    """One player, whose weights are the marks."""
    return Choice(kind.following, _NOBODY, [(0, Going(kind.following, sum(kind.marks), kind.marks))])


class _Case(NamedTuple):
    """Does the seat to move win? Then nobody sets traps. And do the rules for winning recommend a move?"""

    wins: bool
    is_advised: bool


_CASES = [_Case(wins, is_advised) for wins in (False, True) for is_advised in (False, True)]


def _knows_more(level: Level, case: _Case) -> bool:
    """Does a level look at more than the values after its moves?"""
    return case.is_advised if level.by_rules else level.tricks and not case.wins


class Choosing:
    """How levels choose. Positions with the same values after their moves are many, so weights by values are kept."""

    def __init__(self, kinds: Sequence[Kind], levels: Sequence[Level]) -> None:
        self._kinds = kinds
        self._levels = levels
        #: The values, numbered, and the number of the value of each kind: numbers are quicker to look up.
        numbers: dict[Value, int] = {}
        self._value_numbers = [numbers.setdefault(kind.value, len(numbers)) for kind in kinds]
        self._values = list(numbers)
        self._by_values: dict[tuple[Seat, _Case, tuple[int, ...]], ByValues] = {}
        self._looks = _Looks(kinds)
        self._by_looks: dict[tuple[int, Seat, tuple[int, ...]], dict[int, int]] = {}
        self._others = {case: [i for i, level in enumerate(levels) if _knows_more(level, case)] for case in _CASES}
        self._plain = {case: [i for i in range(len(levels)) if i not in self._others[case]] for case in _CASES}

    def at(self, kind: Kind) -> Choice:
        """What each level does at a kind with moves."""
        number_of = self._value_numbers.__getitem__
        case = _CASES[2 * (kind.value.winner == kind.seat) + (1 in kind.marks)]
        following = sorted(kind.following, key=number_of)
        key = kind.seat, case, tuple(map(number_of, following))
        by_values = self._by_values.get(key)
        if by_values is None:
            by_values = self._by_values[key] = self._weigh_values(*key)
        return Choice(following, by_values, [(i, self._weigh_moves(i, kind)) for i in self._others[case]])

    def _weigh_values(self, seat: Seat, case: _Case, numbers: tuple[int, ...]) -> ByValues:
        """What the players do who look at values only, by the numbers of the values after each move, rising."""
        values = [self._values[number] for number in numbers]
        players = self._plain[case]
        return ByValues(players, [weights(self._levels[player], seat, values, _no_replies) for player in players])

    def _weigh_moves(self, player: int, kind: Kind) -> Going:
        level, following = self._levels[player], kind.following
        if level.by_rules:
            advised = list(compress(following, kind.marks))
            return Going(advised, len(advised))
        looks = [self._looks[number] for number in following]
        key = player, kind.seat, tuple(sorted(looks))
        by_look = self._by_looks.get(key)
        if by_look is None:
            values = [self._kinds[number].value for number in following]
            found = weights(level, kind.seat, values, lambda i: self._looks.answers[looks[i]])
            by_look = self._by_looks[key] = dict(zip(looks, found, strict=True))
        if max(by_look.values()) == 1:
            chosen = list(compress(following, map(by_look.__getitem__, looks)))
            return Going(chosen, len(chosen))
        found = [by_look[look] for look in looks]
        return Going(following, sum(found), found)


class _Looks(dict[int, int]):
    """For each kind a number: the same for kinds with the same value, and as many replies that win for each seat.

    That is all that a level knows of a move that sets traps.
    """

    def __init__(self, kinds: Sequence[Kind]) -> None:
        super().__init__()
        self._kinds = kinds
        self._numbers: dict[tuple[Value, Answers], int] = {}
        #: By number.
        self.answers: list[Answers] = []

    def __missing__(self, kind: int) -> int:
        answers = Answers.of([self._kinds[reply].value for reply in self._kinds[kind].following])
        look = self[kind] = self._numbers.setdefault((self._kinds[kind].value, answers), len(self.answers))
        if look == len(self.answers):
            self.answers.append(answers)
        return look


def _no_replies(_: int) -> Answers:
    return Answers(0, 0, 0)


def _merge(following: Sequence[int], weights: Sequence[int]) -> dict[int, int]:
    """The weights of moves by the kind that they lead to, without those of 0."""
    merged: dict[int, int] = {}
    for number, weight in zip(following, weights, strict=True):
        if weight:
            merged[number] = merged.get(number, 0) + weight
    return merged
