"""The lobby: open challenges, and finding an opponent at once."""

from __future__ import annotations

from typing import Literal
from weakref import WeakKeyDictionary

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from fathom import games
from fathom.core.events import Challenge
from fathom.core.match import AnyMatch
from fathom.core.outcome import other
from fathom.errors import NotFound, UnreadableMatch
from fathom.web.api import shapes
from fathom.web.api.matches import seat_response
from fathom.web.api.operations import Operation, read_json
from fathom.web.http.limits import client_address
from fathom.web.http.paths import API
from fathom.web.http.tags import tagged_response
from fathom.web.live.challenges import find_opponent
from fathom.web.live.live_match import OPEN, LiveMatch
from fathom.web.live.lobby import is_too_old
from fathom.web.live.requests import OpponentWish
from fathom.web.live.server import Server, lane_of, server_of
from fathom.web.live.sharing import Shared
from fathom.web.live.views import describe_options, prepare_view, snapshot

MOST_SHOWN = 50
_MOST_SEARCHED = 200
_lists: WeakKeyDictionary[Server, Shared[list[shapes.ListedChallenge]]] = WeakKeyDictionary()


async def open_challenges(server: Server) -> list[shapes.ListedChallenge]:
    """The challenges that anybody may accept, those that have been waiting longest first."""
    return await _lists.setdefault(server, Shared()).get(lambda: _find_open(server))


async def _find_open(server: Server) -> list[shapes.ListedChallenge]:
    found = []
    for match_id in await server.matches.lobby.find_waiting(_MOST_SEARCHED):
        live = await _find(server, match_id)
        if live and live.challenge and not is_too_old(live):
            found.append(_list(live, live.challenge))
    return sorted(found, key=lambda one: (one.since, one.match))[:MOST_SHOWN]


async def _find(server: Server, match_id: str) -> LiveMatch | None:
    """A match, as far as this server knows it: that is enough for a list."""
    try:
        return await server.matches.get(match_id)
    except (NotFound, UnreadableMatch):
        return None


def _list(live: LiveMatch, challenge: Challenge) -> shapes.ListedChallenge:
    match, seat = live.match, live.seats.index(OPEN) + 1
    first: Literal["you", "they"] = "you" if seat == match.position.to_move else "they"
    return shapes.ListedChallenge(
        match=live.id,
        game=match.game.name,
        title=match.game.title,
        any_game=challenge.any_game,
        preset=_preset(match),
        options=describe_options(match),
        clock=live.times.clock.describe() if live.times else "",
        pair=bool(live.pair),
        by=match.name(other(seat)),
        first="coin" if challenge.coin else first,
        since=live.events[0].at,
    )


def _preset(match: AnyMatch) -> str:
    presets = games.room(match.game.name).presets
    return next((preset.name for preset in presets if preset.options == match.options), "")


async def list_challenges(request: Request) -> Response:
    return tagged_response(request, shapes.Challenges(await open_challenges(server_of(request))))


async def look_for_opponent(request: Request) -> Response:
    wish = await read_json(request, OpponentWish)
    found = await find_opponent(server_of(request).matches, wish, client_address(request))
    await prepare_view(found.live, lane_of(request))
    shown = snapshot(found.live, found.token)
    return seat_response(request, shapes.Found(shown, found.token, found.is_waiting, found.repeated or UNSET), 201)


OPERATIONS = (
    Operation(
        "GET",
        f"{API}/challenges",
        list_challenges,
        "The challenges that anybody may accept",
        shapes.Challenges,
        is_tagged=True,
    ),
    Operation(
        "POST",
        f"{API}/opponent",
        look_for_opponent,
        "Find an opponent at once, or wait for one",
        shapes.Found,
        OpponentWish,
        201,
        statuses=(403, 404, 409, 413, 422),
    ),
)
