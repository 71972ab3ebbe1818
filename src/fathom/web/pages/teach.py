"""The pages that teach how a game is won: the rules in order, each with its example drawn, and the proof."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.coach.strategies import example_of, order_words, proof_words, prove, strategy_for
from fathom.errors import BadOption, NotFound
from fathom.web.api.operations import think
from fathom.web.pages.home import play_link
from fathom.web.rendering import page, still_drawing


class ShownRule(NamedTuple):
    """A rule for winning, with its example."""

    number: int
    name: str
    text: str
    code: str
    said: str
    drawing: Markup


class Lessons(NamedTuple):
    """A game's page, ready for the template."""

    insight: str
    rules: list[ShownRule]
    order: str
    proof: str
    exceptions: list[str]


async def teach(request: Request) -> Response:
    name = request.path_params["game"]
    game = games.game(name)  # an unknown game is refused here
    lessons = await think(request, _lessons, name)
    return page(request, "teach.html", game=game, lessons=lessons, play_link=play_link(name))


@cache
def _lessons(name: str) -> Lessons:
    """Proved once in each process that thinks, and then remembered."""
    game = games.game(name)
    options = game.options_type()
    try:
        strategy = strategy_for(game, options)
    except BadOption as error:
        raise NotFound(str(error)) from error
    proof = prove(game, options, strategy)
    rules = []
    for number, rule in enumerate(strategy.rules, 1):
        example = example_of(rule)
        drawing = still_drawing(example.match)
        rules.append(ShownRule(number, rule.name, rule.text, rule.example, example.words, drawing))
    exceptions = [lapse.code for lapse in proof.exceptions]
    return Lessons(strategy.insight, rules, order_words(strategy), proof_words(strategy, proof), exceptions)


ROUTES: list[BaseRoute] = [Route("/teach/{game}", teach)]
