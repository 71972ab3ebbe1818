"""A match as data: what every front end and every `--json` shows."""

from __future__ import annotations

from fathom.core.code import write_code
from fathom.core.match import Match


def view(match: Match) -> dict[str, object]:
    """The match as it stands, in plain JSON values. `to_move` is null and `moves` empty once it is over."""
    legal = () if match.outcome else match.position.moves()
    return {**standing(match), "moves": [match.game.format_move(move) for move in legal]}


def standing(match: Match) -> dict[str, object]:
    """A view without the legal moves, for whoever has more to say about them than their names."""
    outcome = match.outcome
    return {
        "code": write_code(match),
        "game": match.game.name,
        "options": match.options.as_json(),
        "played": match.moves,
        "to_move": None if outcome else match.position.to_move,
        "over": outcome is not None,
        "outcome": outcome.as_json() if outcome else None,
    }
