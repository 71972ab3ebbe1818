"""What the ways into a match have in common.

    await door.enter(after)   from now on the door is open, and the events after that number have been seen
    await door.ask(command)   -> its answer
    await door.wait(after)    returns when there may be something new

Events go to `see` in the order in which they come. A broken connection raises `Dropped`. `Stuck` means that the server
said nothing for a long time on a connection that did not break; the history then shows that connection as still open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from tests.web.proof.history import Answered, Event

See: TypeAlias = Callable[[Event], None]


class Dropped(Exception):
    """The connection broke: it is not known whether the server did what was asked last."""


class Stuck(Exception):
    """Nothing happened for too long."""


#: The answers to a question whether moves may be taken back, where a command has its move.
GRANTED, REFUSED = "granted", "refused"


class Command(NamedTuple):
    """What a client wants to happen; a retry is the same command again."""

    kind: str
    move: str
    expected: int
    key: str

    @property
    def body(self) -> dict[str, str | int | bool]:
        """What the server is sent, besides the kind."""
        body: dict[str, str | int | bool] = {"expected": self.expected, "key": self.key}
        if self.kind == "move":
            body["move"] = self.move
        elif self.kind == "answer-take-back":
            body["granted"] = self.move == GRANTED
        return body


class Place(NamedTuple):
    """A client's place: the match, the seat (0 watches) and its token."""

    port: int
    match: str
    seat: int
    token: str


class Door(Protocol):
    """A way into a match."""

    async def enter(self, after: int) -> None: ...
    async def ask(self, command: Command) -> Answered: ...
    async def send_and_leave(self, command: Command) -> None: ...
    async def wait(self, after: int) -> None: ...
    async def leave(self) -> None: ...
