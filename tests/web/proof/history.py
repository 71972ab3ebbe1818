"""What the clients of a server saw, in the order in which they saw it: plain data, for `checker.py` to judge.

One process runs every client and keeps one list, so that the place of an entry in it is its time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

#: An event as clients see it: {"sequence": 3, "kind": "moved", "seat": 1, "move": "6", ...}.
Event: TypeAlias = dict[str, Any]


class Created(NamedTuple):
    """The server said that it had made this match."""

    match: str


class Sent(NamedTuple):
    """A command went to the server; a retry is a new request with the old key."""

    request: int
    connection: int
    match: str
    seat: int
    kind: str
    move: str
    expected: int
    key: str


class Answered(NamedTuple):
    """The answer to a request: the event that it became, or the code of its refusal and what the client had missed."""

    request: int
    event: Event | None = None
    repeated: bool = False
    refusal: str = ""
    missed: tuple[Event, ...] = ()


class Asked(NamedTuple):
    """A client asked for every event after one: it subscribed, or it read by HTTP. 0 asks for all of them."""

    connection: int
    match: str
    after: int


class Given(NamedTuple):
    """What the client was given at once when it had asked."""

    connection: int
    events: tuple[Event, ...]


class Seen(NamedTuple):
    """An event came by itself on a subscribed connection."""

    connection: int
    event: Event


class Closed(NamedTuple):
    """The connection came to its end; nothing more is owed on it."""

    connection: int


Entry: TypeAlias = Created | Sent | Answered | Asked | Given | Seen | Closed


class Kept(NamedTuple):
    """An event in the store, and the key under which it was asked for, if it was."""

    event: Event
    key: str | None


#: Every match of a store, its events in the order of their sequence numbers.
Stored: TypeAlias = dict[str, list[Kept]]


def write(path: Path, history: Iterable[Entry]) -> None:
    """Keep a history as lines of JSON."""
    with path.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps([type(entry).__name__, *entry]) + "\n" for entry in history)
