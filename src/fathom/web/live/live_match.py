"""A match in the server's memory: its replayed log, its players and its listeners.

Nothing here waits or writes: `plan` returns the event that a command would cause, `apply` applies an event that has
been written to the journal.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, TypedDict

import msgspec

from fathom import games
from fathom.core.events import (
    Created,
    Event,
    Forfeited,
    Hinted,
    Joined,
    Moved,
    Rematched,
    RematchOffered,
    Renamed,
    Resigned,
    SeatKind,
    TakenBack,
    apply,
)
from fathom.core.match import AnyMatch, AnyPly, Match, forfeiture, resignation
from fathom.core.outcome import Outcome, OutcomeDict, Seat
from fathom.core.words import counted
from fathom.errors import FathomError, GameOver, NoSeat, NothingToUndo, NotNow, StaleMatch, StoreError
from fathom.storage.journal import NAMELESS, OVER, PLAYING, WAITING, Entry, Result, State, Summary
from fathom.storage.journal.events import EventBody, Kind, decode_event, encode_event
from fathom.web.live.names import person
from fathom.web.live.requests import Command, Hint, Move, Rematch, Rename, Resign, TakeBack
from fathom.web.live.secrets import fits
from fathom.web.live.turns import Turn

PERSON: Final = "person"
MACHINE: Final = "machine"
OPEN: Final = "open"
#: The most moves of a match, and the most of anything that happens to it; no contest that is served here has as many.
MOST_MOVES, MOST_EVENTS = 1_000, 5_000
#: The most missed events that a refusal tells; whoever has missed more asks for them.
MOST_TOLD = 100
_REFUSALS_REMEMBERED = 32
_EMPTY_BODY = len("{}")


class EventDict(EventBody):
    """An event as clients receive it; its other fields depend on its kind."""

    sequence: int
    kind: Kind
    at: str


class LoggedEvent:
    """An event with its sequence number in the log of its match, and its time (UTC)."""

    __slots__ = ("_json", "at", "event", "sequence")

    def __init__(self, sequence: int, at: str, event: Event, json: msgspec.Raw | None = None) -> None:
        self.sequence = sequence
        self.at = at
        self.event = event
        self._json = json

    def as_dict(self) -> EventDict:
        kind, body = encode_event(self.event)
        return {"sequence": self.sequence, "kind": kind, "at": self.at, **body}

    @property
    def json(self) -> msgspec.Raw:
        """The same as JSON, encoded once for everyone who is told."""
        if self._json is None:
            self._json = msgspec.Raw(msgspec.json.encode(self.as_dict()))
        return self._json


class Private(TypedDict, total=False):
    """The part of an event that only the server sees: hashes of tokens and of the request for the match."""

    hashes: list[str | None]
    invitation: str | None
    hash: str
    request: str


_private: msgspec.json.Decoder[Private] = msgspec.json.Decoder(Private)


class Listener(Protocol):
    """A receiver of events, usually a socket."""

    def tell(self, live: LiveMatch, event: LoggedEvent) -> None: ...

    def dismiss(self) -> None:
        """The match has been deleted."""


class PlannedEvent(NamedTuple):
    """An event that a command would cause, the state of the match after it, and its ply if it is a move."""

    event: Event
    state: State
    outcome: Outcome | None = None
    ply: AnyPly | None = None


class LiveMatch:
    """One match in memory. `events[i].sequence == i + 1`."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        #: Who waits in the queue when a machine of this match thinks: its creator's address, if known.
        self.owner = f"match {match_id}"
        self.events: list[LoggedEvent] = []
        self.keys: dict[str, int] = {}
        self.match: AnyMatch
        self.state: State = WAITING
        self.seats: list[SeatKind] = []
        self.hashes: list[str | None] = []
        self.invitation: str | None = None
        self.used_invitation: str | None = None
        self.request: str | None = None  # the hash of what its creator asked for, if that had a key
        self.is_open = False
        self.is_solo = False
        self.pair: tuple[int, ...] = ()  # the half points that each seat brought along, if it is a game of a pair
        self._given = 0  # moves already made when the match was created
        self.offers: set[Seat] = set()
        self.next_match: str | None = None
        self.listeners: dict[Listener, None] = {}  # in order of arrival
        self.turn = Turn()
        self.refusals: OrderedDict[str, FathomError] = OrderedDict()

    @classmethod
    def replay(cls, match_id: str, entries: list[Entry]) -> LiveMatch:
        live = cls(match_id)
        for entry in entries:
            live.apply(entry)
        return live

    @property
    def sequence(self) -> int:
        return len(self.events)

    @property
    def machine_to_move(self) -> Seat | None:
        """The seat to move, if a machine plays it."""
        if self.state != PLAYING or MACHINE not in self.seats:
            return None
        seat: Seat = self.match.position.to_move
        return seat if self.seats[seat - 1] == MACHINE else None

    def seats_of(self, token: str | None) -> list[Seat]:
        """The seats that a token holds."""
        if not token:
            return []
        return [seat for seat, kept in enumerate(self.hashes, 1) if fits(token, kept)]

    @property
    def length(self) -> int:
        """Its moves and events, and those that refusals tell: what its memory depends on."""
        return len(self.match.plies) + len(self.events) + MOST_TOLD * len(self.refusals)

    def moves_as_of(self, sequence: int) -> list[str]:
        """The moves as they stood after an event."""
        moves: list[str] = []
        for logged in self.events[:sequence]:
            event = logged.event
            if isinstance(event, Moved):
                moves.append(event.move)
            elif isinstance(event, TakenBack):
                del moves[len(moves) - event.plies :]
            elif isinstance(event, Created):
                moves.extend(event.moves)
        return moves

    def may_watch(self, token: str | None) -> bool:
        return self.is_open or bool(self.seats_of(token))

    def summary(self, planned: PlannedEvent, at: str) -> Summary:
        """The match's summary after a planned event."""
        names, event = list(self.match.names), planned.event
        if isinstance(event, Joined | Renamed):
            names[event.seat - 1] = event.name
        created = self.events[0].at
        options, game = self.match.options.write_line(), self.match.game.name
        outcome = planned.outcome.as_dict() if planned.outcome else None
        rest = (_json(names), planned.state, int(self.is_open), created, at, _json(outcome))
        return Summary(self.id, game, options, *rest)

    def is_played(self, planned: PlannedEvent) -> bool:
        """Will every seat have moved since the match was created, without being over?"""
        made = len(self.match.plies) + 1 - self._given
        return isinstance(planned.event, Moved) and planned.state == PLAYING and made >= self.match.game.seats

    def result(self, planned: PlannedEvent, at: str) -> Result | None:
        """What a planned event enters in the table of results: a puzzle that it solves, or a solved one's new name."""
        event = planned.event
        puzzles = games.room(self.match.game.name).puzzles
        if not puzzles or not planned.outcome or planned.outcome.winner is None:
            return None
        if not isinstance(event, Created | Moved | Renamed):
            return None
        player = event.name if isinstance(event, Renamed) else self.match.name(1)
        position = planned.ply.position if planned.ply else self.match.position
        solved = self._last_move_time() if isinstance(event, Renamed) else at
        options, hints, is_open = self.match.options.write_line(), len(self.match.hints), int(self.is_open)
        mp = puzzles.mp(position)
        return Result(self.match.game.name, options, player, mp, hints, solved, self.id, is_open)

    def _last_move_time(self) -> str:
        return next(logged.at for logged in reversed(self.events) if isinstance(logged.event, Moved | Created))

    # ------------------------------------------------------------ planning

    def plan(self, seats: list[Seat], command: Command) -> PlannedEvent:
        """The event that a command of these seats would cause; raises an error if it is refused."""
        if not seats:
            raise NoSeat("You are not a player in this match, so you can only watch.")
        if command.expected != self.sequence:
            raise self.stale(command.expected)
        if self.sequence >= MOST_EVENTS and not isinstance(command, Resign | Rematch):
            raise NotNow(f"A match on this server has at most {MOST_EVENTS:,} events: resign, and begin another one.")
        if isinstance(command, Move) and self.state != WAITING:  # first, because nearly all commands are moves
            return self.plan_move(self._seat_among(seats), command.move)
        if isinstance(command, Rematch):
            return self._plan_offer(self._seat_among(seats))
        if isinstance(command, Rename):
            return self._plan_rename(command.name)
        if self.state == WAITING:
            raise NotNow("The other player has not joined yet: send the invitation; the match begins when they join.")
        if isinstance(command, Resign):
            return self.plan_resignation(self._seat_among(seats))
        if isinstance(command, TakeBack):
            return self._plan_take_back(self._seat_among(seats), command.plies)
        assert isinstance(command, Hint)
        return self._plan_hint(self._seat_among(seats), command.level)

    def stale(self, expected: int) -> StaleMatch:
        """The error for a client that has not seen the last event, or claims to have seen a later one."""
        missed = max(0, self.sequence - expected)
        there = f"{counted(missed, 'event')} came after it" if missed else "there is no such event"
        error = StaleMatch(f"You last saw event {expected} of this match, and {there}: nothing was done.")
        events = [logged.as_dict() for logged in self.events[expected : expected + MOST_TOLD]]
        error.detail = {"events": events, "sequence": self.sequence}
        return error

    def _seat_among(self, seats: list[Seat]) -> Seat:
        """The seat that acts: the one to move, if the client holds both."""
        to_move: Seat = self.match.position.to_move
        return to_move if to_move in seats else seats[0]

    def plan_move(self, seat: Seat, text: str) -> PlannedEvent:
        if len(self.match.plies) >= MOST_MOVES:
            raise NotNow(f"A match on this server has at most {MOST_MOVES:,} moves: take some back, or begin another.")
        ply = self.match.look(text, seat)
        outcome = ply.position.outcome
        moved = Moved(self.match.game.format_move(ply.move), seat)
        return PlannedEvent(moved, OVER if outcome else PLAYING, outcome, ply)

    def plan_resignation(self, seat: Seat) -> PlannedEvent:
        if self.match.outcome:
            raise GameOver(f"The game is over: {self.match.outcome.reason}.")
        return PlannedEvent(Resigned(seat), OVER, resignation(self.match.game.seats, seat))

    def plan_forfeit(self, seat: Seat, reason: str) -> PlannedEvent:
        if self.match.outcome:
            raise GameOver(f"The game is over: {self.match.outcome.reason}.")
        return PlannedEvent(Forfeited(seat, reason), OVER, forfeiture(self.match.game.seats, seat, reason))

    def _plan_take_back(self, seat: Seat, plies: int) -> PlannedEvent:
        if not self.is_solo:
            raise NotNow("Moves cannot be taken back in a match against another person.")
        if self.match.is_broken_off:
            raise GameOver("A resignation or a forfeit cannot be taken back; start a rematch instead.")
        if plies > len(self.match.plies) - self._given:
            raise NothingToUndo(f"{plies} moves cannot be taken back: {len(self.match.plies) - self._given} were made.")
        return PlannedEvent(TakenBack(plies, seat), PLAYING)

    def _plan_hint(self, seat: Seat, level: int) -> PlannedEvent:
        if not self.is_solo:
            raise NotNow(
                "There are no hints in a match against another person; the review explains everything afterwards."
            )
        if self.match.outcome:
            raise GameOver(f"The game is over: {self.match.outcome.reason}.")
        return PlannedEvent(Hinted(level, seat), PLAYING)

    def _plan_rename(self, name: str) -> PlannedEvent:
        if self.match.game.seats > 1:
            raise NotNow("Names cannot be changed once a match has begun.")
        return PlannedEvent(Renamed(person(name, NAMELESS), 1), self.state, self.match.outcome)

    def _plan_offer(self, seat: Seat) -> PlannedEvent:
        if self.state != OVER:
            raise NotNow("A rematch can be offered when the match is over.")
        if self.next_match:
            raise NotNow("The rematch has already started.")
        return PlannedEvent(RematchOffered(seat), OVER, self.match.outcome)

    def accepts(self, seat: Seat) -> bool:
        """Does an offer by this seat start the rematch, because the other seat has agreed or need not?"""
        return self.is_solo or bool(self.offers - {seat})

    # ------------------------------------------------------------ applying

    def apply(self, entry: Entry, planned: PlannedEvent | None = None) -> LoggedEvent:
        """Apply an event that has been written; one that was planned here is not decoded again."""
        if entry.sequence != self.sequence + 1:
            raise StoreError(f"Match {self.id} has a gap in its log before event {entry.sequence}.")
        event = planned.event if planned else decode_event(entry.kind, entry.body)
        if planned and planned.ply:
            self.match.make(planned.ply)
        else:
            self._happen(event, _private.decode(entry.private))
        self.state = WAITING if OPEN in self.seats else OVER if self.match.outcome else PLAYING
        logged = LoggedEvent(entry.sequence, entry.at, event, _told_json(entry) if planned else None)
        self.events.append(logged)
        self.keys[entry.key] = entry.sequence
        return logged

    def rename_past(self, entries: list[Entry]) -> None:
        """Take the names from the log, in which an operator has replaced some; everything else in it is the same."""
        rewritten = LiveMatch.replay(self.id, entries)
        self.events, self.match = rewritten.events, rewritten.match
        self.refusals.clear()  # they may quote the old events

    def _happen(self, event: Event, private: Private) -> None:
        match event:
            case Created():
                self._create(event, private)
            case Joined(seat, name):
                self.seats[seat - 1], self.hashes[seat - 1] = PERSON, private["hash"]
                self.invitation, self.used_invitation = None, self.invitation
                self.match.rename(seat, name)
            case RematchOffered(seat):
                self.offers.add(seat)
            case Rematched(following):
                self.next_match = following
            case _:
                apply(self.match, event)

    def _create(self, created: Created, private: Private) -> None:
        game = games.game(created.game)
        self.match = Match(game, game.options_type.read(created.options), created.names)
        self.match.play_all(created.moves)
        self._given = len(created.moves)
        if created.resigned:
            self.match.resign(created.resigned)
        if created.forfeited:
            self.match.forfeit(*created.forfeited)
        self.match.hints = dict(created.hints)
        self.seats, self.is_open, self.is_solo = list(created.seats), created.watch, created.solo
        self.pair = created.pair
        self.hashes, self.invitation = private["hashes"], private["invitation"]
        self.request = private.get("request")

    def remember_refusal(self, key: str, error: FathomError) -> None:
        error.__cause__ = error.__context__ = None  # their frames would keep the sender in memory
        self.refusals[key] = error
        if len(self.refusals) > _REFUSALS_REMEMBERED:
            self.refusals.popitem(last=False)


def _json(value: EventBody | Private | OutcomeDict | list[str] | None) -> str:
    return msgspec.json.encode(value).decode()


def _told_json(entry: Entry) -> msgspec.Raw:
    """What clients are told of an event that was planned here, made from its entry: its body is not encoded again."""
    head = f'{{"sequence":{entry.sequence},"kind":"{entry.kind}","at":"{entry.at}"'
    return msgspec.Raw(f"{head}{',' if len(entry.body) > _EMPTY_BODY else ''}{entry.body[1:]}".encode())


def entry_of(live_id: str, sequence: int, key: str, planned: PlannedEvent, private: Private | None = None) -> Entry:
    """A planned event as a journal entry."""
    kind, body = encode_event(planned.event)
    return Entry(live_id, sequence, key, kind, _json(body), _json(private) if private else "{}", now())


def now() -> str:
    """The time in UTC, to the millisecond: `2026-11-15T22:00:00.123Z`."""
    seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_write_second(seconds)}.{milliseconds:03}Z"


@lru_cache(maxsize=1)
def _write_second(seconds: int) -> str:
    """Made once a second, however many events there are."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
