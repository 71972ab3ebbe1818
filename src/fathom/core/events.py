"""What happens to matches, in one vocabulary: whatever keeps matches keeps these events.

    apply(match, Moved("6"))                 the seat to move claims 6
    apply(match, TakenBack(2))               its last two plies are taken back

A seat that is None is whoever is to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from fathom.core.game import M, P
from fathom.core.match import Match, Ply
from fathom.core.outcome import Seat

#: Who plays on a seat: a person, a machine, or nobody yet.
SeatKind = Literal["person", "machine", "open"]


class Moved(NamedTuple):
    """A move was made."""

    move: str
    seat: Seat | None = None


class TakenBack(NamedTuple):
    """The last plies were taken back."""

    plies: int
    seat: Seat | None = None


class MadeAgain(NamedTuple):
    """Plies that had been taken back were made again."""

    plies: int
    seat: Seat | None = None


class Hinted(NamedTuple):
    """Whoever is to move was told something: the higher the level, the more."""

    level: int
    seat: Seat | None = None


class Renamed(NamedTuple):
    """A player is called something else from now on."""

    name: str
    seat: Seat


class Resigned(NamedTuple):
    """A seat gave up."""

    seat: Seat


class Created(NamedTuple):
    """A match began, perhaps with moves that had been made before: who sits where, and who may see it."""

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    seats: tuple[SeatKind, ...]
    watch: bool
    solo: bool
    moves: tuple[str, ...] = ()
    resigned: Seat | None = None
    #: How much was told before a ply, by its index.
    hints: tuple[tuple[int, int], ...] = ()


class Joined(NamedTuple):
    """Somebody took the open seat."""

    seat: Seat
    name: str


class RematchOffered(NamedTuple):
    """A seat would like another match."""

    seat: Seat


class Rematched(NamedTuple):
    """The other match was made: its id."""

    match: str


#: What happens to the match itself.
MatchEvent = Moved | TakenBack | MadeAgain | Hinted | Renamed | Resigned
#: And to those who sit at it.
Event = MatchEvent | Created | Joined | RematchOffered | Rematched


def apply(match: Match[P, M], event: MatchEvent, ply: Ply[P, M] | None = None) -> None:
    """Let an event happen to a match. A move that has been looked at comes with its ply, and is not read again."""
    match event:
        case Moved() if ply is not None:
            match.make(ply)
        case Moved(move, seat):
            match.play(move, seat)
        case TakenBack(plies):
            for _ in range(plies):
                match.undo()
        case MadeAgain(plies):
            for _ in range(plies):
                match.redo()
        case Hinted(level):
            match.note_hint(level)
        case Renamed(name, seat):
            match.rename(seat, name)
        case _:
            match.resign(event.seat)
