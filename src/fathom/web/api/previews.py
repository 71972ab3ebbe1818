"""Previews of links, for sites that show them: `og:` tags, and the picture that they name.

The picture depends on the code of a position alone, so it shows nothing that the code does not say, and no names. Of a
puzzle it shows the start, whatever was walked: it never gives a way away. It is drawn in the pool that thinks, for
whoever asks, at a price of several requests; finished pictures are kept, up to a bound. Where resvg is not installed,
links have a title and a description, and no picture.
"""

from __future__ import annotations

from http import HTTPStatus
from importlib.util import find_spec
from typing import Final, NamedTuple
from urllib.parse import quote
from weakref import WeakKeyDictionary

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.core.code import write_code
from fathom.core.match import AnyMatch, Match
from fathom.errors import BadRequest
from fathom.show.card import draw_card
from fathom.web.api.games import read_match
from fathom.web.api.operations import think
from fathom.web.http.byte_cache import ByteCache
from fathom.web.http.limits import charge
from fathom.web.http.links import link
from fathom.web.live.server import Server, server_of

#: A picture counts as so many requests.
PRICE: Final = 10
#: What is kept of finished pictures, in bytes, and the largest that is sent at all.
MOST_KEPT: Final = 8 << 20
_LARGEST: Final = 512 << 10
#: A board whose drawing is longer than this is not drawn.
_LONGEST_DRAWING: Final = 200_000


class Preview(NamedTuple):
    """What a page says of itself to sites that show links. `image` is empty if there is none."""

    title: str
    description: str
    url: str
    image: str


class Origin(NamedTuple):
    """Where a page is, for the whole addresses that other sites need."""

    site: str
    prefix: str
    path: str

    @classmethod
    def of(cls, request: Request) -> Origin:
        return cls(f"{request.url.scheme}://{request.url.netloc}", link(request, ""), request.url.path)

    def preview_of(self, match: AnyMatch, title: str, description: str, *, is_public: bool = True) -> Preview:
        """The preview of a position. One that is not for everybody has no picture."""
        image = ""
        if is_public and has_pictures():
            image = f"{self.site}{self.prefix}/preview.png?code={quote(_public_code(match), safe='')}"
        return Preview(title, description, f"{self.site}{self.path}", image)


def has_pictures() -> bool:
    """Is there a program here that draws?"""
    return find_spec("resvg_py") is not None


def _public_code(match: AnyMatch) -> str:
    """The code of what may be shown: of a puzzle, its start."""
    shown = Match(match.game, match.options) if games.room(match.game.name).puzzles else match
    return write_code(shown)


_pictures: WeakKeyDictionary[Server, ByteCache] = WeakKeyDictionary()


async def preview(request: Request) -> Response:
    """The picture of the position that `code` names."""
    code = request.query_params.get("code")
    if not code:
        raise BadRequest("The address does not name a position: add ?code= with its code.")
    if not has_pictures():
        raise HTTPException(HTTPStatus.NOT_FOUND, "This server draws no previews.")
    kept = _pictures.setdefault(server_of(request), ByteCache(MOST_KEPT))
    png = kept.get(code)
    if png is None:
        charge(request, PRICE)
        png = await think(request, draw, code)
        kept.keep(code, png)
    return Response(png, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


def draw(code: str) -> bytes:
    """The picture of a position as PNG; runs where slow work runs, within its bounds of time and memory."""
    from resvg_py import svg_to_bytes

    match = games.read_code(_public_code(read_match(code)))
    room = games.room(match.game.name)
    board = room.draw(match, still=True)
    if len(board) > _LONGEST_DRAWING:
        raise BadRequest("This board is too large for a preview.")
    summary = match.game.summary
    png = bytes(svg_to_bytes(svg_string=draw_card(board, match.game.title, f"{summary[0].upper()}{summary[1:]}")))
    if len(png) > _LARGEST:
        raise BadRequest("This board is too large for a preview.")
    return png


ROUTES: list[BaseRoute] = [Route("/preview.png", preview)]
