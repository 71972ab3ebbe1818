"""The page of live matches, rendered by the server; its script reloads the list every few seconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom.errors import NotFound
from fathom.storage.journal import PLAYING, Search
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.server import Server, server_of
from fathom.web.rendering import page, still_drawing

MOST_SHOWN = 24
_MOST_SEARCHED = 60
#: A match without an event for this long is not live, even if it may be resumed one day.
IDLE_AFTER = timedelta(hours=1)


class Shown(NamedTuple):
    """A live match on its card."""

    id: str
    title: str
    names: tuple[str, ...]
    plies: int
    drawing: Markup


async def live_matches(server: Server) -> list[Shown]:
    """The matches in progress that may be watched, the most recently active first."""
    since = (datetime.now(UTC) - IDLE_AFTER).isoformat()
    summaries = await server.matches.search(Search(PLAYING, limit=_MOST_SEARCHED))
    lives = [await _find(server, summary.id) for summary in summaries]
    awake = [live for live in lives if live and live.state == PLAYING and live.events[-1].at >= since]
    awake.sort(key=lambda live: live.events[-1].at, reverse=True)
    return [_show(server, live) for live in awake[:MOST_SHOWN]]


async def _find(server: Server, match_id: str) -> LiveMatch | None:
    try:
        return await server.matches.find(match_id)
    except NotFound:
        return None


def _show(server: Server, live: LiveMatch) -> Shown:
    match = live.match
    return Shown(live.id, match.game.title, match.names, len(match.plies), _draw(server, live))


def _draw(server: Server, live: LiveMatch) -> Markup:
    """The board of a match, drawn again only after an event."""
    sequence, drawing = server.drawings.get(live, (0, ""))
    if sequence != live.sequence:
        drawing = still_drawing(live.match)
        server.drawings[live] = (live.sequence, drawing)
    return Markup(drawing)


async def watch(request: Request) -> Response:
    return page(request, "watch.html", matches=await live_matches(server_of(request)))


async def watch_list(request: Request) -> Response:
    """Only the list, for the script of the page."""
    return page(request, "parts/live_matches.html", matches=await live_matches(server_of(request)))


ROUTES: list[BaseRoute] = [Route("/watch", watch), Route("/watch/list", watch_list)]
