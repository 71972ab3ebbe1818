"""The lesson pages: a few guided moves on the real board. Only the browser knows how far somebody has come."""

from __future__ import annotations

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.web.api.lessons import resume_lesson
from fathom.web.api.operations import think
from fathom.web.pages.home import cards, has_lessons
from fathom.web.pages.starts import USUAL, ladder, starts_of
from fathom.web.rendering import page


async def learn(request: Request) -> Response:
    """Every game that has a lesson."""
    return page(request, "learn_index.html", cards=[card for card in cards() if card.has_lesson])


async def lesson(request: Request) -> Response:
    name = request.path_params["game"]
    shown = await think(request, resume_lesson, name)  # an unknown game is refused here
    game = games.game(name)
    return page(
        request,
        "learn.html",
        game=game,
        served=shown,
        lesson=shown,
        drawing=Markup(shown.drawing),
        starts=starts_of(name),
        ladder=ladder() if game.is_contest else [],
        usual=USUAL,
        has_strategy=has_lessons(name),
        others=[card for card in cards() if card.has_lesson and card.name != name],
    )


ROUTES: list[BaseRoute] = [Route("/learn", learn), Route("/learn/{game}", lesson)]
