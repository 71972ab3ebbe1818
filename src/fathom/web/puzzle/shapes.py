"""The request and response types of the puzzles API."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from fathom.games.pyramid_puzzle.make.generate import LATEST
from fathom.games.pyramid_puzzle.make.rate import Grade
from fathom.show.puzzles import PuzzleResultDict
from fathom.web.api.shapes import Code
from fathom.web.live.requests import CodeText
from fathom.web.live.views import Svg

Mp = Annotated[int, Meta(ge=0)]


class NewPuzzle(Struct, forbid_unknown_fields=True):
    """A puzzle to generate; the same seed and generator give the same puzzle."""

    difficulty: Grade
    levels: Annotated[int, Meta(ge=2, le=7)] = 5
    seed: Annotated[int, Meta(ge=0, lt=1_000_000_000)] | None = None
    generator: Annotated[int, Meta(ge=1, le=LATEST)] = LATEST


class MadePuzzle(Struct):
    code: Code
    levels: int
    layout: str
    mp: Mp
    difficulty: Grade
    seed: int
    generator: int


class DailyResults(Struct):
    date: str
    code: Code
    results: list[PuzzleResultDict]


class RouteToCheck(Struct, forbid_unknown_fields=True):
    code: CodeText
    route: Annotated[str, Meta(min_length=1, max_length=4000, examples=["E24:ladder|D12|C6"])]


class LostMove(Struct):
    number: int
    move: str
    mp: Mp


class WalkResult(Struct):
    """A walk compared with the best: where MP were lost, and one of the best routes from the start.

    `symbols` has one for every step of a solved walk, and tells how good it was but not where it led: for sharing.
    """

    code: Code
    mp: Mp
    best: Mp | None
    solved: bool
    sentence: str
    lost: list[LostMove]
    best_moves: list[str]
    symbols: str


class Draft(Struct):
    """A layout in the making. It has a code if it is a puzzle; `said` tells its value, or what is wrong."""

    levels: int
    things: str
    drawing: Svg
    code: Code | None
    mp: Mp | None
    said: str
