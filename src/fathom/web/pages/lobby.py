"""The lobby: who waits for an opponent, rendered by the server; its script reloads the list every few seconds."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.core.words import counted
from fathom.web.api.challenges import open_challenges
from fathom.web.api.shapes import ListedChallenge
from fathom.web.live.invitations import ANYONE
from fathom.web.live.lobby import MOST_OPEN, OPEN_MINUTES
from fathom.web.live.server import server_of
from fathom.web.rendering import page

_FIRST = {"you": "you move first", "they": "they move first", "coin": "a coin decides who moves first"}


class Shown(NamedTuple):
    """A challenge on its card."""

    match: str
    title: str
    is_any_game: bool
    by: str
    terms: str
    ago: str


def _show(one: ListedChallenge) -> Shown:
    rules = [] if one.any_game else [one.preset or f"with {one.options}"]
    terms = [*rules, one.clock or "no clock", _FIRST[one.first], *(["two games, sides swapped"] if one.pair else [])]
    said = ", ".join(terms)
    return Shown(one.match, one.title, one.any_game, one.by, f"{said[0].upper()}{said[1:]}.", _ago(one.since))


def _ago(since: str) -> str:
    minutes = int((datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds()) // 60
    return f"{counted(minutes, 'minute')} ago" if minutes > 0 else "just now"


async def _shown(request: Request) -> list[Shown]:
    return [_show(one) for one in await open_challenges(server_of(request))]


async def lobby(request: Request) -> Response:
    return page(
        request,
        "lobby.html",
        challenges=await _shown(request),
        contests=[game for game in map(games.game, games.names()) if game.is_contest],
        anyone=ANYONE,
        most_open=MOST_OPEN,
        open_minutes=OPEN_MINUTES,
    )


async def lobby_list(request: Request) -> Response:
    """Only the list, for the script of the page."""
    return page(request, "parts/challenges.html", challenges=await _shown(request))


ROUTES: list[BaseRoute] = [Route("/lobby", lobby), Route("/lobby/list", lobby_list)]
