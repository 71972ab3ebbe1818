"""What a front end is shown of a match: everything it draws, so that it needs no rules of its own."""

from __future__ import annotations

from typing import Any

import msgspec

from fathom import games
from fathom.core.match import Match
from fathom.core.words import enumerate_words
from fathom.show.text import Canvas, Gauge
from fathom.show.view import view
from fathom.storage.journal import Summary
from fathom.web.live.live_match import LiveMatch


def match_view(match: Match, *, coach: bool = False) -> dict[str, Any]:
    """The match as it stands: as data, in characters, in words and drawn."""
    seen: dict[str, Any] = view(match)
    seen["last"] = match.game.format_move(match.plies[-1].move) if match.plies else None
    seen["board"] = games.text(match.game.name).board(match, Canvas())
    seen["said"] = announce(match)
    seen["gauges"] = [gauge._asdict() for gauge in gauges(match)]
    seen["drawing"] = games.drawing(match.game.name)(match, coach=coach)
    return seen


def gauges(match: Match) -> list[Gauge]:
    """What players keep an eye on beside the board."""
    return games.text(match.game.name).gauges(match)


def live_view(live: LiveMatch) -> dict[str, Any]:
    """The view of a live match: made once after each event, whoever asks."""
    if live.cached_view[0] != live.sequence:
        live.cached_view = live.sequence, match_view(live.match)
    return live.cached_view[1]


def announce(match: Match) -> list[str]:
    """The last move and what comes next, in a sentence each: what a screen reader announces."""
    made = [games.text(match.game.name).announce(match, match.plies[-1])] if match.plies else []
    return [*made, standing(match)]


def standing(match: Match) -> str:
    """Whose turn it is, or how it ended."""
    outcome = match.outcome
    if outcome is None and match.game.seats == 1:
        return " ".join(f"{name}: {', '.join(values) or 'nothing'}." for name, values in gauges(match))
    if outcome is None:
        return f"{match.name(match.position.to_move)} to move."
    if match.game.seats == 1:
        return f"The walk is over: {match.ending}."
    return f"{match.name(outcome.winner)} wins: {match.ending}." if outcome.winner else f"A draw: {match.ending}."


def snapshot(live: LiveMatch, token: str | None, *, with_view: bool = True) -> dict[str, Any]:
    """A match for whoever has the token."""
    seen: dict[str, Any] = {
        "id": live.id,
        "sequence": live.sequence,
        "game": live.match.game.name,
        "options": live.match.options.as_json(),
        "names": list(live.match.names),
        "seats": live.seats,
        "you": live.seats_of(token),
        "watch": live.is_open,
        "solo": live.is_solo,
        "state": live.state,
        "rematch": {"offers": sorted(live.offers), "match": live.next_match},
    }
    return seen | {"view": live_view(live)} if with_view else seen


def subscription(live: LiveMatch, token: str | None, after: int = 0, *, with_view: bool = True) -> dict[str, Any]:
    """What whoever begins to follow a match is told: how it stands, and the events after the last one seen."""
    seen = snapshot(live, token, with_view=with_view)
    return {"match": seen, "events": live.events[after:], "sequence": live.sequence}


def title(live: LiveMatch) -> str:
    """`Range War: Ada and @perfect`."""
    return f"{live.match.game.title}: {enumerate_words(live.match.names)}"


def summary_json(summary: Summary) -> dict[str, Any]:
    """A match of a list."""
    game = games.game(summary.game)
    return {
        "id": summary.id,
        "game": summary.game,
        "title": game.title,
        "options": summary.options,
        "names": msgspec.json.decode(summary.names),
        "state": summary.state,
        "created": summary.created,
        "changed": summary.changed,
        "outcome": msgspec.json.decode(summary.outcome),
    }
