"""The page of live matches, rendered by the server; its script reloads the list every few seconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom.errors import NotFound, UnreadableMatch
from fathom.players.faces import names_for_people
from fathom.storage.journal import PLAYING
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.server import Server, server_of
from fathom.web.live.sharing import Shared
from fathom.web.live.stage import MOST_PLACES
from fathom.web.live.views import for_people
from fathom.web.rendering import page, still_drawing
from fathom.web.thinking.threads import run_in_thread

MOST_SHOWN = 24
_MOST_SEARCHED = 60
#: A match without an event for this long is not being played, unless somebody is connected to it here.
QUIET_AFTER = timedelta(minutes=5)
#: And after this long it is not, whoever is connected.
IDLE_AFTER = timedelta(hours=1)


class Shown(NamedTuple):
    """A live match on its card."""

    id: str
    title: str
    names: tuple[str, ...]
    plies: int
    drawing: Markup


#: The list of each server, made at most once a second.
_lists: WeakKeyDictionary[Server, Shared[list[Shown]]] = WeakKeyDictionary()


async def live_matches(server: Server) -> list[Shown]:
    """The matches being played that may be watched, the most interesting first."""
    return await _lists.setdefault(server, Shared()).get(lambda: _find_live(server))


async def _find_live(server: Server) -> list[Shown]:
    now = datetime.now(UTC)
    idle, quiet = (now - IDLE_AFTER).isoformat(), (now - QUIET_AFTER).isoformat()
    sighted = await server.matches.sighted(idle, _MOST_SEARCHED)
    lives = [live for match_id in sighted if (live := await _find(server, match_id))]
    played = [live for live in lives if live.events[-1].at >= (idle if live.listeners else quiet)]
    played.sort(key=_interest, reverse=True)
    shown = []
    for live in played[:MOST_SHOWN]:
        shown.append(await _show(server, live))
    return shown


def _interest(live: LiveMatch) -> tuple[bool, bool, str]:
    """Two people who play each other come first, then matches that somebody is connected to, then the latest move."""
    people = [name for name in live.match.names if not name.startswith("@")]
    return not live.is_solo and len(people) > 1, bool(live.listeners), live.events[-1].at


async def _find(server: Server, match_id: str) -> LiveMatch | None:
    """A match in progress that anybody may watch, as far as this server knows it: that is enough for a list."""
    try:
        live = await server.matches.get(match_id)
    except (NotFound, UnreadableMatch):
        return None
    return live if live.is_open and live.state == PLAYING else None


async def _show(server: Server, live: LiveMatch) -> Shown:
    match = live.match
    return Shown(live.id, match.game.title, names_for_people(match.names), len(match.plies), await _draw(server, live))


async def _draw(server: Server, live: LiveMatch) -> Markup:
    """The board of a match, drawn again only after an event."""
    sequence, drawing = server.drawings.get(live, (0, ""))
    if sequence != live.sequence:
        sequence = live.sequence
        drawing = await run_in_thread(still_drawing, for_people(live.match))
        server.drawings[live] = (sequence, drawing)
    return Markup(drawing)


async def watch(request: Request) -> Response:
    return page(request, "watch.html", matches=await live_matches(server_of(request)), most_places=MOST_PLACES)


async def watch_list(request: Request) -> Response:
    """Only the list, for the script of the page."""
    return page(request, "parts/live_matches.html", matches=await live_matches(server_of(request)))


ROUTES: list[BaseRoute] = [Route("/watch", watch), Route("/watch/list", watch_list)]
