"""Servers that are broken on purpose, each in one way: faults that the checker must find.

    python -m tests.web.proof.faulty acknowledge-before-commit --port 8123 --store /tmp/x.db

Apart from its fault each one is the real server.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import msgspec

from fathom.core.events import Moved
from fathom.core.match import Match
from fathom.core.outcome import Seat
from fathom.storage.journal import Addition, Entry, Written
from fathom.storage.journal.group import DeliverWritten, Journal
from fathom.storage.journal.sqlite import SqliteLedger
from fathom.terminal.main import main
from fathom.web.live import connection as socket
from fathom.web.live.changes import Changes, CommandAnswer, _Running, _Writing
from fathom.web.live.live_match import LiveMatch, LoggedEvent, PlannedEvent, entry_of
from fathom.web.live.requests import Command, Subscribe, read_frame

F = TypeVar("F", bound=Callable[..., object])
#: Long enough to be killed in between.
A_WHILE = 0.5


def instead_of(owner: object, name: str) -> Callable[[F], F]:
    """Replaces a function of the server."""
    assert hasattr(owner, name), f"{owner} has no {name}"

    def put(function: F) -> F:
        setattr(owner, name, function)
        return function

    return put


append = Journal.append
write = Journal.write
apply = LiveMatch.apply
happen = Changes._happen
plan = LiveMatch.plan
check = Changes._check


def acknowledge_before_commit() -> None:
    """The answer goes out at once, and the commit comes later."""

    @instead_of(Journal, "write")
    def write_later(journal: Journal, addition: Addition, deliver: DeliverWritten) -> None:
        if addition.entry.kind != "moved":
            write(journal, addition, deliver)
            return
        journal._loop.call_later(A_WHILE, write, journal, addition, lambda _written: None)
        deliver(Written(True))


def broadcast_before_commit() -> None:
    """Everyone else is told at once, and the commit comes later."""

    @instead_of(Changes, "_write")
    def tell_first(changes: Changes, writing: _Writing, visitor: str = "") -> None:
        live, entry, planned = writing.live, writing.entry, writing.planned
        addition = Addition(entry, live.summary(planned, entry.at), writing.begun and writing.begun.addition)
        answer = CommandAnswer(happen(changes, writing))
        delay = A_WHILE if isinstance(planned.event, Moved) else 0
        changes._journal._loop.call_later(
            delay, write, changes._journal, addition, lambda _written: writing.done(answer)
        )


def no_idempotency_key() -> None:
    """Keys are stored, but never looked up."""

    @instead_of(LiveMatch, "apply")
    def apply_and_forget(live: LiveMatch, entry: Entry, planned: PlannedEvent | None = None) -> LoggedEvent:
        event = apply(live, entry, planned)
        live.keys.clear()
        return event


def no_sequence_check() -> None:
    """A command is run, whatever its sender has or has not seen."""

    @instead_of(LiveMatch, "plan")
    def plan_anyway(live: LiveMatch, seats: list[Seat], command: Command) -> PlannedEvent:
        return plan(live, seats, msgspec.structs.replace(command, expected=live.sequence))


def no_turn_check() -> None:
    """Each seat may move whenever it likes."""
    real_play, real_planned = Match.play, LiveMatch.plan_move

    @instead_of(Match, "play")
    def play_anyway(match: Match, text: str, seat: Seat) -> object:
        ply = real_play(match, text)
        match.plies[-1] = ply._replace(seat=seat)
        return ply

    @instead_of(LiveMatch, "plan_move")
    def planned_anyway(live: LiveMatch, seat: Seat, text: str) -> PlannedEvent:
        planned = real_planned(live, live.match.position.to_move, text)
        assert isinstance(planned.event, Moved)
        return msgspec.structs.replace(planned, event=planned.event._replace(seat=seat))


def double_apply_on_retry() -> None:
    """A command that comes again under its key has its effect again."""

    @instead_of(Changes, "_check")
    def carry_out_again(changes: Changes, running: _Running) -> CommandAnswer | None:
        live, command = running.live, running.command
        if command.key not in live.keys:
            return check(changes, running)
        first = live.events[live.keys[command.key] - 1]
        again = PlannedEvent(first.event, live.state)
        entry = entry_of(live.id, live.sequence + 1, f"{command.key}-again", again)
        append(changes._journal, Addition(entry))
        live.events.append(LoggedEvent(entry.sequence, entry.at, first.event))
        return CommandAnswer(live.events[-1])


def lost_event_on_reconnect() -> None:
    """A client that comes back gets the events it missed, but without the first."""

    @instead_of(socket, "read_frame")
    def read_ahead(data: str | bytes) -> object:
        frame = read_frame(data)
        if isinstance(frame, Subscribe) and frame.after:
            frame.after += 1
        return frame


def told_twice() -> None:
    """The sender of a command gets its event once more, by itself."""

    @instead_of(Changes, "_happen")
    def tell_everybody(changes: Changes, writing: _Writing) -> LoggedEvent:
        return happen(changes, msgspec.structs.replace(writing, sender=None))


def synchronous_off() -> None:
    """SQLite does not wait for the disk."""
    SqliteLedger.synchronous = "OFF"


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__.replace("_", "-"): fault
    for fault in (
        acknowledge_before_commit,
        broadcast_before_commit,
        no_idempotency_key,
        no_sequence_check,
        no_turn_check,
        double_apply_on_retry,
        lost_event_on_reconnect,
        told_twice,
        synchronous_off,
    )
}

if __name__ == "__main__":
    FAULTS[sys.argv[1]]()
    sys.exit(main(["serve", *sys.argv[2:]]))
