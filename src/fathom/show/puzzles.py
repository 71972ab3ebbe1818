"""What a room offers if its game is a puzzle: reading files, and ranking those who solved it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple, TypedDict

from fathom.core.game import AnyPosition
from fathom.core.match import AnyMatch
from fathom.core.options import Options


class PuzzleResultDict(TypedDict):
    """A result as JSON."""

    player: str
    mp: int
    over: int
    hints: int
    solved: str
    match: str


class PuzzleResult(NamedTuple):
    """One result: who solved it, MP, MP over the best, moves made after a hint, when (UTC), which match."""

    player: str
    mp: int
    over: int
    hints: int
    solved: str
    match: str

    def as_dict(self) -> PuzzleResultDict:
        player, mp, over, hints, solved, match = self
        return {"player": player, "mp": mp, "over": over, "hints": hints, "solved": solved, "match": match}


class Solving(NamedTuple):
    """A match that solved a puzzle, when it did, and the id of the match."""

    match: AnyMatch
    solved: str
    id: str


def is_solved(match: AnyMatch) -> bool:
    """Has the puzzle been solved in this match?"""
    return match.outcome is not None and match.outcome.winner is not None


class Puzzles(NamedTuple):
    """What a room offers if its game is a puzzle."""

    #: The options of the puzzle in a file; of several, of the one with that name or number.
    read_file: Callable[[str, str | None], Options]
    #: The solvings of one puzzle, the best first.
    rank: Callable[[Options, Iterable[Solving]], list[PuzzleResult]]
    #: The MP spent up to a position.
    mp: Callable[[AnyPosition], int]
    #: The grades of difficulty, the easiest first, and the options of a new puzzle of a grade.
    grades: tuple[str, ...]
    new: Callable[[Random, str], Options]
    #: A text that is the same for puzzles that differ only in the names of tiles.
    shape: Callable[[Options], str]
