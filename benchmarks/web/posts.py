"""JSON posted over one HTTP connection: what setting up a match takes; and pages that are read."""

from __future__ import annotations

import asyncio
import json
from types import TracebackType
from typing import Any, Self

PATIENCE = 20.0


class PostError(Exception):
    """The server refused; the message says what it said."""


class Posts:
    """One kept-alive connection to a server on the loopback interface."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()

    async def post(self, path: str, body: object) -> Any:
        """The answer to a post, read as JSON; raise PostError unless it is a success."""
        content = json.dumps(body).encode()
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        status, answer = await asyncio.wait_for(self._answer(), PATIENCE)
        if not 200 <= status < 300:
            raise PostError(f"POST {path} was answered with {status}: {answer.decode(errors='replace')[:300]}")
        return json.loads(answer)

    async def get(self, path: str) -> bytes:
        """What is at a path; raise PostError unless it is a success."""
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode())
        status, answer = await asyncio.wait_for(self._answer(), PATIENCE)
        if status != 200:
            raise PostError(f"GET {path} was answered with {status}: {answer.decode(errors='replace')[:300]}")
        return answer

    async def _answer(self) -> tuple[int, bytes]:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *headers = head.split("\r\n")
        lengths = [line.partition(":")[2] for line in headers if line.lower().startswith("content-length:")]
        return int(status.split()[1]), await self._reader.readexactly(int(lengths[0]) if lengths else 0)
