"""The home page, the rules, and the files that every page needs."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from fathom import games
from fathom.core.match import Match
from fathom.show.preset import FAIR
from fathom.web.api.operations import in_thread
from fathom.web.http.links import link
from fathom.web.pages import styles
from fathom.web.pages import watch as watching
from fathom.web.pages.rule_book import rule_book
from fathom.web.pages.starts import USUAL, Start, ladder, starts_of
from fathom.web.puzzle.daily import daily_card
from fathom.web.rendering import STATIC, Places, page, places_of, render, still_position

#: Pages of matches, and a page for every position, puzzle and query there can be.
_NOT_FOR_CRAWLERS = ("/api/", "/m/", "/join/", "/watch", "/lobby", "/a/", "/p/", "/puzzles/new", "/*?")
#: Programs that fetch a page because somebody has sent its link to somebody, to show a preview of it.
_PREVIEWERS = (
    "Discordbot",
    "facebookexternalhit",
    "LinkedInBot",
    "Mastodon",
    "Slackbot-LinkExpanding",
    "TelegramBot",
    "Twitterbot",
    "WhatsApp",
)


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


@in_thread
def home(request: Request) -> Response:
    return HTMLResponse(render_home(places_of(request)))


def render_home(places: Places) -> str:
    """The games, the daily puzzle, and unfinished matches."""
    shown = cards()
    return render(
        "home.html",
        places,
        {
            "cards": shown,
            "first": next(card for card in shown if _is_quick(card.name) and card.starts[-1].slug == FAIR),
            "ladder": ladder(),
            "usual": USUAL,
            "daily": daily_card(datetime.now(UTC).date()),
        },
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


@in_thread
def rules_index(request: Request) -> Response:
    return page(request, "rules_index.html", cards=cards())


@in_thread
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


@in_thread
def offline(request: Request) -> Response:
    return page(request, "offline.html")


@in_thread
def service_worker(_request: Request) -> Response:
    """Served at the root, so that its scope covers every page."""
    return FileResponse(STATIC / "sw.js", media_type="text/javascript")


@in_thread
def manifest(_request: Request) -> Response:
    return FileResponse(STATIC / "manifest.webmanifest", media_type="application/manifest+json")


@in_thread
def robots(request: Request) -> Response:
    """What crawlers may read: everything but what is endless, or somebody's match; previews are made of every link."""
    lines = ["User-agent: *", *(f"Disallow: {link(request, path)}" for path in _NOT_FOR_CRAWLERS)]
    previewers = [*(f"User-agent: {name}" for name in _PREVIEWERS), f"Disallow: {link(request, '/api/')}"]
    return PlainTextResponse("\n".join([*lines, "", *previewers]) + "\n")


ROUTES: list[BaseRoute] = [
    Route("/", home),
    Route("/rules", rules_index),
    Route("/rules/{game}", rules),
    Route("/offline", offline),
    Route("/robots.txt", robots),
    *styles.ROUTES,
    Route("/sw.js", service_worker),
    Route("/manifest.webmanifest", manifest),
    *watching.ROUTES,
    Mount("/static", StaticFiles(directory=STATIC)),
]
