"""The request and response types of the drills API."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from fathom.coach.progress import ShareDict, WeekDict
from fathom.web.api.shapes import Code
from fathom.web.live.requests import CodeText, GameName, MoveText
from fathom.web.live.views import MatchViewDict

MOST_ANSWERS = 2000

Level = Annotated[int, Meta(ge=1, le=5, description="how far away the win is")]
Time = Annotated[str, Meta(max_length=40, examples=["2026-11-15T22:00:00.123Z"])]


class GivenAnswer(Struct, forbid_unknown_fields=True):
    """An answer as the browser stores it; the server stores nothing of it."""

    game: GameName
    position: CodeText
    is_right: bool
    hinted: bool
    at: Time


Answers = Annotated[list[GivenAnswer], Meta(max_length=MOST_ANSWERS)]


class NextDrill(Struct, forbid_unknown_fields=True):
    """A request for a drill: of one game or any, of a level or the learner's own, but none of the `skipped` ones."""

    game: GameName | None = None
    level: Level | None = None
    answers: Answers = []
    skipped: Annotated[list[CodeText], Meta(max_length=200)] = []


class Drill(Struct):
    """A position to answer; `again` if it was answered before, and `due` is the number of further ones due."""

    code: Code
    game: str
    title: str
    level: int
    again: bool
    due: int
    standing: str
    view: MatchViewDict


class DrillAsked(Struct):
    """The drill, or null if every position has been asked."""

    drill: Drill | None


class DrillAnswer(Struct, forbid_unknown_fields=True):
    """A move in answer to a drill, and the earlier answers to the same position."""

    code: CodeText
    move: MoveText
    hinted: bool = False
    earlier: Answers = []


class JudgedAnswer(Struct):
    """The verdict on an answer. `line` is the answer and best play after it; `answer` is for the browser to store.

    `lesson` names the rule for winning that decides there.
    """

    right: bool
    move: str
    verdict: str
    why: str
    solution: str
    line: list[str]
    keeping: list[str]
    lesson: str
    comes_back: str
    answer: GivenAnswer


class AllAnswers(Struct, forbid_unknown_fields=True):
    answers: Answers = []


class GameProgressDict(ShareDict):
    """The learner's progress in a game; `chart` counts positions by level (rows) and box."""

    title: str
    level: int
    chart: list[list[int]]


class Progress(Struct):
    """What `fathom progress --json` prints, with more about each game."""

    games: list[GameProgressDict]
    weeks: list[WeekDict]
    damaged: int
