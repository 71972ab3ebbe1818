"""The results of an arena as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TypedDict

from fathom.arena.plan import SCHEMA, PlanDict, plan_dict
from fathom.arena.ratings import ELO
from fathom.arena.results import Results, Standing, Test
from fathom.arena.sprt import Verdict


class ExactDict(TypedDict):
    """An exact score, as a decimal and as a fraction."""

    value: float
    exact: str


class StandingDict(TypedDict):
    """A player of the table."""

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    score: float
    exact_score: ExactDict | None
    rating: float
    low: float
    high: float
    superiority: float | None
    decisions: int
    mistakes: int
    blunder_rate: float | None
    regret: float | None


class CellDict(TypedDict):
    """What a player has scored against another."""

    player: str
    opponent: str
    games: int
    points: float
    exact_score: ExactDict | None


class AdvantageDict(TypedDict):
    """How much it helps to have seat 1 in a game."""

    game: str
    elo: float


class TestDict(TypedDict):
    """The sequential test."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    pairs: int
    ratio: float
    lower: float
    upper: float
    verdict: Verdict | None


class ResultsDict(TypedDict):
    """All results."""

    schema: str
    plan: PlanDict
    games: int
    standings: list[StandingDict]
    cross_table: list[CellDict]
    seat_1: list[AdvantageDict]
    sprt: TestDict | None


def results_dict(results: Results) -> ResultsDict:
    players = results.plan.players
    return {
        "schema": SCHEMA,
        "plan": plan_dict(results.plan),
        "games": results.played,
        "standings": [_standing_dict(standing) for standing in results.standings],
        "cross_table": [
            {
                "player": players[one],
                "opponent": players[other],
                "games": cell.games,
                "points": cell.halves / 2,
                "exact_score": _exact_dict(results.exact.get((one, other))),
            }
            for (one, other), cell in sorted(results.cross.items())
        ],
        "seat_1": [
            {"game": game, "elo": ELO * advantage}
            for game, advantage in zip(results.plan.games, results.ratings.advantages, strict=True)
        ],
        "sprt": _test_dict(results.test) if results.test else None,
    }


def _standing_dict(standing: Standing) -> StandingDict:
    return {
        "player": standing.name,
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "forfeits": standing.forfeits,
        "score": standing.score,
        "exact_score": _exact_dict(standing.exact),
        "rating": standing.rating,
        "low": standing.rating - standing.margin,
        "high": standing.rating + standing.margin,
        "superiority": standing.superiority,
        "decisions": standing.decisions,
        "mistakes": standing.mistakes,
        "blunder_rate": standing.blunder_rate,
        "regret": standing.regret,
    }


def _exact_dict(score: Fraction | None) -> ExactDict | None:
    return None if score is None else {"value": float(score), "exact": str(score)}


def _test_dict(test: Test) -> TestDict:
    sprt = test.sprt
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "pairs": test.pairs,
        "ratio": test.ratio,
        "lower": sprt.lower,
        "upper": sprt.upper,
        "verdict": test.verdict,
    }
