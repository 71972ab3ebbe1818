"""The parameters of requests about puzzles: a puzzle, a day, things on tiles."""

from __future__ import annotations

from datetime import UTC, date, datetime
from random import SystemRandom

from starlette.requests import Request

from fathom import games
from fathom.core.match import AnyMatch
from fathom.errors import BadRequest, NotFound
from fathom.games.pyramid_puzzle.make.daily import read_date
from fathom.games.pyramid_puzzle.rules import GAME
from fathom.games.pyramid_puzzle.solve.codes import read_puzzle_code
from fathom.web.live.invitations import check_served

SEEDS = 1_000_000_000
LONGEST_DRAFT = 2000
#: The most levels that a shared server makes and solves.
HIGHEST = games.room(GAME.name).largest_served["levels"]


def query_code(request: Request) -> str:
    code = request.query_params.get("code")
    if not code:
        raise BadRequest("The address does not name a puzzle: add ?code= with its code.")
    return code


def read_puzzle(code: str) -> AnyMatch:
    """The puzzle that a code or a bare layout names, if it is within the limits of a server."""
    match = read_puzzle_code(code)
    check_served(match)
    return match


def today() -> date:
    """Today in UTC."""
    return datetime.now(UTC).date()


def query_day(request: Request) -> date:
    """The day of a request; future days are refused."""
    text = request.query_params.get("date")
    day = today() if text is None else read_date(text)
    if day > today():
        raise NotFound(f"The puzzle of {day.isoformat()} is not out yet.")
    return day


def query_things(request: Request) -> str:
    things = request.query_params.get("things", "")
    if len(things) > LONGEST_DRAFT:
        raise BadRequest(f"That is too long for one pyramid: at most {LONGEST_DRAFT} characters.")
    return things


def new_seed() -> int:
    return SystemRandom().randrange(SEEDS)
