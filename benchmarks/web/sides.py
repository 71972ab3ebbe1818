"""A server as the load sees it: how a match is set up, a move sent, and a message understood."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from benchmarks.web.sockets import Socket


class Refused(Exception):
    """The server refused a move; the message says why."""


class Table(ABC):
    """A match with both seats taken and connected."""

    def __init__(self, first: Socket, second: Socket) -> None:
        self.sockets = (first, second)

    @abstractmethod
    def send(self, ply: int, move: str) -> None:
        """Send the move that makes ply number `ply`, counted from 0, from the seat whose turn it is."""

    @abstractmethod
    def plies(self, seat: int, message: bytes) -> int | None:
        """How many moves have been played, as this message to seat 0 or 1 says; None when it is about something else.

        On the socket that sent the move this message is the acknowledgement.
        """

    async def close(self) -> None:
        """Disconnect both seats."""
        await asyncio.gather(*(socket.close() for socket in self.sockets))


T = TypeVar("T", bound=Table)


class Side(ABC, Generic[T]):
    """A server under load."""

    name: ClassVar[str]

    def __init__(self, port: int) -> None:
        self.port = port

    @abstractmethod
    async def set_up(self) -> T:
        """A new match of Pocket Addition between two connected players."""
