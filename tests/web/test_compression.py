"""Large responses are compressed, and pages made, for one address one at a time."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from types import SimpleNamespace
from typing import ParamSpec, TypeVar

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from fathom.web import compression
from fathom.web.api import operations
from fathom.web.compression import LARGE, CompressionMiddleware
from fathom.web.http.limits import Lanes

P = ParamSpec("P")
T = TypeVar("T")
TEXT = "six, four, nine " * (LARGE // 16)


class Threads:
    """Notes how much runs at once, instead of running it in threads."""

    def __init__(self) -> None:
        self._running = self.most = 0

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        self._running += 1
        self.most = max(self.most, self._running)
        await asyncio.sleep(0.01)
        self._running -= 1
        return work(*args, **named)


def scope_of(address: str, encoding: str = "gzip", server: object = None) -> Scope:
    app = SimpleNamespace(state=SimpleNamespace(server=server))
    headers = [(b"accept-encoding", encoding.encode())]
    return {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": (address, 1), "app": app}


async def ask(middleware: CompressionMiddleware, scope: Scope) -> tuple[dict[bytes, bytes], bytes]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    await middleware(scope, receive, send)
    return dict(sent[0]["headers"]), b"".join(message["body"] for message in sent[1:])


async def show_text(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(TEXT)(scope, receive, send)


@pytest.mark.parametrize("addresses, at_once", [("aaaaa", 1), ("aaabbb", 2)])
def test_large_responses_are_compressed_one_at_a_time_for_each_address(
    monkeypatch: pytest.MonkeyPatch, addresses: str, at_once: int
) -> None:
    threads = Threads()
    monkeypatch.setattr(compression, "run_in_thread", threads.run)

    async def main() -> list[tuple[dict[bytes, bytes], bytes]]:
        middleware = CompressionMiddleware(show_text)
        return await asyncio.gather(*(ask(middleware, scope_of(address)) for address in addresses))

    answers = asyncio.run(main())
    assert threads.most == at_once
    for headers, body in answers:
        assert (headers[b"content-encoding"], headers[b"content-length"]) == (b"gzip", str(len(body)).encode())
        assert gzip.decompress(body).decode() == TEXT


def test_nothing_is_compressed_for_a_client_that_cannot_read_it() -> None:
    headers, body = asyncio.run(ask(CompressionMiddleware(show_text), scope_of("a", "identity")))
    assert b"content-encoding" not in headers
    assert body.decode() == TEXT


@pytest.mark.parametrize("addresses, at_once", [("aaaaa", 1), ("aaabbb", 2)])
def test_pages_are_made_one_at_a_time_for_each_address(
    monkeypatch: pytest.MonkeyPatch, addresses: str, at_once: int
) -> None:
    threads, lanes = Threads(), Lanes(10)
    monkeypatch.setattr(operations, "run_in_page_thread", threads.run)
    server = SimpleNamespace(lane_of=lanes.of)

    @operations.in_thread
    def show_page(_request: Request) -> Response:
        return PlainTextResponse("a page")

    async def main() -> list[Response]:
        return await asyncio.gather(*(show_page(Request(scope_of(each, server=server))) for each in addresses))

    assert {bytes(answer.body) for answer in asyncio.run(main())} == {b"a page"}
    assert threads.most == at_once
