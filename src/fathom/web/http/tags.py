"""Entity tags: a client that already has an answer is told so, and gets no copy.

The tags are weak: they stand for the data, which may be sent compressed or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from http import HTTPStatus
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fathom.web.http.responses import JSON, Content

_TAGS: Final = re.compile(r'(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
#: A browser may keep the answer for its user, if it asks each time whether it is still right.
_CACHING: Final = "private, no-cache"


def tagged_response(request: Request, content: Content) -> Response:
    """A response in JSON, or 304 if the client has the same data."""
    encoded = msgspec.json.encode(content)
    return response_unless_known(request, blake2b(encoded, digest_size=12).hexdigest(), lambda: encoded)


def response_unless_known(request: Request, tag: str, make: Callable[[], bytes]) -> Response:
    """A response with this tag, or 304 if the client knows the tag; then nothing needs to be made."""
    headers = {"ETag": f'W/"{tag}"', "Cache-Control": _CACHING}
    if is_known(request, tag):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(make(), media_type=JSON, headers=headers)


def is_known(request: Request, tag: str) -> bool:
    """Does the client name the tag in `If-None-Match`, or `*`? Weak and strong tags count alike (RFC 9110, 13.1.2)."""
    named = ", ".join(request.headers.getlist("if-none-match"))
    return named.strip() == "*" or tag in _TAGS.findall(named)
