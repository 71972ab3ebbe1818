"""The games, and any position of them."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from fathom import games
from fathom.analysis.adviser import has_contest
from fathom.analysis.analysis import Analysis, analyze
from fathom.coach.hints import hint_of, hint_rungs
from fathom.core.match import AnyMatch
from fathom.core.options import AnyOption, Choice, Whole
from fathom.errors import BadRequest
from fathom.players import machines
from fathom.show.room import AnyRoom
from fathom.web.api import shapes
from fathom.web.api.operations import Operation, Parameter, query_number, think
from fathom.web.api.positions import PositionDict, position_dict
from fathom.web.http.paths import API, CODE
from fathom.web.http.responses import json_response
from fathom.web.http.tags import tagged_response
from fathom.web.live.invitations import check_served
from fathom.web.live.server import server_of

_CODE = Parameter("code", "a code such as range-war:6.4.9", {"type": "string"}, in_path=True)
_GAME = Parameter("game", "the name of a game", {"type": "string"}, in_path=True)
_COACH = Parameter("coach", "1 draws the coach's aids", {"type": "integer", "minimum": 0, "maximum": 1})
_MOVE = Parameter("move", "one more move, as a player would type it", {"type": "string", "maxLength": 40})
_LEVEL = Parameter("level", "how much to tell: 1 is a nudge", {"type": "integer", "minimum": 1, "maximum": 5})


async def every_game(request: Request) -> Response:
    return tagged_response(request, shapes.Games([game_dict(name, _bots(request)) for name in games.names()]))


async def one_game(request: Request) -> Response:
    return tagged_response(request, game_dict(request.path_params["game"], _bots(request)))


def _bots(request: Request) -> Mapping[str, str]:
    return server_of(request).matches.bots.opponents()


def game_dict(name: str, bots: Mapping[str, str]) -> shapes.GameInfo:
    """A game as in the list of games, with the opponents of this server."""
    room = games.room(name)
    game = room.game
    is_valued = has_contest(game, game.options_type())
    return shapes.GameInfo(
        name=name,
        title=game.title,
        summary=game.summary,
        seats=game.seats,
        options=[option_dict(option, room) for option in game.options_type.declared.values()],
        opponents={**machines(), **bots} if is_valued else {},
        known=room.known.result,
    )


def option_dict(option: AnyOption, room: AnyRoom) -> shapes.OptionInfo:
    """An option with the limits of this server."""
    name, meaning, allowed = option.name, option.meaning, option.allowed
    if isinstance(option, Whole):
        high = room.largest_served.get(name, option.high)
        return shapes.OptionInfo(name, "whole", option.default, meaning, allowed, option.low, high)
    default = option.write(option.default)
    if isinstance(option, Choice):
        return shapes.OptionInfo(name, "choice", default, meaning, allowed, words=list(option.words))
    return shapes.OptionInfo(name, "text", default, meaning, allowed)


async def position(request: Request) -> Response:
    coach = query_number(request, "coach", 0, 0, 1)
    move = request.query_params.get("move")
    return json_response(await think(request, _describe_position, request.path_params["code"], move, bool(coach)))


def _describe_position(code: str, move: str | None, coach: bool) -> PositionDict:
    return position_dict(position_of(code, move), coach=coach)


def read_match(code: str) -> AnyMatch:
    """The match that a code names, if its options are within the limits of a server."""
    match = games.read_code(code)
    check_served(match)
    return match


def position_of(code: str, move: str | None = None) -> Analysis:
    """The position that a code names, analyzed; after one more move, if given one."""
    match = read_match(code)
    if move is not None:
        match.play(move)
    return analyze(match)


async def hint(request: Request) -> Response:
    level = query_number(request, "level", 1, 1, 5)
    return json_response(await think(request, hint_dict, request.path_params["code"], level))


def hint_dict(code: str, level: int) -> shapes.HintText:
    """The hint of a level for a position."""
    match = read_match(code)
    if match.outcome:
        raise BadRequest(f"There is no hint to give: {match.outcome.reason}.")
    rungs = hint_rungs(match.game)
    level = min(level, rungs)
    return shapes.HintText(level, rungs, hint_of(match, level))


OPERATIONS = (
    Operation(
        "GET", f"{API}/games", every_game, "The games, their options and opponents", shapes.Games, is_tagged=True
    ),
    Operation(
        "GET",
        f"{API}/games/{{game}}",
        one_game,
        "One game",
        shapes.GameInfo,
        parameters=(_GAME,),
        statuses=(404,),
        is_tagged=True,
    ),
    Operation(
        "GET",
        f"{API}/positions/{CODE}",
        position,
        "A position: its board, its value, and every move with verdict, line and reason",
        PositionDict,
        parameters=(_CODE, _COACH, _MOVE),
        statuses=(404, 422),
    ),
    Operation(
        "GET",
        f"{API}/hints/{CODE}",
        hint,
        "A hint for whoever is to move in a position",
        shapes.HintText,
        parameters=(_CODE, _LEVEL),
        statuses=(404, 422),
    ),
)
