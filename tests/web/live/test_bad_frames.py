"""Twenty thousand frames that cannot be read: each is answered, nothing breaks, and good clients notice nothing."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.patience import allowed
from tests.web.bad_frames import bad_frame, broken_bytes
from tests.web.proof.process import PLAIN_SERVER, REAL, Server
from tests.web.site import FAST, PLAIN
from tests.web.visitor import Seat, Visitor, new_key

FRAMES = 20_000
#: A connection is closed after this many frames that cannot be read.
PATIENCE_OF_SERVER = 20
AT_ONCE = 8
BROKEN = 200
SLOWEST_SECONDS = 5.0


@pytest.mark.slow
@pytest.mark.parametrize("transport", [FAST, PLAIN])
def test_bad_frames_are_each_answered_and_break_nothing(tmp_path: Path, transport: str) -> None:
    server = Server(str(tmp_path / "server.db"), tmp_path / "log", REAL if transport == FAST else PLAIN_SERVER)
    server.start()
    visitor = Visitor(f"127.0.0.1:{server.port}")
    try:
        seat = visitor.sits()
        answers, slowest = asyncio.run(_storm(seat, as_text=transport == FAST))
        health = visitor.get("/healthz")
        played = seat.sequence
    finally:
        visitor.close()
        server.stop()
    assert health.status_code == 200
    assert played > 1
    assert slowest < allowed(SLOWEST_SECONDS)
    assert answers["error"] == FRAMES
    assert answers.keys() == {"subscribed", "error", 4429}
    assert server.said().splitlines()[1:] == []


async def _storm(seat: Seat, *, as_text: bool) -> tuple[Counter[str | int], float]:
    """The answers to bad clients, and the longest that a good client had to wait in the meantime."""
    url = f"ws://{seat.visitor.address}/api/v1/matches/{seat.match}/live"
    answers: Counter[str | int] = Counter()
    good = asyncio.create_task(_good_client(url, seat))
    rng = Random(20_000)
    connections = FRAMES // PATIENCE_OF_SERVER
    for _ in range(connections // AT_ONCE):
        clients = (_bad_client(url, Random(rng.random()), answers, as_text=as_text) for _ in range(AT_ONCE))
        await asyncio.gather(*clients)
    await asyncio.gather(*(_broken_client(seat, Random(rng.random())) for _ in range(BROKEN)))
    good.cancel()
    return answers, await good


def _connect(url: str) -> connect:
    return connect(url, proxy=None, compression=None, ping_interval=None)


async def _bad_client(url: str, rng: Random, answers: Counter[str | int], *, as_text: bool) -> None:
    """Sends bad frames; also text frames with bytes that are not text, if the server leaves these to us."""
    async with _connect(url) as socket:
        await socket.send('{"type": "subscribe", "after": 1000000}')
        for _ in range(PATIENCE_OF_SERVER):
            await socket.send(bad_frame(rng), text=rng.choice([None, True]) if as_text else None)
        answers.update(await _told(socket))


async def _told(socket: ClientConnection) -> Counter[str | int]:
    """The kinds of all frames sent to a connection except events, and its close code."""
    told: Counter[str | int] = Counter()
    try:
        while True:
            frame = json.loads(await socket.recv())
            told["error" if "error" in frame else frame["type"]] += 1
    except ConnectionClosed as end:
        told[end.rcvd.code if end.rcvd else 0] += 1
    del told["event"]
    return told


async def _broken_client(seat: Seat, rng: Random) -> None:
    """Sends bytes that are not a frame, and reads until the server closes the connection."""
    host, _, port = seat.visitor.address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"GET /api/v1/matches/{seat.match}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(broken_bytes(rng))
    writer.write_eof()
    try:
        async with asyncio.timeout(allowed(SLOWEST_SECONDS)):
            await reader.read()
    except ConnectionError:
        pass
    writer.close()


async def _good_client(url: str, seat: Seat) -> float:
    """Plays and takes back for as long as it may; the longest that an answer took."""
    slowest = 0.0
    async with _connect(url) as socket:
        await socket.send(json.dumps({"type": "subscribe", "token": seat.token}))
        sequence = json.loads(await socket.recv())["sequence"]
        try:
            while True:
                for kind, more in (("move", {"move": "6"}), ("take-back", {"plies": 1})):
                    began = time.monotonic()
                    await socket.send(json.dumps({"type": kind, "expected": sequence, "key": new_key(), **more}))
                    sequence = json.loads(await socket.recv())["event"]["sequence"]
                    slowest = max(slowest, time.monotonic() - began)
                await asyncio.sleep(0.02)
        except asyncio.CancelledError:
            return slowest
