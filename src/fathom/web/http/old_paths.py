"""The paths of the API before `/api/v1`: `/api/matches` is answered as `/api/v1/matches`, for one more version.

Every such response says so: `Deprecation` since when (RFC 9745), and `Link` where to ask from now on.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom.web.http.links import local_path, root_of
from fathom.web.http.paths import API, OLD_API

SINCE: Final = datetime(2026, 11, 16, tzinfo=UTC)
_STARTS: Final = {"http.response.start", "websocket.accept"}
#: In the scope of a request on an old path.
_MARK: Final = "fathom.old_path"
#: A proxy in front may have 4 kB for all the headers of a response.
_LONGEST_LINK: Final = 1000


class OldPathsMiddleware:
    """ASGI middleware: sends requests and sockets on old paths to the new ones."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = local_path(scope) if scope["type"] in {"http", "websocket"} else ""
        if not path.startswith(f"{OLD_API}/") or path.startswith(f"{API}/"):
            await self.app(scope, receive, send)
            return
        successor = root_of(scope) + API + path.removeprefix(OLD_API)

        async def send_with_headers(message: Message) -> None:
            if message["type"] in _STARTS:
                message.setdefault("headers", [])
                _deprecate(MutableHeaders(scope=message), quote(successor))
            await send(message)

        await self.app({**scope, "path": successor, _MARK: True}, receive, send_with_headers)


def came_by_an_old_path(scope: Scope) -> bool:
    """Did the client ask on an old path, so that it will go on there?"""
    return _MARK in scope


def _deprecate(headers: MutableHeaders, successor: str) -> None:
    headers["Deprecation"] = f"@{int(SINCE.timestamp())}"
    if len(successor) <= _LONGEST_LINK:
        headers["Link"] = f'<{successor}>; rel="successor-version"'
