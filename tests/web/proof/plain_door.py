"""Into a match by HTTP: one request after the other, and asking again for what is new."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

from tests.patience import PATIENCE
from tests.web.proof.door import Command, Dropped, Place, See
from tests.web.proof.history import Answered
from tests.web.proof.recorder import Recorder

#: How long to wait before asking again.
PAUSE = 0.02


class Reply(NamedTuple):
    """The answer to an HTTP request."""

    status: int
    body: dict[str, Any]


class PlainDoor:
    """Each request has its own connection, and is recorded as one."""

    def __init__(self, place: Place, recorder: Recorder, see: See) -> None:
        self._place, self._recorder, self._see = place, recorder, see

    async def enter(self, after: int) -> None:
        await self._read(after)

    async def ask(self, command: Command) -> Answered:
        connection = self._recorder.connection()
        request = self._recorder.sent(connection, self._place.match, self._place.seat, *command)
        try:
            reply = await self._post(command)
        finally:
            self._recorder.closed(connection)
        answer = self._recorder.answered(request, reply.body)
        if answer.event and not answer.repeated:
            self._see(answer.event)
        return answer

    async def send_and_leave(self, command: Command) -> None:
        """Send, and break the connection as soon as the request is on its way."""
        connection = self._recorder.connection()
        self._recorder.sent(connection, self._place.match, self._place.seat, *command)
        try:
            async with asyncio.timeout(0.001):
                await self._post(command)
        except (Dropped, TimeoutError):
            pass
        self._recorder.closed(connection)

    async def wait(self, after: int) -> None:
        await asyncio.sleep(PAUSE)
        await self._read(after)

    async def leave(self) -> None:
        """No connection outlives its request."""

    async def _post(self, command: Command) -> Reply:
        return await self._call("POST", "moves" if command.kind == "move" else command.kind, command.body)

    async def _read(self, after: int) -> None:
        connection = self._recorder.choose_drill(self._place.match, after)
        try:
            reply = await self._call("GET", f"events?after={after}")
            if reply.status == 503:
                raise Dropped("the store could not be read")
            assert reply.status == 200, reply
            self._recorder.given(connection, reply.body["events"])
        finally:
            self._recorder.closed(connection)
        for event in reply.body["events"]:
            self._see(event)

    async def _call(self, method: str, path: str, body: object = None) -> Reply:
        place = self._place
        return await call(place.port, method, f"/api/v1/matches/{place.match}/{path}", body, place.token)


async def call(port: int, method: str, path: str, body: object = None, token: str = "") -> Reply:
    """The answer of the server on this machine; raises `Dropped` if there is none."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
    lines += [f"Content-Length: {len(content)}", "Content-Type: application/json"] if content else []
    lines += [f"Authorization: Bearer {token}"] if token else []
    request = "\r\n".join([*lines, "", ""]).encode() + content
    try:
        async with asyncio.timeout(PATIENCE):  # wait_for of Python 3.11 can swallow a cancellation
            return _reply(await _exchange(port, request))
    except (OSError, EOFError) as error:
        raise Dropped(f"{method} {path}: {error!r}") from error


async def _exchange(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        return await reader.read()
    finally:
        writer.close()


def _reply(received: bytes) -> Reply:
    head, found, content = received.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if not found or len(content) < int(headers.get("content-length", 0)):
        raise EOFError("the answer was cut short")
    return Reply(int(lines[0].split()[1]), json.loads(content))
