"""A match as data: what every front end and every `--json` shows."""

from __future__ import annotations

from typing import TypedDict

from fathom.core.code import stem_of
from fathom.core.game import M, P
from fathom.core.match import Match
from fathom.core.outcome import OutcomeDict, Seat


class StandingDict(TypedDict):
    """How a match stands, as JSON. `to_move` is null once it is over."""

    code: str
    game: str
    options: dict[str, int | str]
    played: list[str]
    to_move: Seat | None
    over: bool
    outcome: OutcomeDict | None


class ViewDict(StandingDict):
    """The same with the legal moves; none once the match is over."""

    moves: list[str]


def standing(match: Match[P, M]) -> StandingDict:
    """How the match stands, without the legal moves."""
    outcome, played = match.outcome, match.moves
    return {
        "code": stem_of(match).after(played),
        "game": match.game.name,
        "options": match.options.as_dict(),
        "played": played,
        "to_move": None if outcome else match.position.to_move,
        "over": outcome is not None,
        "outcome": outcome.as_dict() if outcome else None,
    }


def view(match: Match[P, M]) -> ViewDict:
    """How the match stands, with the legal moves."""
    legal = () if match.outcome else match.game.legal_moves(match.position)
    return {**standing(match), "moves": [match.game.format_move(move) for move in legal]}
