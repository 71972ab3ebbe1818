"""``python -m benchmarks.ratings``: the arena. Do 95 % confidence intervals cover 95 % of the time, and how fast is it?

Tournaments are simulated with strengths that are known: every game is drawn by the chance that the model gives it. The
share of intervals that contain the true strength must be from 94 to 96 % in every setting. And machines play in two
processes, with every game written to a log: at least 2,000 games a second on two cores that have nothing else to do.
Both go into docs/results.md. Exit codes: 0 it is so, 1 it is not.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from math import exp
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from benchmarks.measure import Floor, Series
from benchmarks.report import VERDICTS, machine_line
from benchmarks.results import PAGE, ROOT, markdown, put_between
from fathom.arena.fixtures import fixtures
from fathom.arena.log import create_log
from fathom.arena.plan import Plan
from fathom.arena.ratings import ELO, Pairing, Ratings, rate
from fathom.arena.referee import Played
from fathom.arena.running import run
from fathom.workers import Workers, open_workers

TOURNAMENTS = 10_000
ROUNDS, JOBS = 5, 2
PLAYERS = ("@random", "@greedy", "@minimax-2", "@perfect")
FLOOR = Floor(at_least=2000, absolute=True)
LOWEST, HIGHEST = 0.94, 0.96
BEGIN, END = "<!-- made by `make ratings`: begin -->", "<!-- made by `make ratings`: end -->"


class Setting(NamedTuple):
    """A kind of tournament: players, pairs of games for each pairing, spread of the strengths, advantage of seat 1."""

    players: int
    pairs: int
    spread: float
    advantage: float
    is_gauntlet: bool = False

    @property
    def name(self) -> str:
        form = "gauntlet" if self.is_gauntlet else "round-robin"
        return f"{self.players} players, {self.pairs} pairs, {form}"

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """The players of each pairing."""
        everyone = range(self.players)
        if self.is_gauntlet:
            return [(0, other) for other in everyone if other]
        return [(one, other) for one in everyone for other in everyone if one < other]


SETTINGS = (
    Setting(2, 50, 0.7, 0.5),
    Setting(3, 50, 1.5, 0.0),
    Setting(4, 25, 0.8, 0.5),
    Setting(6, 10, 1.0, 1.0),
    Setting(5, 40, 1.0, 1.5, is_gauntlet=True),
)


def coverage(setting: Setting, tournaments: int, seed: int) -> float:
    """The share of intervals that contain the true rating."""
    rng = Random(f"{seed} {setting}")
    covered = 0
    for _ in range(tournaments):
        strengths, ratings = simulate(setting, rng)
        covered += sum(
            abs(ratings.elo(place) - ELO * strength) <= ratings.margin(place)
            for place, strength in enumerate(strengths)
        )
    return covered / tournaments / setting.players


def simulate(setting: Setting, rng: Random) -> tuple[list[float], Ratings]:
    """The true strengths of a tournament, whose mean is 0, and the ratings after it."""
    drawn = [rng.gauss(0, setting.spread) for _ in range(setting.players)]
    mean = sum(drawn) / setting.players
    strengths = [each - mean for each in drawn]
    results = []
    for one, other in setting.meetings:
        for first, second in ((one, other), (other, one)):
            chance = 1 / (1 + exp(-(strengths[first] - strengths[second] + setting.advantage)))
            won = sum(rng.random() < chance for _ in range(setting.pairs))
            results.append(Pairing(first, second, 0, setting.pairs, won))
    return strengths, rate(setting.players, results)


def speed(workers: Workers, seed: int, rounds: int = 500) -> float:
    """Games a second in Pocket Addition, with a log."""
    plan = Plan(("pocket-addition",), PLAYERS, rounds=rounds, seed=seed)
    waiting = list(fixtures(plan))
    with TemporaryDirectory() as folder, create_log(Path(folder) / "games.jsonl", plan) as log:

        def keep(played: Sequence[Played]) -> bool:
            log.append(played)
            return True

        begun = perf_counter()
        run(plan, waiting, workers, keep)
        return len(log.played) / (perf_counter() - begun)


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.ratings", description="Check intervals, and measure the arena.")
    parser.parse_args(arguments)
    with open_workers(None, JOBS) as workers:
        speeds = Series("arena", tuple(speed(workers, seed) for seed in range(ROUNDS + 1))[1:])
    rate_said = f"{speeds.median:,.0f} games a second (median of {ROUNDS} runs, spread {speeds.spread:.0%})"
    is_fast = FLOOR.is_met(speeds.median)
    print(rate_said, flush=True)
    rows = [("simulated tournaments", "strengths", "seat 1", "covered")]
    shares = []
    for setting in SETTINGS:
        shares.append(coverage(setting, TOURNAMENTS, seed=1))
        spread, advantage = f"± {ELO * setting.spread:.0f} Elo", f"+{ELO * setting.advantage:.0f} Elo"
        rows.append((setting.name, spread, advantage, f"{100 * shares[-1]:.2f}%"))
        print(*rows[-1], sep="  ", flush=True)
    says = f"{TOURNAMENTS:,} tournaments in each row, seed 1; every row must be from 94 to 96%."
    told = (
        f"{machine_line()}\n\n## Games a second in the arena\n\n"
        f"{', '.join(PLAYERS)} in Pocket Addition, in two processes, every game judged and on disk: "
        f"{rate_said}. "
        f"The floor is {FLOOR} games/s: {VERDICTS[is_fast]}.\n\n"
        f"## Confidence intervals of ratings\n\n{says}\n\n{markdown(rows)}\n"
    )
    put_between(root / PAGE, BEGIN, END, told)
    return 0 if is_fast and all(LOWEST <= share <= HIGHEST for share in shares) else 1


if __name__ == "__main__":
    sys.exit(main())
