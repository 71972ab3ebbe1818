"""A match as the server knows it: its log replayed, who sits where, and who listens.

Nothing here waits or writes: `plan` says which event a command would cause, `apply` lets an event happen that has
been written down.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import msgspec

from fathom import games
from fathom.core.match import Match, Ply
from fathom.core.outcome import Outcome, Seat
from fathom.core.words import quoted
from fathom.errors import FathomError, GameOver, NoSeat, NothingToUndo, NotNow, StaleMatch, StoreError
from fathom.storage.journal import OVER, PLAYING, WAITING, Entry, Summary
from fathom.web.live.names import NAMELESS, person
from fathom.web.live.requests import Command, Hint, Move, Rematch, Rename, Resign, TakeBack
from fathom.web.live.secrets import fits

PERSON, MACHINE, OPEN = "person", "machine", "open"
CREATED, JOINED, MOVED, TAKEN_BACK = "created", "joined", "moved", "taken-back"
HINTED, RENAMED, RESIGNED, OFFERED, REMATCHED = "hinted", "renamed", "resigned", "rematch-offered", "rematched"
_REFUSALS_REMEMBERED = 32

Event = dict[str, Any]


class Listener(Protocol):
    """Somebody who is told of events: a socket, usually."""

    def tell(self, live: LiveMatch, event: Event) -> None: ...


class PlannedEvent(NamedTuple):
    """An event that a command would cause, the state of the match after it, and the ply where it is a move."""

    kind: str
    body: dict[str, Any]
    state: str
    outcome: object = None
    ply: Ply | None = None


class LiveMatch:
    """One match in memory. `events[i]["sequence"] == i + 1`."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.events: list[Event] = []
        self.keys: dict[str, int] = {}
        self.match: Match
        self.state = WAITING
        self.seats: list[str] = []
        self.hashes: list[str | None] = []
        self.invitation: str | None = None
        self.is_open = False
        self.is_solo = False
        self._given = 0  # moves that were there when the match began
        self.offers: set[Seat] = set()
        self.next_match: str | None = None
        self.listeners: dict[Listener, None] = {}  # in the order in which they came
        self.lock = asyncio.Lock()
        self.refusals: OrderedDict[str, FathomError] = OrderedDict()
        #: What a front end is shown of it, and after which event: many are shown the same.
        self.cached_view: tuple[int, dict[str, Any]] = (0, {})

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
        """The seat of the machine whose turn it is, if it is one's."""
        if self.state != PLAYING or MACHINE not in self.seats:
            return None
        seat: Seat = self.match.position.to_move
        return seat if self.seats[seat - 1] == MACHINE else None

    def seats_of(self, token: str | None) -> list[Seat]:
        """The seats that a token holds."""
        if not token:
            return []
        return [seat for seat, kept in enumerate(self.hashes, 1) if fits(token, kept)]

    def as_of(self, sequence: int) -> Match:
        """The match as it stood after an event."""
        past = LiveMatch(self.id)
        for event in self.events[:sequence]:
            past._happen(event["kind"], event, {"hashes": self.hashes.copy(), "invitation": None, "hash": None})
        return past.match

    def may_watch(self, token: str | None) -> bool:
        return self.is_open or bool(self.seats_of(token))

    def summary(self, planned: PlannedEvent, at: str) -> Summary:
        """The match on one line, as it is after an event that has been planned."""
        names = list(self.match.names)
        if planned.kind in {JOINED, RENAMED}:
            names[planned.body["seat"] - 1] = planned.body["name"]
        created = self.events[0]["at"]
        options, game = self.match.options.write_line(), self.match.game.name
        rest = (_json(names), planned.state, int(self.is_open), created, at, _json(planned.outcome))
        return Summary(self.id, game, options, *rest)

    # ------------------------------------------------------------ what a command would cause

    def plan(self, seats: list[Seat], command: Command) -> PlannedEvent:
        """The event that a command of these seats would cause; raises the error that refuses it."""
        if not seats:
            raise NoSeat("You hold no seat in this match, so you can only watch.")
        if command.expected != self.sequence:
            raise self.stale(command.expected)
        if isinstance(command, Rematch):
            return self._plan_offer(self._seat_among(seats))
        if isinstance(command, Rename):
            return self._plan_rename(command.name)
        if self.state == WAITING:
            raise NotNow("The other seat is still free: send the invitation, and the match begins when it is taken.")
        if isinstance(command, Move):
            return self.plan_move(self._seat_among(seats), command.move)
        if isinstance(command, Resign):
            return self._plan_resignation(self._seat_among(seats))
        if isinstance(command, TakeBack):
            return self._plan_take_back(self._seat_among(seats), command.plies)
        assert isinstance(command, Hint)
        return self._plan_hint(self._seat_among(seats), command.level)

    def stale(self, expected: int) -> StaleMatch:
        """What somebody is told who has not seen everything, or claims to have seen more than there is."""
        missed = self.events[expected:]
        how_many = f"{len(missed)} later event{'s' * (len(missed) != 1)}" if missed else "no such event"
        error = StaleMatch(f"You have seen event {expected} of this match, and there is {how_many}: nothing was done.")
        error.detail = {"events": missed, "sequence": self.sequence}
        return error

    def _seat_among(self, seats: list[Seat]) -> Seat:
        """The seat that acts: the one to move, when somebody holds both."""
        to_move: Seat = self.match.position.to_move
        return to_move if to_move in seats else seats[0]

    def plan_move(self, seat: Seat, text: str) -> PlannedEvent:
        ply = self.match.look(seat, text)
        outcome = ply.position.outcome
        body = {"seat": seat, "move": self.match.game.format_move(ply.move)}
        return PlannedEvent(MOVED, body, OVER if outcome else PLAYING, outcome_summary(outcome), ply)

    def _plan_resignation(self, seat: Seat) -> PlannedEvent:
        if self.match.outcome:
            raise GameOver(f"The game is over: {self.match.outcome.reason}.")
        winner = 3 - seat if self.match.game.seats == 2 else None
        return PlannedEvent(RESIGNED, {"seat": seat}, OVER, {"winner": winner, "reason": f"seat {seat} resigned"})

    def _plan_take_back(self, seat: Seat, plies: int) -> PlannedEvent:
        if not self.is_solo:
            raise NotNow("A move cannot be taken back in a match with somebody else.")
        if self.match.resigned is not None:
            raise GameOver("A resignation cannot be taken back; a rematch begins anew.")
        if plies > len(self.match.plies) - self._given:
            raise NothingToUndo(f"{plies} moves cannot be taken back: {len(self.match.plies) - self._given} were made.")
        return PlannedEvent(TAKEN_BACK, {"seat": seat, "plies": plies}, PLAYING)

    def _plan_hint(self, seat: Seat, level: int) -> PlannedEvent:
        if not self.is_solo:
            raise NotNow("There are no hints in a match with somebody else; the review tells everything afterwards.")
        if self.match.outcome:
            raise GameOver(f"The game is over: {self.match.outcome.reason}.")
        return PlannedEvent(HINTED, {"seat": seat, "level": level}, PLAYING)

    def _plan_rename(self, name: str) -> PlannedEvent:
        if self.match.game.seats > 1:
            raise NotNow("The names in a match stay as they were when it began.")
        outcome = self.match.outcome
        return PlannedEvent(RENAMED, {"seat": 1, "name": person(name, NAMELESS)}, self.state, outcome_summary(outcome))

    def _plan_offer(self, seat: Seat) -> PlannedEvent:
        if self.state != OVER:
            raise NotNow("A rematch can be offered when the match is over.")
        if self.next_match:
            raise NotNow("The rematch has been made already.")
        outcome = self.match.outcome
        return PlannedEvent(OFFERED, {"seat": seat}, OVER, outcome_summary(outcome))

    def accepts(self, seat: Seat) -> bool:
        """Does an offer by this seat make the rematch, because nobody else has to agree or the other seat has?"""
        return self.is_solo or bool(self.offers - {seat})

    # ------------------------------------------------------------ letting it happen

    def apply(self, entry: Entry, planned: PlannedEvent | None = None) -> Event:
        """Let an event happen that has been written down; where it was planned here, much of it is known."""
        if entry.sequence != self.sequence + 1:
            raise StoreError(f"Match {self.id} has a gap in its log before event {entry.sequence}.")
        body = planned.body if planned else msgspec.json.decode(entry.body)
        if planned and planned.ply:
            self.match.make(planned.ply)
        else:
            self._happen(entry.kind, body, msgspec.json.decode(entry.private))
        self.state = WAITING if OPEN in self.seats else OVER if self.match.outcome else PLAYING
        event = {"sequence": entry.sequence, "kind": entry.kind, "at": entry.at, **body}
        self.events.append(event)
        self.keys[entry.key] = entry.sequence
        return event

    def _happen(self, kind: str, body: dict[str, Any], private: dict[str, Any]) -> None:
        if kind == MOVED:
            self.match.play(body["seat"], body["move"])
        elif kind == CREATED:
            self._create(body, private)
        elif kind == JOINED:
            self._join(body["seat"], body["name"], private["hash"])
        elif kind == TAKEN_BACK:
            for _ in range(body["plies"]):
                self.match.undo()
        elif kind == HINTED:
            self.match.hint(body["level"])
        elif kind == RENAMED:
            self.match.names = (body["name"],)
        elif kind == RESIGNED:
            self.match.resign(body["seat"])
        elif kind == OFFERED:
            self.offers.add(body["seat"])
        elif kind == REMATCHED:
            self.next_match = body["match"]
        else:
            raise StoreError(f"Match {self.id} has an event {quoted(kind)}, which this Fathom does not know.")

    def _create(self, body: dict[str, Any], private: dict[str, Any]) -> None:
        game = games.game(body["game"])
        self.match = Match(game, game.options_type.read(body["options"]), tuple(body["names"]))
        self.match.play_all(body["from"])
        self._given = len(body["from"])
        if body.get("resigned"):
            self.match.resign(body["resigned"])
        self.match.hints = {int(ply): level for ply, level in body.get("hints", {}).items()}
        self.seats, self.is_open, self.is_solo = body["seats"].copy(), body["watch"], body["solo"]
        self.hashes, self.invitation = private["hashes"], private["invitation"]

    def _join(self, seat: Seat, name: str, kept: str) -> None:
        self.seats[seat - 1], self.hashes[seat - 1], self.invitation = PERSON, kept, None
        self.match.names = tuple(name if number == seat else old for number, old in enumerate(self.match.names, 1))

    def remember_refusal(self, key: str, error: FathomError) -> None:
        self.refusals[key] = error
        if len(self.refusals) > _REFUSALS_REMEMBERED:
            self.refusals.popitem(last=False)


def outcome_summary(outcome: Outcome | None) -> object:
    """An outcome as it stands in a summary."""
    return outcome.as_json() if outcome else None


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def entry_of(
    live_id: str, sequence: int, key: str, planned: PlannedEvent, private: Mapping[str, Any] | None = None
) -> Entry:
    """A planned event as it is to be kept."""
    return Entry(live_id, sequence, key, planned.kind, _json(planned.body), _json(private or {}), now())


def now() -> str:
    """UTC, to the millisecond: `2026-11-15T22:00:00.123Z`."""
    seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_second(seconds)}.{milliseconds:03}Z"


@lru_cache(maxsize=1)
def _second(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
