"""What a front end is shown of a match: everything it draws, so that it needs no rules of its own."""

from __future__ import annotations

from typing import Any, TypedDict
from weakref import WeakKeyDictionary

import msgspec

from fathom import games
from fathom.core.match import AnyMatch
from fathom.core.words import enumerate_words
from fathom.show.canvas import Canvas
from fathom.show.text import Gauge
from fathom.show.view import ViewDict, view
from fathom.storage.journal import Summary
from fathom.web.live.live_match import LiveMatch


class GaugeDict(TypedDict):
    """Something to keep an eye on beside the board: points spent, things held."""

    name: str
    values: list[str]


class MatchViewDict(ViewDict):
    """A match as front ends draw it."""

    last: str | None
    board: list[str]
    said: list[str]
    gauges: list[GaugeDict]
    drawing: str


def match_view(match: AnyMatch, *, coach: bool = False) -> MatchViewDict:
    """The match as it stands: as data, in characters, in words and drawn."""
    room = games.room(match.game.name)
    return {
        **view(match),
        "last": match.game.format_move(match.plies[-1].move) if match.plies else None,
        "board": room.text.board(match, Canvas()),
        "said": announce(match),
        "gauges": [{"name": gauge.name, "values": gauge.values} for gauge in gauges(match)],
        "drawing": room.draw(match, coach=coach),
    }


def gauges(match: AnyMatch) -> list[Gauge]:
    """What players keep an eye on beside the board."""
    return games.room(match.game.name).text.gauges(match)


#: What front ends are shown of a match, and after which event: many are shown the same.
_views: WeakKeyDictionary[LiveMatch, tuple[int, MatchViewDict]] = WeakKeyDictionary()


def live_view(live: LiveMatch) -> MatchViewDict:
    """The view of a live match: made once after each event, whoever asks."""
    shown = _views.get(live)
    if shown is None or shown[0] != live.sequence:
        shown = _views[live] = live.sequence, match_view(live.match)
    return shown[1]


def announce(match: AnyMatch) -> list[str]:
    """The last move and what comes next, in a sentence each: what a screen reader announces."""
    text = games.room(match.game.name).text
    made = [text.announce(match, match.plies[-1])] if match.plies else []
    return [*made, text.standing(match)]


def snapshot(live: LiveMatch, token: str | None, *, with_view: bool = True) -> dict[str, Any]:
    """A match for whoever has the token."""
    seen: dict[str, Any] = {
        "id": live.id,
        "sequence": live.sequence,
        "game": live.match.game.name,
        "options": live.match.options.as_dict(),
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
    return {"match": seen, "events": [logged.as_dict() for logged in live.events[after:]], "sequence": live.sequence}


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
