"""A match as it stood after any of its moves: for stepping through it while it goes on, and for replaying it.

Whoever may see the match may see this. A view is made where slow work is done, and kept, up to a bound: many may watch
the same match.
"""

from __future__ import annotations

from copy import copy
from typing import Final
from weakref import WeakKeyDictionary

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response

from fathom.core.match import AnyMatch
from fathom.core.numerals import read_number
from fathom.core.words import counted, quoted
from fathom.errors import BadRequest
from fathom.web.api.matches import MATCH_ID, find_match
from fathom.web.api.operations import Operation, Parameter, think
from fathom.web.http.byte_cache import ByteCache
from fathom.web.http.limits import charge
from fathom.web.http.paths import API
from fathom.web.http.responses import JSON
from fathom.web.live.replaying import replay
from fathom.web.live.server import Server, server_of
from fathom.web.live.views import MatchViewDict, match_view

#: What is kept of finished views, in bytes.
_MOST_KEPT: Final = 4 << 20
#: So many bytes count as another request.
_BYTES_PER_REQUEST: Final = 64 << 10
_NUMBER = Parameter("number", "how many moves had been made", {"type": "integer", "minimum": 0}, in_path=True)

_views: WeakKeyDictionary[Server, ByteCache] = WeakKeyDictionary()


async def past_view(request: Request) -> Response:
    live, _ = await find_match(request)
    match = copy(live.match)
    moves = match.moves[: _read_number(request.path_params["number"], len(match.moves))]
    kept = _views.setdefault(server_of(request), ByteCache(_MOST_KEPT))
    # A take-back changes the moves, an operator changes names, and a match may be broken off after its last move.
    name = encode([live.id, match.names, moves, match.ending if len(moves) == len(match.moves) else ""]).decode()
    view = kept.get(name)
    if view is None:
        view = await think(request, make_view, match, moves)
        kept.keep(name, view)
    charge(request, len(view) // _BYTES_PER_REQUEST)
    return Response(view, media_type=JSON)


def make_view(match: AnyMatch, moves: list[str]) -> bytes:
    """The view of a match after the first of its moves, as JSON; runs where slow work runs."""
    return encode(match_view(replay(match, moves)))


def _read_number(text: str, made: int) -> int:
    number = read_number(text)
    if number is None or number > made:
        there = f"this match has {counted(made, 'move')}, so it is a whole number from 0 to {made}"
        raise BadRequest(f"There is no position after {quoted(text)} moves: {there}.")
    return number


OPERATIONS = (
    Operation(
        "GET",
        f"{API}/matches/{{id}}/views/{{number}}",
        past_view,
        "A match as it stood after so many moves",
        MatchViewDict,
        parameters=(MATCH_ID, _NUMBER),
        statuses=(404,),
    ),
)
