"""The matches in memory: finding them, creating them, taking a seat in them.

They are changed in one place, `changes.py`, and catch up with the journal in another, `news.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

from fathom.core.outcome import Seat
from fathom.errors import (
    BadRequest,
    FathomError,
    Forfeit,
    KeyTaken,
    NotFound,
    NotNow,
    StaleMatch,
    StoreError,
    UnreadableMatch,
)
from fathom.storage.journal import PLAYING, Search, Standing, Summary
from fathom.storage.journal.group import Journal
from fathom.storage.journal.orders import DELETED, Order, Report, carry_out
from fathom.storage.journal.presences import Hint
from fathom.web.http.limits import Addresses, Lane, Limits, count_acceptances
from fathom.web.http.metrics import Metrics
from fathom.web.live import invitations
from fathom.web.live.background import Background
from fathom.web.live.bots import Bots
from fathom.web.live.changes import Changes, CommandAnswer, resolver
from fathom.web.live.clocks import Clocks
from fathom.web.live.entrants import Entrants
from fathom.web.live.invitations import BegunMatch, QuickMatch
from fathom.web.live.live_match import MACHINE, Listener, LiveMatch, LoggedEvent, PlannedEvent, Private
from fathom.web.live.lobby import Lobby
from fathom.web.live.machines import Machines
from fathom.web.live.news import ANY, NOBODY_THERE, News
from fathom.web.live.presence import Presences
from fathom.web.live.recent import Recent
from fathom.web.live.requests import Command, Join, NewMatch
from fathom.web.live.secrets import fits, hash_of, id_from, new_id, new_token, token_from
from fathom.web.live.unreadable import READING_ERRORS, UnreadableMatches
from fathom.web.thinking.queue import Thinking
from fathom.web.thinking.threads import run_in_thread

_KEY_OF_DELETED = "This key has created a match that was deleted: make a new key for each match."
_KEY_TAKEN = "This key has created a different match before: make a new key for each match."
_NOBODY_ELSE = "This app runs on your device alone, where no friend can join: play the computer, or two on this screen."
_NO_INVITATION = "This invitation does not work: the link is not complete, or the match no longer exists."
_USED_INVITATION = "This invitation has already been used: every link lets one person in. Ask for a new one."


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
        acceptances: Addresses | None = None,
        is_shared: bool = False,
        is_local: bool = False,
        bots: Bots | None = None,
    ) -> None:
        """`charge` counts a new match of a visitor, and raises `TooMany` if it is one too many; so do `acceptances`.

        `is_local` if they are inside the visitor's own browser, where nobody else can join.
        """
        self.journal = journal
        self._is_local = is_local
        self.metrics = metrics
        self._charge = charge
        #: Every match in memory, so that there is only one of each; the last ones used are kept there.
        self._lives: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._recent = Recent()
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._background = Background()
        self._entrants = Entrants()
        self.unreadable = UnreadableMatches()
        self._news = News(journal, self._background, self.unreadable, self._tell, self._forget, is_shared=is_shared)
        self.presences = Presences(journal, is_shared=is_shared)
        self.clocks = Clocks(journal, self._background, self._end_in_time, is_shared=is_shared)
        self.changes = Changes(
            journal,
            metrics,
            self._news,
            self.presences,
            self.clocks,
            self._background,
            self._entrants,
            self._tell,
            self._admit,
            charge,
        )
        self.lobby = Lobby(journal, self._background, acceptances or count_acceptances(Limits()))
        #: The operator's own programs that visitors may play against.
        self.bots = bots or Bots({})
        self._machines = Machines(self._make_machine_move, thinking, self.bots)

    @property
    def in_memory(self) -> int:
        """How many matches are in memory."""
        return len(self._lives)

    async def close(self) -> None:
        await self.presences.close()
        await self.lobby.close()
        await self.clocks.close()
        await self._background.close()
        await self.bots.close()
        await self.journal.close()

    # ------------------------------------------------------------ finding and creating matches

    async def find(self, match_id: str, token: str | None = None, lane: Lane | None = None) -> LiveMatch:
        """The match with that id as it stands now, if the token may see it; raises `NotFound`."""
        live = await self.get(match_id, lane)
        await self.catch_up(live)
        if not live.may_watch(token):
            raise NotFound(NOBODY_THERE)
        return live

    async def get(self, match_id: str, lane: Lane | None = None) -> LiveMatch:
        """The match with that id, for any client; if it has to be loaded, whoever asks for it waits in their lane."""
        live = self._lives.get(match_id)
        if live is None:
            async with lane or contextlib.nullcontext():
                live = await self._load_once(match_id)
            if lane and MACHINE in live.seats:
                live.owner = lane.address
        self._recent.keep(live)
        self._wake_machine(live)  # which may have given up while the store failed
        self._watch(live)
        return live

    async def _load_once(self, match_id: str) -> LiveMatch:
        """Load a match, unless it has been loaded in the meantime or is being loaded."""
        if live := self._lives.get(match_id):
            return live
        task = self._loading.get(match_id) or asyncio.create_task(self._load(match_id))
        self._loading[match_id] = task
        return await asyncio.shield(task)

    async def _load(self, match_id: str) -> LiveMatch:
        try:
            entries = await self.journal.read(lambda ledger: ledger.entries(match_id)) if match_id.isalnum() else []
            if not entries or entries[-1].kind == DELETED:
                raise NotFound(NOBODY_THERE)
            try:
                live = self._lives[match_id] = await run_in_thread(LiveMatch.replay, match_id, entries)
            except READING_ERRORS as error:
                raise self.unreadable.report(match_id, error) from error
            return live
        finally:
            self._loading.pop(match_id, None)

    async def search(self, search: Search) -> list[Summary]:
        """Find matches in the journal."""
        return await self.journal.ask_lists(lambda lists: lists.matches(search))

    async def create(self, request: NewMatch, visitor: str = "", quick: QuickMatch | None = None) -> CreatedMatch:
        """Create a match. The client's key makes its id and its secrets: the same key again finds the same match."""
        match_id = id_from(request.key, is_local=self._is_local) if request.key else ""
        if match_id and (found := await self._created_before(match_id, request, quick)):
            return found
        if self._is_local and request.opponent in {invitations.FRIEND, invitations.ANYONE}:
            raise BadRequest(_NOBODY_ELSE)
        is_challenge = request.opponent == invitations.ANYONE
        with self.lobby.making_one(visitor) if is_challenge else contextlib.nullcontext():
            made = await self._create(request, visitor, quick, match_id)
        if made.live.challenge and not quick and not made.repeated:
            await self.lobby.offer(made.live)  # it counts as an open one already, and must not count twice
        return made

    async def _create(self, request: NewMatch, visitor: str, quick: QuickMatch | None, match_id: str) -> CreatedMatch:
        """The same, for a match that there is none of yet."""
        self._charge(visitor)
        made = await run_in_thread(invitations.prepare, request, self.bots, quick)
        begun = await run_in_thread(invitations.begin, made.created, made.private, visitor, match_id or self._new_id())
        if not await self._write_first(begun):
            found = await self._created_before(match_id, request, quick)  # by another request, which was faster
            if found is None:
                raise KeyTaken(_KEY_OF_DELETED)
            return found
        return CreatedMatch(begun.live, made.token, made.invitation)

    async def _created_before(self, match_id: str, request: NewMatch, quick: QuickMatch | None) -> CreatedMatch | None:
        """The match that this request created when it came first, and its secrets again; None if there is none."""
        try:
            live = await self.get(match_id)
            await self.catch_up(live)
        except NotFound:
            return None
        if live.request != invitations.fingerprint(quick.asked if quick else request):
            raise KeyTaken(_KEY_TAKEN)
        is_friend_invited = request.opponent == invitations.FRIEND
        token, invitation = invitations.make_secrets(request.key, is_friend_invited=is_friend_invited)
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
        begun = await run_in_thread(invitations.begin, created, private, visitor, self._new_id())
        result = begun.addition.result
        if result and not self._entrants.admit(visitor, result):
            begun = begun._replace(addition=begun.addition._replace(result=None))
        await self._write_first(begun)
        return begun.live

    def _new_id(self) -> str:
        return new_id(is_local=self._is_local)

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
        self._watch(live)

    async def join(self, match_id: str, request: Join, lane: Lane | None = None) -> tuple[LiveMatch, str]:
        """Take the open seat with an invitation, which works once; returns the token of the seat."""
        live = await self._get_invited(match_id, lane)
        token = token_from(request.secret, request.key) if request.key else new_token()
        async with live.turn:
            if request.key and live.seats_of(token):
                return live, token  # joined before, but the answer was lost
            _check_invitation(live, request.secret)
            if not await self.take_seat(live, token, invitations.plan_join(live, request.name)):
                raise NotNow(_USED_INVITATION)
        return live, token

    async def take_seat(self, live: LiveMatch, token: str, planned: PlannedEvent) -> bool:
        """Give the open seat to a token, whose holder has the turn; False if another player was faster, elsewhere."""
        answer = await self.changes.write(live, "@joined", planned, private={"hash": hash_of(token)})
        return not answer.repeated or bool(live.seats_of(token))

    async def invited(self, match_id: str, secret: str, lane: Lane | None = None) -> LiveMatch:
        """The match that an invitation is for, for someone who has its secret; raises `NotFound` or `NotNow`."""
        live = await self._get_invited(match_id, lane)
        _check_invitation(live, secret)
        return live

    async def _get_invited(self, match_id: str, lane: Lane | None) -> LiveMatch:
        try:
            live = await self.get(match_id, lane)
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
        answered: asyncio.Future[CommandAnswer] = asyncio.get_running_loop().create_future()
        self.changes.run(live, seats, command, resolver(answered), sender, visitor)
        return await answered

    def _tell(self, live: LiveMatch, event: LoggedEvent, sender: Listener | None = None) -> None:
        """Tell everyone except the sender."""
        self.metrics.events += 1
        for listener in list(live.listeners):
            if listener is not sender:
                listener.tell(live, event)
        self._wake_machine(live)
        self._watch(live)

    def _forget(self, live: LiveMatch) -> None:
        """An operator has deleted the match: nobody can follow it any more."""
        self._lives.pop(live.id, None)
        self._recent.drop(live)
        for listener in list(live.listeners):
            listener.dismiss()

    # ------------------------------------------------------------ other servers

    def look_for_news(self, match_id: str, sequence: int) -> None:
        """Another server may have written something: look, if the match is in use here."""
        if not match_id:
            for live in list(self._lives.values()):
                self._news.look(live, ANY)
                if live.people and self.presences.is_shared:
                    live.people.forget_absences()
                    self.presences.note(live)
        elif (found := self._lives.get(match_id)) and sequence > found.sequence:
            self._news.look(found, sequence)

    def look_for_players(self, hint: Hint) -> None:
        """Players may have come to another server or left it: look, if their matches are in use here."""
        if self.presences.is_news(hint):
            for live in list(self._lives.values()) if not hint.match else [self._lives.get(hint.match)]:
                if live:
                    self.presences.note(live)

    async def catch_up(self, live: LiveMatch) -> None:
        """Learn of everything acknowledged on any server, before a client is told how a match stands."""
        await self._news.catch_up(live)
        await self.presences.catch_up(live)

    # ------------------------------------------------------------ the operator

    async def carry_out(self, order: Order) -> Report:
        """Do what an operator orders, in the journal and then in memory."""
        report = await self.journal.read(lambda ledger: carry_out(ledger, order))
        for match_id in report.matches:
            if match_id in self._loading:  # perhaps read before
                await asyncio.wait([self._loading[match_id]])
            if live := self._lives.get(match_id):
                with contextlib.suppress(NotFound):
                    async with live.turn:
                        await self._news.read(live)
        return report

    # ------------------------------------------------------------ machines

    def _wake_machine(self, live: LiveMatch) -> None:
        if self._machines.begins(live):
            self._background.start(self._machines.play(live))

    async def _make_machine_move(self, live: LiveMatch, seat: Seat, expected: int, move: str | Forfeit) -> None:
        """Let a machine move or forfeit, by the same path as people; another server's may have been faster."""
        async with live.turn:
            if live.sequence == expected and live.state == PLAYING:
                try:
                    if isinstance(move, Forfeit):
                        planned = live.plan_forfeit(seat, move.reason)
                    else:
                        planned = live.plan_move(seat, move)
                    await self.changes.write(live, f"@{expected}", planned)
                except FathomError as error:
                    if isinstance(error, StoreError) and error.code == StoreError.code:
                        raise

    # ------------------------------------------------------------ clocks

    def _watch(self, live: LiveMatch) -> None:
        """See to what has to be looked at from time to time, as long as the match goes on."""
        if live.people is not None:
            self.lobby.watch(live)
        if live.times is not None:
            self.clocks.watch(live)

    async def _end_in_time(self, match_id: str) -> LiveMatch | None:
        """End a match by the same path as people do, if its time is up; another server may have been faster."""
        try:
            live = await self.get(match_id)
            await self.catch_up(live)
            await self.clocks.catch_up()
            async with live.turn:
                if planned := live.plan_time_out():
                    with contextlib.suppress(StaleMatch):
                        await self.changes.write(live, f"@time-{live.sequence}", planned)
        except (NotFound, UnreadableMatch):
            return None
        return live


def _check_invitation(live: LiveMatch, secret: str) -> None:
    """Raise `NotFound` for a secret that is none of this match, and `NotNow` for one that let somebody in before."""
    if live.used_invitation is not None and fits(secret, live.used_invitation):
        raise NotNow(_USED_INVITATION)
    if live.invitation is None or not fits(secret, live.invitation):
        raise NotFound(_NO_INVITATION)
