"""Judges a history against the store: nothing acknowledged may be missing, nothing may be there that nobody sent.

    for violation in violations(history, stored):
        print(violation)     # lost: match 4f2c, sequence 7, key k-31: the move 6 of seat 1 was acknowledged, but ...

The stored events are replayed by the rules alone; what the server made of them is not asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.web.proof.history import Asked, Entry, Event, Given, Kept, Sent, Stored
from tests.web.proof.store_checks import store_follows_the_rules, store_is_in_order
from tests.web.proof.timeline import Stream, Timeline
from tests.web.proof.violation import Violation

#: Refusals after which the same request, sent again under the same key, may well succeed.
PASSING = {"store", "slow-down"}
#: What becomes of each kind of command.
BECOMES = {
    "move": {"moved"},
    "resign": {"resigned"},
    "take-back": {"taken-back", "take-back-asked"},
    "answer-take-back": {"taken-back", "take-back-refused"},
    "nudge": {"nudged"},
    "claim": {"abandoned"},
    "hint": {"hinted"},
    "rename": {"renamed"},
    "withdraw": {"withdrawn"},
}
SENT_BY_SOMEBODY = set().union(*BECOMES.values())


def violations(history: Iterable[Entry], stored: Stored) -> list[Violation]:
    """Everything that is wrong; nothing, if all is well."""
    seen = Timeline(history)
    return [
        *store_is_in_order(stored),
        *store_follows_the_rules(stored),
        *_what_is_stored_was_sent(seen, stored),
        *_what_was_acknowledged_is_stored(seen, stored),
        *_what_was_refused_is_not_stored(seen, stored),
        *_what_was_missed_is_told(seen, stored),
        *_every_request_has_one_answer(seen),
        *_every_connection_is_shown_everything_in_order(seen, stored),
    ]


def _describe(sent: Sent) -> str:
    return f"the {sent.kind} {sent.move} of seat {sent.seat}" if sent.move else f"the {sent.kind} of seat {sent.seat}"


def _at(stored: Stored, match: str, sequence: int) -> Kept | None:
    return next((kept for kept in stored.get(match, ()) if kept.event["sequence"] == sequence), None)


def _is_outcome_of(sent: Sent, event: Event) -> bool:
    same_move = sent.kind != "move" or event.get("move") == sent.move
    return event["kind"] in BECOMES[sent.kind] and event["seat"] == _seat_told_of(sent, event) and same_move


def _seat_told_of(sent: Sent, event: Event) -> int:
    """Whose event it is: a claim is told of whoever has left, and a move is taken back by whoever asked for it."""
    is_of_other = event["kind"] == "abandoned" or (sent.kind == "answer-take-back" and event["kind"] == "taken-back")
    return 3 - sent.seat if is_of_other else sent.seat


def _what_is_stored_was_sent(seen: Timeline, stored: Stored) -> Iterator[Violation]:
    """Every event of a person has a request of that seat, with that key."""
    for match, log in stored.items():
        machines = [
            seat for kept in log for seat, held in enumerate(kept.event.get("seats", ()), 1) if held == "machine"
        ]
        for event, key in log:
            if event["kind"] not in SENT_BY_SOMEBODY or event["seat"] in machines:
                continue
            attempts = [seen.sent[request] for request in seen.attempts.get((match, key or ""), ())]
            if not attempts:
                what = "the store holds this event, but nobody sent it"
                yield Violation("phantom", match, event["sequence"], key, what)
            elif not _is_outcome_of(attempts[0], event):
                what = f"the store holds another event than what was sent, {_describe(attempts[0])}"
                yield Violation("phantom", match, event["sequence"], key, what)


def _what_was_acknowledged_is_stored(seen: Timeline, stored: Stored) -> Iterator[Violation]:
    """An answer with an event names what the store holds, under this key and in the place that was expected."""
    for match in seen.created:
        if match not in stored:
            yield Violation("lost", match, None, None, "the match was created, but the store does not hold it")
    first: dict[tuple[str, str], Event] = {}
    for request, answers in seen.answers.items():
        sent = seen.sent[request]
        for event in (answer.event for _, answer in answers if answer.event):
            sequence = event["sequence"]
            if _at(stored, sent.match, sequence) != Kept(event, sent.key):
                what = f"{_describe(sent)} was acknowledged, but the store does not hold it"
                yield Violation("lost", sent.match, sequence, sent.key, what)
            if sequence != sent.expected + 1:
                what = f"{_describe(sent)} was applied, although it expected to follow number {sent.expected}"
                yield Violation("out-of-order", sent.match, sequence, sent.key, what)
            if first.setdefault((sent.match, sent.key), event) != event:
                what = f"{_describe(sent)} was acknowledged twice, as two different events"
                yield Violation("duplicated", sent.match, sequence, sent.key, what)


def _what_was_refused_is_not_stored(seen: Timeline, stored: Stored) -> Iterator[Violation]:
    """A request that was refused for good, and not sent again, has had no effect."""
    places = {(match, key): event["sequence"] for match, log in stored.items() for event, key in log}
    for request, answers in seen.answers.items():
        sent = seen.sent[request]
        sequence = places.get((sent.match, sent.key))
        last_sent = max(seen.sent_at[attempt] for attempt in seen.attempts[sent.match, sent.key])
        for time, answer in answers:
            refused = answer.refusal and answer.refusal not in PASSING
            if refused and sequence is not None and last_sent < time:
                what = f"{_describe(sent)} was refused as {answer.refusal}, but the store holds it"
                yield Violation("rejected-but-applied", sent.match, sequence, sent.key, what)


def _what_was_missed_is_told(seen: Timeline, stored: Stored) -> Iterator[Violation]:
    """A refusal as stale carries everything after what the sender had seen; a retry gets the first answer again."""
    for request, answers in seen.answers.items():
        sent = seen.sent[request]
        first = min(seen.sent_at[attempt] for attempt in seen.attempts[sent.match, sent.key])
        for _, answer in answers:
            if answer.refusal == "stale":
                owed = max(sent.expected + 1, seen.acknowledged(sent.match, first))
                shown = _Reader(sent.match, f"the answer to key {sent.key}", sent.expected, stored)
                yield from shown.take_all(answer.missed)
                yield from shown.owes_nothing(owed)


def _every_request_has_one_answer(seen: Timeline) -> Iterator[Violation]:
    for request, sent in seen.sent.items():
        answers = len(seen.answers.get(request, ()))
        if answers > 1:
            yield Violation("duplicated", sent.match, None, sent.key, f"{_describe(sent)} was answered {answers} times")
        if not answers and sent.connection not in seen.closed:
            yield Violation("lost", sent.match, None, sent.key, f"{_describe(sent)} was never answered")


def _every_connection_is_shown_everything_in_order(seen: Timeline, stored: Stored) -> Iterator[Violation]:
    for connection, stream in seen.streams.items():
        yield from _one_connection(seen, stored, connection, stream)


def _one_connection(seen: Timeline, stored: Stored, connection: int, stream: Stream) -> Iterator[Violation]:
    """From where it asked to go on: each event once, in order, and nothing acknowledged earlier is held back."""
    reader, owed = None, 0
    for time, entry in stream:
        if isinstance(entry, Asked):
            reader = _Reader(entry.match, f"connection {connection}", entry.after, stored)
            owed = seen.acknowledged(entry.match, time)
        elif reader and isinstance(entry, Given):
            yield from reader.take_all(entry.events)
            yield from reader.owes_nothing(owed)
        elif reader and not isinstance(entry, Given):
            yield from reader.take(entry.event, as_answer=entry.as_answer)
    if reader and connection not in seen.closed:
        yield from reader.owes_nothing(len(stored.get(reader.match, ())))


class _Reader:
    """A client that receives the events of a match one by one."""

    def __init__(self, match: str, who: str, after: int, stored: Stored) -> None:
        self.match = match
        self._who = who
        self._last = after
        self._stored = stored

    def take_all(self, events: Iterable[Event]) -> Iterator[Violation]:
        for event in events:
            yield from self.take(event)

    def take(self, event: Event, *, as_answer: bool = False) -> Iterator[Violation]:
        """The next event: does it follow the last, and is it the one in the store?"""
        sequence = event["sequence"]
        if sequence <= self._last:
            what = f"{self._who} was shown this event after number {self._last}"
            yield Violation("duplicated", self.match, sequence, None, what)
        elif sequence != self._last + 1:
            what = f"{self._who} was shown this event right after number {self._last}"
            yield Violation("out-of-order", self.match, sequence, None, what)
        self._last = max(self._last, sequence)
        kept = _at(self._stored, self.match, sequence)
        # An answer that is not in the store is a lost move, and told as such.
        if not as_answer and (kept is None or kept.event != event):
            what = f"{self._who} was shown {event['kind']} here, which the store does not hold"
            yield Violation("phantom", self.match, sequence, None, what)

    def owes_nothing(self, until: int) -> Iterator[Violation]:
        """By now everything up to that number must have been shown."""
        if self._last < until:
            what = f"{self._who} was shown nothing after number {self._last}, although number {until} had happened"
            yield Violation("lost", self.match, until, None, what)
