"""The pages of the drills: the progress in each game, and positions to answer.

Only the browser knows what has been answered, so the server renders each page as for a beginner.
"""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.coach.boxes import TIMES
from fathom.coach.drills import DRILL_LEVELS
from fathom.coach.learner import drilled_games
from fathom.web.api.drill_shapes import GameProgressDict, NextDrill
from fathom.web.api.drills import choose_drill, progress_dict
from fathom.web.api.operations import think
from fathom.web.rendering import page, still_position

#: The page with drills of every game.
ALL_GAMES = "all"
_DAYS = tuple(time.days for time in TIMES)


class Card(NamedTuple):
    """A game, with what is known about it."""

    progress: GameProgressDict
    drawing: Markup


class Tab(NamedTuple):
    """A link to another game."""

    name: str
    title: str
    is_here: bool


async def overview(request: Request) -> Response:
    progress = await think(request, progress_dict, [])
    cards = [Card(game, still_position(games.room(game["game"]).examples.glance)) for game in progress.games]
    return page(request, "drills.html", cards=cards, days=_DAYS)


async def drill_page(request: Request) -> Response:
    name = request.path_params["game"]
    game = None if name == ALL_GAMES else name
    found = await think(request, choose_drill, NextDrill(game=game))  # an unknown game is refused here
    drill = found.drill
    assert drill is not None  # a beginner always gets one
    drawing = Markup(drill.view["drawing"])
    return page(
        request,
        "drill.html",
        served=drill,
        drill=drill,
        drawing=drawing,
        game=game,
        tabs=_tabs(name),
        levels=DRILL_LEVELS,
    )


def _tabs(chosen: str) -> list[Tab]:
    named = [(ALL_GAMES, "All games"), *((name, games.game(name).title) for name in drilled_games())]
    return [Tab(name, title, name == chosen) for name, title in named]


ROUTES: list[BaseRoute] = [Route("/drills", overview), Route("/drills/{game}", drill_page)]
