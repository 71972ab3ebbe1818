"""The pages to start and to join a match."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.analysis.strengths import LADDER
from fathom.core.clock import GAME, MOVE, Clock
from fathom.core.game import AnyGame
from fathom.core.options import AnyOption, Choice, Whole
from fathom.core.outcome import other
from fathom.errors import NotFound, StoreError
from fathom.players import MACHINES, machines
from fathom.players.faces import Face, face_of
from fathom.web.api.operations import in_thread
from fathom.web.api.previews import Origin, Preview
from fathom.web.http.links import link
from fathom.web.live.invitations import ANYONE, FRIEND, SAME_SCREEN
from fathom.web.live.live_match import OPEN
from fathom.web.live.server import lane_of, server_of
from fathom.web.pages.home import cards, has_lessons, play_link
from fathom.web.pages.starts import USUAL, starts_of
from fathom.web.rendering import page

#: The clocks that the form offers; the API takes any.
CLOCKS = (
    Clock(GAME, 3 * 60),
    Clock(GAME, 10 * 60),
    Clock(GAME, 30 * 60),
    Clock(MOVE, 30),
    Clock(MOVE, 2 * 60),
    Clock(MOVE, 24 * 60 * 60),
)


class Opponent(NamedTuple):
    """A kind of opponent: a person without a face, or a machine."""

    name: str
    title: str
    meaning: str
    face: Face | None = None


class ShownOption(NamedTuple):
    """An option of a game as a form field: a number within limits, or one of some words."""

    name: str
    title: str
    meaning: str
    usual: str
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()


def _opponents(bots: Mapping[str, str], *, is_local: bool) -> dict[str, tuple[Opponent, ...]]:
    """The possible opponents, in groups; nobody can be sent a link where `is_local`."""
    others = (
        Opponent(FRIEND, "A friend by link", "You send them a link."),
        Opponent(ANYONE, "Anyone in the lobby", "Whoever accepts first."),
    )
    programs = {name: line for name, line in {**machines(), **bots}.items() if name not in MACHINES}
    return {
        "The computer": tuple(map(_machine, MACHINES, MACHINES.values())),
        "A person": (
            *(() if is_local else others),
            Opponent(SAME_SCREEN, "Two on this screen", "You take turns."),
        ),
        "Programs": tuple(map(_machine, programs, programs.values())),
    }


def _machine(name: str, line: str) -> Opponent:
    face = face_of(name, line)
    return Opponent(name, face.name, f"{face.line[0].upper()}{face.line[1:]}.", face)


@in_thread
def play(request: Request) -> Response:
    """Choose a game, or the settings of a match once a game is chosen; a game with puzzles is started elsewhere."""
    name = request.path_params.get("game")
    if name and games.room(name).puzzles:
        return RedirectResponse(link(request, play_link(name)), HTTPStatus.SEE_OTHER)
    game = games.game(name) if name else None
    wanted = request.query_params.get("opponent", "")
    groups = _opponents(server_of(request).matches.bots.opponents(), is_local=request.app.state.is_local)
    known = {opponent.name for group in groups.values() for opponent in group}
    return page(
        request,
        "play.html",
        game=game,
        cards=[card for card in cards() if games.game(card.name).is_contest],
        starts=starts_of(game.name) if game else [],
        groups=groups,
        clocks=CLOCKS,
        chosen=wanted if wanted in known else "",
        usual=USUAL,
        ladder=LADDER,
        query=f"?opponent={wanted}" if wanted in known else "",
        options=[_show_option(option, game) for option in game.options_type.declared.values()] if game else [],
        has_lessons=game is not None and has_lessons(game.name),
    )


def _show_option(option: AnyOption, game: AnyGame) -> ShownOption:
    called = option.name.replace("_", " ").capitalize()
    meaning = f"{option.meaning[0].upper()}{option.meaning[1:]}"
    field = ShownOption(option.name, called, meaning, option.write(option.default))
    if isinstance(option, Whole):
        largest = games.room(game.name).largest_served.get(option.name, option.high)
        return field._replace(low=option.low, high=largest)
    return field._replace(words=option.words) if isinstance(option, Choice) else field


async def join(request: Request) -> Response:
    """The page to join a match. Its script asks with the secret of the link what the match is.

    Without the secret, it reveals nothing, except what the page of a match that anybody may watch says as well.
    """
    match_id: str = request.path_params["id"]
    return page(request, "join.html", match_id=match_id, preview=await _preview(request, match_id))


async def _preview(request: Request, match_id: str) -> Preview | None:
    """What sites show of an invitation that waits for somebody, if anybody may watch the match."""
    try:
        live = await server_of(request).matches.find(match_id, lane=lane_of(request))
    except (NotFound, StoreError):
        return None
    if live.invitation is None:
        return None
    match, host = live.match, other(live.seats.index(OPEN) + 1)
    said = f"{match.name(host)} invites you to {match.game.title}"
    return Origin.of(request).preview_of(match, said, match.game.summary)


#: Only where others can reach the application.
JOINING: list[BaseRoute] = [Route("/join/{id}", join)]
ROUTES: list[BaseRoute] = [
    Route("/play", play),
    Route("/play/{game}", play),
    *JOINING,
]
