"""Puzzles that a command line names, by code or by file."""

from __future__ import annotations

import re

import pytest

LONG = "pyramid-puzzle,levels=8:kH1." + ".".join(f"xH{n}" for n in range(3, 200))


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "rate", "draw"])
def test_a_code_too_long_for_the_name_of_a_file_works(fathom, command):
    assert len(LONG) > 300
    done = fathom("puzzle", command, LONG)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_one_of_several_puzzles_of_a_file_is_chosen_by_name_or_number(fathom, tmp_path):
    text = fathom("puzzle", "new", "--count", "2", "--seed", "1", "--format", "yaml").stdout
    (tmp_path / "two.yaml").write_text(text, encoding="utf-8")
    for which, mp in zip(("pyramid_scenario_001", "2"), re.findall(r"optimal_mp: (\d+)", text), strict=True):
        assert fathom("puzzle", "solve", f"two.yaml#{which}").stdout.startswith(f"{mp} MP is the best")
    assert fathom("play", "two.yaml#1", "Ann").stdout.startswith("Welcome to Pyramid Puzzle!")
    refused = fathom("puzzle", "solve", "two.yaml")
    assert refused.stderr == (
        "The file has 2 puzzles: pyramid_scenario_001, pyramid_scenario_002. Write FILE#NAME to choose one.\n"
    )
