"""The matches in memory, and the only way to change one:

    check the command -> write its event to disk -> apply the event -> answer the sender and tell everyone else

in this order, one command of a match at a time. An event that is not on disk has not happened: nobody has seen it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import NamedTuple
from weakref import WeakValueDictionary

from fathom.core.events import Joined, Rematched, RematchOffered, Renamed
from fathom.core.outcome import Seat
from fathom.errors import FathomError, NoSeat, NotFound, StoreError
from fathom.storage.journal import OVER, PLAYING, Addition, Entry, Search, Summary
from fathom.storage.journal.group import Journal
from fathom.web.http.metrics import Metrics
from fathom.web.live import invitations
from fathom.web.live.live_match import Listener, LiveMatch, LoggedEvent, PlannedEvent, Private, entry_of
from fathom.web.live.machines import Machines
from fathom.web.live.requests import Command, Join, NewMatch
from fathom.web.live.secrets import fits, hash_of, new_id, new_token, token_from
from fathom.web.thinking.queue import Thinking

_REMEMBERED = 2000
_DOUBT_SECONDS = 0.5
_NOBODY_THERE = "There is no such match, or it is not open to watchers."
_NO_INVITATION = "This invitation does not work: it has already been used, or the link is incomplete."


class CommandAnswer(NamedTuple):
    """The event that a command caused; `repeated` if it was sent before."""

    event: LoggedEvent
    repeated: bool = False


class Matches:
    """The matches of one server process over one journal."""

    def __init__(
        self,
        journal: Journal,
        metrics: Metrics,
        thinking: Thinking,
        *,
        charge: Callable[[str], None] = lambda _visitor: None,
        is_shared: bool = False,
    ) -> None:
        """`charge` counts a new match of a visitor, and raises `TooMany` if it is one too many."""
        self.journal = journal
        self.metrics = metrics
        self._charge = charge
        self._is_shared = is_shared
        #: Every match in memory, so that there is only one of each; the last ones used are kept there.
        self._lives: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._recent: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._doubtful: set[str] = set()
        self._machines = Machines(self._make_machine_move, thinking)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.journal.close()

    # ------------------------------------------------------------ finding and creating matches

    async def find(self, match_id: str, token: str | None = None) -> LiveMatch:
        """The match with that id as it stands now, if the token may see it; raises `NotFound`."""
        live = await self.get(match_id)
        await self.catch_up(live)
        if not live.may_watch(token):
            raise NotFound(_NOBODY_THERE)
        return live

    async def get(self, match_id: str) -> LiveMatch:
        """The match with that id, for any client."""
        live = self._lives.get(match_id)
        if live is None:
            task = self._loading.get(match_id) or asyncio.create_task(self._load(match_id))
            self._loading[match_id] = task
            live = await asyncio.shield(task)
        self._remember(live)
        self._wake_machine(live)  # which may have given up while the store failed
        return live

    async def _load(self, match_id: str) -> LiveMatch:
        try:
            entries = await self.journal.read(lambda ledger: ledger.entries(match_id)) if match_id.isalnum() else []
            if not entries:
                raise NotFound(_NOBODY_THERE)
            live = self._lives[match_id] = LiveMatch.replay(match_id, entries)
            return live
        finally:
            self._loading.pop(match_id, None)

    def _remember(self, live: LiveMatch) -> None:
        """Keep it in memory for a while, even if nobody uses it."""
        self._recent[live.id] = live
        self._recent.move_to_end(live.id)
        if len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)

    async def search(self, search: Search) -> list[Summary]:
        """Find matches in the journal."""
        return await self.journal.read(lambda ledger: ledger.matches(search))

    async def create(self, request: NewMatch, visitor: str = "") -> tuple[LiveMatch, str, str | None]:
        """Create a match; returns it with its creator's token, and the invitation if a friend is to join."""
        self._charge(visitor)
        made = await asyncio.to_thread(invitations.prepare, request)
        live = await self.begin(made.created, made.private, visitor)
        return live, made.token, made.invitation

    async def begin(self, created: PlannedEvent, private: Private, visitor: str = "") -> LiveMatch:
        """Write the first event of a new match."""
        live = LiveMatch(new_id())
        live.owner = visitor or live.owner
        entry = entry_of(live.id, 1, "@created", created, private)
        live.apply(entry)  # nobody knows the id yet
        await self.journal.append(Addition(entry, live.summary(created, entry.at)))
        self._lives[live.id] = live
        self._remember(live)
        self.metrics.matches += 1
        self._wake_machine(live)
        return live

    async def join(self, match_id: str, request: Join) -> tuple[LiveMatch, str]:
        """Take the open seat with an invitation, which works once; returns the token of the seat."""
        try:
            live = await self.get(match_id)
        except NotFound:
            raise NotFound(_NO_INVITATION) from None  # the same as for a match that does not exist
        await self.catch_up(live)
        token = token_from(request.secret, request.key) if request.key else new_token()
        async with live.lock:
            if request.key and live.seats_of(token):
                return live, token  # joined before, but the answer was lost
            if live.invitation is None or not fits(request.secret, live.invitation):
                raise NotFound(_NO_INVITATION)
            planned = invitations.plan_join(live, request.name)
            answer = await self._write(live, "@joined", planned, private={"hash": hash_of(token)})
            if answer.repeated and not live.seats_of(token):
                raise NotFound(_NO_INVITATION)  # another player was faster, on another server
        return live, token

    # ------------------------------------------------------------ commands

    async def command(
        self,
        live: LiveMatch,
        seats: list[Seat],
        command: Command,
        sender: Listener | None = None,
        visitor: str = "",
    ) -> CommandAnswer:
        """Run a command for these seats. If it raises a refusal, nothing has happened."""
        began = time.perf_counter()
        try:
            async with live.lock:
                return await self._command(live, seats, command, sender, visitor)
        except FathomError as error:
            self.metrics.count_refusal(error.code)
            raise
        finally:
            self.metrics.count_command(time.perf_counter() - began)

    async def _command(
        self, live: LiveMatch, seats: list[Seat], command: Command, sender: Listener | None, visitor: str
    ) -> CommandAnswer:
        if not seats:
            raise NoSeat("You are not a player in this match, so you can only watch.")
        if live.id in self._doubtful or (self._is_shared and command.expected != live.sequence):
            await self._refill(live)
        if sequence := live.keys.get(command.key):
            return CommandAnswer(live.events[sequence - 1], repeated=True)
        if command.key in live.refusals:
            raise live.refusals[command.key].with_traceback(None)  # else the traceback would grow each time
        try:
            planned = live.plan(seats, command)
        except FathomError as error:
            live.remember_refusal(command.key, error)
            raise
        if isinstance(planned.event, RematchOffered) and live.accepts(planned.event.seat):
            planned = await self._rematch(live, planned, visitor)
        return await self._write(live, command.key, planned, sender=sender)

    async def _write(
        self,
        live: LiveMatch,
        key: str,
        planned: PlannedEvent,
        private: Private | None = None,
        sender: Listener | None = None,
    ) -> CommandAnswer:
        """Write the event to disk; only then apply it and tell anyone."""
        entry = entry_of(live.id, live.sequence + 1, key, planned, private)
        changes_state = isinstance(planned.event, Joined | Renamed) or planned.state != live.state
        summary = live.summary(planned, entry.at) if changes_state else None
        try:
            written = await self.journal.append(Addition(entry, summary))
        except (StoreError, asyncio.CancelledError):
            self._doubt(live)  # it may be on disk anyway
            raise
        if written.done or written.first == entry:  # equal if the ledger wrote it again after a lost connection
            return CommandAnswer(self._happen(live, entry, planned, sender))
        expected = live.sequence
        await self._refill(live)
        if written.first:
            return CommandAnswer(live.events[written.first.sequence - 1], repeated=True)
        raise live.stale(expected)

    def _happen(
        self, live: LiveMatch, entry: Entry, planned: PlannedEvent | None = None, sender: Listener | None = None
    ) -> LoggedEvent:
        """Apply an event, and tell everyone except the sender, who gets it in the answer."""
        event = live.apply(entry, planned)
        self.metrics.events += 1
        for listener in list(live.listeners):
            if listener is not sender:
                listener.tell(live, event)
        self._wake_machine(live)
        return event

    async def _refill(self, live: LiveMatch) -> None:
        """Load and apply the events in the journal that this process has not seen."""
        after = live.sequence
        for entry in await self.journal.read(lambda ledger: ledger.entries(live.id, after)):
            self._happen(live, entry)
        self._doubtful.discard(live.id)

    def _doubt(self, live: LiveMatch) -> None:
        """Find out as soon as possible what is in the journal, and tell everyone."""
        if live.id not in self._doubtful:
            self._doubtful.add(live.id)
            self._start(self._settle(live))

    async def _settle(self, live: LiveMatch) -> None:
        await self._look(live)
        while live.id in self._doubtful:
            await asyncio.sleep(_DOUBT_SECONDS)
            await self._look(live)

    async def _rematch(self, live: LiveMatch, offer: PlannedEvent, visitor: str) -> PlannedEvent:
        """Create the rematch, with the seats swapped; each token holds the other seat there."""
        self._charge(visitor)
        created, private = invitations.plan_rematch(live)
        following = await self.begin(created, private, visitor)
        return PlannedEvent(Rematched(following.id), OVER, offer.outcome)

    # ------------------------------------------------------------ other servers

    def look_for_news(self, match_id: str, sequence: int) -> None:
        """Another server may have written something: look, if the match is in use here."""
        lives = [self._lives[match_id]] if match_id in self._lives else [] if match_id else list(self._lives.values())
        for live in lives:
            if not match_id or sequence > live.sequence:
                self._start(self._look(live))

    async def _look(self, live: LiveMatch) -> None:
        with contextlib.suppress(StoreError):  # the next request looks again
            async with live.lock:
                await self._refill(live)

    async def catch_up(self, live: LiveMatch) -> None:
        """Apply everything acknowledged on any server, before a client is told how a match stands."""
        if self._is_shared or live.id in self._doubtful:
            async with live.lock:
                await self._refill(live)

    # ------------------------------------------------------------ machines

    def _wake_machine(self, live: LiveMatch) -> None:
        if self._machines.begins(live):
            self._start(self._machines.play(live))

    async def _make_machine_move(self, live: LiveMatch, seat: Seat, expected: int, move: str | None) -> None:
        """Let a machine move or resign, by the same path as people; another server's may have been faster."""
        async with live.lock:
            if live.sequence == expected and live.state == PLAYING:
                try:
                    planned = live.plan_resignation(seat) if move is None else live.plan_move(seat, move)
                    await self._write(live, f"@{expected}", planned)
                except FathomError as error:
                    if isinstance(error, StoreError) and error.code == StoreError.code:
                        raise

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
