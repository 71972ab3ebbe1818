"""Spreading games: over processes, over a Dask cluster, or over nothing at all."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from fathom.arena.fixtures import fixtures
from fathom.arena.plan import Plan
from fathom.arena.referee import Played
from fathom.arena.running import chunk_size, run
from fathom.errors import FathomError
from fathom.workers import Workers, open_workers, split

PLAN = Plan(("pocket-addition",), ("@random", "@greedy", "@mcts-5"), rounds=20, seed=2)
PROGRAM = Plan(("range-war",), ("cmd:cat", "@random"), rounds=100)


def play(workers: Workers) -> list[Played]:
    found: list[Played] = []

    def keep(games: Sequence[Played]) -> bool:
        found.extend(games)
        return True

    run(PLAN, list(fixtures(PLAN)), workers, keep)
    return sorted(found)


@pytest.fixture(scope="module")
def alone() -> list[Played]:
    return play(Workers(None, 1))


def test_every_game_is_played_once(alone: list[Played]) -> None:
    assert [game.number for game in alone] == list(range(PLAN.size))


def test_any_executor_plays_the_same_games(alone: list[Played]) -> None:
    with ThreadPoolExecutor(1) as executor:
        assert play(Workers(executor, 2)) == alone


@pytest.mark.slow
def test_a_dask_cluster_plays_the_same_games(alone: list[Played]) -> None:
    distributed = pytest.importorskip("distributed")
    options = {"dashboard_address": None, "host": "127.0.0.1", "protocol": "tcp://", "silence_logs": 50}
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, **options) as cluster,
        open_workers(cluster.scheduler_address, None) as workers,
    ):
        assert play(workers) == alone


def test_it_stops_when_it_is_told() -> None:
    seen: list[int] = []

    def stop(games: Sequence[Played]) -> bool:
        seen.extend(game.number for game in games)
        return False

    run(PLAN, list(fixtures(PLAN)), Workers(None, 1), stop)
    assert 0 < len(seen) < PLAN.size


def test_an_error_in_a_worker_comes_out() -> None:
    plan = PLAN._replace(players=("@random", "@no-such-machine"))
    with ThreadPoolExecutor(1) as executor, pytest.raises(FathomError, match="There is no player"):
        run(plan, list(fixtures(plan)), Workers(executor, 1), lambda _: True)


def test_chunks_keep_pairs_together_and_are_small_for_programs() -> None:
    assert chunk_size(PLAN, 120, 2) == 6
    assert chunk_size(PLAN, 1, 2) == 2
    assert chunk_size(PLAN, 1_000_000, 2) == 200
    assert chunk_size(PROGRAM, 200, 2) == 4
    assert [len(chunk) for chunk in split(fixtures(PROGRAM), 60)] == [60, 60, 60, 20]
