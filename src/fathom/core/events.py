"""The events of a match: everything that stores matches stores these.

    apply(match, Moved("6"))                 the seat to move claims 6
    apply(match, TakenBack(2))               its last two plies are taken back

A seat of None means the seat to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from fathom.core.clock import Clock
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


class TimedOut(NamedTuple):
    """A seat had used up its time."""

    seat: Seat


class Abandoned(NamedTuple):
    """A seat had left the match, and the other one claimed it."""

    seat: Seat


class Challenge(NamedTuple):
    """How the open seat of a match is offered to anybody.

    `quick` if whoever looks for any opponent may be put there, `any_game` if they choose the game, `coin` if a coin
    decided who moves first.
    """

    quick: bool = False
    any_game: bool = False
    coin: bool = False


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
    timed_out: Seat | None = None
    abandoned: Seat | None = None
    #: How much time each seat has, if it is limited.
    clock: Clock | None = None
    #: If its open seat is offered to anybody.
    challenge: Challenge | None = None


class Joined(NamedTuple):
    """A player took the open seat, and chose the game if that had been left open."""

    seat: Seat
    name: str
    game: str | None = None
    options: Mapping[str, str] = MappingProxyType({})


class Withdrawn(NamedTuple):
    """A seat took back its challenge: nobody can accept it any more."""

    seat: Seat


class Nudged(NamedTuple):
    """A seat reminded the other one that it is to move."""

    seat: Seat


class TakeBackAsked(NamedTuple):
    """A seat asked the other one to let it take back the last plies; `TakenBack` grants it."""

    plies: int
    seat: Seat


class TakeBackRefused(NamedTuple):
    """A seat refused what the other one had asked for."""

    seat: Seat


class RematchOffered(NamedTuple):
    """A seat offered a rematch, or a match of another game."""

    seat: Seat
    game: str | None = None


class Rematched(NamedTuple):
    """The rematch was created: its id."""

    match: str


#: Events of the match itself.
MatchEvent = Moved | TakenBack | MadeAgain | Hinted | Renamed | Resigned | Forfeited | TimedOut | Abandoned
#: And of its players.
Event = (
    MatchEvent | Created | Joined | Withdrawn | Nudged | TakeBackAsked | TakeBackRefused | RematchOffered | Rematched
)


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
        case TimedOut(seat):
            match.time_out(seat)
        case Abandoned(seat):
            match.abandon(seat)
        case _:
            match.resign(event.seat)
