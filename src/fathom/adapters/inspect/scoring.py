"""The benchmark's scores and statistics, as a scorer and metrics of Inspect.

The headline is the mean over depths, because most positions of these games are one move from the end. Its interval
respects that positions of one shape are not independent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inspect_ai.scorer import SampleScore, Score, grouped, mean, metric, scorer, stderr

from fathom.adapters.inspect.asking import ANSWER, item_of
from fathom.bench.answer_file import Answer, read_answers
from fathom.bench.item import Item
from fathom.bench.make import GAME_TASKS
from fathom.bench.score import STATUSES, score_answer
from fathom.bench.score import Score as BenchScore
from fathom.bench.statistics import Estimate, estimate
from fathom.bench.whole import score_whole

if TYPE_CHECKING:
    from inspect_ai.scorer import Metric, Scorer, Target
    from inspect_ai.solver import TaskState

#: What samples are grouped and clustered by, in their metadata.
STRATUM, SHAPE, GAME = "stratum", "shape", "game"
_STATUS: Final = "status"


@metric
def over_depths() -> Metric:
    """The mean over depths, each of which counts the same."""

    def work_out(scores: list[SampleScore]) -> float:
        return _estimate(scores).value

    return work_out


@metric
def low() -> Metric:
    """The lower end of the 95% interval of that mean, clustered by shape."""

    def work_out(scores: list[SampleScore]) -> float:
        return _estimate(scores).low

    return work_out


@metric
def high() -> Metric:
    """The upper end of it."""

    def work_out(scores: list[SampleScore]) -> float:
        return _estimate(scores).high

    return work_out


@metric
def rates() -> Metric:
    """The share of answers that were answered, unparsable, illegal, refused or late."""

    def count(scores: list[SampleScore]) -> dict[str, float]:
        found = [(score.score.metadata or {})[_STATUS] for score in scores]
        return {status: found.count(status) / max(1, len(found)) for status in STATUSES}

    return count


@scorer(
    metrics=[
        over_depths(),
        low(),
        high(),
        stderr(cluster=SHAPE),
        rates(),
        grouped(mean(), STRATUM, all=False),
        grouped(over_depths(), GAME, all=False),
    ]
)
def exact_value() -> Scorer:
    """What an answer is worth, by exact values: from 0 to 1."""

    async def score(state: TaskState, _target: Target) -> Score:
        item = item_of(state)
        [answer] = read_answers(state.metadata[ANSWER], item.id)
        scored = _score(item, answer)
        return Score(
            value=scored.credit,
            answer=scored.move or answer.text or answer.end or "",
            explanation=scored.why or scored.status,
            metadata={
                _STATUS: scored.status,
                "regret": None if scored.regret is None else float(scored.regret),
                "slower": scored.slower,
            },
        )

    return score


def _score(item: Item, answer: Answer) -> BenchScore:
    return score_whole(item, answer).score if item.task in GAME_TASKS else score_answer(item, answer.text)


def _estimate(scores: list[SampleScore]) -> Estimate:
    known = [score.sample_metadata or {} for score in scores]
    return estimate(
        [score.score.as_float() for score in scores],
        [about[STRATUM] for about in known],
        [about[SHAPE] for about in known],
    )
