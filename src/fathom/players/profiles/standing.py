"""What follows from a profile, exactly: scores against other players, the worst case, and regret by depth.

    standing = work_out(profile, 1, opponents, adviser)
    standing.scores["@random"], standing.worst, standing.exploitability

A score is 1 for a win, 1/2 for a draw and 0 for a loss. The worst case is the score against an opponent who knows the
profile and always makes the move that is worst for it. Exploitability is how far that is below what perfect play
scores. The regret of a move is what it gives away with perfect play after it: a win turned into a loss counts 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from fathom import games
from fathom.analysis.chances import duel
from fathom.analysis.filing import fold_reached
from fathom.analysis.reckoning import Odds
from fathom.analysis.strength import Policy
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyPosition
from fathom.core.kinds import Kind
from fathom.core.outcome import Seat
from fathom.core.value import AnyAdviser, Value
from fathom.players.profiles.line import Line
from fathom.players.profiles.player import ProfilePlayer
from fathom.players.profiles.profile import Profile


class Regret(NamedTuple):
    """How much was given away by the answers before one ply: of how many questions, in how many, and on average.

    Where an answer is drawn by chance, `mistakes` and `mean` are expectations.
    """

    ply: int
    questions: int
    mistakes: Fraction
    mean: Fraction


class Standing(NamedTuple):
    """How strong a profile is in one seat. `value` is what perfect play scores."""

    seat: Seat
    questions: int
    scores: dict[str, Fraction]
    worst: Fraction
    value: Fraction
    regrets: tuple[Regret, ...]

    @property
    def exploitability(self) -> Fraction:
        return self.value - self.worst


def work_out(
    profile: Profile, seat: Seat, opponents: Sequence[Policy], adviser: AnyAdviser, meter: Meter = UNLIMITED
) -> Standing:
    """The standing of a profile in a seat."""
    player, start = ProfilePlayer(profile, Random(0)), profile.match()
    place = player.place(start)
    scores = {opponent.name: score_of(_meet(place, seat, player, opponent, meter), seat) for opponent in opponents}
    return Standing(
        seat,
        sum(question.seat == seat for question in profile.questions),
        scores,
        _worst_case(place, seat, player.weights, meter),
        points(adviser.value(start.position), seat),
        tuple(_regrets(profile, seat, adviser)),
    )


def points(value: Value, seat: Seat) -> Fraction:
    """What a value is worth to a seat."""
    return Fraction(1, 2) if value.winner is None else Fraction(value.winner == seat)


def score_of(odds: Odds, seat: Seat) -> Fraction:
    """What odds are worth to a seat."""
    return (odds.first if seat == 1 else odds.second) + odds.drawn / 2


def _meet(start: AnyPosition, seat: Seat, player: ProfilePlayer, opponent: Policy, meter: Meter) -> Odds:
    def answer(place: AnyPosition) -> Sequence[int]:
        return opponent.weigh(place.position if isinstance(place, Line) else place, meter)

    first, second = (player.weights, answer) if seat == 1 else (answer, player.weights)
    return duel(start, first, second, meter)


def _worst_case(
    start: AnyPosition, seat: Seat, weigh: Callable[[AnyPosition], Sequence[int]], meter: Meter
) -> Fraction:
    """The least score that an opponent who knows the weights can hold the seat to."""
    kinds = fold_reached(
        start, lambda place: weigh(place) if place.to_move == seat else [1] * len(place.moves()), meter
    )
    worst: list[Fraction] = []
    for kind in kinds:
        worst.append(_worst_at(kind, seat, worst))
    return worst[-1]


def _worst_at(kind: Kind, seat: Seat, worst: Sequence[Fraction]) -> Fraction:
    if not kind.following:
        return points(kind.value, seat)
    if kind.seat != seat:
        return min(worst[number] for number in kind.following)
    total = sum(worst[number] * mark for number, mark in zip(kind.following, kind.marks, strict=True))
    return Fraction(total, sum(kind.marks))


def _regrets(profile: Profile, seat: Seat, adviser: AnyAdviser) -> list[Regret]:
    found: dict[int, list[tuple[Fraction, Fraction]]] = defaultdict(list)
    for question in profile.questions:
        if question.seat != seat:
            continue
        match = games.read_code(question.code)
        after = [points(value, seat) for value in adviser.values_after(match.position)]
        given = dict(
            zip(map(match.game.format_move, match.legal_moves), (max(after) - got for got in after), strict=True)
        )
        asked = sum(question.answers.values())
        mistaken = Fraction(sum(count for move, count in question.answers.items() if given[move]), asked)
        lost = Fraction(sum(count * given[move] for move, count in question.answers.items()), asked)
        found[len(match.plies) + 1].append((mistaken, lost))
    return [
        Regret(ply, len(some), Fraction(sum(m for m, _ in some)), Fraction(sum(lost for _, lost in some), len(some)))
        for ply, some in sorted(found.items())
    ]
