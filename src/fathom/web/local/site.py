"""The application called in place: a request is an `await`, and its cookies are kept here."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from starlette.types import Message, Scope

from fathom.storage.journal.local import Device, Keep
from fathom.web.application import Application, app
from fathom.web.http.limits import Limits
from fathom.web.local.cookies import MARK, Cookies
from fathom.web.local.sockets import Close, Hear, LocalSocket
from fathom.web.thinking.runners import InlineRunner, SetAlarm

#: There is one visitor, who may do as much as the device can.
_LIMITS: Final = Limits(1_000_000, 1_000_000, 1_000_000, 1_000_000)
_VISITOR: Final = ("127.0.0.1", 0)
#: What the browser says of itself and not of the request: answers are not compressed, and cookies are kept here.
_LEFT_OUT: Final = {"accept-encoding", "cookie", "host", "connection"}
Headers = Sequence[tuple[str, str]]


class Answer(NamedTuple):
    """The response to a request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


async def start(
    rows: str, keep: Callable[[str], Awaitable[object]], address: str, set_alarm: SetAlarm = lambda _seconds: None
) -> LocalSite:
    """The application for the pages below `address`, with everything that was kept, one row on each line.

    `keep` stores more rows, one on each line, and returns when they are safe. `set_alarm`: see `InlineRunner`.
    """

    async def keep_rows(more: list[str]) -> None:
        await keep("\n".join(more))

    random.seed()  # this memory may be a copy, and must not repeat what another copy has drawn
    found = rows.splitlines()
    cookies = Cookies([row for row in found if row.startswith(MARK)])
    device = Device([row for row in found if not row.startswith(MARK)], keep_rows)
    parts = urlsplit(address)
    application = app(
        device,
        prefix=parts.path.rstrip("/"),
        origins=[f"{parts.scheme}://{parts.netloc}"],
        limits=_LIMITS,
        runners=lambda: [InlineRunner(set_alarm)],
    )
    await application.open()
    return LocalSite(application, cookies, keep_rows, parts.scheme, parts.netloc)


class LocalSite:
    """The application of one visitor."""

    def __init__(self, application: Application, cookies: Cookies, keep: Keep, scheme: str, host: str) -> None:
        self._app = application
        self._cookies = cookies
        self._keep = keep
        self._scheme = scheme
        self._host = host

    async def answer(self, method: str, path: str, query: str, headers: Headers, body: bytes) -> Answer:
        """The response to a request; `path` is as the browser spells it. What it sets has been kept by then."""
        heard: list[Message] = []
        asked = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def receive() -> Message:
            if asked:
                return asked.pop()
            await asyncio.Event().wait()  # whoever asked waits for the answer
            raise AssertionError

        async def send(message: Message) -> None:
            heard.append(message)

        scope = {**self._scope("http", path, query, headers), "method": method}
        await self._app(scope, receive, send)
        started = heard[0]
        kept = [(name.decode().lower(), value.decode()) for name, value in started["headers"]]
        rows = [row for name, value in kept if name == "set-cookie" for row in self._cookies.set(value)]
        if rows:
            await self._keep(rows)
        content = b"".join(message.get("body", b"") for message in heard[1:])
        return Answer(started["status"], [(name, value) for name, value in kept if name != "set-cookie"], content)

    def open_socket(self, path: str, hear: Hear, close: Close) -> LocalSocket:
        """Open a socket; `hear` is told every frame, and `close` how it ended."""
        scope = {**self._scope("websocket", path, "", []), "subprotocols": []}
        return LocalSocket(self._app, scope, hear, close)

    async def close(self) -> None:
        await self._app.close()

    def _scope(self, kind: str, path: str, query: str, headers: Headers) -> Scope:
        decoded = unquote(path)
        sent = [(name.lower().encode(), value.encode()) for name, value in headers if name.lower() not in _LEFT_OUT]
        sent.append((b"host", self._host.encode()))
        if cookies := self._cookies.header(decoded):
            sent.append((b"cookie", cookies.encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": self._scheme if kind == "http" else self._scheme.replace("http", "ws"),
            "path": decoded,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": sent,
            "client": _VISITOR,
            "server": (self._host, None),
        }
