"""The ladder: the machines of each game, the weakest first, each with its exactly known strength.

What somebody has reached is kept in their browser, whose script adds it and recommends the next machine.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.analysis.strengths import LADDER, Strength, rungs
from fathom.players.faces import Face, face_of
from fathom.web.api.operations import in_thread
from fathom.web.pages.starts import USUAL, Start, starts_of
from fathom.web.rendering import page


class Rung(NamedTuple):
    """A machine of the ladder, and how strong it is in each of the presets, in their order."""

    player: str
    face: Face
    strengths: list[Strength]


class Ladder(NamedTuple):
    """The ladder of a game."""

    game: str
    title: str
    starts: list[Start]
    rungs: list[Rung]


@cache
def ladders() -> list[Ladder]:
    """Every game that has machines to beat, with the presets that their strengths are known for."""
    return [found for name in games.names() if (found := _ladder(name)).starts]


def _ladder(name: str) -> Ladder:
    known = rungs(name)
    starts = [start for start in starts_of(name) if start.slug in known]
    found = [Rung(player, face_of(player), [known[start.slug][player] for start in starts]) for player in LADDER]
    return Ladder(name, games.game(name).title, starts, found)


@in_thread
def ladder(request: Request) -> Response:
    return page(request, "ladder.html", ladders=ladders(), served={"ladder": LADDER, "usual": USUAL})


ROUTES: list[BaseRoute] = [Route("/ladder", ladder)]
