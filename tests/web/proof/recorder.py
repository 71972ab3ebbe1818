"""Keeps the history of a run while it happens, and counts what was acknowledged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from tests.web.proof.history import Answered, Asked, Closed, Created, Entry, Event, Given, Seen, Sent


class Recorder:
    """One list for all clients: what is noted first happened first."""

    def __init__(self) -> None:
        self.history: list[Entry] = []
        #: How often each kind of thing happened: acknowledged, repeated, stale, dropped, ...
        self.counts: Counter[str] = Counter()
        self._connections = count(1)
        self._requests = count(1)

    def created(self, match: str) -> None:
        self.history.append(Created(match))

    def choose_drill(self, match: str, after: int) -> int:
        """A client opens a connection and asks for what comes after a number; the number of the connection."""
        connection = self.connection()
        self.history.append(Asked(connection, match, after))
        return connection

    def connection(self) -> int:
        """A number for a connection on which nothing but an answer is waited for."""
        return next(self._connections)

    def given(self, connection: int, events: Iterable[Event]) -> None:
        self.history.append(Given(connection, tuple(events)))

    def seen(self, connection: int, event: Event) -> None:
        self.history.append(Seen(connection, event))

    def closed(self, connection: int) -> None:
        self.history.append(Closed(connection))

    def sent(self, connection: int, match: str, seat: int, kind: str, move: str, expected: int, key: str) -> int:
        """A command goes to the server; the number of the request."""
        request = next(self._requests)
        self.history.append(Sent(request, connection, match, seat, kind, move, expected, key))
        return request

    def answered(self, request: int, answer: Mapping[str, Any]) -> Answered:
        """The server answers a request."""
        error = answer.get("error", {})
        missed = error.get("detail", {}).get("events", ())
        noted = Answered(
            request, answer.get("event"), answer.get("repeated", False), error.get("code", ""), tuple(missed)
        )
        self.history.append(noted)
        self._count(noted)
        return noted

    def _count(self, answer: Answered) -> None:
        if answer.repeated:
            self.counts["repeated"] += 1
        elif answer.event:
            self.counts["acknowledged " + answer.event["kind"]] += 1
        else:
            self.counts["refused as " + answer.refusal] += 1

    @property
    def moves(self) -> int:
        """How many moves were acknowledged, each counted once."""
        return self.counts["acknowledged moved"]

    @property
    def acknowledged(self) -> int:
        """How many commands of any kind were acknowledged, each counted once."""
        return sum(number for what, number in self.counts.items() if what.startswith("acknowledged "))
