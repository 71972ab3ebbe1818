"""The events of a match: everything that stores matches stores these.

    apply(match, Moved("6"))                 the seat to move claims 6
    apply(match, TakenBack(2))               its last two plies are taken back

A seat of None means the seat to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from fathom.core.game import M, P
from fathom.core.match import Match, Ply
from fathom.core.outcome import Seat

#: Who plays in a seat: a person, a machine, or nobody yet.
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
    """Plies that had been taken back were redone."""

    plies: int
    seat: Seat | None = None


class Hinted(NamedTuple):
    """The seat to move got a hint: the higher the level, the more it tells."""

    level: int
    seat: Seat | None = None


class Renamed(NamedTuple):
    """A player has a new name."""

    name: str
    seat: Seat


class Resigned(NamedTuple):
    """A seat resigned."""

    seat: Seat


class Forfeited(NamedTuple):
    """The program in a seat did not answer with a move; the reason is a clause in one line."""

    seat: Seat
    reason: str


class Created(NamedTuple):
    """A match was created, perhaps with moves already made: who sits where, and who may watch."""

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    seats: tuple[SeatKind, ...]
    watch: bool
    solo: bool
    moves: tuple[str, ...] = ()
    resigned: Seat | None = None
    #: The highest hint level given before a ply, by the index of the ply.
    hints: tuple[tuple[int, int], ...] = ()
    forfeited: Forfeited | None = None
    #: In a game of a pair: the half points that each seat brings along, all 0 in the first game; else nothing.
    pair: tuple[int, ...] = ()


class Joined(NamedTuple):
    """A player took the open seat."""

    seat: Seat
    name: str


class RematchOffered(NamedTuple):
    """A seat offered a rematch."""

    seat: Seat


class Rematched(NamedTuple):
    """The rematch was created: its id."""

    match: str


#: Events of the match itself.
MatchEvent = Moved | TakenBack | MadeAgain | Hinted | Renamed | Resigned | Forfeited
#: And of its players.
Event = MatchEvent | Created | Joined | RematchOffered | Rematched


def apply(match: Match[P, M], event: MatchEvent, ply: Ply[P, M] | None = None) -> None:
    """Apply an event to a match. `ply` is the ply of a move that has been checked already: it is not checked again."""
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
        case Forfeited(seat, reason):
            match.forfeit(seat, reason)
        case _:
            match.resign(event.seat)
