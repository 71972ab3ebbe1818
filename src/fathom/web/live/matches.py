"""The matches in memory, and the only way to change one:

    check the command -> write its event to disk -> apply the event -> answer the sender and tell everyone else

in this order, one command of a match at a time. An event that is not on disk has not happened: nobody has seen it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from typing import NamedTuple
from weakref import WeakValueDictionary

from fathom.core.events import Joined, Rematched, RematchOffered, Renamed
from fathom.core.outcome import Seat
from fathom.errors import FathomError, Forfeit, KeyTaken, NoSeat, NotFound, NotNow, StoreError
from fathom.storage.journal import OVER, PLAYING, Addition, Entry, Search, Sighting, Standing, Summary
from fathom.storage.journal.events import Kind
from fathom.storage.journal.group import Journal
from fathom.storage.journal.orders import DELETED, Order, Report, carry_out
from fathom.web.http.metrics import Metrics
from fathom.web.live import invitations
from fathom.web.live.bots import Bots
from fathom.web.live.entrants import Entrants
from fathom.web.live.invitations import BegunMatch
from fathom.web.live.live_match import Listener, LiveMatch, LoggedEvent, PlannedEvent, Private, entry_of
from fathom.web.live.machines import Machines
from fathom.web.live.recent import Recent
from fathom.web.live.requests import Command, Join, NewMatch
from fathom.web.live.secrets import fits, hash_of, id_from, new_token, token_from
from fathom.web.live.stage import Stage
from fathom.web.live.unreadable import READING_ERRORS, UnreadableMatches
from fathom.web.thinking.queue import Thinking

_APPLIED_AT_ONCE = 20
_DOUBT_SECONDS = 0.5
_RENAMED: Kind = "renamed"
#: The events that change a name in the summary of a match.
_NAMING = (Joined, Renamed)
_NOBODY_THERE = "There is no such match, or it is not open to watchers."
_KEY_OF_DELETED = "This key has created a match that was deleted: make a new key for each match."
_KEY_TAKEN = "This key has created a different match before: make a new key for each match."
_NO_INVITATION = "This invitation does not work: the link is not complete, or the match no longer exists."
_USED_INVITATION = "This invitation has already been used: every link lets one person in. Ask for a new one."


class CommandAnswer(NamedTuple):
    """The event that a command caused; `repeated` if it was sent before."""

    event: LoggedEvent
    repeated: bool = False


class CreatedMatch(NamedTuple):
    """A match, its creator's token, and the invitation if a friend is to join; `repeated` if it was there before."""

    live: LiveMatch
    token: str
    invitation: str | None
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
        bots: Bots | None = None,
    ) -> None:
        """`charge` counts a new match of a visitor, and raises `TooMany` if it is one too many."""
        self.journal = journal
        self.metrics = metrics
        self._charge = charge
        self._is_shared = is_shared
        #: Every match in memory, so that there is only one of each; the last ones used are kept there.
        self._lives: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._recent = Recent()
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._doubtful: set[str] = set()
        self._entrants = Entrants()
        self._stage = Stage()
        self.unreadable = UnreadableMatches()
        #: The operator's own programs that visitors may play against.
        self.bots = bots or Bots({})
        self._machines = Machines(self._make_machine_move, thinking, self.bots)

    @property
    def in_memory(self) -> int:
        """How many matches are in memory."""
        return len(self._lives)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
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
        self._recent.keep(live)
        self._wake_machine(live)  # which may have given up while the store failed
        return live

    async def _load(self, match_id: str) -> LiveMatch:
        try:
            entries = await self.journal.read(lambda ledger: ledger.entries(match_id)) if match_id.isalnum() else []
            if not entries or entries[-1].kind == DELETED:
                raise NotFound(_NOBODY_THERE)
            try:
                live = self._lives[match_id] = await asyncio.to_thread(LiveMatch.replay, match_id, entries)
            except READING_ERRORS as error:
                raise self.unreadable.report(match_id, error) from error
            return live
        finally:
            self._loading.pop(match_id, None)

    async def search(self, search: Search) -> list[Summary]:
        """Find matches in the journal."""
        return await self.journal.ask_lists(lambda lists: lists.matches(search))

    async def create(self, request: NewMatch, visitor: str = "") -> CreatedMatch:
        """Create a match. The client's key makes its id and its secrets: the same key again finds the same match."""
        match_id = id_from(request.key) if request.key else ""
        if match_id and (found := await self._created_before(match_id, request)):
            return found
        self._charge(visitor)
        made = await asyncio.to_thread(invitations.prepare, request, self.bots)
        begun = await asyncio.to_thread(invitations.begin, made.created, made.private, visitor, match_id)
        if not await self._write_first(begun):
            found = await self._created_before(match_id, request)  # by another request, which was faster
            if found is None:
                raise KeyTaken(_KEY_OF_DELETED)
            return found
        return CreatedMatch(begun.live, made.token, made.invitation)

    async def _created_before(self, match_id: str, request: NewMatch) -> CreatedMatch | None:
        """The match that this request created when it came first, and its secrets again; None if there is none."""
        try:
            live = await self.get(match_id)
            await self.catch_up(live)
        except NotFound:
            return None
        if live.request != invitations.fingerprint(request):
            raise KeyTaken(_KEY_TAKEN)
        token, invitation = invitations.make_secrets(request.key, is_friend_invited=not live.is_solo)
        return CreatedMatch(live, token, invitation, repeated=True)

    async def results(self, game: str, options: str, limit: int) -> list[Standing]:
        """The table of results of a puzzle, the best first."""
        return await self.journal.ask_lists(lambda lists: lists.results(game, options, limit))

    async def sighted(self, since: str, limit: int) -> list[str]:
        """The matches in which people have moved since a time, on any server; the latest first."""
        found = await self.journal.ask_lists(lambda lists: lists.live(since, limit))
        return list(dict.fromkeys(found))

    async def begin(self, created: PlannedEvent, private: Private, visitor: str) -> LiveMatch:
        """Write the first event of a new match."""
        begun = await asyncio.to_thread(invitations.begin, created, private, visitor)
        result = begun.addition.result
        if result and not self._entrants.admit(visitor, result):
            begun = begun._replace(addition=begun.addition._replace(result=None))
        await self._write_first(begun)
        return begun.live

    async def _write_first(self, begun: BegunMatch) -> bool:
        """Write the first event of a match; False if there is one with its id."""
        live, addition = begun
        written = await self.journal.append(addition)
        # Equal if the ledger wrote it again after a lost connection, or if the same request came twice at once.
        if not (written.done or written.first == addition.entry) or live.id in self._lives:
            return False
        self._admit(live)
        return True

    def _admit(self, live: LiveMatch) -> None:
        """A new match has been written: keep it in memory."""
        self._lives[live.id] = live
        self._recent.keep(live)
        self.metrics.matches += 1
        self._wake_machine(live)

    async def join(self, match_id: str, request: Join) -> tuple[LiveMatch, str]:
        """Take the open seat with an invitation, which works once; returns the token of the seat."""
        live = await self._get_invited(match_id)
        token = token_from(request.secret, request.key) if request.key else new_token()
        async with live.lock:
            if request.key and live.seats_of(token):
                return live, token  # joined before, but the answer was lost
            _check_invitation(live, request.secret)
            planned = invitations.plan_join(live, request.name)
            answer = await self._write(live, "@joined", planned, private={"hash": hash_of(token)})
            if answer.repeated and not live.seats_of(token):
                raise NotNow(_USED_INVITATION)  # another player was faster, on another server
        return live, token

    async def invited(self, match_id: str, secret: str) -> LiveMatch:
        """The match that an invitation is for, for someone who has its secret; raises `NotFound` or `NotNow`."""
        live = await self._get_invited(match_id)
        _check_invitation(live, secret)
        return live

    async def _get_invited(self, match_id: str) -> LiveMatch:
        try:
            live = await self.get(match_id)
        except NotFound:
            raise NotFound(_NO_INVITATION) from None  # the same as for a wrong secret
        await self.catch_up(live)
        return live

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
            return await self._rematch(live, command.key, sender, visitor)
        return await self._write(live, command.key, planned, sender=sender, visitor=visitor)

    async def _write(
        self,
        live: LiveMatch,
        key: str,
        planned: PlannedEvent,
        private: Private | None = None,
        sender: Listener | None = None,
        begun: BegunMatch | None = None,
        visitor: str = "",
    ) -> CommandAnswer:
        """Write the event to disk, and the match that it begins; only then apply it and tell anyone."""
        entry = entry_of(live.id, live.sequence + 1, key, planned, private)
        changes_state = planned.state != live.state or isinstance(planned.event, _NAMING)
        summary = live.summary(planned, entry.at) if changes_state else None
        addition = Addition(entry, summary, begun and begun.addition)
        if summary and planned.state == OVER:
            addition = self._rank(addition, live, planned, visitor)
        elif visitor and live.is_open and live.is_played(planned):
            place = self._stage.find_place(visitor, live.id)
            addition = addition._replace(sighting=Sighting(place, live.id, entry.at) if place else None)
        try:
            written = await self.journal.append(addition)
        except (StoreError, asyncio.CancelledError):
            self._doubt(live)  # it may be on disk anyway
            raise
        if written.done or written.first == entry:  # equal if the ledger wrote it again after a lost connection
            if begun:
                self._admit(begun.live)
            return CommandAnswer(self._happen(live, entry, planned, sender))
        expected = live.sequence
        await self._refill(live)
        if written.first:
            return CommandAnswer(live.events[written.first.sequence - 1], repeated=True)
        raise live.stale(expected)

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

    def _happen(self, live: LiveMatch, entry: Entry, planned: PlannedEvent, sender: Listener | None) -> LoggedEvent:
        """Apply an event that was planned here, and tell everyone except the sender, who gets it in the answer."""
        event = live.apply(entry, planned)
        self._tell(live, event, sender)
        return event

    def _tell(self, live: LiveMatch, event: LoggedEvent, sender: Listener | None = None) -> None:
        self.metrics.events += 1
        for listener in list(live.listeners):
            if listener is not sender:
                listener.tell(live, event)
        self._wake_machine(live)

    async def _refill(self, live: LiveMatch) -> None:
        """Load and apply the events in the journal that this process has not seen; raises `NotFound` if it is deleted.

        A new name may have replaced an old one in events that have been seen: then all of them are loaded again.
        """
        after = live.sequence
        entries = await self.journal.read(lambda ledger: ledger.entries(live.id, after))
        if any(entry.kind == _RENAMED for entry in entries):
            log = await self.journal.read(lambda ledger: ledger.entries(live.id))
            if log[-1].kind != DELETED:
                live.rename_past(log[:after])
            entries = log[after:] or log[-1:]
        if entries and entries[-1].kind == DELETED:
            self._forget(live)
            raise NotFound(_NOBODY_THERE)
        for number, entry in enumerate(entries, 1):
            try:
                event = live.apply(entry)
            except READING_ERRORS as error:
                raise self.unreadable.report(live.id, error) from error
            self._tell(live, event)
            if number % _APPLIED_AT_ONCE == 0:
                await asyncio.sleep(0)  # others have their turn
        self._doubtful.discard(live.id)

    def _forget(self, live: LiveMatch) -> None:
        """An operator has deleted the match: nobody can follow it any more."""
        self._lives.pop(live.id, None)
        self._recent.drop(live)
        self._doubtful.discard(live.id)
        for listener in list(live.listeners):
            listener.dismiss()

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

    async def _rematch(self, live: LiveMatch, key: str, sender: Listener | None, visitor: str) -> CommandAnswer:
        """Create the rematch, with the seats swapped; each token holds the other seat there."""
        self._charge(visitor)
        begun = invitations.begin(*invitations.plan_rematch(live), visitor)
        planned = PlannedEvent(Rematched(begun.live.id), OVER, live.match.outcome)
        return await self._write(live, key, planned, sender=sender, begun=begun)

    # ------------------------------------------------------------ other servers

    def look_for_news(self, match_id: str, sequence: int) -> None:
        """Another server may have written something: look, if the match is in use here."""
        lives = [self._lives[match_id]] if match_id in self._lives else [] if match_id else list(self._lives.values())
        for live in lives:
            if not match_id or sequence > live.sequence:
                self._start(self._look(live))

    async def _look(self, live: LiveMatch) -> None:
        with contextlib.suppress(StoreError, NotFound):  # the next request looks again
            async with live.lock:
                await self._refill(live)

    async def catch_up(self, live: LiveMatch) -> None:
        """Apply everything acknowledged on any server, before a client is told how a match stands."""
        if self._is_shared or live.id in self._doubtful:
            async with live.lock:
                await self._refill(live)

    # ------------------------------------------------------------ the operator

    async def carry_out(self, order: Order) -> Report:
        """Do what an operator orders, in the journal and then in memory."""
        report = await self.journal.read(lambda ledger: carry_out(ledger, order))
        for match_id in report.matches:
            if match_id in self._loading:  # perhaps read before
                await asyncio.wait([self._loading[match_id]])
            if live := self._lives.get(match_id):
                with contextlib.suppress(NotFound):
                    async with live.lock:
                        await self._refill(live)
        return report

    # ------------------------------------------------------------ machines

    def _wake_machine(self, live: LiveMatch) -> None:
        if self._machines.begins(live):
            self._start(self._machines.play(live))

    async def _make_machine_move(self, live: LiveMatch, seat: Seat, expected: int, move: str | Forfeit) -> None:
        """Let a machine move or forfeit, by the same path as people; another server's may have been faster."""
        async with live.lock:
            if live.sequence == expected and live.state == PLAYING:
                try:
                    if isinstance(move, Forfeit):
                        planned = live.plan_forfeit(seat, move.reason)
                    else:
                        planned = live.plan_move(seat, move)
                    await self._write(live, f"@{expected}", planned)
                except FathomError as error:
                    if isinstance(error, StoreError) and error.code == StoreError.code:
                        raise

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _check_invitation(live: LiveMatch, secret: str) -> None:
    """Raise `NotFound` for a secret that is none of this match, and `NotNow` for one that let somebody in before."""
    if live.used_invitation is not None and fits(secret, live.used_invitation):
        raise NotNow(_USED_INVITATION)
    if live.invitation is None or not fits(secret, live.invitation):
        raise NotFound(_NO_INVITATION)
