"""The application in this process as a browser has it: one thread, no processes, and rows of text that last.

with Visit("/fathom") as visit:
    visit.get("/rules")                             -> httpx.Response
    socket = visit.open("/api/v1/matches/.../live")
    visit.restart()                                 what a killed worker leaves: the rows
"""

from __future__ import annotations

import asyncio
import json
from types import TracebackType
from typing import Any, Self

import httpx

from fathom.web.local import LocalSite, start
from fathom.web.local.sockets import LocalSocket
from fathom.web.rendering import STATIC
from tests.patience import PATIENCE

HOST = "http://games.example"


class Visit:
    """One visitor's browser."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.rows: list[str] = []
        self.failure: Exception | None = None
        self.loop = asyncio.new_event_loop()
        self.site = self._start()

    async def keep(self, rows: str) -> None:
        await asyncio.sleep(0)
        if self.failure:
            raise self.failure
        self.rows += rows.splitlines()

    def _start(self) -> LocalSite:
        return self.loop.run_until_complete(start("\n".join(self.rows), self.keep, f"{HOST}{self.prefix}/"))

    def restart(self) -> None:
        """Nothing is closed: the worker was killed."""
        self.loop.run_until_complete(self._kill())
        self.site = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.loop.run_until_complete(self._end())
        self.loop.close()

    async def _end(self) -> None:
        await self.site.close()
        await self._kill()

    async def _kill(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> httpx.Response:
        path, _, query = path.partition("?")
        if path.startswith("/static/") or path == "/manifest.webmanifest":  # files, which Python never sees
            content = (STATIC / path.removeprefix("/static/").lstrip("/")).read_bytes()
            return httpx.Response(200, content=content, headers={"Content-Type": "application/octet-stream"})
        sent = list((headers or {}).items())
        asking = self.site.answer(method, f"{self.prefix}{path}", query, sent, body)
        status, told, content = self.loop.run_until_complete(asyncio.wait_for(asking, PATIENCE))
        return httpx.Response(status, headers=told, content=content)

    def get(self, path: str) -> httpx.Response:
        return self.ask("GET", path)

    def post(self, path: str, body: object, headers: dict[str, str] | None = None) -> httpx.Response:
        sent = {"Content-Type": "application/json"} | (headers or {})
        return self.ask("POST", path, json.dumps(body).encode(), sent)

    def create(self, **wish: Any) -> Any:
        made = self.post("/api/v1/matches", {"game": "range-war"} | wish)
        assert made.status_code == 201, made.text
        return made.json()

    def open(self, match: str, **more: Any) -> Talk:
        """Subscribe to a match."""
        return Talk(self, f"{self.prefix}/api/v1/matches/{match}/live", more)


class Talk:
    """A socket of a page."""

    def __init__(self, visit: Visit, path: str, more: dict[str, Any]) -> None:
        self._loop = visit.loop
        self._frames: asyncio.Queue[Any] = asyncio.Queue()
        self.ending: tuple[int, str] | None = None
        self._socket = self._loop.run_until_complete(self._open(visit, path))
        self.first = self.ask("subscribe", **more)

    async def _open(self, visit: Visit, path: str) -> LocalSocket:
        return visit.site.open_socket(path, lambda text: self._frames.put_nowait(json.loads(text)), self._close)

    def _close(self, code: int, reason: str) -> None:
        self.ending = code, reason
        self._frames.put_nowait(None)

    def ask(self, kind: str, **more: Any) -> Any:
        self._socket.send(json.dumps({"type": kind, **more}))
        return self.hear()

    def hear(self) -> Any:
        return self._loop.run_until_complete(asyncio.wait_for(self._frames.get(), PATIENCE))

    def close(self) -> None:
        self._socket.close()
        self._loop.run_until_complete(asyncio.sleep(0))
