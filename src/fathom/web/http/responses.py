"""What answers are made of: JSON, the one shape of a refusal, and the headers that every answer carries."""

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

#: Everything comes from this server, and nothing is inline.
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


#: What is answered: a struct of the API's own, or a typed dictionary that a command prints as well.
Content = Struct | Mapping[str, object]


class Refusal(Struct):
    """Why something was not done."""

    error: ErrorDict


def json_response(content: Content, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(msgspec.json.encode(content), status, media_type=JSON)


def refusal_response(error: FathomError, status: int) -> Response:
    """A refusal in JSON."""
    return json_response(Refusal(error.as_dict()), status)


def add_headers(start: Message, *, is_static: bool) -> None:
    """Add what every answer carries to the message that begins one."""
    headers = MutableHeaders(scope=start)
    for name, value in _HEADERS.items():
        headers[name] = value
    if "cache-control" not in headers:
        headers["Cache-Control"] = "no-cache" if is_static else "no-store"
