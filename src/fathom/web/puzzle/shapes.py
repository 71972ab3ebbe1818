"""What the API of the puzzles takes and answers, as types."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fathom.games.pyramid_puzzle.make.rate import GRADES
from fathom.web.api.shapes import Code, Svg
from fathom.web.live.requests import CodeText

assert GRADES == ("easy", "medium", "hard", "fiendish")  # a type cannot be made of it
Grade = Literal["easy", "medium", "hard", "fiendish"]
Mp = Annotated[int, Meta(ge=0)]
Tile = Annotated[str, Meta(examples=["C4"])]


class NewPuzzle(Struct, forbid_unknown_fields=True):
    """A puzzle to be made; the same seed makes the same puzzle."""

    difficulty: Grade
    levels: Annotated[int, Meta(ge=2, le=7)] = 5
    seed: Annotated[int, Meta(ge=0, lt=1_000_000_000)] | None = None


class MadePuzzle(Struct):
    code: Code
    levels: int
    layout: str
    mp: Mp
    difficulty: Grade
    seed: int


class DailyPuzzle(Struct):
    date: str
    difficulty: Grade
    code: Code
    levels: int
    layout: str
    mp: Mp


class PuzzleResult(Struct):
    """The best solving of somebody: MP, how many over the best, moves after a hint, when, and in which match."""

    player: str
    mp: Mp
    over: Mp
    hints: int
    solved: str
    match: str


class DailyResults(Struct):
    date: str
    code: Code
    results: list[PuzzleResult]


class WithoutItems(Struct):
    ladder: Mp | None
    dynamite: Mp | None
    both: Mp | None


class Solution(Struct):
    """The object of `fathom puzzle solve --json`."""

    code: Code
    levels: int
    solvable: bool
    mp: Mp | None
    route: str | None
    routes: int | None
    starts: dict[str, Mp | None] | None
    without: WithoutItems | None
    reason: str | None


class RouteToCheck(Struct, forbid_unknown_fields=True):
    code: CodeText
    route: Annotated[str, Meta(min_length=1, max_length=4000, examples=["E24:ladder|D12|C6"])]


class CheckedRoute(Struct):
    """The object of `fathom puzzle check --json`."""

    legal: bool
    mp: Mp | None
    optimal: Mp | None
    over: Mp | None
    step: int | None
    rule: int | None
    reason: str | None


class Rating(Struct):
    """The object of `fathom puzzle rate --json`."""

    code: Code
    mp: Mp | None
    routes: int
    greedy_mp: Mp | None
    greedy_gap: Mp | None
    needed: list[Tile]
    decoys: list[Tile]
    tempting: list[Tile]
    crossed_twice: list[Tile]
    opened_twice: list[Tile]
    outward: int
    grade: Grade | None
    reason: str | None


class LostMove(Struct):
    number: int
    move: str
    mp: Mp


class WalkResult(Struct):
    """A walk beside the best there is: where MP were lost, and one of the best walks from the start."""

    code: Code
    mp: Mp
    best: Mp | None
    solved: bool
    sentence: str
    lost: list[LostMove]
    best_moves: list[str]


class Draft(Struct):
    """A layout in the making. It has a code when it is a puzzle; `said` tells what it is worth, or what is wrong."""

    levels: int
    things: str
    drawing: Svg
    code: Code | None
    mp: Mp | None
    said: str
