"""Fathom Bench in Inspect AI, for real and without a network: with computer players as models."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from fathom.bench.item import read_items
from fathom.bench.make import Plan, make_items
from fathom.bench.run import Running, run_items
from fathom.bench.score import score_answer
from fathom.bench.statistics import estimate
from fathom.bench.tasks import TASKS

pytestmark = pytest.mark.slow  # they start programs

ROOT = Path(__file__).parents[3]
GAME, SIZE = "pocket-addition", 6


def run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program of this environment that must not reach any network."""
    alone = {"HF_HUB_OFFLINE": "1", "HOME": str(folder), "XDG_DATA_HOME": str(folder), "NO_COLOR": "1"}
    nowhere = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | alone | nowhere,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the evaluations gave."""
    folder = tmp_path_factory.mktemp("logs")
    done = run("-m", "tests.adapters.inspect.evaluate", str(folder), folder=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_perfect_play_scores_everything_on_every_task(told: dict[str, Any]):
    assert [log["task"].removeprefix("fathom/") for log in told["perfect"]] == list(TASKS)
    for log in told["perfect"]:
        assert log["metrics"]["over_depths"] == 1.0, log["task"]
        assert log["metrics"]["answered"] == 1.0, log["task"]
        assert {sample["value"] for sample in log["samples"]} == {1.0}, log["task"]


def test_results_are_grouped_by_depth_and_game(told: dict[str, Any]):
    best = next(log for log in told["perfect"] if log["task"].endswith("best"))
    depths = {sample["metadata"]["stratum"] for sample in best["samples"]}
    assert len(depths) > 2
    assert {name for name in best["metrics"] if name.startswith("depth")} == depths
    assert best["metrics"][GAME] == 1.0


def test_random_play_scores_what_the_bench_itself_gives_it(told: dict[str, Any]):
    items = make_items(Plan(("best",), (GAME,), size=SIZE))
    answers = {answer.id: answer for answer in run_items(items, Running("@random"))}
    credits = {item.id: score_answer(item, answers[item.id].text).credit for item in items}
    assert {sample["id"]: sample["value"] for sample in told["random"]["samples"]} == credits
    expected = estimate(list(credits.values()), [item.stratum for item in items], [item.shape for item in items])
    metrics = told["random"]["metrics"]
    found = [metrics[name] for name in ("over_depths", "low", "high")]
    assert found == pytest.approx([expected.value, expected.low, expected.high])
    assert 0 < metrics["over_depths"] < 1
    assert metrics["stderr"] > 0


def test_the_ways_to_fail_have_rates_of_their_own(told: dict[str, Any]):
    # Of six answers one names a move that does not exist, two refuse, and three are prose.
    rates = {name: told["wrong"]["metrics"][name] for name in ("answered", "unparsable", "illegal", "refused", "late")}
    expected = {"answered": 0, "unparsable": 3 / 6, "illegal": 1 / 6, "refused": 2 / 6, "late": 0}
    assert rates == pytest.approx(expected)
    assert told["wrong"]["metrics"]["over_depths"] == 0.0


def test_a_match_has_tools_that_tell_the_board_and_never_the_value(told: dict[str, Any]):
    messages = [message for sample in told["looking"]["samples"] for message in sample["messages"]]
    tools = [text for role, text in messages if role == "tool"]
    assert any(text.startswith("Numbers not claimed yet: ") for text in tools)
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10" in tools  # the legal moves at the start
    assert not any(word in text for text in tools for word in ("win", "lose", "best", "plies", "value"))
    assert told["looking"]["metrics"]["over_depths"] == 1.0


def test_a_picture_is_sent_as_one(told: dict[str, Any]):
    picture = next(log for log in told["perfect"] if log["task"].endswith("picture"))
    assert all(sample["images"] == 1 for sample in picture["samples"])


def test_the_truth_is_not_in_the_samples(told: dict[str, Any]):
    for log in told["perfect"]:
        for sample in log["samples"]:
            [item] = read_items(sample["metadata"]["item"], sample["id"])
            assert item.truth is None


def test_inspect_finds_tasks_and_models_by_name(tmp_path: Path):
    wanted = ["fathom/best", "--model", "fathom/random", "-T", "game=range-war", "-T", "count=4", "--log-format=json"]
    command = ["-m", "inspect_ai", "eval", *wanted, "--display=plain", f"--log-dir={tmp_path / 'logs'}"]
    done = run(*command, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    [file] = (tmp_path / "logs").glob("*.json")
    log = json.loads(file.read_text(encoding="utf-8"))
    assert (log["status"], log["eval"]["model"]) == ("success", "fathom/random")
    assert len(log["samples"]) == 4


def test_the_entry_point_is_the_registry():
    [found] = entry_points(group="inspect_ai", name="fathom")
    assert found.value == "fathom.adapters.inspect.registry"
