"""The clients of the proof behave as real ones do: what failed for the moment is tried again."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.web.proof.door import Dropped, Place
from tests.web.proof.history import Asked, Closed, Given
from tests.web.proof.plain_door import PlainDoor
from tests.web.proof.recorder import Recorder


def answer(status: int, body: object) -> bytes:
    content = json.dumps(body).encode()
    return f"HTTP/1.1 {status} .\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content


def test_who_reads_while_the_store_is_away_comes_back_for_it() -> None:
    answers = [answer(503, {"error": {"code": "store"}}), answer(200, {"events": []})]
    recorder = Recorder()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answers.pop(0))
        writer.close()

    async def scene() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            door = PlainDoor(Place(port, "abc", 0, ""), recorder, lambda _: None)
            with pytest.raises(Dropped):
                await door.enter(3)
            await door.enter(3)

    asyncio.run(scene())
    assert recorder.history == [Asked(1, "abc", 3), Closed(1), Asked(2, "abc", 3), Given(2, ()), Closed(2)]
