"""The pages to play and watch matches, and the analysis board."""

from __future__ import annotations

from copy import copy
from http import HTTPStatus

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.analysis.analysis import analyze
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.web.api.games import position_of
from fathom.web.api.matches import find_match, renew_seat, set_seat_cookie
from fathom.web.api.operations import think
from fathom.web.api.positions import describe_moves, describe_standing, position_dict
from fathom.web.api.previews import Origin
from fathom.web.http.limits import EVENTS_PER_REQUEST, charge
from fathom.web.http.links import link
from fathom.web.http.paths import CODE
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.replaying import replay
from fathom.web.live.server import lane_of
from fathom.web.live.views import describe_options, for_people, prepare_view, subscription, title
from fathom.web.pages.home import play_link
from fathom.web.pages.review import review
from fathom.web.pages.values import MOST_ROWS, rows, steps, trail
from fathom.web.puzzle import pages as puzzle_pages
from fathom.web.rendering import Places, places_of, render

# ------------------------------------------------------------ a match


async def match_page(request: Request) -> Response:
    live, token = await find_match(request)
    charge(request, live.sequence // EVENTS_PER_REQUEST)
    show = puzzle_pages.match_page if games.room(live.match.game.name).puzzles else _show_match
    response = await show(request, live, token)
    renew_seat(request, response, live, token)
    return response


async def _show_match(request: Request, live: LiveMatch, token: str | None) -> Response:
    await prepare_view(live, lane_of(request))
    match, served = copy(live.match), subscription(live, token)  # the match may change while the page is made
    seen = served.match
    tells_values = live.is_solo or match.outcome is not None
    analyzed = await think(request, analyze, match) if tells_values else None
    context = {
        "title": title(live),
        "preview": Origin.of(request).preview_of(match, title(live), _invite_to_watch(live), is_public=live.is_open),
        "served": served,
        "match": seen,
        "game": match.game,
        "others": [other for other in map(games.game, games.ROOMS) if other.is_contest and other is not match.game],
        "options": describe_options(match),
        "drawing": Markup(seen.view["drawing"]),
        "told": seen.view["guide"]["told"][sum(seen.you)],
        "role": _role(live, seen.you),
        "is_withdrawn": live.is_withdrawn,
        "moves": steps(match)[1:],
        "values": rows(describe_moves(analyzed)) if analyzed else None,
        "value_said": describe_standing(analyzed) if analyzed else "",
    }
    return HTMLResponse(await think(request, render, "match.html", places_of(request), context))


def _invite_to_watch(live: LiveMatch) -> str:
    """What a link to a match promises."""
    return "Replay it, and see what every move was worth." if live.match.outcome else "Watch it move by move."


def _role(live: LiveMatch, seats: list[Seat]) -> str:
    """The visitor's role in the match; a player without a name of their own is told whether they move first."""
    if not seats:
        return "You are watching."
    if len(seats) > 1:
        return "You play both sides."
    (seat,) = seats
    name = live.match.name(seat)
    if name != f"Player {seat}":
        return f"You play {name}."
    return "You play first." if seat == 1 else "You play second."


async def match_drawing(request: Request) -> Response:
    """The board of a match after any moves, even if they were never made: for showing lines of play."""
    live, _ = await find_match(request)
    moves, coach = request.query_params.get("moves", ""), "coach" in request.query_params
    drawn = await think(request, _draw_moves, copy(live.match), moves, coach)
    return Response(drawn, media_type="image/svg+xml")


def _draw_moves(match: AnyMatch, moves: str, coach: bool) -> str:
    shown = replay(for_people(match), moves.split(".") if moves else ())
    return games.room(match.game.name).draw(shown, coach=coach)


async def rematch(request: Request) -> Response:
    """Redirect to the rematch: the token of a seat here gives the other seat there."""
    live, token = await find_match(request)
    if live.next_match is None:
        return RedirectResponse(link(request, f"/m/{live.id}"), HTTPStatus.SEE_OTHER)
    response = RedirectResponse(link(request, f"/m/{live.next_match}"), HTTPStatus.SEE_OTHER)
    if token and live.seats_of(token):
        set_seat_cookie(request, response, live.next_match, token)
    return response


async def match_review(request: Request) -> Response:
    live, token = await find_match(request)
    if live.match.outcome is None or not live.match.game.is_contest:
        return RedirectResponse(link(request, f"/m/{live.id}"), HTTPStatus.SEE_OTHER)
    return await review(request, live, token)


# ------------------------------------------------------------ analysis


async def analysis(request: Request) -> Response:
    code, here = request.path_params["code"], places_of(request)
    return HTMLResponse(await think(request, _render_analysis, code, here, Origin.of(request)))


def _render_analysis(code: str, places: Places, origin: Origin) -> str:
    analyzed = position_of(code)
    match, served = analyzed.match, position_dict(analyzed, coach=True)
    led_here = trail(match)
    shown = f"{match.game.title}: what every move is worth"
    context = {
        "preview": origin.preview_of(match, shown, f"The exact value of every move after {len(match.plies)} moves."),
        "served": served,
        "game": match.game,
        "code": served["code"],
        "options": describe_options(match),
        "play_link": play_link(match.game.name),
        "drawing": Markup(served["drawing"]),
        "trail": led_here,
        "back": led_here[-2].code if len(led_here) > 1 else "",
        "value_said": served["standing"],
        "values": rows(served["moves"]),
        "not_shown": max(0, len(analyzed.moves) - MOST_ROWS),
        "over": served["over"],
    }
    return render("analysis.html", places, context)


ROUTES: list[BaseRoute] = [
    Route("/m/{id}", match_page),
    Route("/m/{id}/drawing.svg", match_drawing),
    Route("/m/{id}/rematch", rematch),
    Route("/m/{id}/review", match_review),
    Route(f"/a/{CODE}", analysis),
]
