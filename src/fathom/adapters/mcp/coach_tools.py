"""The tools that tell how good a move is, and those for puzzles: a server offers them only where its owner allows it.

The docstrings are what assistants read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal, TypedDict

from mcp_types import CallToolResult
from pydantic import Field, StrictInt

from fathom import games, puzzles
from fathom.adapters.mcp.matches import Matches
from fathom.adapters.mcp.play_tools import MatchId
from fathom.adapters.mcp.replies import read_served, reply
from fathom.adapters.mcp.thinking import Thinking
from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import Analysis, AnalyzedMove, analyze
from fathom.coach.hints import hint_of, hint_rungs
from fathom.core.budget import Meter
from fathom.errors import BadOption, GameOver, Unknown
from fathom.library.match import Match
from fathom.show.verdicts import value_words, verdict_words

Puzzle = Annotated[str, Field(description="The puzzle: a code such as pyramid-puzzle:kC4.xB2, or its layout kC4.xB2.")]
Difficulty = Literal["easy", "medium", "hard", "fiendish"]
_FEWEST_LEVELS, _LINE_SHOWN = 3, 8


class HintDict(TypedDict):
    """A hint as data; `levels` is how many there are."""

    level: int
    levels: int
    hint: str


class PuzzleDict(TypedDict):
    """A new puzzle as data."""

    code: str
    grade: str
    levels: int


class SolutionDict(TypedDict):
    """The solution of a puzzle as data; without one, the reason."""

    mp: int | None
    route: str | None
    routes: int
    reason: str | None


class CoachTools:
    """The tools over one server's matches."""

    def __init__(self, matches: Matches, thinking: Thinking) -> None:
        self._matches = matches
        self._thinking = thinking

    def analyze(
        self,
        position: Annotated[str, Field(description="The id of a match, or a code such as range-war:6.4.")],
    ) -> CallToolResult:
        """The exact value of a position and of every legal move, each with its verdict and the reason for it."""
        match = self._find(position)
        with self._work() as meter:
            analysis = analyze(match, meter)
        return reply(_analysis_lines(analysis), analysis.as_dict())

    def hint(
        self,
        match: MatchId,
        level: Annotated[
            StrictInt, Field(description="1 is a nudge; each level tells more, up to the move and why.")
        ] = 1,
    ) -> CallToolResult:
        """A hint for the player whose turn it is. Begin with level 1, and tell more only when asked."""
        seated = self._matches.find(match)
        with seated.lock:
            if seated.match.outcome:
                raise GameOver(f"The game is over: {seated.match.ending}.")
            levels = hint_rungs(seated.match.game)
            if not 1 <= level <= levels:
                raise BadOption(f"Hints have the levels 1 to {levels}, not {level}.")
            with self._work() as meter:
                said = hint_of(seated.match, level, meter)
            seated.match.note_hint(level)
        return reply([said], HintDict(level=level, levels=levels, hint=said))

    def puzzle_new(
        self,
        difficulty: Annotated[Difficulty, Field(description="How hard it is.")] = "medium",
        levels: Annotated[StrictInt, Field(description="The levels of the pyramid.")] = 5,
        seed: Annotated[StrictInt | None, Field(description="The same seed gives the same puzzle.")] = None,
    ) -> CallToolResult:
        """Make a Pyramid Puzzle that has a solution. new_match with its code begins to play it."""
        most = games.room("pyramid-puzzle").largest_served["levels"]
        if not _FEWEST_LEVELS <= levels <= most:
            raise BadOption(f"Puzzles have {_FEWEST_LEVELS} to {most} levels here, not {levels}.")
        with self._work():
            puzzle = puzzles.new(difficulty, levels=levels, seed=seed)
        told = PuzzleDict(code=puzzle.code, grade=difficulty, levels=levels)
        return reply([*str(puzzle).splitlines(), f"(code {puzzle.code})"], told)

    def puzzle_check(
        self,
        puzzle: Puzzle,
        route: Annotated[str, Field(description="Tiles between bars, such as E1|D1:dynamite|C1|B1|clear:B2|B2|A1.")],
    ) -> CallToolResult:
        """Replay a route by the rules, and compare its MP with the best."""
        checked = self._read_puzzle(puzzle).check(route)
        if not checked.legal:
            said = f"Step {checked.step} is not allowed: {checked.reason} (rule {checked.rule})."
        else:
            said = f"The route takes {checked.mp} MP; the best takes {checked.optimal}."
        return reply([said], checked.as_dict())

    def puzzle_solve(self, puzzle: Puzzle) -> CallToolResult:
        """The least MP of a puzzle, one best route and how many best routes there are."""
        solved = self._read_puzzle(puzzle).solve()
        if solved.mp is None:
            said = f"There is no solution: {solved.reason}."
        else:
            said = f"The least is {solved.mp} MP, for example {solved.route} (one of {solved.routes} best routes)."
        return reply([said], SolutionDict(mp=solved.mp, route=solved.route, routes=solved.routes, reason=solved.reason))

    @contextmanager
    def _work(self) -> Iterator[Meter]:
        """A meter for the coach; raises `Unknown` in a whole sentence when its budget is spent."""
        try:
            with self._thinking.thought() as meter:
                yield meter
        except Unknown as unknown:
            raise Unknown(f"The coach cannot work it out here: {unknown}") from None

    def _find(self, position: str) -> Match:
        """The match of that id, as it stands, or of that code."""
        if not position.isalnum():
            return read_served(position)
        seated = self._matches.find(position)
        with seated.lock:
            return seated.match.copy()

    def _read_puzzle(self, source: str) -> puzzles.Puzzle:
        """The puzzle; one that takes more than the budget to solve is refused."""
        puzzle = puzzles.read(source)
        match = read_served(puzzle.code)
        with self._work() as meter:
            adviser_for(match.game, match.options, meter).value(match.position)
        return puzzle


def _analysis_lines(analysis: Analysis) -> list[str]:
    match = analysis.match
    if match.outcome:
        return [f"The game is over: {match.ending}."]
    seat = match.position.to_move
    head = f"{match.name(seat)} is to move: {value_words(analysis.value, seat, analysis.measure)} with perfect play."
    return [head, *(_move_line(analysis, move) for move in analysis.moves)]


def _move_line(analysis: Analysis, move: AnalyzedMove) -> str:
    seat, value = analysis.match.position.to_move, move.value.one_ply_earlier()
    verdict = verdict_words(move.verdict, analysis.value)
    then = f" (then {' '.join(move.line[:_LINE_SHOWN])})" if move.line else ""
    return f"{move.move}: {verdict}, {value_words(value, seat, analysis.measure)}{then}: {move.explanation}."
