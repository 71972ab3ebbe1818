"""Responses: JSON, the one shape of an error, and the headers of every response."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import Message

from fathom.errors import ErrorDict, FathomError

JSON: Final = "application/json"

#: Everything must come from this server, and nothing may be inline.
CONTENT_SECURITY_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


#: The content of a response: a struct of the API, or a typed dictionary that a command prints as well.
Content = Struct | Mapping[str, object]


class Refusal(Struct):
    """Why a request was refused."""

    error: ErrorDict


def json_response(content: Content, status: int = 200) -> Response:
    """A response in JSON."""
    return Response(msgspec.json.encode(content), status, media_type=JSON)


def refusal_response(error: FathomError, status: int) -> Response:
    """An error response in JSON."""
    return json_response(Refusal(error.as_dict()), status)


def add_headers(start: Message, *, is_static: bool) -> None:
    """Add the headers of every response to the message that starts one."""
    headers = MutableHeaders(scope=start)
    for name, value in _HEADERS.items():
        headers[name] = value
    if "cache-control" not in headers:
        headers["Cache-Control"] = "no-cache" if is_static else "no-store"
