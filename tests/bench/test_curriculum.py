"""A curriculum: by depth and only moves, always the same, groups never in two splits."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet
import pytest

import fathom
from fathom.bench.splits import split_of
from fathom.errors import BadOption, Unknown
from fathom.terminal.main import main

POCKET = list(fathom.curriculum("pocket-addition", per_stage=12, seed=7))


def test_stages_go_by_depth_and_then_by_only_moves():
    kinds = [(row["depth"], row["only"]) for row in POCKET]
    assert kinds == sorted(kinds)
    stages = list(dict.fromkeys((row["stage"], row["depth"], row["only"]) for row in POCKET))
    assert [stage for stage, _, _ in stages] == list(range(1, len(stages) + 1))
    assert len(stages) >= 6


def test_a_stage_has_no_more_rows_than_asked_for():
    counts = [sum(row["stage"] == stage for row in POCKET) for stage in range(1, POCKET[-1]["stage"] + 1)]
    assert max(counts) == 12


def test_every_row_is_true_by_an_analysis():
    for row in POCKET:
        analysis = fathom.analyze(row["code"])
        keeping = [move.move for move in analysis.moves if move.value.winner == analysis.value.winner]
        assert row["keeping"] == keeping
        assert row["depth"] == analysis.value.plies
        assert row["legal"] == len(analysis.moves) > len(keeping)
        assert row["only"] == (len(keeping) == 1)


def test_no_position_comes_twice():
    assert len({row["code"] for row in POCKET}) == len(POCKET)


def test_a_group_is_in_one_split_and_has_one_seed():
    assert len({(row["group"], row["split"], row["seed"]) for row in POCKET}) == len({row["group"] for row in POCKET})
    assert {row["split"] for row in POCKET} == {"train", "validation"}


def test_only_shapes_of_the_split_with_answers_are_trained_on():
    assert {split_of(row["group"]) for row in POCKET} == {"dev"}


def test_the_same_arguments_give_the_same_rows_and_another_seed_others():
    assert list(fathom.curriculum("pocket-addition", per_stage=12, seed=7)) == POCKET
    other = list(fathom.curriculum("pocket-addition", per_stage=12, seed=8))
    assert [row["code"] for row in other] != [row["code"] for row in POCKET]


def test_a_prompt_has_the_rules_and_the_position_and_not_the_answer():
    for row in POCKET[::10]:
        assert "Moves so far" in row["prompt"]
        assert "Legal moves:" not in row["prompt"]
        assert "keep" not in row["prompt"]


def test_a_puzzle_has_no_curriculum():
    with pytest.raises(BadOption):
        next(fathom.curriculum("pyramid-puzzle"))


def test_a_budget_ends_it():
    with pytest.raises(Unknown):
        list(fathom.curriculum("digit-dilemma", divisor=23, budget=fathom.Budget(seconds=0.001)))


def test_the_command_writes_the_same_in_every_form(tmp_path: Path):
    command = ["dataset", "range-war", "--curriculum", "5", "--seed", "3", "--legal-moves"]
    for form in ("jsonl", "parquet", "folder"):
        assert main([*command, "--format", form, "-o", str(tmp_path / form)]) == 0
    rows = [json.loads(line) for line in (tmp_path / "jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["code"] for row in rows] == [row["code"] for row in fathom.curriculum("range-war", per_stage=5, seed=3)]
    assert all("Legal moves:" in row["prompt"] for row in rows)
    assert pyarrow.parquet.read_table(tmp_path / "parquet").to_pylist() == rows
    for split in ("train", "validation"):
        lines = (tmp_path / "folder" / "data" / f"curriculum-{split}.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line) for line in lines] == [row for row in rows if row["split"] == split]
    card = (tmp_path / "folder" / "README.md").read_text(encoding="utf-8")
    assert "`fathom dataset range-war --curriculum 5 --seed 3 --legal-moves --format folder -o folder`" in card


@pytest.mark.parametrize(
    "flags, reason",
    [(["--curriculum", "0"], "--curriculum must be at least 1, not 0."), (["--curriculum", "x"], "not a whole number")],
)
def test_a_wrong_wish_is_refused(flags: list[str], reason: str, capsys: pytest.CaptureFixture[str]):
    assert main(["dataset", "range-war", *flags, "-o", "-"]) == 2
    assert reason in " ".join(capsys.readouterr().err.split())
