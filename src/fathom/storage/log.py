"""What is stored of a match, and how the match is replayed from it."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from fathom import games
from fathom.core.events import (
    Abandoned,
    Forfeited,
    Hinted,
    MadeAgain,
    MatchEvent,
    Moved,
    Renamed,
    Resigned,
    TakenBack,
    TimedOut,
    apply,
)
from fathom.core.match import AnyMatch, Match
from fathom.core.numerals import read_number
from fathom.core.words import player_name, quoted
from fathom.errors import FathomError, StoreError

#: What the coach does in a match: nothing, or comment on every move; the third mode is "warn".
OFF: Final = "off"
ON: Final = "on"


class StoredEvent(NamedTuple):
    """An event as stored: `("moved", "6")`, `("undone", "2")`, `("resigned", "1")`, `("forfeited", "1: why")`."""

    kind: str
    data: str


def encode_event(event: MatchEvent) -> StoredEvent:
    """An event as it is stored."""
    match event:
        case Moved(move):
            return StoredEvent("moved", move)
        case TakenBack(plies):
            return StoredEvent("undone", str(plies))
        case MadeAgain(plies):
            return StoredEvent("redone", str(plies))
        case Hinted(level):
            return StoredEvent("hinted", str(level))
        case Resigned(seat):
            return StoredEvent("resigned", str(seat))
        case Forfeited(seat, reason):
            return StoredEvent("forfeited", f"{seat}: {reason}")
        case TimedOut(seat):
            return StoredEvent("timed-out", str(seat))
        case Abandoned(seat):
            return StoredEvent("abandoned", str(seat))
        case Renamed():
            raise StoreError("the players of a kept match keep their names.")


def decode_event(stored: StoredEvent) -> MatchEvent:
    """The event that was stored; raises `StoreError` for one that this version of Fathom never writes."""
    number = read_number(stored.data) or 0
    match stored.kind:
        case "moved":
            return Moved(stored.data)
        case "undone" if number:
            return TakenBack(number)
        case "redone" if number:
            return MadeAgain(number)
        case "hinted" if number:
            return Hinted(number)
        case "resigned" if number:
            return Resigned(number)
        case "timed-out" if number:
            return TimedOut(number)
        case "abandoned" if number:
            return Abandoned(number)
        case "forfeited":
            seat, _, reason = stored.data.partition(": ")
            if seat in {"1", "2"} and reason:
                return Forfeited(int(seat), reason)
    raise StoreError(f"it has an event {quoted(stored.kind)} with {quoted(stored.data)}.")


class Series(NamedTuple):
    """The place of a match in a series: the id of the first match, the number of this one, the most there can be."""

    id: str
    game: int
    best_of: int
    #: In a pair, the number of plies that both games begin with; None in any other series.
    opening: int | None = None

    @property
    def is_pair(self) -> bool:
        return self.opening is not None


class Kept(NamedTuple):
    """A match as it is stored."""

    id: str
    created: str
    game: str
    options: str
    players: tuple[str, ...]
    series: Series | None
    events: tuple[StoredEvent, ...]
    #: The time of the last event, so of the end of a finished match; UTC, ISO 8601.
    changed: str = ""
    #: What the coach does in it: off, warn or on.
    coach: str = OFF

    def match(self) -> AnyMatch:
        """The match, replayed."""
        try:
            game = games.game(self.game)
            names = tuple(map(player_name, self.players))
            if len(names) != game.seats:
                raise StoreError("its players cannot be read.")
            match = Match(game, game.options_type.read_line(self.options), names)
            for event in self.events:
                apply(match, decode_event(event))
        except FathomError as error:
            raise StoreError(f"Match {self.id} cannot be replayed from the store: {error}") from error
        return match


class KeptAnswer(NamedTuple):
    """An answer to a drill: the position's code, was it right, was there a hint, and when (UTC, ISO 8601)."""

    game: str
    position: str
    is_right: bool
    hinted: bool
    at: str


class Store(Protocol):
    """Storage for matches, answers and what is remembered of the user."""

    def create(self, match: AnyMatch, series: Series | None = None, coach: str = OFF) -> Kept:
        """Store a new match with the moves made so far. A `series` without an id starts a new series.

        Raises `StaleMatch` if that game of the series has already been started.
        """

    def append(self, match_id: str, expected: int, event: MatchEvent) -> None:
        """Add the event after the `expected` ones; returns when it is on disk, raises `StaleMatch` if more exist."""

    def set_coach(self, match_id: str, mode: str) -> None:
        """Change what the coach does when the match is resumed."""

    def load(self, id_or_prefix: str) -> Kept:
        """The match with that id, or with the only id that starts with it; raises `UnknownMatch`."""

    def history(self, limit: int | None = None) -> list[Kept]:
        """The latest matches, the newest first."""

    def of_game(self, game: str, options: str | None = None) -> list[Kept]:
        """The matches of a game, or only those with these options as one line, the oldest first."""

    def series(self, series_id: str) -> list[Kept]:
        """The matches of a series, in order."""

    def add_answer(self, answer: KeptAnswer) -> None:
        """Store an answer to a drill; returns when it is on disk."""

    def answers(self) -> list[KeptAnswer]:
        """Every answer so far, in the order given."""

    def remember(self, key: str, value: str) -> None:
        """Keep something about the user between two matches; returns when it is on disk."""

    def recall(self, key: str) -> str | None:
        """What was remembered last, if anything."""
