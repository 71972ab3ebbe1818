"""The pages of the puzzles: the overview, one puzzle to play, and the editor."""

from __future__ import annotations

from copy import copy
from datetime import date
from functools import lru_cache
from http import HTTPStatus
from random import Random
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from fathom.core.match import AnyMatch
from fathom.errors import FathomError
from fathom.games.pyramid_puzzle.draw.draft_board import draw_draft
from fathom.games.pyramid_puzzle.make.daily import difficulty_on
from fathom.games.pyramid_puzzle.make.draft import Draft, DraftVerdict, read_draft
from fathom.games.pyramid_puzzle.make.generate import generate
from fathom.games.pyramid_puzzle.make.rate import EASY, FIENDISH, GRADES, HARD, MEDIUM, grade_puzzle
from fathom.games.pyramid_puzzle.rules import Options, new_match, puzzle_match, puzzle_options
from fathom.games.pyramid_puzzle.solve.codes import write_puzzle_code
from fathom.games.pyramid_puzzle.solve.par import par_sentence
from fathom.games.pyramid_puzzle.solve.solution import least_mp
from fathom.web.api.operations import query_number, query_word, think
from fathom.web.api.previews import Origin
from fathom.web.http.links import link
from fathom.web.http.paths import CODE
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.server import lane_of, server_of
from fathom.web.live.views import MatchViewDict, Subscription, match_view, prepare_view, subscription
from fathom.web.puzzle.daily import find_options
from fathom.web.puzzle.requests import HIGHEST, new_seed, query_day, query_things, read_puzzle, today
from fathom.web.puzzle.results import best_results
from fathom.web.rendering import page, places_of, render, still_drawing

#: A description of each grade, in order.
_PROMISES = {
    EASY: "A first walk: go for the nearest thing, and you find the cheapest way up.",
    MEDIUM: "One best route, and the nearest thing is not always the right one: look two decisions ahead.",
    HARD: "One best route, something you need, and looking two decisions ahead is not enough.",
    FIENDISH: "Hard with a twist, out again or back through what you opened; four decisions ahead are not enough.",
}
_LEVELS_SHOWN = 5


class Grade(NamedTuple):
    """A difficulty on its card, with an example."""

    name: str
    promise: str
    drawing: Markup


class Measured(NamedTuple):
    """How hard a puzzle is, and its least MP; None if it has no solution."""

    grade: str | None
    mp: int | None


class Walk(NamedTuple):
    """A puzzle and how far somebody has come in it; `ended` is a sentence once that is all."""

    options: Options
    view: MatchViewDict
    measured: Measured
    ended: str


async def hub(request: Request) -> Response:
    return await _hub(request)


async def _hub(request: Request, code: str = "", refusal: FathomError | None = None) -> Response:
    """The overview; after a refused code, with the reason and the code to correct."""
    day = today()
    options = await find_options(request, day)
    return page(
        request,
        "puzzles.html",
        HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK,
        code=code,
        refusal=refusal,
        day=_day(day),
        drawing=_draw(options),
        results=(await best_results(server_of(request).matches, options))[:5],
        grades=await think(request, _grades),
    )


@lru_cache(maxsize=4)
def _draw(options: Options) -> Markup:
    """The board of a puzzle before the first move; drawing it takes longer than the rest of the page."""
    return still_drawing(new_match(options))


@lru_cache(maxsize=1)
def _grades() -> list[Grade]:
    """One example of each difficulty, always the same."""
    return [Grade(name, promise, _example_of(name)) for name, promise in _PROMISES.items()]


def _example_of(grade: str) -> Markup:
    return still_drawing(new_match(generate(Random(1), grade, _LEVELS_SHOWN).options))


def _day(day: date) -> dict[str, str]:
    said = f"{day:%A}, {day.day} {day:%B} {day.year}"
    return {"date": day.isoformat(), "said": said, "difficulty": difficulty_on(day)}


# ------------------------------------------------------------ one puzzle


async def daily_page(request: Request) -> Response:
    day = query_day(request)
    match = new_match(await find_options(request, day))
    return await _walk_page(request, await think(request, _look_at, match), day=day)


async def new_page(request: Request) -> Response:
    """Make a puzzle and go to it."""
    difficulty = query_word(request, "difficulty", GRADES, MEDIUM)
    levels = query_number(request, "levels", _LEVELS_SHOWN, 2, HIGHEST)
    puzzle = await think(request, generate, Random(new_seed()), difficulty, levels)
    return RedirectResponse(f"/p/{write_puzzle_code(puzzle.options)}", HTTPStatus.SEE_OTHER)


async def code_page(request: Request) -> Response:
    return await _walk_page(request, await think(request, _look_at_code, request.path_params["code"]))


async def from_code(request: Request) -> Response:
    """The target of the form for a code."""
    code = request.query_params.get("code", "").strip().rpartition("/p/")[2]  # or the link of a puzzle
    try:
        await think(request, _check_code, code)
    except FathomError as refusal:
        return await _hub(request, code, refusal)
    return RedirectResponse(link(request, f"/p/{code}"), HTTPStatus.SEE_OTHER)


def _check_code(code: str) -> None:
    read_puzzle(code)


async def match_page(request: Request, live: LiveMatch, token: str | None) -> Response:
    """The page of a puzzle in play."""
    # A copy, since the match may change while the page is made.
    await prepare_view(live, lane_of(request))
    match, served = copy(live.match), subscription(live, token)
    return await _walk_page(request, await think(request, _look_at, match), served)


async def _walk_page(
    request: Request, walk: Walk, served: Subscription | None = None, day: date | None = None
) -> Response:
    day = day or await _day_of(request, walk.options)
    shown = new_match(walk.options)
    grade = difficulty_on(day) if day else walk.measured.grade
    head = f"Puzzle of {_day(day)['said']}" if day else "Pyramid Puzzle"
    told = f"Fetch the key and reach the peak for the fewest movement points. {(grade or 'no solution').capitalize()}."
    context = {
        "preview": Origin.of(request).preview_of(shown, head, told),
        "view": walk.view,
        "told": walk.view["guide"]["told"][1 if served is None else sum(served.match.you)],
        "drawing": Markup(walk.view["drawing"]),
        "served": served,
        "match": served and served.match,
        "code": write_puzzle_code(walk.options),
        "levels": walk.options.levels,
        "layout": str(walk.options.layout),
        "grade": grade,
        "par": walk.measured.mp,
        "day": _day(day) if day else None,
        "is_today": day == today(),
        "ended": walk.ended,
        "results": await best_results(server_of(request).matches, walk.options) if day else [],
    }
    return HTMLResponse(await think(request, render, "puzzle.html", places_of(request), context))


def _look_at_code(code: str) -> Walk:
    return _look_at(read_puzzle(code))


def _look_at(match: AnyMatch) -> Walk:
    options = puzzle_options(match)
    return Walk(options, match_view(match), _measure(options), _describe_end(match) if match.outcome else "")


@lru_cache(maxsize=1024)
def _measure(options: Options) -> Measured:
    return Measured(grade_puzzle(options), least_mp(options))


async def _day_of(request: Request, options: Options) -> date | None:
    """Today, if this is the daily puzzle."""
    return today() if options == await find_options(request, today()) else None


def _describe_end(match: AnyMatch) -> str:
    walk = puzzle_match(match)
    return par_sentence(puzzle_options(match), [ply.move for ply in walk.plies], walk.position)


# ------------------------------------------------------------ the editor


class Edited(NamedTuple):
    """A draft, judged and drawn."""

    draft: Draft
    judged: DraftVerdict
    drawing: str


async def editor(request: Request) -> Response:
    """The editor of a draft; by default an empty pyramid, or a puzzle given by its code."""
    code = request.query_params.get("code", "")
    levels = query_number(request, "levels", _LEVELS_SHOWN, 2, HIGHEST)
    draft, judged, drawing = await think(request, _edit, code, levels, query_things(request))
    return page(request, "puzzle_editor.html", draft=draft, judged=judged, drawing=Markup(drawing), highest=HIGHEST)


def _edit(code: str, levels: int, things: str) -> Edited:
    if code:
        options = puzzle_options(read_puzzle(code))
        levels, things = options.levels, str(options.layout)
    draft = read_draft(levels, things)
    return Edited(draft, draft.judge(), draw_draft(draft))


ROUTES: list[BaseRoute] = [
    Route("/puzzles", hub),
    Route("/puzzles/daily", daily_page),
    Route("/puzzles/new", new_page),
    Route("/puzzles/editor", editor),
    Route("/p", from_code),
    Route(f"/p/{CODE}", code_page),
]
