"""The first lesson of each game: a few guided moves on the real board.

The browser remembers where a learner is and sends it with each request; the server judges, and stores nothing.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from fathom import games
from fathom.coach.tutor import LessonState, Tutor
from fathom.errors import BadOption, NotFound
from fathom.web.api.operations import Operation, Parameter, query_number, read_json, think
from fathom.web.api.shapes import Code
from fathom.web.http.paths import API
from fathom.web.http.responses import json_response
from fathom.web.live.requests import CodeText, MoveText
from fathom.web.live.views import Svg

_MOST_STEPS = 100
YOU, OPPONENT = "You", "Opponent"

StepNumber = Annotated[int, Meta(ge=0, lt=_MOST_STEPS, description="from 0")]


class LessonStep(Struct):
    """A step of a lesson as it stands: what to do, the board, and whether it has been done."""

    game: str
    step: StepNumber
    steps: int
    code: Code
    task: str
    done: bool
    moves: list[str]
    drawing: Svg


class LessonMove(Struct, forbid_unknown_fields=True):
    """A move in a lesson: where the learner is, and what they try."""

    step: StepNumber
    code: CodeText
    move: MoveText


class LessonReply(Struct):
    """What a legal move brought: was it asked for, what there is to say, and how the lesson stands."""

    right: bool
    said: str
    lesson: LessonStep


def tutor_of(name: str) -> Tutor:
    """The tutor of a game's lesson; raises `NotFound` if it has none."""
    game = games.game(name)  # an unknown game is refused here
    try:
        return Tutor(game.name)
    except BadOption as error:
        raise NotFound(str(error)) from error


def lesson_step(tutor: Tutor, state: LessonState) -> LessonStep:
    match, done = tutor.match(state), tutor.is_answered(state)
    match.names = _names(tutor, state)
    return LessonStep(
        game=tutor.game.name,
        step=state.step,
        steps=len(tutor.steps),
        code=state.code,
        task=tutor.step(state).task,
        done=done,
        moves=[] if done else [match.game.format_move(move) for move in match.legal_moves],
        drawing=games.room(match.game.name).draw(match),
    )


def _names(tutor: Tutor, state: LessonState) -> tuple[str, ...]:
    """The learner has the seat that is to move when the step begins."""
    learner = tutor.match(tutor.begin(state.step)).position.to_move
    return tuple(YOU if seat == learner else OPPONENT for seat in range(1, tutor.game.seats + 1))


async def lesson(request: Request) -> Response:
    step = query_number(request, "step", 0, 0, _MOST_STEPS - 1)
    code = request.query_params.get("code", "")
    return json_response(await think(request, resume_lesson, request.path_params["game"], step, code))


def resume_lesson(name: str, step: int = 0, code: str = "") -> LessonStep:
    """A lesson where it was left; one that is no longer there starts its step again."""
    tutor = tutor_of(name)
    return lesson_step(tutor, tutor.resume(step, code))


async def answer(request: Request) -> Response:
    body = await read_json(request, LessonMove)
    return json_response(await think(request, _answer, request.path_params["game"], body))


def _answer(name: str, body: LessonMove) -> LessonReply:
    tutor = tutor_of(name)
    reply = tutor.answer(tutor.resume(body.step, body.code), body.move)
    return LessonReply(reply.is_right, reply.said, lesson_step(tutor, reply.state))


_GAME = Parameter("game", "the name of a game", {"type": "string"}, in_path=True)
_STEP = Parameter("step", "the step to show, from 0", {"type": "integer", "minimum": 0, "maximum": _MOST_STEPS - 1})
_CODE = Parameter("code", "the position that was on the board", {"type": "string", "maxLength": 2000})

OPERATIONS = (
    Operation(
        "GET",
        f"{API}/lessons/{{game}}",
        lesson,
        "A step of the first lesson in a game",
        LessonStep,
        parameters=(_GAME, _STEP, _CODE),
        statuses=(404,),
    ),
    Operation(
        "POST",
        f"{API}/lessons/{{game}}",
        answer,
        "Try a move in a lesson",
        LessonReply,
        LessonMove,
        parameters=(_GAME,),
        statuses=(403, 404, 409, 413, 422),
    ),
)
