"""The server as an ASGI application: the API and the pages over one store.

    application = app("server.db", prefix="/fathom")

Any ASGI server runs it as it is. Mounted in another application, whose server does not run our lifespan, it opens its
store with the first request; the outer application's lifespan closes it: `async with application: yield`.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from fathom.errors import BadOption, FathomError, StoreAway, StoreError
from fathom.storage.journal import is_shared
from fathom.storage.journal.local import Device
from fathom.web.api import previews
from fathom.web.api import routes as api
from fathom.web.compression import CompressionMiddleware
from fathom.web.http.blocks import Blocks
from fathom.web.http.connections import STATE, Connections
from fathom.web.http.limits import Limits
from fathom.web.http.links import enter, local_path
from fathom.web.http.metrics import Metrics
from fathom.web.http.middleware import GuardMiddleware
from fathom.web.http.old_paths import OldPathsMiddleware
from fathom.web.live.connection import RESTART
from fathom.web.live.server import Server, open_server
from fathom.web.pages import api_reference, drills, home, ladder, learn, lobby, play, starting, teach, watch, yours
from fathom.web.pages.errors import answer_failure, answer_http_error, answer_refusal
from fathom.web.puzzle import api as puzzle_api
from fathom.web.puzzle import archive
from fathom.web.puzzle import pages as puzzle_pages
from fathom.web.thinking.queue import Runner
from fathom.web.thinking.runners import usual_runners
from fathom.web.thinking.threads import limit_threads

if TYPE_CHECKING:
    from fathom.web.http.exposition import SharedMetrics

OPERATIONS = (*api.OPERATIONS, *puzzle_api.OPERATIONS)
_describe = api.describer(OPERATIONS)
API_ROUTES = api.make_routes(OPERATIONS, _describe)
_API_PAGE = api_reference.make_route(_describe)
ROUTES = [
    *API_ROUTES,
    _API_PAGE,
    *home.ROUTES,
    *starting.ROUTES,
    *play.ROUTES,
    *puzzle_pages.ROUTES,
    *archive.ROUTES,
    *drills.ROUTES,
    *teach.ROUTES,
    *learn.ROUTES,
    *yours.ROUTES,
    *ladder.ROUTES,
    *lobby.ROUTES,
    *previews.ROUTES,
]
#: Pages that make sense only where others can reach the application; inside a browser nobody can.
_COMPANY = [_API_PAGE, *watch.ROUTES, *lobby.ROUTES, *starting.JOINING]
LOCAL_ROUTES = [*yours.EXPORTING, *(route for route in ROUTES if route not in _COMPANY)]
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_LIMITS = Limits()
#: Pages that are rendered at once, in threads: the more there are, the longer the event loop waits for its turn.
_THREADS = 2
#: The one path that is served without a store: the server is alive, whatever its store does.
_HEALTH = "/healthz"
_RETRY_SECONDS = 0.5
log = logging.getLogger("fathom.store")
MakeRunners = Callable[[], Sequence[Runner]]


def app(
    store: str | PathLike[str] | Device,
    prefix: str = "",
    origins: Iterable[str] = (),
    limits: Limits = _LIMITS,
    runners: MakeRunners = usual_runners,
    keep_days: int = 0,
    bots: Mapping[str, str] | None = None,
) -> Application:
    """The server as an ASGI application.

    `store` is a file, a PostgreSQL URL, or the device of the one visitor in whose browser the application runs: then
    nobody can be invited, join or watch. With `prefix`, such as `/fathom`, everything is served under that path.
    `origins` are the sites whose pages may play; without any, it is the site that serves the application. `runners`
    makes what runs slow work: by default, processes. Matches without an event for `keep_days` are deleted; 0 keeps all.
    `bots` are programs of your own that visitors may play against: `{"@rocky": "./rocky"}`.
    """
    place = store if isinstance(store, Device) else fspath(store)
    return Application(place, prefix.rstrip("/"), frozenset(origins), limits, runners, keep_days, bots)


class Application(Starlette):
    """The application that `app` makes. It changes no global state, and shares nothing with another one."""

    def __init__(
        self,
        store: str | Device,
        prefix: str,
        origins: frozenset[str],
        limits: Limits,
        runners: MakeRunners = usual_runners,
        keep_days: int = 0,
        bots: Mapping[str, str] | None = None,
    ) -> None:
        if not _PREFIX.fullmatch(prefix):
            raise BadOption(f"{prefix[:80]!r} is not a prefix: give a path such as /fathom.")
        self._store = store
        self._prefix = prefix
        self._limits = limits
        self._runners = runners
        self._metrics = Metrics()
        self._blocks = Blocks()
        self._shared_metrics: SharedMetrics | None = None
        self._takes_orders = False
        self._keep_days = keep_days
        self._bots = bots or {}
        self._opening = asyncio.Lock()
        #: Serve even if the database is away at the start: until it is back, everything else is refused with 503.
        self.is_patient = False
        self._waiting: asyncio.Task[None] | None = None
        is_local = isinstance(store, Device)
        super().__init__(
            routes=LOCAL_ROUTES if is_local else ROUTES,
            middleware=[
                Middleware(
                    GuardMiddleware,
                    origins=origins,
                    metrics=self._metrics,
                    requests_per_second=limits.requests_per_second,
                    answer_failure=answer_failure,
                    blocks=self._blocks,
                ),
                Middleware(CompressionMiddleware),
                Middleware(OldPathsMiddleware),
                Middleware(_OpenFirst, open_store=self.open),
            ],
            exception_handlers={FathomError: self._refuse, HTTPException: answer_http_error},
            lifespan=_lifespan,
        )
        self.state.server = None
        self.state.is_local = is_local

    async def open(self) -> None:
        """Open the store, unless it is open; raises `StoreError`. The first request does the same."""
        if self._server is None:
            if self._waiting is not None and not self._waiting.done():
                raise StoreError("The store cannot be reached: try again in a moment.")
            await self._open()
        elif self._server.loop is not asyncio.get_running_loop():
            raise RuntimeError("The store was opened in another event loop: close the application there first.")

    async def _open(self) -> None:
        async with self._opening:
            if self._server is None:
                server = await open_server(
                    self._store,
                    self._limits,
                    self._metrics,
                    self._runners(),
                    self._shared_metrics,
                    self._blocks,
                    self._bots,
                )
                if self._takes_orders and isinstance(self._store, str) and not is_shared(self._store):
                    await server.take_orders(Path(self._store))
                if self._keep_days:
                    server.keep(self._keep_days)
                self.state.server = server

    async def open_or_wait(self) -> None:
        """Open the store now, or go on trying in the background if its database is away and we are patient."""
        try:
            await self.open()
        except StoreAway as error:
            if not self.is_patient:
                raise
            log.warning("the store cannot be reached", extra={"reason": str(error)})
            self._waiting = asyncio.create_task(self._keep_opening())

    async def _keep_opening(self) -> None:
        while self._server is None:
            await asyncio.sleep(_RETRY_SECONDS)
            with suppress(StoreError):
                await self._open()
        log.warning("the store has been reached")

    def share_metrics(self, shared: SharedMetrics) -> None:
        """Show the metrics to other processes, and theirs with our own; to be called before the store is opened."""
        self._shared_metrics = shared

    def take_orders(self) -> None:
        """Let `fathom store` change a store in a file while this process has it; before the store is opened."""
        self._takes_orders = True

    async def close(self) -> None:
        """Close the store when everything acknowledged has been written."""
        if self._waiting:
            self._waiting.cancel()
            await asyncio.gather(self._waiting, return_exceptions=True)
            self._waiting = None
        server, self.state.server = self._server, None
        if server is not None:
            await server.close()

    def make_connections(self) -> Connections:
        """The bounds of the connections of a server that runs this application."""
        return Connections(self._limits.sockets_per_address, self._metrics.count_refusal)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
        elif entered := enter(scope, self._prefix):
            await super().__call__(entered, receive, send)
        else:
            await self._answer_outside(scope, receive, send)

    async def _refuse(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, FathomError)
        self._metrics.count_refusal(error.code)
        return await answer_refusal(request, error)

    async def _answer_outside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request outside the prefix with 404, and redirect the bare prefix to the first page."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1000, "reason": ""})  # answered with 403
        elif self._prefix and scope["path"].endswith(self._prefix):
            await RedirectResponse(f"{scope['path']}/")(scope, receive, send)
        else:
            await PlainTextResponse("Not Found", 404)(scope, receive, send)

    @property
    def _server(self) -> Server | None:
        server: Server | None = self.state.server
        return server


@asynccontextmanager
async def _lifespan(application: Starlette) -> AsyncIterator[dict[str, object]]:
    """While the server runs; `fathom serve` bounds its connections by what it is given here."""
    assert isinstance(application, Application)
    limit_threads(_THREADS)
    await application.open_or_wait()
    try:
        yield {STATE: application.make_connections()}
    finally:
        await application.close()


class _OpenFirst:
    """ASGI middleware: opens the store before anything is served, even if no server runs the lifespan."""

    def __init__(self, app: ASGIApp, open_store: Callable[[], Awaitable[None]]) -> None:
        self.app = app
        self.open_store = open_store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if local_path(scope) != _HEALTH:
                await self.open_store()  # the guard middleware answers an error
        elif scope["type"] == "websocket":
            try:
                await self.open_store()
            except StoreError:
                await receive()
                await send({"type": "websocket.close", "code": RESTART, "reason": "the store cannot be reached"})
                return
        await self.app(scope, receive, send)
