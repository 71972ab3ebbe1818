"""The home page, the rules, and the files that every page needs."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from fathom import games
from fathom.core.match import Match
from fathom.web.http.links import link
from fathom.web.http.tags import is_known
from fathom.web.pages import watch as watching
from fathom.web.pages.rule_book import rule_book
from fathom.web.pages.starts import FAIR, USUAL, Start, ladder, starts_of
from fathom.web.puzzle.daily import daily_card
from fathom.web.rendering import STATIC, page, still_position

#: The parts of the style sheet, in order: the design, the boards, and what single pages add.
_STYLES = ("app", "boards", "match", "puzzle", "drill", "start", "api")
#: Pages of matches, and a page for every position, puzzle and query there can be.
_NOT_FOR_CRAWLERS = ("/api/", "/m/", "/join/", "/watch", "/a/", "/p/", "/puzzles/new", "/*?")


class Card(NamedTuple):
    """A game as a card."""

    name: str
    title: str
    summary: str
    players: str
    link: str
    drawing: Markup
    #: The two ways to start it with one tap.
    starts: list[Start]
    has_lesson: bool


#: So many presets are offered on a card; the page of the game has all of them.
_STARTS_SHOWN = 2


def cards() -> list[Card]:
    """All games, in the order in which users see them."""
    found = map(games.game, games.names())
    return [
        Card(
            game.name,
            game.title,
            f"{game.summary[0].upper()}{game.summary[1:]}",
            "one player" if game.seats == 1 else "two players",
            play_link(game.name),
            still_position(games.room(game.name).examples.glance),
            starts_of(game.name)[:_STARTS_SHOWN],
            games.room(game.name).lesson is not None,
        )
        for game in found
    ]


def play_link(name: str) -> str:
    """The path of the page that starts a game."""
    return "/puzzles" if games.room(name).puzzles else f"/play/{name}"


def has_lessons(name: str) -> bool:
    """Are there rules for winning the game?"""
    return games.room(name).strategy(games.game(name).options_type()) is not None


def home(request: Request) -> Response:
    """The games, the daily puzzle, and unfinished matches."""
    shown = cards()
    return page(
        request,
        "home.html",
        cards=shown,
        first=next(card for card in shown if _is_quick(card.name) and card.starts[-1].slug == FAIR),
        ladder=ladder(),
        usual=USUAL,
        daily=daily_card(datetime.now(UTC).date()),
    )


@cache
def _is_quick(name: str) -> bool:
    """Is it a game for two in which every first move is one tap on the board?"""
    room = games.room(name)
    start = Match(room.game)
    drawn = room.draw(start)
    return room.game.is_contest and all(
        f'data-move="{room.game.format_move(move)}"' in drawn for move in start.legal_moves
    )


def rules_index(request: Request) -> Response:
    return page(request, "rules_index.html", cards=cards())


def rules(request: Request) -> Response:
    name = request.path_params["game"]
    book = rule_book(name)  # an unknown game is refused here
    return page(
        request,
        "rules.html",
        name=name,
        book=book,
        still_position=still_position,
        play_link=play_link(name),
        has_lessons=has_lessons(name),
    )


def offline(request: Request) -> Response:
    return page(request, "offline.html")


def service_worker(_request: Request) -> Response:
    """Served at the root, so that its scope covers every page."""
    return FileResponse(STATIC / "sw.js", media_type="text/javascript")


def manifest(_request: Request) -> Response:
    return FileResponse(STATIC / "manifest.webmanifest", media_type="application/manifest+json")


def robots(request: Request) -> Response:
    """What crawlers may read: everything but what is endless, or somebody's match."""
    lines = ["User-agent: *", *(f"Disallow: {link(request, path)}" for path in _NOT_FOR_CRAWLERS)]
    return PlainTextResponse("\n".join(lines) + "\n")


def style_sheet(request: Request) -> Response:
    """All parts of the style sheet as one, which a browser may cache but must revalidate."""
    sheet, tag = _style_sheet()
    headers = {"ETag": f'"{tag}"', "Cache-Control": "no-cache"}
    if is_known(request, tag):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(sheet, media_type="text/css", headers=headers)


@cache
def _style_sheet() -> tuple[bytes, str]:
    """Without comments and the space around brackets and semicolons, which only a reader of the source needs."""
    sheet = b"\n".join((STATIC / "styles" / f"{name}.css").read_bytes() for name in _STYLES)
    sheet = re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL)
    sheet = re.sub(rb"\s*([{};])\s*", rb"\1", sheet)
    return sheet, sha256(sheet).hexdigest()[:16]


ROUTES: list[BaseRoute] = [
    Route("/", home),
    Route("/rules", rules_index),
    Route("/rules/{game}", rules),
    Route("/offline", offline),
    Route("/robots.txt", robots),
    Route("/style.css", style_sheet),
    Route("/sw.js", service_worker),
    Route("/manifest.webmanifest", manifest),
    *watching.ROUTES,
    Mount("/static", StaticFiles(directory=STATIC)),
]
