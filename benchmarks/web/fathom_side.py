"""Our server as the load sees it."""

from __future__ import annotations

import asyncio
import json

import msgspec

from benchmarks.web.posts import Posts
from benchmarks.web.sides import Refused, Side, Table
from benchmarks.web.sockets import Socket, connect


class Event(msgspec.Struct):
    """The part of an event that the load looks at."""

    sequence: int
    kind: str


class Problem(msgspec.Struct):
    """An error, as the server tells it."""

    code: str
    message: str


class Message(msgspec.Struct):
    """The part of a message that the load looks at."""

    type: str
    event: Event | None = None
    error: Problem | None = None
    sequence: int = 0


read_message = msgspec.json.Decoder(Message).decode


class FathomTable(Table):
    """A match on our server; `begun` is the sequence number of the event before its first move."""

    def __init__(self, first: Socket, second: Socket, match: str, begun: int) -> None:
        super().__init__(first, second)
        self._match = match
        self._begun = begun

    def send(self, ply: int, move: str) -> None:
        key = f"{self._match}-{ply}"
        text = f'{{"type":"move","id":"{ply}","move":"{move}","expected":{self._begun + ply},"key":"{key}"}}'
        self.sockets[ply % 2].send(text.encode())

    def plies(self, seat: int, message: bytes) -> int | None:
        told = read_message(message)
        if told.error is not None:
            raise Refused(f"{told.error.code}: {told.error.message}")
        return told.event.sequence - self._begun if told.event is not None and told.event.kind == "moved" else None


class FathomSide(Side):
    """`fathom serve`."""

    name = "fathom"

    async def set_up(self) -> FathomTable:
        async with Posts(self.port) as posts:
            asked = {"game": "pocket-addition", "opponent": "friend", "seat": 1, "name": "Ada"}
            made = await posts.post("/api/matches", asked)
            match = made["match"]["id"]
            invited = {"secret": made["invite"], "name": "Bob"}
            joined = await posts.post(f"/api/matches/{match}/join", invited)
        first, second = await asyncio.gather(*(self._subscribe(match, one["token"]) for one in (made, joined)))
        return FathomTable(first, second, match, joined["match"]["sequence"])

    async def _subscribe(self, match: str, token: str) -> Socket:
        socket = await connect(self.port, f"/api/matches/{match}/live")
        socket.send(json.dumps({"type": "subscribe", "token": token}).encode())
        told = read_message(await socket.receive())
        if told.type != "subscribed":
            raise Refused(f"a subscription was answered with {told}")
        return socket
