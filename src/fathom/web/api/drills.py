"""Drills: positions in which something can be thrown away, asked again until they are known.

The browser stores its answers and sends them with each request; the server replays them and stores nothing.
"""

from __future__ import annotations

from datetime import UTC, datetime
from random import SystemRandom

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from fathom import games
from fathom.coach.boxes import comes_back
from fathom.coach.drills import Drill
from fathom.coach.hints import standing_words
from fathom.coach.learner import Learner, drill_at, drilled_games
from fathom.coach.progress import weeks
from fathom.core.code import write_code
from fathom.show.verdicts import verdict_words
from fathom.web.api import drill_shapes as shapes
from fathom.web.api.operations import Handler, Operation, read_json, think
from fathom.web.api.words import sentence
from fathom.web.http.paths import API
from fathom.web.http.responses import json_response
from fathom.web.live.moments import now
from fathom.web.live.views import match_view

_LARGEST_BODY = 512 * 1024
_LATELY = 20


async def next_drill(request: Request) -> Response:
    body = await read_json(request, shapes.NextDrill, _LARGEST_BODY)
    return json_response(await think(request, choose_drill, body))


def choose_drill(body: shapes.NextDrill) -> shapes.DrillAsked:
    """The next drill, if there is one."""
    learner = Learner(drilled_games(body.game), body.answers)
    learner.count_rules(_LATELY)
    at = datetime.now(UTC)
    skipped = {drill_at(code).position for code in body.skipped}
    found = learner.next_drill(at, SystemRandom(), skipped, body.level)
    return shapes.DrillAsked(drill_dict(found, learner, at) if found else None)


def drill_dict(drill: Drill, learner: Learner, at: datetime) -> shapes.Drill:
    """A drill as data."""
    match = drill.match
    return shapes.Drill(
        code=write_code(match),
        game=match.game.name,
        title=match.game.title,
        level=drill.level,
        again=drill.position in learner.cards,
        due=sum(other.position != drill.position for other in learner.due(at)),
        standing=standing_words(drill.judgement),
        view=match_view(match),
    )


async def answer(request: Request) -> Response:
    body = await read_json(request, shapes.DrillAnswer, _LARGEST_BODY)
    return json_response(await think(request, _judge_answer, body))


def _judge_answer(body: shapes.DrillAnswer) -> shapes.JudgedAnswer:
    drill = drill_at(body.code)
    match = drill.match
    move = match.read(body.move)
    judged = drill.judged(move)
    is_right = judged in drill.keeping
    given = shapes.GivenAnswer(match.game.name, write_code(match), is_right, body.hinted, now())
    at = datetime.fromisoformat(given.at)
    card = Learner([given.game], body.earlier).answered(drill, is_right=is_right, hinted=body.hinted, at=at)
    return shapes.JudgedAnswer(
        right=is_right,
        move=match.game.format_move(move),
        verdict=verdict_words(judged.verdict, drill.judgement.value),
        why=sentence(drill.why(move)),
        solution=" ".join(drill.solution),
        line=drill.line(move),
        keeping=[match.game.format_move(kept.move) for kept in drill.keeping],
        lesson=drill.lesson,
        comes_back=comes_back(card, at),
        answer=given,
    )


async def progress(request: Request) -> Response:
    body = await read_json(request, shapes.AllAnswers, _LARGEST_BODY)
    return json_response(await think(request, progress_dict, body.answers))


def progress_dict(answers: list[shapes.GivenAnswer]) -> shapes.Progress:
    """How much of each game is known, what is due, and the accuracy by week, as in `fathom progress --json`."""
    learner, at = Learner(drilled_games(), answers), datetime.now(UTC)
    return shapes.Progress(
        games=[_game_dict(learner, name, at) for name in learner.names],
        weeks=[week.as_dict() for week in weeks(learner.marks)],
        damaged=learner.damaged,
    )


def _game_dict(learner: Learner, name: str, at: datetime) -> shapes.GameProgressDict:
    return {
        **learner.share(name, at).as_dict(),
        "title": games.game(name).title,
        "level": learner.level(name),
        "chart": learner.chart(name),
    }


def _post(path: str, handler: Handler, summary: str, answer: type[Struct], body: type[Struct]) -> Operation:
    return Operation("POST", f"{API}/drills/{path}", handler, summary, answer, body, statuses=(403, 404, 413, 422))


OPERATIONS = (
    _post(
        "next", next_drill, "A position to answer: one that is due, or a new one", shapes.DrillAsked, shapes.NextDrill
    ),
    _post("answer", answer, "What an answer is worth, and its refutation", shapes.JudgedAnswer, shapes.DrillAnswer),
    _post("progress", progress, "How much of each game is known", shapes.Progress, shapes.AllAnswers),
)
