"""A server in this process, at a real port: quick to start, and its parts can be looked at."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar

import uvicorn
from starlette.applications import Starlette

from fathom.storage.journal.sqlite import SqliteLedger
from fathom.web import serve
from fathom.web.app import application
from fathom.web.limits import Limits
from fathom.web.server import Server
from fathom.web.settings import Settings
from tests.patience import PATIENCE
from tests.web.visitor import Visitor

#: The site whose pages may change anything.
ORIGIN = "https://fathom.example"
T = TypeVar("T")
GENEROUS = Limits(1_000_000, 1_000_000, 1_000_000, 1_000_000)


class Site(Visitor):
    """A running server, and somebody who visits it."""

    def __init__(self, app: Starlette, address: str) -> None:
        super().__init__(address)
        self.app = app

    @property
    def server(self) -> Server:
        server: Server = self.app.state.server
        return server

    def ledger(self, question: Callable[[SqliteLedger], T]) -> T:
        """Do something with the ledger, where it is used."""
        journal = self.server.house.journal
        return asyncio.run_coroutine_threadsafe(journal.read(question), journal._loop).result(PATIENCE)  # type: ignore[arg-type]


@contextmanager
def serving(store: str, limits: Limits = GENEROUS, send_buffer: int = 0, proxy: str | None = None) -> Iterator[Site]:
    """Serve as `fathom serve` does, with what it configures, until the end of the block."""
    wish = serve.Wish("127.0.0.1", 0, store, 1, [ORIGIN], [], proxy, "warning")
    config = serve._config(wish)
    app = application(Settings(store, (ORIGIN,), limits))
    config.app, config.factory = app, False
    server = uvicorn.Server(config)
    with serve._listening(wish) as listener:
        if send_buffer:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        thread = Thread(target=server.run, args=([listener],), name="site", daemon=True)
        thread.start()
        _await_start(server, thread)
        site = Site(app, f"127.0.0.1:{listener.getsockname()[1]}")
        try:
            yield site
        finally:
            site.close()
            server.should_exit = True
            thread.join(PATIENCE)


def _await_start(server: uvicorn.Server, thread: Thread) -> None:
    deadline = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive(), "The server did not start."
        assert time.monotonic() < deadline, "The server did not start in time."
        time.sleep(0.005)
