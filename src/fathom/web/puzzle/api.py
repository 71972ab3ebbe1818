"""Puzzles: new ones, the one of the day and who has solved it, solutions, routes to check, and drafts."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from random import Random, SystemRandom
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.errors import BadRequest, NotFound
from fathom.games.pyramid_puzzle.draw.sheet import Sheet, write_sheet
from fathom.games.pyramid_puzzle.make.daily import daily, difficulty_on, read_date
from fathom.games.pyramid_puzzle.make.draft import read_draft
from fathom.games.pyramid_puzzle.make.generate import generate
from fathom.games.pyramid_puzzle.make.rate import GRADES
from fathom.games.pyramid_puzzle.make.results import Result, Solving, is_solved, ranked
from fathom.games.pyramid_puzzle.route import check_route, read_route
from fathom.games.pyramid_puzzle.rules import GAME, Options
from fathom.games.pyramid_puzzle.solve.answers import least_mp, solve
from fathom.games.pyramid_puzzle.solve.data import (
    puzzle_code,
    puzzle_json,
    rating_json,
    read_puzzle_code,
    solution_json,
    whole_puzzle,
)
from fathom.games.pyramid_puzzle.solve.par import headline, losses
from fathom.storage.journal import OVER, Search
from fathom.web.api.operations import Operation, Parameter, query_number, query_word, read_json, run_in_thread
from fathom.web.http.responses import json_response
from fathom.web.live.invitations import check_served
from fathom.web.live.live_match import CREATED, MOVED, LiveMatch
from fathom.web.live.matches import Matches
from fathom.web.live.names import NAMELESS
from fathom.web.live.server import server_of
from fathom.web.puzzle import shapes

SEEDS = 1_000_000_000
_MOST_SEARCHED, _MOST_LISTED = 500, 100
_MOST_ON_A_SHEET = 20
LONGEST_DRAFT = 2000

_CODE = Parameter("code", "a puzzle, such as pyramid-puzzle:kC4.xB2", {"type": "string"}, required=True)
_DATE = Parameter("date", "a day, as YYYY-MM-DD; today by UTC without it", {"type": "string", "format": "date"})
_LEVELS = Parameter("levels", "of the pyramid", {"type": "integer", "minimum": 2, "maximum": 7})
_THINGS = Parameter("things", "what lies where, such as kC4.xB2", {"type": "string", "maxLength": LONGEST_DRAFT})
_DIFFICULTY = Parameter("difficulty", "how hard", {"enum": list(GRADES)})
_COUNT = Parameter("count", "how many puzzles", {"type": "integer", "minimum": 1, "maximum": _MOST_ON_A_SHEET})
_SEED = Parameter("seed", "the same seed makes the same sheet", {"type": "integer", "minimum": 0, "maximum": SEEDS - 1})
HIGHEST = Options.declared["levels"].served  # type: ignore[attr-defined]


# ------------------------------------------------------------ reading requests


def query_code(request: Request) -> str:
    code = request.query_params.get("code")
    if not code:
        raise BadRequest("The address says no puzzle: add ?code= with its code.")
    return code


def read_puzzle(code: str) -> Match:
    """The puzzle that a code or a bare layout names, if it is one that a server answers for."""
    match = read_puzzle_code(code)
    check_served(match.options)
    return match


def today() -> date:
    """The day everywhere, by UTC."""
    return datetime.now(UTC).date()


def query_day(request: Request) -> date:
    """The day that is asked for. Those to come are nobody's business yet."""
    text = request.query_params.get("date")
    day = today() if text is None else read_date(text)
    if day > today():
        raise NotFound(f"The puzzle of {day.isoformat()} is not out yet.")
    return day


# ------------------------------------------------------------ puzzles


async def new_puzzle(request: Request) -> Response:
    body = await read_json(request, shapes.NewPuzzle)
    seed = new_seed() if body.seed is None else body.seed
    return json_response(await run_in_thread(request, make_puzzle, body.difficulty, body.levels, seed), 201)


def new_seed() -> int:
    return SystemRandom().randrange(SEEDS)


def make_puzzle(difficulty: str, levels: int, seed: int) -> dict[str, Any]:
    """A new puzzle, the same as `fathom puzzle new` makes with that seed."""
    options = generate(Random(seed), difficulty, levels)
    return {**puzzle_json(options), "difficulty": difficulty, "seed": seed}


async def daily_puzzle(request: Request) -> Response:
    return json_response(await run_in_thread(request, daily_json, query_day(request)))


@lru_cache(maxsize=64)
def daily_options(day: date) -> Options:
    """The puzzle of a day; it never changes."""
    return daily(day)


def daily_json(day: date) -> dict[str, Any]:
    """What `fathom puzzle daily --json` prints."""
    return {"date": day.isoformat(), "difficulty": difficulty_on(day), **puzzle_json(daily_options(day))}


async def daily_results(request: Request) -> Response:
    day = query_day(request)
    options = await run_in_thread(request, daily_options, day)
    results = await best_results(server_of(request).matches, options)
    listed = [result.as_json() for result in results]
    return json_response({"date": day.isoformat(), "code": puzzle_code(options), "results": listed})


async def best_results(matches: Matches, options: Options) -> list[Result]:
    """The best solving of everybody who has solved the puzzle here, the best first."""
    search = Search(OVER, GAME.name, options.write_line(), open_only=False, limit=_MOST_SEARCHED)
    lives = [await matches.get(summary.id) for summary in await matches.search(search)]
    solvings = [
        Solving(live.match, _end_time(live), live.id if live.is_open else "") for live in lives if is_solved(live.match)
    ]
    best: dict[str | int, Result] = {}
    for number, result in enumerate(ranked(options, solvings)):
        if result.player == NAMELESS:  # who are not all the same
            best[number] = result._replace(player="Somebody")
        else:
            best.setdefault(result.player, result)
    return list(best.values())[:_MOST_LISTED]


def _end_time(live: LiveMatch) -> str:
    """When the last move was made."""
    return next(str(event["at"]) for event in reversed(live.events) if event["kind"] in {MOVED, CREATED})


# ------------------------------------------------------------ what is known of a puzzle


async def solution(request: Request) -> Response:
    return json_response(await run_in_thread(request, lambda: solution_json(read_puzzle(query_code(request)))))


async def rating(request: Request) -> Response:
    return json_response(
        await run_in_thread(request, lambda: rating_json(whole_puzzle(read_puzzle(query_code(request)))))
    )


async def check(request: Request) -> Response:
    body = await read_json(request, shapes.RouteToCheck)
    return json_response(await run_in_thread(request, _check_route, body))


def _check_route(body: shapes.RouteToCheck) -> dict[str, object]:
    options = whole_puzzle(read_puzzle(body.code))
    return check_route(options, read_route(body.route)).as_json()


async def walk_result(request: Request) -> Response:
    return json_response(await run_in_thread(request, lambda: walk_json(read_puzzle(query_code(request)))))


def walk_json(match: Match) -> dict[str, Any]:
    """A walk, finished or not, beside the best there is."""
    options: Any = match.options
    moves = [ply.move for ply in match.plies]
    lost = losses(match.start, moves) if is_solved(match) else []
    best = solve(options).routes
    return {
        "code": write_code(match),
        "mp": match.position.mp,
        "best": least_mp(options),
        "solved": is_solved(match),
        "sentence": headline(options, match.position),
        "lost": [{"number": item.number, "move": GAME.format_move(item.move), "mp": item.mp} for item in lost],
        "best_moves": best.first() if best else [],
    }


async def draft(request: Request) -> Response:
    levels = query_number(request, "levels", 5, 2, HIGHEST)
    return json_response(await run_in_thread(request, draft_json, levels, query_things(request)))


def query_things(request: Request) -> str:
    things = request.query_params.get("things", "")
    if len(things) > LONGEST_DRAFT:
        raise BadRequest(f"That is too much for one pyramid: at most {LONGEST_DRAFT} characters.")
    return things


def draft_json(levels: int, things: str) -> dict[str, Any]:
    return read_draft(levels, things).as_json()


# ------------------------------------------------------------ on paper


async def sheet(request: Request) -> Response:
    """A file to print. It is handed over as a file because its looks are inside it, which no page here may have."""
    difficulty = query_word(request, "difficulty", GRADES, "medium")
    count = query_number(request, "count", 6, 1, _MOST_ON_A_SHEET)
    seed = query_number(request, "seed", new_seed(), 0, SEEDS - 1)
    written = await run_in_thread(request, _sheet, difficulty, count, seed)
    named = {"Content-Disposition": f'attachment; filename="pyramid-puzzles-{difficulty}-{seed}.html"'}
    return Response(written, media_type="text/html; charset=utf-8", headers=named)


def _sheet(difficulty: str, count: int, seed: int) -> str:
    rng = Random(seed)
    puzzles = [generate(rng, difficulty) for _ in range(count)]
    return write_sheet(
        Sheet("Pyramid Puzzles", f"{difficulty.capitalize()}, 5 levels, made with seed {seed}.", puzzles)
    )


def _get(path: str, handler: Any, summary: str, answer: Any, *parameters: Parameter, **more: Any) -> Operation:
    path = f"/api/puzzles/{path}"
    return Operation("GET", path, handler, summary, answer, parameters=parameters, statuses=(404, 422), **more)


OPERATIONS = (
    Operation(
        "POST",
        "/api/puzzles",
        new_puzzle,
        "Make a certified puzzle of a difficulty",
        shapes.MadePuzzle,
        shapes.NewPuzzle,
        201,
        statuses=(403, 413, 422),
    ),
    _get("daily", daily_puzzle, "The puzzle of a day, the same for everybody", shapes.DailyPuzzle, _DATE),
    _get("daily/results", daily_results, "Who has solved it here, the best first", shapes.DailyResults, _DATE),
    _get("solution", solution, "The least MP and a best route, from the start or in mid-play", shapes.Solution, _CODE),
    _get("rating", rating, "How hard a puzzle is, and what makes it so", shapes.Rating, _CODE),
    _get("result", walk_result, "A walk beside the best there is", shapes.WalkResult, _CODE),
    _get("draft", draft, "A layout in the making, drawn and solved", shapes.Draft, _LEVELS, _THINGS),
    _get(
        "sheet",
        sheet,
        "Puzzles to print, with their solutions",
        str,
        _DIFFICULTY,
        _COUNT,
        _SEED,
        answer_type="text/html",
    ),
    Operation(
        "POST",
        "/api/puzzles/check",
        check,
        "Is a route legal, and what does it cost?",
        shapes.CheckedRoute,
        shapes.RouteToCheck,
        statuses=(403, 413, 422),
    ),
)
