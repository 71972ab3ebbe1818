"""A socket of the application without a network: frames are handed over as text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Scope

#: Told of every frame, and of the end with its code and reason.
Hear = Callable[[str], None]
Close = Callable[[int, str], None]

_GONE = 1001


class LocalSocket:
    """One socket, from its opening to its end."""

    def __init__(self, app: ASGIApp, scope: Scope, hear: Hear, close: Close) -> None:
        self._hear = hear
        self._close = close
        self._is_open = True
        self._queue: asyncio.Queue[Message] = asyncio.Queue()
        self._queue.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.ensure_future(app(scope, self._queue.get, self._take))
        self._task.add_done_callback(self._end)

    def send(self, text: str) -> None:
        """A frame from the page."""
        self._queue.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """The page has closed it, or is gone."""
        self._is_open = False
        self._queue.put_nowait({"type": "websocket.disconnect", "code": _GONE})

    async def _take(self, message: Message) -> None:
        if message["type"] == "websocket.send" and self._is_open:
            text: str | None = message.get("text")
            self._hear(message["bytes"].decode() if text is None else text)
        elif message["type"] == "websocket.close":
            self._finish(message.get("code", 1000), message.get("reason") or "")

    def _end(self, task: asyncio.Task[None]) -> None:
        """The application has ended the conversation; if by a mistake of ours, the page tries again."""
        failed = not task.cancelled() and task.exception() is not None
        self._finish(1011 if failed else 1000, "the application has made a mistake" if failed else "")

    def _finish(self, code: int, reason: str) -> None:
        if self._is_open:
            self._is_open = False
            self._close(code, reason)
