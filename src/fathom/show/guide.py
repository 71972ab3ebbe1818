"""What a playing screen always says: the goal, what to do now and what just happened, in a sentence each.

    guide = guide_of(match, text)
    guide.goal                      Make a multiple of 7.
    guide.told[1].now               Your move: choose a digit, then a place.
    guide.told[1].happened          Ben placed 7 on the Left.
    guide.told[1].result            You win!     (empty until the end)

Who reads it decides how it is said. `told` has an item for each kind of reader, and its index is the sum of the seats
that the reader plays: 0 watches, 1 and 2 play that seat and are called "you", 3 plays both seats on one screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from fathom.core.game import M, P
from fathom.core.match import Match
from fathom.core.outcome import Seat
from fathom.show.text import GameText


class ToldDict(TypedDict):
    """What is said to one kind of reader, as JSON."""

    now: str
    happened: str
    result: str


class GuideDict(TypedDict):
    """The goal, and what is said to a watcher, to seat 1, to seat 2, and to whoever plays both."""

    goal: str
    told: list[ToldDict]


class Told(NamedTuple):
    """What is said to one kind of reader."""

    now: str
    happened: str
    result: str

    def as_dict(self) -> ToldDict:
        return {"now": self.now, "happened": self.happened, "result": self.result}


class Guide(NamedTuple):
    """The goal, and what is said to each kind of reader."""

    goal: str
    told: tuple[Told, ...]

    def as_dict(self) -> GuideDict:
        return {"goal": self.goal, "told": [told.as_dict() for told in self.told]}


def guide_of(match: Match[P, M], text: GameText[P, M]) -> Guide:
    """What to say about a match as it stands."""
    readers = 2 ** len(match.names)
    return Guide(text.goal(match), tuple(_tell(match, text, reader) for reader in range(readers)))


def _tell(match: Match[P, M], text: GameText[P, M], reader: int) -> Told:
    is_alone = 1 <= reader <= len(match.names)
    you = reader if is_alone else None
    names = ["you" if seat == you else name for seat, name in enumerate(match.names, 1)]
    happened = ""
    if match.plies:
        last = match.plies[-1]
        happened = _sentence(f"{names[last.seat - 1]} {text.deed(match, last)}")
    if match.outcome:
        return Told(_sentence(match.outcome.describe(names)), happened, _result(match.outcome.winner, names, you))
    seat = match.position.to_move
    return Told(_say_now(names[seat - 1], text.task(match), reader, you == seat), happened, "")


def _say_now(name: str, task: str, reader: int, is_yours: bool) -> str:
    """Whose move it is, with the request for whoever has it."""
    if is_yours:
        return f"Your move: {task}."
    return f"{name}: {task}." if reader == 3 else f"{name} is to move."


def _result(winner: Seat | None, names: Sequence[str], you: Seat | None) -> str:
    if winner is None:
        return "A draw." if len(names) > 1 else "This is the end of the road."
    if winner == you:
        return "You win!" if len(names) > 1 else "You made it!"
    return f"You lose: {names[winner - 1]} wins." if you else f"{names[winner - 1]} wins!"


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}."
