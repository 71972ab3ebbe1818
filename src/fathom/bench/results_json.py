"""Results as JSON: the schema `fathom-bench-results-1`, which docs/bench.md explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from fathom.bench.results import Agreement, Bin, Results, TaskResult
from fathom.bench.statistics import Estimate

SCHEMA: Final = "fathom-bench-results-1"


class EstimateDict(TypedDict):
    """A figure with its 95% interval."""

    value: float
    low: float
    high: float
    items: int
    clusters: int


class BinDict(TypedDict):
    """A stretch of a calibration curve."""

    low: float
    high: float
    items: int
    stated: float
    true: float


class AgreementDict(TypedDict):
    """How often answers that should agree do."""

    what: str
    pairs: int
    agreeing: int


class ReasonsDict(TypedDict):
    """Moves and reasons."""

    right_and_true: int
    right_and_false: int
    wrong_and_true: int
    wrong_and_false: int
    contradictions: int
    pairs: int
    pairs_right: int


class ScoreDict(TypedDict):
    """An exact score against a baseline."""

    opponent: str
    score: float
    exact: str


class ProfileDict(TypedDict):
    """What follows from the profile of one game."""

    code: str
    questions: int
    failed: int
    scores: list[ScoreDict]
    worst: float
    perfect: float
    exploitability: float


class MatchesDict(TypedDict):
    """The matches against one opponent."""

    opponent: str
    matches: int
    points: float
    faultless: int


class TaskDict(TypedDict):
    """The results of one task."""

    task: str
    items: int
    shapes: int
    headline: EstimateDict
    rates: dict[str, EstimateDict]
    by_depth: dict[str, EstimateDict]
    by_seat: dict[str, EstimateDict]
    by_game: dict[str, EstimateDict]
    regret: float | None
    chance: float | None
    normalised: EstimateDict | None
    slower: float | None
    brier: float | None
    calibration: list[BinDict]
    over: float | None
    reasons: ReasonsDict | None
    profiles: list[ProfileDict]
    matches: list[MatchesDict]
    agreements: list[AgreementDict]


class ResultsDict(TypedDict):
    """Everything about one player."""

    schema: str
    player: str
    missing: int
    tasks: list[TaskDict]


def results_dict(results: Results) -> ResultsDict:
    return {
        "schema": SCHEMA,
        "player": results.player,
        "missing": results.missing,
        "tasks": [_task(task) for task in results.tasks],
    }


def estimate_dict(found: Estimate) -> EstimateDict:
    value, low, high, items, clusters = found
    return {"value": value, "low": low, "high": high, "items": items, "clusters": clusters}


def _estimates(found: Mapping[str, Estimate]) -> dict[str, EstimateDict]:
    return {name: estimate_dict(each) for name, each in found.items()}


def _task(task: TaskResult) -> TaskDict:
    return {
        "task": task.task,
        "items": task.items,
        "shapes": task.shapes,
        "headline": estimate_dict(task.headline),
        "rates": {status: estimate_dict(rate) for status, rate in task.rates.items()},
        "by_depth": _estimates(task.by_depth),
        "by_seat": _estimates(task.by_seat),
        "by_game": _estimates(task.by_game),
        "regret": task.regret,
        "chance": task.chance,
        "normalised": estimate_dict(task.normalised) if task.normalised else None,
        "slower": task.slower,
        "brier": task.brier,
        "calibration": [_bin(each) for each in task.calibration],
        "over": task.over,
        "reasons": _reasons(task),
        "profiles": _profiles(task),
        "matches": [
            {"opponent": each.opponent, "matches": each.matches, "points": each.points, "faultless": each.faultless}
            for each in task.matches
        ],
        "agreements": [_agreement(each) for each in task.agreements],
    }


def _bin(each: Bin) -> BinDict:
    return {"low": each.low, "high": each.high, "items": each.items, "stated": each.stated, "true": each.true}


def _agreement(each: Agreement) -> AgreementDict:
    return {"what": each.what, "pairs": each.pairs, "agreeing": each.agreeing}


def _reasons(task: TaskResult) -> ReasonsDict | None:
    if task.reasons is None:
        return None
    found = task.reasons
    return {
        "right_and_true": found.right_and_true,
        "right_and_false": found.right_and_false,
        "wrong_and_true": found.wrong_and_true,
        "wrong_and_false": found.wrong_and_false,
        "contradictions": found.contradictions,
        "pairs": found.pairs,
        "pairs_right": found.pairs_right,
    }


def _profiles(task: TaskResult) -> list[ProfileDict]:
    return [
        {
            "code": each.code,
            "questions": each.questions,
            "failed": each.failed,
            "scores": [
                {"opponent": one.opponent, "score": float(one.score), "exact": str(one.score)}
                for one in each.strength.against
            ],
            "worst": float(each.strength.worst),
            "perfect": float(each.strength.value),
            "exploitability": float(each.strength.exploitability),
        }
        for each in task.profiles
    ]
