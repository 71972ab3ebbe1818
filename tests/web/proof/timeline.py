"""A history, sorted: by request, by key and by connection, each entry with its time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from tests.web.proof.history import Answered, Asked, Closed, Created, Entry, Event, Given, Seen, Sent


class Shown(NamedTuple):
    """An event as it reached a connection: as the answer to its sender, or by itself."""

    event: Event
    as_answer: bool


#: What happened on one connection, in order, with the times.
Stream: TypeAlias = list[tuple[int, Asked | Given | Shown]]


class Timeline:
    """Where to find what happened."""

    def __init__(self, history: Iterable[Entry]) -> None:
        self.created: list[str] = []
        self.sent: dict[int, Sent] = {}
        self.sent_at: dict[int, int] = {}
        self.answers: dict[int, list[tuple[int, Answered]]] = defaultdict(list)
        #: The requests that carried a key of a match.
        self.attempts: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.streams: dict[int, Stream] = defaultdict(list)
        self.closed: set[int] = set()
        self._acknowledged: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for time, entry in enumerate(history):
            self._take(time, entry)

    def acknowledged(self, match: str, before: int) -> int:
        """The highest sequence number of a match that had been acknowledged before that time."""
        return max((number for time, number in self._acknowledged[match] if time < before), default=0)

    def _take(self, time: int, entry: Entry) -> None:
        match entry:
            case Created():
                self.created.append(entry.match)
            case Sent():
                self.sent[entry.request], self.sent_at[entry.request] = entry, time
                self.attempts[entry.match, entry.key].append(entry.request)
            case Answered():
                self._take_answer(time, entry)
            case Asked() | Given():
                self.streams[entry.connection].append((time, entry))
            case Seen():
                self.streams[entry.connection].append((time, Shown(entry.event, as_answer=False)))
            case Closed():
                self.closed.add(entry.connection)

    def _take_answer(self, time: int, entry: Answered) -> None:
        self.answers[entry.request].append((time, entry))
        if entry.event:
            sent = self.sent[entry.request]
            self._acknowledged[sent.match].append((time, entry.event["sequence"]))
            if not entry.repeated:
                self.streams[sent.connection].append((time, Shown(entry.event, as_answer=True)))
