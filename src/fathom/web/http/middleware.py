"""The middleware for every request: response headers, origin checks, rate limits, and a log line each."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom.errors import Blocked, FathomError, TooLarge, TooMany, WrongOrigin
from fathom.web.http.blocks import Blocks
from fathom.web.http.limits import CHARGE, Addresses, client_address
from fathom.web.http.links import local_path
from fathom.web.http.logs import visitor_of
from fathom.web.http.metrics import Metrics
from fathom.web.http.paths import OLD_API
from fathom.web.http.request_ids import HEADER, find_request_id, request_id
from fathom.web.http.responses import add_headers, refusal_response

AnswerFailure = Callable[[Request, Exception], Awaitable[Response]]
log = logging.getLogger("fathom.requests")

_READING = {"GET", "HEAD", "OPTIONS"}
_STATIC = "/static/"
_PROBES = {"/healthz", "/readyz", "/metrics"}
_PROBES_PER_SECOND = 20
_LONGEST_URL = 16_384
_STATUSES: dict[type[FathomError], int] = {TooMany: 429, TooLarge: 414, WrongOrigin: 403, Blocked: 403}
_HTTP_SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}


class GuardMiddleware:
    """ASGI middleware. `origins` are the sites whose pages may open sockets and change anything.

    Without any, only the site's own pages may. `answer_failure` answers errors that nothing below has handled.
    """

    def __init__(
        self,
        app: ASGIApp,
        origins: frozenset[str],
        metrics: Metrics,
        requests_per_second: int,
        answer_failure: AnswerFailure,
        blocks: Blocks | None = None,
    ) -> None:
        self.app = app
        self.origins = origins
        self.metrics = metrics
        rate = requests_per_second
        self.requests = Addresses("requests", rate, 3 * rate)
        self.files = Addresses("files", 5 * rate, 15 * rate)
        self.probes = Addresses("probes", _PROBES_PER_SECOND, 3 * _PROBES_PER_SECOND)
        self.answer_failure = answer_failure
        self.blocks = blocks or Blocks()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"websocket", "http"}:
            await self.app(scope, receive, send)
            return
        token = request_id.set(find_request_id(scope))
        try:
            if scope["type"] == "websocket":
                await self._serve_socket(scope, receive, send)
            else:
                await self._serve_request(scope, receive, send)
        finally:
            request_id.reset(token)

    def _is_foreign(self, scope: Scope) -> bool:
        """Does it come from another site's page? Programs send no origin."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None or origin in self.origins:
            return False
        own = f"{_HTTP_SCHEMES[scope.get('scheme', 'http')]}://{headers.get('host')}"
        return bool(self.origins) or origin != own

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self.blocks.check(visitor_of(scope))
            if self._is_foreign(scope):
                raise WrongOrigin("The page is from another site.")
            self._count(scope, local_path(scope))
        except FathomError as error:
            self.metrics.count_refusal(error.code)
            about = {"path": scope["path"], "reason": str(error), "address": visitor_of(scope)}
            log.info("handshake refused", extra=about)
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})  # answered with 403
            return

        async def send_with_id(message: Message) -> None:
            if message["type"] == "websocket.accept":
                message.setdefault("headers", [])
                MutableHeaders(scope=message)[HEADER] = request_id.get()
            await send(message)

        await self.app({**scope, CHARGE: self.requests.take}, receive, send_with_id)

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status, path = time.perf_counter(), 500, local_path(scope)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                add_headers(message, is_static=path.startswith(_STATIC))
                MutableHeaders(scope=message)[HEADER] = request_id.get()
            await send(message)

        try:
            self._check(scope, path)
        except FathomError as error:
            self.metrics.count_refusal(error.code)
            response = _refuse(error, path)
            if isinstance(error, TooMany):
                response.headers["Retry-After"] = str(error.retry_after)
            await response(scope, receive, send_with_headers)
        else:
            await self._answer({**scope, CHARGE: self.requests.take}, receive, send_with_headers)
        finally:
            self.metrics.count_response(status)
            about = {"method": scope["method"], "path": scope["path"], "status": status, "address": visitor_of(scope)}
            log.info("request", extra=about | {"ms": round(1000 * (time.perf_counter() - began), 1)})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_and_note(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except Exception as error:
            self.metrics.count_refusal(error.code if isinstance(error, FathomError) else FathomError.code)
            response = await self.answer_failure(Request(scope), error)
            if not has_begun:
                await response(scope, receive, send)

    def _check(self, scope: Scope, path: str) -> None:
        self.blocks.check(visitor_of(scope))
        if scope["method"] not in _READING and self._is_foreign(scope):
            raise WrongOrigin("This request comes from a page of another site, which may not change anything here.")
        if len(scope["path"]) + len(scope["query_string"]) > _LONGEST_URL:
            raise TooLarge(f"The address is too long: at most {_LONGEST_URL:,} characters.")
        self._count(scope, path)

    def _count(self, scope: Scope, path: str) -> None:
        """Count a request or a handshake by its address; files and an operator's probes are counted apart."""
        counted = self.files if path.startswith(_STATIC) else self.probes if path in _PROBES else self.requests
        counted.take(client_address(HTTPConnection(scope)))


def _refuse(error: FathomError, path: str) -> Response:
    """The response to a request that is refused; whoever is blocked gets a bare sentence instead of a page."""
    status = _STATUSES[type(error)]
    if isinstance(error, Blocked) and not path.startswith(f"{OLD_API}/"):
        return PlainTextResponse(str(error), status)
    return refusal_response(error, status)
