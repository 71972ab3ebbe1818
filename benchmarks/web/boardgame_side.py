"""A boardgame.io server as the load sees it: the packets of its own client, over the same sockets as ours."""

from __future__ import annotations

import json
from typing import cast

import msgspec

from benchmarks.web.posts import Posts
from benchmarks.web.sides import Refused, Side, Table
from benchmarks.web.sockets import Socket, connect

SPACE = b"/pocket-addition,"
"""The namespace of socket.io in which boardgame.io keeps the game of this name."""
OPEN, CONNECT, EVENT, PING, PONG = b"0", b"40", b"42", b"2", b"3"
"""What the packets of engine.io and socket.io begin with."""


class State(msgspec.Struct):
    """The part of a boardgame.io state that the load looks at: the number of actions so far."""

    number: int = msgspec.field(name="_stateID")


read_update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw]).decode
UPDATE = EVENT + SPACE + b'["update",'


class BoardgameTable(Table):
    """A match on a boardgame.io server."""

    def __init__(self, first: Socket, second: Socket, match: str, credentials: tuple[str, str]) -> None:
        super().__init__(first, second)
        self._match = match
        self._credentials = credentials

    def send(self, ply: int, move: str) -> None:
        seat = ply % 2
        kind, number = ("pass", "") if move == "pass" else ("take", move)
        payload = f'"type":"{kind}","args":[{number}],"playerID":"{seat}","credentials":"{self._credentials[seat]}"'
        update = f'["update",{{"type":"MAKE_MOVE","payload":{{{payload}}}}},{ply},"{self._match}","{seat}"]'
        self.sockets[seat].send(EVENT + SPACE + update.encode())

    def plies(self, seat: int, message: bytes) -> int | None:
        if message.startswith(UPDATE):
            return read_update(message[len(EVENT + SPACE) :])[2].number
        if message == PING:
            self.sockets[seat].send(PONG)
        return None


class BoardgameSide(Side[BoardgameTable]):
    """boardgame.io."""

    name = "boardgame.io"

    async def set_up(self) -> BoardgameTable:
        async with Posts(self.port) as posts:
            match = (await posts.post("/games/pocket-addition/create", {"numPlayers": 2}))["matchID"]
            names = {"0": "Ada", "1": "Bob"}
            joined = [
                await posts.post(f"/games/pocket-addition/{match}/join", {"playerID": seat, "playerName": name})
                for seat, name in names.items()
            ]
        credentials = cast(tuple[str, str], tuple(one["playerCredentials"] for one in joined))
        first, second = [await self._sync(match, seat, one) for seat, one in zip(names, credentials, strict=True)]
        return BoardgameTable(first, second, match, credentials)

    async def _sync(self, match: str, seat: str, credentials: str) -> Socket:
        socket = await connect(self.port, "/socket.io/?EIO=4&transport=websocket")
        await self._hear(socket, OPEN)
        socket.send(CONNECT + SPACE)
        await self._hear(socket, CONNECT + SPACE)
        socket.send(EVENT + SPACE + json.dumps(["sync", match, seat, credentials, 2]).encode())
        await self._hear(socket, EVENT + SPACE + b'["sync",')
        await self._hear(socket, EVENT + SPACE + b'["matchData",')
        return socket

    async def _hear(self, socket: Socket, beginning: bytes) -> None:
        message = await socket.receive()
        if not message.startswith(beginning):
            raise Refused(f"boardgame.io said {message[:200]!r} instead of {beginning!r}")
