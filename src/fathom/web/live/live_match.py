"""A match in the server's memory: its replayed log, its players and its listeners.

Nothing here waits or writes: `plan` returns the event that a command would cause, `apply` applies an event that has
been written to the journal.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Protocol, TypedDict

import msgspec
from msgspec import Struct

from fathom import games
from fathom.core.clock import Times
from fathom.core.events import (
    Abandoned,
    Challenge,
    Created,
    Event,
    Forfeited,
    Hinted,
    Joined,
    Moved,
    Nudged,
    Rematched,
    RematchOffered,
    Renamed,
    Resigned,
    SeatKind,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
    TimedOut,
    Withdrawn,
    apply,
)
from fathom.core.match import AnyMatch, AnyPly, Match, forfeiture, loss, resignation
from fathom.core.outcome import MatchEnding, Outcome, OutcomeDict, Seat
from fathom.core.words import counted
from fathom.errors import FathomError, GameOver, NoSeat, NothingToUndo, NotNow, StaleMatch, StoreError
from fathom.storage.journal import NAMELESS, OVER, PLAYING, WAITING, Entry, Result, State, Summary
from fathom.storage.journal.events import EventBody, Kind, decode_event, encode_event
from fathom.storage.journal.uptimes import milliseconds
from fathom.web.live.moments import now, time_in_milliseconds
from fathom.web.live.names import person
from fathom.web.live.people import People
from fathom.web.live.requests import (
    AnswerTakeBack,
    Claim,
    Command,
    Hint,
    Move,
    Nudge,
    Rematch,
    Rename,
    Resign,
    TakeBack,
    Withdraw,
)
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


class EventDict(EventBody):
    """An event as clients receive it; its other fields depend on its kind."""

    sequence: int
    kind: Kind
    at: str


class LoggedEvent(Struct, eq=False, gc=False):
    """An event with its sequence number in the log of its match, and its time (UTC)."""

    sequence: int
    at: str
    event: Event
    _json: msgspec.Raw | None = None

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

    def plays(self, seat: Seat) -> bool:
        """Does it belong to somebody who plays this seat and looks at the match?"""

    def show_presence(self, live: LiveMatch) -> None:
        """Somebody may have come or gone."""

    def dismiss(self) -> None:
        """The match has been deleted."""


class PlannedEvent(Struct, eq=False, gc=False):
    """An event that a command would cause, the state of the match after it, and its ply if it is a move."""

    event: Event
    state: State
    outcome: Outcome | None = None
    ply: AnyPly | None = None


class LiveMatch:
    """One match in memory. `events[i].sequence == i + 1`."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        #: Who waits in the queue when a machine of this match thinks: the address that has played or loaded it last.
        self.owner = f"match {match_id}"
        self.events: list[LoggedEvent] = []
        self.keys: dict[str, int] = {}
        self.match: AnyMatch
        self.state: State = WAITING
        self.seats: list[SeatKind] = []
        self.hashes: list[str | None] = []
        self.invitation: str | None = None
        self.used_invitation: str | None = None
        #: How the open seat is offered to anybody, until somebody has it or the offer is taken back.
        self.challenge: Challenge | None = None
        self.is_withdrawn = False  # a challenge that was taken back: the match will never begin
        self.request: str | None = None  # the hash of what its creator asked for, if that had a key
        self.is_open = False
        self.is_solo = False
        self.pair: tuple[int, ...] = ()  # the half points that each seat brought along, if it is a game of a pair
        self.times: Times | None = None  # what is left of the players' time, if it is limited
        self.people: People | None = None  # in a match between two people
        self._given = 0  # moves already made when the match was created
        self.offers: set[Seat] = set()
        self.offered_game: str | None = None  # another game than this one
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

    @property
    def is_time_up(self) -> bool:
        """Has the seat to move used up its time, without anything in the log that says so?"""
        times = self.times
        return times is not None and times.runs is not None and not times.left(times.runs, time_in_milliseconds())

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
        match, event = self.match, planned.event
        if isinstance(event, Joined):
            match = _settle(match, event)
        names = list(match.names)
        if isinstance(event, Joined | Renamed):
            names[event.seat - 1] = event.name
        created = self.events[0].at
        options, game = match.options.write_line(), match.game.name
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
        sequence = len(self.events)
        if command.expected != sequence:
            raise self.stale(command.expected)
        if self.is_time_up and not isinstance(command, Resign | Rematch):
            raise NotNow(f"The time of {self.match.name(self.match.position.to_move)} is up, so the match is over.")
        if sequence >= MOST_EVENTS and not isinstance(command, Resign | Rematch):
            raise NotNow(f"A match on this server has at most {MOST_EVENTS:,} events: resign, and begin another one.")
        if isinstance(command, Move) and self.state != WAITING:  # first, because nearly all commands are moves
            return self.plan_move(self._seat_among(seats), command.move)
        if isinstance(command, Rematch):
            return self._plan_offer(self._seat_among(seats), command.game)
        if isinstance(command, Rename):
            return self._plan_rename(command.name)
        if isinstance(command, Withdraw):
            return self._plan_withdrawal(seats[0])
        if self.state == WAITING:
            raise NotNow("The other player has not joined yet: send the invitation; the match begins when they join.")
        if isinstance(command, Resign):
            return self.plan_resignation(self._seat_among(seats))
        if isinstance(command, TakeBack):
            return self._plan_take_back(self._seat_among(seats), command.plies)
        if isinstance(command, AnswerTakeBack | Nudge | Claim):
            return self._plan_between_people(seats[0], command)
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
        match = self.match
        ply = match.look(text, seat)
        outcome: Outcome | None = ply.position.outcome
        moved = Moved(match.game.format_move(ply.move), seat)
        return PlannedEvent(moved, OVER if outcome else PLAYING, outcome, ply)

    def plan_resignation(self, seat: Seat) -> PlannedEvent:
        if self.match.outcome:
            raise GameOver(f"The game is over: {self.match.outcome.reason}.")
        return PlannedEvent(Resigned(seat), OVER, resignation(self.match.game.seats, seat))

    def plan_forfeit(self, seat: Seat, reason: str) -> PlannedEvent:
        if self.match.outcome:
            raise GameOver(f"The game is over: {self.match.outcome.reason}.")
        return PlannedEvent(Forfeited(seat, reason), OVER, forfeiture(self.match.game.seats, seat, reason))

    def plan_time_out(self) -> PlannedEvent | None:
        """The end of the match, if the seat to move has no time left; otherwise None."""
        if not self.is_time_up:
            return None
        seat: Seat = self.match.position.to_move
        return PlannedEvent(TimedOut(seat), OVER, loss(self.match.game.seats, seat, MatchEnding.TIME))

    def _plan_take_back(self, seat: Seat, plies: int) -> PlannedEvent:
        if self.match.is_broken_off:
            raise GameOver(f"{self.match.ending}, and that cannot be taken back: start a rematch instead.")
        if plies > len(self.match.plies) - self._given:
            raise NothingToUndo(f"{plies} moves cannot be taken back: {len(self.match.plies) - self._given} were made.")
        if self.people:
            return PlannedEvent(self.people.ask(self, plies, seat), PLAYING)
        return PlannedEvent(TakenBack(plies, seat), PLAYING)

    def _plan_between_people(self, seat: Seat, command: AnswerTakeBack | Nudge | Claim) -> PlannedEvent:
        if self.people is None:
            raise NotNow("There is no other person in this match.")
        event = self.people.plan(self, seat, command)
        if isinstance(event, Abandoned):
            return PlannedEvent(event, OVER, loss(self.match.game.seats, event.seat, MatchEnding.ABANDONED))
        return PlannedEvent(event, PLAYING)

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

    def _plan_withdrawal(self, seat: Seat) -> PlannedEvent:
        if self.challenge is None:
            raise NotNow("This match is not an open challenge: there is nothing to take back.")
        return PlannedEvent(Withdrawn(seat), self.state)

    def _plan_offer(self, seat: Seat, game: str | None) -> PlannedEvent:
        if self.state != OVER:
            raise NotNow("A rematch can be offered when the match is over.")
        if self.next_match:
            raise NotNow("The rematch has already started.")
        if game is not None and not games.game(game).is_contest:
            raise NotNow(f"{games.game(game).title} is for one player: choose a game for two.")
        return PlannedEvent(RematchOffered(seat, game), OVER, self.match.outcome)

    def accepts(self, seat: Seat) -> bool:
        """Does an offer by this seat start the rematch, because the other seat has agreed or need not?"""
        return self.is_solo or bool(self.offers - {seat})

    # ------------------------------------------------------------ applying

    def apply(self, entry: Entry, planned: PlannedEvent | None = None) -> LoggedEvent:
        """Apply an event that has been written; one that was planned here is not decoded again."""
        sequence = entry.sequence
        if sequence != len(self.events) + 1:
            raise StoreError(f"Match {self.id} has a gap in its log before event {sequence}.")
        event = planned.event if planned else decode_event(entry.kind, entry.body)
        if planned and planned.ply:
            self.match.make(planned.ply)
            self.state = planned.state
        else:
            self._happen(event, _private.decode(entry.private))
            self.state = WAITING if OPEN in self.seats else OVER if self.match.outcome else PLAYING
        if self.people is not None:
            self.people.follow(event)
        if self.times is not None:
            self._run_clock(self.times, event, entry.at)
        logged = LoggedEvent(sequence, entry.at, event, _told_json(entry) if planned else None)
        self.events.append(logged)
        self.keys[entry.key] = sequence
        return logged

    def _run_clock(self, times: Times, event: Event, at: str) -> None:
        """Time runs from the first move on, for whoever is to move."""
        if self.state == OVER:
            times.begin_turn(None, milliseconds(at))
        elif isinstance(event, Moved | TakenBack):
            times.begin_turn(self.match.position.to_move, milliseconds(at))

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
                self.match, self.challenge = _settle(self.match, event), None
                self.seats[seat - 1], self.hashes[seat - 1] = PERSON, private["hash"]
                self.invitation, self.used_invitation = None, self.invitation
                self.match.rename(seat, name)
            case Withdrawn():
                self.challenge, self.is_withdrawn = None, True
            case TakeBackAsked() | TakeBackRefused() | Nudged():
                pass  # only `people` has to know
            case RematchOffered(seat, game):
                self.offered_game = self.offered_game if self.offers else game
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
        if created.timed_out:
            self.match.time_out(created.timed_out)
        if created.abandoned:
            self.match.abandon(created.abandoned)
        self.times = Times(created.clock) if created.clock else None
        self.match.hints = dict(created.hints)
        self.seats, self.is_open, self.is_solo = list(created.seats), created.watch, created.solo
        self.pair, self.challenge = created.pair, created.challenge
        self.people = None if created.solo else People()
        self.hashes, self.invitation = private["hashes"], private["invitation"]
        self.request = private.get("request")

    def remember_refusal(self, key: str, error: FathomError) -> None:
        error.__cause__ = error.__context__ = None  # their frames would keep the sender in memory
        self.refusals[key] = error
        if len(self.refusals) > _REFUSALS_REMEMBERED:
            self.refusals.popitem(last=False)


def _settle(match: AnyMatch, joined: Joined) -> AnyMatch:
    """The match with the game that was chosen when somebody joined, if it had been left open."""
    if joined.game is None:
        return match
    game = games.game(joined.game)
    return Match(game, game.options_type.read(joined.options), match.names)


def _json(value: EventBody | Private | OutcomeDict | list[str] | None) -> str:
    return msgspec.json.encode(value).decode()


def _told_json(entry: Entry) -> msgspec.Raw:
    """What clients are told of an event that was planned here, made from its entry: its body is not encoded again."""
    _, sequence, _, kind, body, _, at = entry
    rest = "}" if body == "{}" else f",{body[1:]}"
    return msgspec.Raw(f'{{"sequence":{sequence},"kind":"{kind}","at":"{at}"{rest}'.encode())


def entry_of(live_id: str, sequence: int, key: str, planned: PlannedEvent, private: Private | None = None) -> Entry:
    """A planned event as a journal entry."""
    kind, body = encode_event(planned.event)
    return Entry(live_id, sequence, key, kind, _json(body), _json(private) if private else "{}", now())
