"""The door that every request passes: headers on every answer, foreign pages kept out, limits, one log line each."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom.errors import FathomError, TooMany, WrongOrigin
from fathom.web.api.operations import answered
from fathom.web.live.server import address_of, server_of
from fathom.web.pages.rendering import HEADERS

Failed = Callable[[Request, Exception], Awaitable[Response]]
log = logging.getLogger("fathom.requests")

_READING = {"GET", "HEAD", "OPTIONS"}
_FREE = ("/static/", "/healthz", "/metrics")
_MORE_HEADERS = {
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Door:
    """ASGI middleware. `origins` are the sites whose pages may open sockets and change anything.

    `failed` answers where something goes wrong that is a mistake of ours.
    """

    def __init__(self, app: ASGIApp, origins: frozenset[str], failed: Failed) -> None:
        self.app = app
        self.origins = origins
        self.failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_foreign(self, scope: Scope) -> bool:
        """Does it come from a page of another site? Programs send no origin."""
        origin = Headers(scope=scope).get("origin")
        return origin is not None and origin not in self.origins

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._is_foreign(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "not from this site"})  # answered with 403
            return
        await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        server, began, status = server_of(connection), time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, scope["path"])
            await send(message)

        try:
            self._check(scope, connection)
        except FathomError as error:
            server.metrics.refused(error.code)
            response = answered({"error": error.as_dict()}, 429 if isinstance(error, TooMany) else 403)
            if isinstance(error, TooMany):
                response.headers["Retry-After"] = str(error.retry_after)
            await response(scope, receive, sent)
        else:
            await self._serve(scope, receive, sent)
        finally:
            server.metrics.answered(status)
            told = {"method": scope["method"], "path": scope["path"], "status": status}
            log.info("request", extra=told | {"ms": round(1000 * (time.perf_counter() - began), 1)})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def sent(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, sent)
        except Exception as error:
            response = await self.failed(Request(scope), error)
            if not has_begun:
                await response(scope, receive, send)

    def _check(self, scope: Scope, connection: HTTPConnection) -> None:
        if scope["method"] not in _READING and self._is_foreign(scope):
            raise WrongOrigin("This request comes from a page of another site, which may not change anything here.")
        if not scope["path"].startswith(_FREE):
            server_of(connection).requests.take(address_of(connection))


def _add_headers(message: Message, path: str) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in (HEADERS | _MORE_HEADERS).items():
        headers[name] = value
    if "cache-control" not in headers:
        headers["Cache-Control"] = "no-cache" if path.startswith("/static/") else "no-store"
