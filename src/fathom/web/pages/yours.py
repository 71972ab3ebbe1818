"""The pages about the visitor: settings and history. All of it is kept in the browser; the server sends the frame."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.players import machines
from fathom.players.faces import face_of
from fathom.web.live.server import server_of
from fathom.web.rendering import page


def settings(request: Request) -> Response:
    return page(request, "settings.html")


def history(request: Request) -> Response:
    """The finished games of this browser; machines are named in words."""
    bots = server_of(request).matches.bots.opponents()
    faces = {name: face_of(name, line).name for name, line in {**machines(), **bots}.items()}
    titles = {name: games.game(name).title for name in games.names()}
    return page(request, "history.html", served={"machines": faces, "games": titles})


ROUTES: list[BaseRoute] = [Route("/settings", settings), Route("/history", history)]
