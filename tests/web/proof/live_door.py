"""Into a match by WebSocket: events come by themselves."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NoReturn

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.patience import PATIENCE
from tests.web.proof.door import Command, Dropped, Place, See, Stuck
from tests.web.proof.history import Answered
from tests.web.proof.recorder import Recorder


class LiveDoor:
    """One connection at a time, recorded frame by frame."""

    def __init__(self, place: Place, recorder: Recorder, see: See) -> None:
        self._place, self._recorder, self._see = place, recorder, see
        self._socket: ClientConnection | None = None
        self._connection = 0

    async def enter(self, after: int) -> None:
        address = f"ws://127.0.0.1:{self._place.port}/api/v1/matches/{self._place.match}/live"
        try:
            self._socket = await connect(address, compression=None, proxy=None, open_timeout=PATIENCE, close_timeout=1)
        except (OSError, EOFError, WebSocketException) as error:
            raise Dropped(repr(error)) from error
        self._connection = self._recorder.choose_drill(self._place.match, after)
        token = {"token": self._place.token} if self._place.token else {}
        await self._send({"type": "subscribe", "after": after, **token})
        subscribed = await self._receive()
        assert subscribed["type"] == "subscribed", subscribed
        self._recorder.given(self._connection, subscribed["events"])
        for event in subscribed["events"]:
            self._see(event)

    async def ask(self, command: Command) -> Answered:
        request = await self.send(command)
        while (frame := await self._receive()).get("id") != request:
            self._take(frame)
        answer = self._recorder.answered(request, frame)
        if answer.event and not answer.repeated:
            self._see(answer.event)
        return answer

    async def send(self, command: Command) -> int:
        """Send without waiting for the answer; the number of the request."""
        request = self._recorder.sent(self._connection, self._place.match, self._place.seat, *command)
        await self._send({"type": command.kind, "id": request, **command.body})
        return request

    async def send_and_leave(self, command: Command) -> None:
        """Send without waiting for the answer, and break the connection."""
        await self.send(command)
        await self.leave()

    async def wait(self, after: int) -> None:
        self._take(await self._receive())

    async def leave(self) -> None:
        """Break the connection, if there is one."""
        if self._socket:
            self._recorder.closed(self._connection)
            self._abort()

    def _abort(self) -> None:
        assert self._socket
        self._socket.transport.abort()
        self._socket = None

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "presence":
            return  # who is here is not kept, so nothing of it can be lost
        assert frame["type"] == "event", frame
        self._recorder.seen(self._connection, frame["event"])
        self._see(frame["event"])

    async def _send(self, frame: dict[str, Any]) -> None:
        assert self._socket
        try:
            await self._socket.send(json.dumps(frame))
        except WebSocketException as error:
            await self._lost(error)

    async def _receive(self) -> dict[str, Any]:
        assert self._socket
        try:
            async with asyncio.timeout(PATIENCE):
                frame: dict[str, Any] = json.loads(await self._socket.recv())
                return frame
        except WebSocketException as error:
            await self._lost(error)
        except TimeoutError as error:
            self._abort()
            raise Stuck(f"Connection {self._connection} was told nothing for {PATIENCE:.0f} s.") from error

    async def _lost(self, error: Exception) -> NoReturn:
        await self.leave()
        raise Dropped(repr(error)) from error
