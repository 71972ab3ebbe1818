"""The server as an ASGI application: the API and the pages over one store.

    application = app("server.db", prefix="/fathom")

Any ASGI server runs it as it is. Mounted in another application, whose server does not run our lifespan, it opens its
store with the first request; the outer application's lifespan closes it: `async with application: yield`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from os import PathLike, fspath
from types import TracebackType
from typing import Self

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from fathom.errors import BadOption, FathomError, StoreError
from fathom.web.api import routes as api
from fathom.web.http.limits import Limits
from fathom.web.http.links import enter
from fathom.web.http.metrics import Metrics
from fathom.web.http.middleware import GuardMiddleware
from fathom.web.live.connection import RESTART
from fathom.web.live.server import Server, open_server
from fathom.web.pages import drills, home, play, teach
from fathom.web.pages.errors import answer_failure, answer_http_error, answer_refusal
from fathom.web.puzzle import api as puzzle_api
from fathom.web.puzzle import pages as puzzle_pages
from fathom.web.thinking.queue import Runner
from fathom.web.thinking.runners import usual_runners

OPERATIONS = (*api.OPERATIONS, *puzzle_api.OPERATIONS)
API_ROUTES = api.make_routes(OPERATIONS)
ROUTES = [*API_ROUTES, *home.ROUTES, *play.ROUTES, *puzzle_pages.ROUTES, *drills.ROUTES, *teach.ROUTES]
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_LIMITS = Limits()
MakeRunners = Callable[[], Sequence[Runner]]


def app(
    store: str | PathLike[str],
    prefix: str = "",
    origins: Iterable[str] = (),
    limits: Limits = _LIMITS,
    runners: MakeRunners = usual_runners,
) -> Application:
    """The server as an ASGI application.

    `store` is a file or a PostgreSQL URL. With `prefix`, such as `/fathom`, everything is served under that path.
    `origins` are the sites whose pages may play; without any, it is the site that serves the application. `runners`
    makes what runs slow work: by default, processes.
    """
    return Application(fspath(store), prefix.rstrip("/"), frozenset(origins), limits, runners)


class Application(Starlette):
    """The application that `app` makes. It changes no global state, and shares nothing with another one."""

    def __init__(
        self, store: str, prefix: str, origins: frozenset[str], limits: Limits, runners: MakeRunners = usual_runners
    ) -> None:
        if not _PREFIX.fullmatch(prefix):
            raise BadOption(f"{prefix[:80]!r} is not a prefix: give a path such as /fathom.")
        self._store = store
        self._prefix = prefix
        self._limits = limits
        self._runners = runners
        self._metrics = Metrics()
        self._opening = asyncio.Lock()
        super().__init__(
            routes=ROUTES,
            middleware=[
                Middleware(
                    GuardMiddleware,
                    origins=origins,
                    metrics=self._metrics,
                    requests_per_second=limits.requests_per_second,
                    answer_failure=answer_failure,
                ),
                Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
                Middleware(_OpenFirst, open_store=self.open),
            ],
            exception_handlers={FathomError: answer_refusal, HTTPException: answer_http_error},
            lifespan=_lifespan,
        )
        self.state.server = None

    async def open(self) -> None:
        """Open the store, unless it is open; raises `StoreError`. The first request does the same."""
        if self._server is None:
            async with self._opening:
                if self._server is None:
                    self.state.server = await open_server(self._store, self._limits, self._metrics, self._runners())
        elif self._server.loop is not asyncio.get_running_loop():
            raise RuntimeError("The store was opened in another event loop: close the application there first.")

    async def close(self) -> None:
        """Close the store when everything acknowledged has been written."""
        server, self.state.server = self._server, None
        if server is not None:
            await server.close()

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
async def _lifespan(application: Starlette) -> AsyncIterator[None]:
    assert isinstance(application, Application)
    async with application:
        yield


class _OpenFirst:
    """ASGI middleware: opens the store before anything is served, even if no server runs the lifespan."""

    def __init__(self, app: ASGIApp, open_store: Callable[[], Awaitable[None]]) -> None:
        self.app = app
        self.open_store = open_store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.open_store()  # the guard middleware answers an error
        elif scope["type"] == "websocket":
            try:
                await self.open_store()
            except StoreError:
                await receive()
                await send({"type": "websocket.close", "code": RESTART, "reason": "the store cannot be reached"})
                return
        await self.app(scope, receive, send)
