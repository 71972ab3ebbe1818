"""The style sheets: one that every page loads, and parts that only some need, so that a first visit stays small."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom.web.api.operations import in_thread
from fathom.web.http.tags import is_known
from fathom.web.rendering import STATIC

#: What every page loads, in order: the design, the boards, and what starts a game.
_COMMON = ("app", "boards", "start")
#: What single pages add; each names its own.
PARTS = frozenset(found.stem for found in (STATIC / "styles").glob("*.css")) - {*_COMMON}


@in_thread
def style_sheet(request: Request) -> Response:
    """What every page needs, as one sheet."""
    return _answer(request, _COMMON)


@in_thread
def style_part(request: Request) -> Response:
    """What some pages add."""
    name = request.path_params["name"]
    if name not in PARTS:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return _answer(request, (name,))


def _answer(request: Request, names: tuple[str, ...]) -> Response:
    """A sheet that a browser may cache but must revalidate."""
    sheet, tag = _sheet(names)
    headers = {"ETag": f'"{tag}"', "Cache-Control": "no-cache"}
    if is_known(request, tag):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(sheet, media_type="text/css", headers=headers)


@cache
def _sheet(names: tuple[str, ...]) -> tuple[bytes, str]:
    """Without comments and the space around brackets and semicolons, which only a reader of the source needs."""
    sheet = b"\n".join((STATIC / "styles" / f"{name}.css").read_bytes() for name in names)
    sheet = re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL)
    sheet = re.sub(rb"\s*([{};])\s*", rb"\1", sheet)
    return sheet, sha256(sheet).hexdigest()[:16]


ROUTES: list[BaseRoute] = [
    Route("/style.css", style_sheet),
    Route("/style/{name}.css", style_part),
]
