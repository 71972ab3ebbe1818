"""Our server as the load sees it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from benchmarks.web.posts import Posts
from benchmarks.web.sides import Refused, Side, Table
from benchmarks.web.sockets import Socket, connect


class Event(msgspec.Struct):
    """The part of an event that the load looks at."""

    sequence: int
    kind: str
    match: str = ""


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


def told(message: bytes) -> Message:
    """What a message says; raises the refusal that it tells of."""
    said = read_message(message)
    if said.error is not None:
        raise Refused(f"{said.error.code}: {said.error.message}")
    return said


class Place(NamedTuple):
    """Where a match is played, and the tokens of its seats."""

    port: int
    match: str
    tokens: tuple[str, ...]


class FathomTable(Table):
    """A match on our server; `begun` is the sequence number of the event before its first move."""

    def __init__(self, place: Place, sockets: Sequence[Socket], begun: int) -> None:
        super().__init__(*sockets)
        self._place = place
        self._begun = begun

    def send(self, ply: int, move: str) -> None:
        key = f"{self._place.match}-{ply}"
        text = f'{{"type":"move","id":"{ply}","move":"{move}","expected":{self._begun + ply},"key":"{key}"}}'
        self.sockets[ply % 2].send(text.encode())

    def plies(self, seat: int, message: bytes) -> int | None:
        event = told(message).event
        return event.sequence - self._begun if event is not None and event.kind == "moved" else None

    async def rematch(self, plies: int) -> FathomTable:
        """The next match of the two players, who swap seats, when this one is over after that many moves."""
        for socket in self.sockets:
            socket.keep()
        await self._offer(0, plies)
        match = await self._offer(1, plies)
        return await seated(self._place._replace(match=match, tokens=self._place.tokens[::-1]))

    async def _offer(self, seat: int, plies: int) -> str:
        """Offer a rematch; returns the id of the new match once both have."""
        key = f"{self._place.match}-again-{seat}"
        offer = {"type": "rematch", "expected": self._begun + plies + seat, "key": key}
        self.sockets[seat].send(json.dumps(offer).encode())
        events = [await next_event(socket) for socket in self.sockets]
        if events[0] != events[1]:
            raise Refused(f"the players were told {events} of a rematch")
        return events[0].match


async def next_event(socket: Socket) -> Event:
    """The next event of a match; what is told of who is here is passed over."""
    while (event := told(await socket.receive()).event) is None:
        pass
    return event


class FathomSide(Side[FathomTable]):
    """`fathom serve`."""

    name = "fathom"

    async def set_up(self) -> FathomTable:
        async with Posts(self.port) as posts:
            asked = {"game": "pocket-addition", "opponent": "friend", "seat": 1, "name": "Ada"}
            made = await posts.post("/api/v1/matches", asked)
            match = made["match"]["id"]
            joined = await posts.post(f"/api/v1/matches/{match}/join", {"secret": made["invite"], "name": "Bob"})
        return await seated(Place(self.port, match, (made["token"], joined["token"])))


async def seated(place: Place) -> FathomTable:
    """Both players, connected to their match."""
    sockets = [await connect(place.port, f"/api/v1/matches/{place.match}/live") for _ in place.tokens]
    for socket, token in zip(sockets, place.tokens, strict=True):
        socket.send(json.dumps({"type": "subscribe", "token": token}).encode())
    subscribed = [told(await socket.receive()) for socket in sockets]
    return FathomTable(place, sockets, subscribed[-1].sequence)
