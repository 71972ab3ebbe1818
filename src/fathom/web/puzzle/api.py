"""The API of the puzzles: new ones, the daily puzzle and its results, solutions, route checks, and drafts."""

from __future__ import annotations

from datetime import date
from random import Random

from starlette.requests import Request
from starlette.responses import Response

from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.games.pyramid_puzzle.draw.draft_board import draw_draft
from fathom.games.pyramid_puzzle.draw.sheet import Sheet, write_sheet
from fathom.games.pyramid_puzzle.make.daily import DailyPuzzleDict
from fathom.games.pyramid_puzzle.make.daily import daily_dict as write_daily
from fathom.games.pyramid_puzzle.make.draft import read_draft
from fathom.games.pyramid_puzzle.make.generate import LATEST, generate
from fathom.games.pyramid_puzzle.make.rate import GRADES, Grade, RatingDict, rate, rating_dict
from fathom.games.pyramid_puzzle.rules import GAME, puzzle_match, puzzle_options
from fathom.games.pyramid_puzzle.scenario.route import RouteCheckDict, check_route, read_route
from fathom.games.pyramid_puzzle.solve.codes import whole_puzzle, write_puzzle_code
from fathom.games.pyramid_puzzle.solve.data import SolutionDict, solution_dict
from fathom.games.pyramid_puzzle.solve.par import headline, losses
from fathom.games.pyramid_puzzle.solve.share import draw_walk
from fathom.games.pyramid_puzzle.solve.solution import solve
from fathom.show.puzzles import is_solved
from fathom.web.api.operations import Handler, Operation, Parameter, query_number, query_word, read_json, think
from fathom.web.http.paths import API
from fathom.web.http.responses import json_response
from fathom.web.http.tags import tagged_response
from fathom.web.live.server import server_of
from fathom.web.puzzle import shapes
from fathom.web.puzzle.daily import find_options, puzzle_on
from fathom.web.puzzle.requests import (
    HIGHEST,
    LONGEST_DRAFT,
    SEEDS,
    new_seed,
    query_code,
    query_day,
    query_things,
    read_puzzle,
)
from fathom.web.puzzle.results import best_results

_MOST_ON_A_SHEET = 20

_CODE = Parameter("code", "a puzzle, such as pyramid-puzzle:kC4.xB2", {"type": "string"}, required=True)
_DATE = Parameter("date", "a day, as YYYY-MM-DD (default: today, UTC)", {"type": "string", "format": "date"})
_LEVELS = Parameter("levels", "of the pyramid", {"type": "integer", "minimum": 2, "maximum": HIGHEST})
_THINGS = Parameter("things", "what lies where, such as kC4.xB2", {"type": "string", "maxLength": LONGEST_DRAFT})
_DIFFICULTY = Parameter("difficulty", "how hard", {"enum": list(GRADES)})
_COUNT = Parameter("count", "how many puzzles", {"type": "integer", "minimum": 1, "maximum": _MOST_ON_A_SHEET})
_SEED = Parameter("seed", "the same seed makes the same sheet", {"type": "integer", "minimum": 0, "maximum": SEEDS - 1})
_GENERATOR = Parameter(
    "generator", "which one (default: the latest)", {"type": "integer", "minimum": 1, "maximum": LATEST}
)


# ------------------------------------------------------------ puzzles


async def new_puzzle(request: Request) -> Response:
    body = await read_json(request, shapes.NewPuzzle)
    seed = new_seed() if body.seed is None else body.seed
    made = await think(request, make_puzzle, body.difficulty, body.levels, seed, body.generator)
    return json_response(made, 201)


def make_puzzle(difficulty: Grade, levels: int, seed: int, generator: int) -> shapes.MadePuzzle:
    """A new puzzle, the same that `fathom puzzle new` makes with that seed and generator."""
    puzzle = generate(Random(seed), difficulty, levels, generator)
    code, layout = write_puzzle_code(puzzle.options), str(puzzle.options.layout)
    return shapes.MadePuzzle(code, levels, layout, puzzle.mp, difficulty, seed, generator)


async def daily_puzzle(request: Request) -> Response:
    return tagged_response(request, await think(request, daily_dict, query_day(request)))


def daily_dict(day: date) -> DailyPuzzleDict:
    """What `fathom puzzle daily --json` prints."""
    return write_daily(day, puzzle_on(day))


async def daily_results(request: Request) -> Response:
    day = query_day(request)
    options = await find_options(request, day)
    results = await best_results(server_of(request).matches, options)
    listed = [result.as_dict() for result in results]
    return tagged_response(request, shapes.DailyResults(day.isoformat(), write_puzzle_code(options), listed))


# ------------------------------------------------------------ solutions


async def solution(request: Request) -> Response:
    return json_response(await think(request, _solve, query_code(request)))


async def rating(request: Request) -> Response:
    return json_response(await think(request, _rate, query_code(request)))


def _rate(code: str) -> RatingDict:
    options = whole_puzzle(read_puzzle(code))
    return rating_dict(options, rate(options))


async def route_check(request: Request) -> Response:
    body = await read_json(request, shapes.RouteToCheck)
    return json_response(await think(request, _check_route, body))


def _check_route(body: shapes.RouteToCheck) -> RouteCheckDict:
    options = whole_puzzle(read_puzzle(body.code))
    return check_route(options, read_route(body.route)).as_dict()


async def walk_result(request: Request) -> Response:
    return json_response(await think(request, _compare, query_code(request)))


def _solve(code: str) -> SolutionDict:
    return solution_dict(read_puzzle(code))


def _compare(code: str) -> shapes.WalkResult:
    return compare_walk(read_puzzle(code))


def compare_walk(match: AnyMatch) -> shapes.WalkResult:
    """A walk, finished or not, compared with the best."""
    walk, solution = puzzle_match(match), solve(puzzle_options(match))
    lost = losses(walk.start, [ply.move for ply in walk.plies]) if is_solved(match) else []
    return shapes.WalkResult(
        code=write_code(match),
        mp=walk.position.mp,
        best=solution.mp,
        solved=is_solved(match),
        sentence=headline(solution, walk.position),
        lost=[shapes.LostMove(item.number, GAME.format_move(item.move), item.mp) for item in lost],
        best_moves=solution.routes.first() if solution.routes else [],
        symbols=draw_walk(len(walk.plies), {item.number for item in lost}) if is_solved(match) else "",
    )


async def draft(request: Request) -> Response:
    levels = query_number(request, "levels", 5, 2, HIGHEST)
    return json_response(await think(request, judge_draft, levels, query_things(request)))


def judge_draft(levels: int, things: str) -> shapes.Draft:
    draft = read_draft(levels, things)
    verdict = draft.judge()
    return shapes.Draft(levels, draft.text, draw_draft(draft), verdict.code, verdict.mp, verdict.said)


# ------------------------------------------------------------ print


async def sheet(request: Request) -> Response:
    """A file to print. It is a download because it has inline styles, which no page here may have."""
    difficulty = query_word(request, "difficulty", GRADES, "medium")
    count = query_number(request, "count", 6, 1, _MOST_ON_A_SHEET)
    seed = query_number(request, "seed", new_seed(), 0, SEEDS - 1)
    generator = query_number(request, "generator", LATEST, 1, LATEST)
    written = await think(request, _make_sheet, difficulty, count, seed, generator)
    named = {"Content-Disposition": f'attachment; filename="pyramid-puzzles-{difficulty}-{seed}.html"'}
    return Response(written, media_type="text/html; charset=utf-8", headers=named)


def _make_sheet(difficulty: str, count: int, seed: int, generator: int) -> str:
    rng = Random(seed)
    puzzles = [generate(rng, difficulty, generator=generator).solution for _ in range(count)]
    about = f"{difficulty.capitalize()}, 5 levels, made with seed {seed} by generator {generator}."
    return write_sheet(Sheet("Pyramid Puzzles", about, puzzles))


def _get(path: str, handler: Handler, summary: str, answer: type, *parameters: Parameter) -> Operation:
    path = f"{API}/puzzles/{path}"
    return Operation("GET", path, handler, summary, answer, parameters=parameters, statuses=(404, 422))


OPERATIONS = (
    Operation(
        "POST",
        f"{API}/puzzles",
        new_puzzle,
        "Make a certified puzzle of a given difficulty",
        shapes.MadePuzzle,
        shapes.NewPuzzle,
        201,
        statuses=(403, 413, 422),
    ),
    _get("daily", daily_puzzle, "The puzzle of a day, the same for everyone", DailyPuzzleDict, _DATE)._replace(
        is_tagged=True
    ),
    _get("daily/results", daily_results, "Who has solved it here, best first", shapes.DailyResults, _DATE)._replace(
        is_tagged=True
    ),
    _get("solution", solution, "The least MP and a best route, from the start or in mid-play", SolutionDict, _CODE),
    _get("rating", rating, "How hard a puzzle is, and what makes it so", RatingDict, _CODE),
    _get("result", walk_result, "A walk compared with the best one", shapes.WalkResult, _CODE),
    _get("draft", draft, "An unfinished layout, drawn and solved", shapes.Draft, _LEVELS, _THINGS),
    Operation(
        "GET",
        f"{API}/puzzles/sheet",
        sheet,
        "Puzzles to print, with their solutions",
        str,
        parameters=(_DIFFICULTY, _COUNT, _SEED, _GENERATOR),
        statuses=(404, 422),
        answer_type="text/html",
    ),
    Operation(
        "POST",
        f"{API}/puzzles/check",
        route_check,
        "Is a route legal, and what does it cost?",
        RouteCheckDict,
        shapes.RouteToCheck,
        statuses=(403, 413, 422),
    ),
)
