"""Proves that a list of rules works, by following it against everything that the other side can do.

    proof = prove(game, options, strategy)
    proof.is_perfect                         -> True: whoever follows the rules never gives a result away

For each seat, every position is visited that can arise when this seat plays any move that its rules allow, and the
other seat anything. Where the seat could go wrong, the moves that the rules allow are compared with exact values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.code import Stem, stem_of
from fathom.core.game import AnyGame, AnyPosition, Move
from fathom.core.match import AnyMatch, Match
from fathom.core.options import Options
from fathom.core.outcome import Seat
from fathom.core.value import AnyAdviser
from fathom.core.words import enumerate_words
from fathom.errors import BadOption
from fathom.show.strategy import AnyRule, AnyStrategy
from fathom.solver.walk import Visit, walk

_SEATS: tuple[Seat, ...] = (1, 2)


class LapseDict(TypedDict):
    """A lapse as JSON."""

    code: str
    moves: list[str]


class SeatProofDict(TypedDict):
    """What was found for a seat, as JSON."""

    seat: Seat
    positions: int
    decisions: int
    right: int
    exceptions: list[LapseDict]


class ProofDict(TypedDict):
    """A proof as JSON."""

    perfect: bool
    seats: list[SeatProofDict]


class Lapse(NamedTuple):
    """A position in which the rules allow moves that give something away: its code, and those moves."""

    code: str
    moves: tuple[str, ...]

    def as_dict(self) -> LapseDict:
        return {"code": self.code, "moves": list(self.moves)}


class SeatProof(NamedTuple):
    """For a seat: the positions that can arise, its decisions that could go wrong, and those that may."""

    seat: Seat
    positions: int
    decisions: int
    exceptions: tuple[Lapse, ...]

    @property
    def right(self) -> int:
        """The number of decisions in which every move that the rules allow keeps the result."""
        return self.decisions - len(self.exceptions)

    def as_dict(self) -> SeatProofDict:
        return {
            "seat": self.seat,
            "positions": self.positions,
            "decisions": self.decisions,
            "right": self.right,
            "exceptions": [lapse.as_dict() for lapse in self.exceptions],
        }


class Proof(NamedTuple):
    """What was found for both seats."""

    seats: tuple[SeatProof, ...]

    @property
    def is_perfect(self) -> bool:
        """Do the rules never give a result away?"""
        return not self.exceptions

    @property
    def decisions(self) -> int:
        return sum(found.decisions for found in self.seats)

    @property
    def right(self) -> int:
        return sum(found.right for found in self.seats)

    @property
    def exceptions(self) -> tuple[Lapse, ...]:
        return tuple(lapse for found in self.seats for lapse in found.exceptions)

    def as_dict(self) -> ProofDict:
        return {"perfect": self.is_perfect, "seats": [found.as_dict() for found in self.seats]}


def strategy_for(game: AnyGame, options: Options) -> AnyStrategy:
    """The strategy of a game with these options; raises `BadOption` if there is none."""
    strategy = games.room(game.name).strategy(options)
    if strategy:
        return strategy
    if not game.is_contest:
        raise BadOption(
            f"{game.title} has no opponent, so there are no rules for winning it; "
            "hints help you with each puzzle while you play."
        )
    if options.changed():
        raise BadOption(f"The rules for winning {game.title} are for the default options.")
    raise BadOption(f"There are no rules for winning {game.title}.")


class RuleExample(NamedTuple):
    """The example of a rule: a match that stands there, and the moves that the rule recommends, as text."""

    match: AnyMatch
    moves: list[str]

    @property
    def words(self) -> str:
        """`Player 1 is to move, and the rule says 4 or 5.`"""
        who = self.match.name(self.match.position.to_move)
        return f"{who} is to move, and the rule says {enumerate_words(self.moves, 'or')}."


def example_of(rule: AnyRule) -> RuleExample:
    """The example of a rule, replayed."""
    match = games.read_code(rule.example)
    return RuleExample(match, list(map(match.game.format_move, rule.recommend(match.position))))


def order_words(strategy: AnyStrategy) -> str:
    """How to use the list."""
    if len(strategy.rules) == 1:
        return "Where the rule does not apply, play anything."
    return "Follow the first rule that applies. Where none applies, play anything."


def proof_words(strategy: AnyStrategy, proof: Proof) -> str:
    """What the proof says, in a sentence or two."""
    rules = "this rule" if len(strategy.rules) == 1 else f"these {len(strategy.rules)} rules"
    first, second = (found.positions for found in proof.seats)
    checked = (
        f"Checked in every position that can arise, whatever the opponent plays: "
        f"{first:,} for the player who moves first, {second:,} for the other."
    )
    if proof.is_perfect:
        return f"Proved: whoever follows {rules} never gives away a win. {checked}"
    share = 1000 * proof.right // proof.decisions
    return (
        f"Whoever follows {rules} is right in {proof.right:,} of {proof.decisions:,} decisions "
        f"({share // 10}.{share % 10}%). {checked} The exceptions, with the moves that go wrong:"
    )


def prove(game: AnyGame, options: Options, strategy: AnyStrategy, meter: Meter = UNLIMITED) -> Proof:
    """Follow the rules in each seat; raises `Unknown` when the budget is spent."""
    return Proof(tuple(_prove_seat(game, options, strategy, seat, meter) for seat in _SEATS))


def _prove_seat(game: AnyGame, options: Options, strategy: AnyStrategy, seat: Seat, meter: Meter) -> SeatProof:
    adviser, stem = adviser_for(game, options, meter), stem_of(Match(game, options))

    def follow(position: AnyPosition) -> Sequence[Move]:
        return strategy.moves(position) if position.to_move == seat else position.moves()

    positions = decisions = 0
    lapses: list[Lapse] = []
    for visit in walk(game.start(options), follow, meter):
        positions += 1
        if visit.position.to_move == seat and visit.followed:
            wrong = _find_wrong(visit, adviser)
            decisions += wrong is not None
            if wrong:
                lapses.append(_lapse(game, stem, visit, wrong))
    return SeatProof(seat, positions, decisions, tuple(lapses))


def _find_wrong(visit: Visit, adviser: AnyAdviser) -> list[Move] | None:
    """The moves allowed by the rules that give something away; None if no legal move does."""
    position = visit.position
    moves, values = position.moves(), adviser.values_after(position)
    winner = adviser.value(position).winner
    wrong = {move for move, value in zip(moves, values, strict=True) if value.winner != winner}
    return [move for move in visit.followed if move in wrong] if wrong else None


def _lapse(game: AnyGame, stem: Stem, visit: Visit, wrong: list[Move]) -> Lapse:
    return Lapse(stem.after(list(map(game.format_move, visit.path))), tuple(map(game.format_move, wrong)))
