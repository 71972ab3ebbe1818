"""The only way to change a match:

    check the command -> write its event to disk -> apply the event -> answer the sender and tell everyone else

in this order, one command of a match at a time. An event that is not on disk has not happened: nobody has seen it.

A command that need not wait for its turn passes through without a task: it is checked when it arrives, and the rest is
done when the journal reports the commit. At thousands of moves a second, tasks would take longer than all of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from time import perf_counter

from msgspec import Struct

from fathom.core.events import Joined, Rematched, RematchOffered, Renamed
from fathom.core.outcome import Seat
from fathom.errors import FathomError, NoSeat, StoreError
from fathom.storage.journal import OVER, Addition, Entry, Sighting, Written
from fathom.storage.journal.group import Journal
from fathom.web.http.metrics import Metrics
from fathom.web.live import invitations
from fathom.web.live.background import Background
from fathom.web.live.clocks import Clocks
from fathom.web.live.entrants import Entrants
from fathom.web.live.invitations import BegunMatch
from fathom.web.live.live_match import MACHINE, Listener, LiveMatch, LoggedEvent, PlannedEvent, Private, entry_of
from fathom.web.live.news import News
from fathom.web.live.presence import Presences
from fathom.web.live.requests import Claim, Command
from fathom.web.live.secrets import is_local_id, new_id
from fathom.web.live.stage import Stage

#: The events that change a name in the summary of a match.
_NAMING = (Joined, Renamed)
_NO_SEAT = "You are not a player in this match, so you can only watch."


class CommandAnswer(Struct, eq=False, frozen=True):
    """The event that a command caused; `repeated` if it was sent before."""

    event: LoggedEvent
    repeated: bool = False


#: Is told what came of a command. An error that is no `FathomError` is a bug of ours.
Answered = Callable[[CommandAnswer | Exception], None]
#: Tells everyone who listens to a match, except the sender, who gets it in the answer.
Tell = Callable[[LiveMatch, LoggedEvent, Listener | None], None]


class _Running(Struct, eq=False):
    """A command that has arrived. While it runs, it has the turn of its match."""

    live: LiveMatch
    seats: list[Seat]
    command: Command
    sender: Listener | None
    visitor: str
    answered: Answered
    count: Callable[[float], None]
    began: float

    def finish(self, answer: CommandAnswer | Exception) -> None:
        """Give the turn back and answer, exactly once."""
        self.live.turn.give_back()
        self.count(perf_counter() - self.began)
        self.answered(answer)


class _Writing(Struct, eq=False):
    """An event that is being written, the match that it begins, and who waits for it."""

    live: LiveMatch
    entry: Entry
    planned: PlannedEvent
    sender: Listener | None
    begun: BegunMatch | None
    done: Answered


class Changes:
    """Changes the matches of one server process."""

    def __init__(
        self,
        journal: Journal,
        metrics: Metrics,
        news: News,
        presences: Presences,
        clocks: Clocks,
        background: Background,
        entrants: Entrants,
        tell: Tell,
        admit: Callable[[LiveMatch], None],
        charge: Callable[[str], None],
    ) -> None:
        """`admit` is called for a match that a rematch has begun, `charge` before it for the visitor."""
        self._journal = journal
        self._count = metrics.count_command
        self._news = news
        self._presences = presences
        self._clocks = clocks
        self._background = background
        self._entrants = entrants
        self._stage = Stage()
        self._tell = tell
        self._admit = admit
        self._charge = charge

    # ------------------------------------------------------------ commands

    def run(
        self,
        live: LiveMatch,
        seats: list[Seat],
        command: Command,
        answered: Answered,
        sender: Listener | None = None,
        visitor: str = "",
    ) -> None:
        """Run a command for these seats; `answered` is told once, perhaps before this returns.

        If it is told an error, nothing has happened, except after a `StoreError`: then that is not known yet.
        """
        running = _Running(live, seats, command, sender, visitor, answered, self._count, perf_counter())
        if not self._must_read(live, command) and live.turn.take():
            self._begin(running)
        else:
            self._background.start(self._begin_later(running))

    def _must_read(self, live: LiveMatch, command: Command) -> bool:
        """Must something be read first: what was written elsewhere, who is there, or when no server was up?"""
        if live.is_time_up or self._news.is_due(live, command.expected):
            return True
        return isinstance(command, Claim) and self._presences.is_shared

    async def _begin_later(self, running: _Running) -> None:
        """Wait for the turn, and read what has been written elsewhere.

        Before a claim, read who is there, and before it is too late for a move, whether there was an outage.
        """
        live = running.live
        await live.turn.wait()
        try:
            if running.seats and self._news.is_due(live, running.command.expected):
                await self._news.read(live)
            if isinstance(running.command, Claim):
                await self._presences.catch_up(live)
            if live.is_time_up:
                await self._clocks.catch_up()
        except Exception as error:
            running.finish(error)
        except asyncio.CancelledError:
            running.finish(StoreError("The server is stopping: try again in a moment."))
            raise
        else:
            self._begin(running)

    def _begin(self, running: _Running) -> None:
        try:
            answer = self._check(running)
        except FathomError as error:
            running.finish(error.with_traceback(None))  # a refusal is remembered, but not the frames it came through
        except Exception as error:
            running.finish(error)
        else:
            if answer:
                running.finish(answer)

    def _check(self, running: _Running) -> CommandAnswer | None:
        """Check a command and have its event written; or the answer, if it was sent before."""
        live, command = running.live, running.command
        if not running.seats:
            raise NoSeat(_NO_SEAT)
        if sequence := live.keys.get(command.key):
            return CommandAnswer(live.events[sequence - 1], repeated=True)
        if command.key in live.refusals:
            raise live.refusals[command.key]
        try:
            planned = live.plan(running.seats, command)
        except FathomError as error:
            live.remember_refusal(command.key, error)
            raise
        if MACHINE in live.seats and running.visitor:
            live.owner = running.visitor
        begun = None
        if isinstance(planned.event, RematchOffered) and live.accepts(planned.event.seat):
            begun, planned = self._plan_rematch(live, running.visitor)
        entry = entry_of(live.id, len(live.events) + 1, command.key, planned)
        writing = _Writing(live, entry, planned, running.sender, begun, running.finish)
        self._write(writing, running.visitor)
        return None

    def _plan_rematch(self, live: LiveMatch, visitor: str) -> tuple[BegunMatch, PlannedEvent]:
        """The rematch, with the seats swapped; each token holds the other seat there."""
        self._charge(visitor)
        match_id = new_id(is_local=is_local_id(live.id))
        begun = invitations.begin(*invitations.plan_rematch(live), visitor, match_id)
        return begun, PlannedEvent(Rematched(begun.live.id), OVER, live.match.outcome)

    # ------------------------------------------------------------ writing

    async def write(
        self, live: LiveMatch, key: str, planned: PlannedEvent, private: Private | None = None
    ) -> CommandAnswer:
        """Write an event that is no command's, by the same path; whoever calls this has the turn of the match."""
        written: asyncio.Future[CommandAnswer] = asyncio.get_running_loop().create_future()
        entry = entry_of(live.id, live.sequence + 1, key, planned, private)
        self._write(_Writing(live, entry, planned, None, None, resolver(written)))
        try:
            return await written
        except asyncio.CancelledError:
            self._news.doubt(live)  # it may be on disk
            raise

    def _write(self, writing: _Writing, visitor: str = "") -> None:
        """Write the event to disk, and the match that it begins; only then apply it and tell anyone."""
        live, entry, planned = writing.live, writing.entry, writing.planned
        changes_state = planned.state != live.state or isinstance(planned.event, _NAMING)
        summary = live.summary(planned, entry.at) if changes_state else None
        addition = Addition(entry, summary, writing.begun and writing.begun.addition)
        if summary and planned.state == OVER:
            addition = self._rank(addition, live, planned, visitor)
        elif visitor and live.is_open and live.is_played(planned):
            place = self._stage.find_place(visitor, live.id)
            if place:
                addition = addition._replace(sighting=Sighting(place, live.id, entry.at))
        self._journal.write(addition, partial(self._hear, writing))

    def _rank(self, addition: Addition, live: LiveMatch, planned: PlannedEvent, visitor: str) -> Addition:
        """The addition with what it changes in the table of results."""
        result = live.result(planned, addition.entry.at)
        if result is None:
            return addition
        former = result._replace(player=live.match.name(1)) if isinstance(planned.event, Renamed) else None
        return addition._replace(
            result=result if self._entrants.admit(visitor, result) else None,
            withdrawn=former,
        )

    def _hear(self, writing: _Writing, written: Written | StoreError) -> None:
        """The journal reports what came of a write."""
        if isinstance(written, StoreError):
            self._news.doubt(writing.live)  # it may be on disk anyway
            writing.done(written)
        elif written.done or written.first == writing.entry:  # equal if it was written again after a lost connection
            try:
                answer = CommandAnswer(self._happen(writing))
            except Exception as error:
                self._news.doubt(writing.live)
                writing.done(error)
            else:
                writing.done(answer)
        else:
            self._background.start(self._give_way(writing, written))

    def _happen(self, writing: _Writing) -> LoggedEvent:
        live, entry = writing.live, writing.entry
        if entry.sequence <= len(live.events):  # read from the journal in the meantime, because it was in doubt
            return live.events[entry.sequence - 1]
        if writing.begun:
            self._admit(writing.begun.live)
        event = live.apply(entry, writing.planned)
        self._tell(live, event, writing.sender)
        return event

    async def _give_way(self, writing: _Writing, written: Written) -> None:
        """Something else has been written in place of the event: read it, and answer accordingly."""
        live, expected = writing.live, writing.live.sequence
        try:
            await self._news.read(live)
        except Exception as error:
            writing.done(error)
        except asyncio.CancelledError:
            writing.done(StoreError("The server is stopping: try again in a moment."))
            raise
        else:
            if written.first:
                writing.done(CommandAnswer(live.events[written.first.sequence - 1], repeated=True))
            else:
                writing.done(live.stale(expected))


def resolver(future: asyncio.Future[CommandAnswer]) -> Answered:
    """Resolves a future with the answer, unless nobody waits for it any more."""

    def resolve(answer: CommandAnswer | Exception) -> None:
        if future.done():
            return
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    return resolve
