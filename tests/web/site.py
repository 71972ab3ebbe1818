"""A server in this process, at a real port: quick to start, and its parts can be looked at."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from threading import Thread
from typing import TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

from fathom.storage.journal.sqlite import SqliteLedger
from fathom.web import Application, app, serve
from fathom.web.http.limits import Limits
from fathom.web.live.server import Server
from fathom.web.settings import Settings
from fathom.web.thinking.queue import Runner
from fathom.web.thinking.runners import ThreadRunner
from tests.patience import PATIENCE
from tests.web.visitor import Visitor

#: The site whose pages may change anything.
ORIGIN = "https://fathom.example"
T = TypeVar("T")
GENEROUS = Limits(1_000_000, 1_000_000, 1_000_000, 1_000_000)


class Site(Visitor):
    """A running server, and its visitor."""

    def __init__(self, app: Application, address: str) -> None:
        super().__init__(address)
        self.app = app

    @property
    def server(self) -> Server:
        server: Server = self.app.state.server
        return server

    def ledger(self, question: Callable[[SqliteLedger], T]) -> T:
        """Do something with the ledger, where it is used."""
        journal = self.server.matches.journal
        return asyncio.run_coroutine_threadsafe(journal.read(question), journal._loop).result(PATIENCE)  # type: ignore[arg-type]


#: The two ways in which sockets are written to: that of `fathom serve`, and that of any other ASGI server.
FAST, PLAIN = "fast", "plain"


def threads() -> list[Runner]:
    """In this process, where tests can interfere."""
    return [ThreadRunner(), ThreadRunner()]


@contextmanager
def serving(
    store: str,
    limits: Limits = GENEROUS,
    send_buffer: int = 0,
    proxy: str = "",
    transport: str = FAST,
    bots: Mapping[str, str] | None = None,
    origins: tuple[str, ...] = (ORIGIN,),
) -> Iterator[Site]:
    """Serve as `fathom serve` does, with what it configures, until the end of the block.

    With a plain transport, uvicorn's own protocol serves the sockets, and takes frames of any usual size. Without
    origins, its own pages may play, as in a browser.
    """
    settings = Settings(port=0, store=store, origins=origins, proxy=proxy)
    config = serve.make_config(settings)
    application = app(store, origins=origins, limits=limits, runners=threads, bots=bots)
    application.take_orders()
    config.app, config.factory = application, False
    if transport == PLAIN:
        config.ws, config.ws_max_size = "auto", uvicorn.Config("").ws_max_size
    with serve.open_listener(settings) as listener:
        if send_buffer:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        with running(config, listener) as address:
            site = Site(application, address)
            try:
                yield site
            finally:
                site.close()


@contextmanager
def running(config: uvicorn.Config, listener: socket.socket | None = None) -> Iterator[str]:
    """A uvicorn server in a thread, until the end of the block; where it is."""
    server = uvicorn.Server(config)
    with listener or socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=server.run, args=([listener],), name="site", daemon=True)
        thread.start()
        _await_start(server, thread)
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


def mounted(games: Application, path: str = "/games") -> Starlette:
    """Another application, which has the games under a path and closes them when it ends."""

    @asynccontextmanager
    async def lifespan(_outer: Starlette) -> AsyncIterator[None]:
        yield
        await games.close()

    return Starlette(routes=[Mount(path, games)], lifespan=lifespan)


def _await_start(server: uvicorn.Server, thread: Thread) -> None:
    deadline = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive(), "The server did not start."
        assert time.monotonic() < deadline, "The server did not start in time."
        time.sleep(0.005)
