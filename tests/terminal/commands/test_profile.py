"""The command `profile`."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.conftest import Fathom

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
FIRST = "cmd:sh -c 'while read code first rest; do echo $first; done'"


def test_the_example_of_the_docs_is_what_it_prints(fathom: Fathom) -> None:
    shown = re.search(r"<!-- profile: (.*?) -->\n```\n(.*?)```", PAGE, re.DOTALL)
    assert shown
    done = fathom("profile", FIRST, shown[1])
    assert (done.stdout, done.stderr, done.returncode) == (shown[2], "", 0)


def test_a_profile_is_saved_and_can_be_played_and_measured(fathom: Fathom, tmp_path: Path) -> None:
    file = tmp_path / "first.json"
    done = fathom("profile", FIRST, "range-war,highest=6", "-o", str(file), "--json", "--against", "@random")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["behaviour"], told["repeats"], told["start"]) == ("fixed", 2, "range-war,highest=6")
    # It opens with 1, which wins on the spot (rule 4 of docs/rules/range-war.md).
    first, second = told["seats"]
    assert first["scores"] == [{"opponent": "@random", "score": {"value": 1.0, "exact": "1"}}]
    assert first["exploitability"]["exact"] == "0"
    assert Fraction(second["worst_case"]["exact"]) == 0
    again = fathom("profile", f"profile:{file}", "range-war,highest=6", "--json", "--against", "@random")
    assert json.loads(again.stdout)["seats"] == told["seats"]
    strength = fathom("strength", "range-war,highest=6", f"profile:{file}", "@random", "--json")
    assert json.loads(strength.stdout)["chances"][1]["exact"]["first_wins"] == "1"


def test_an_existing_file_is_not_overwritten_and_nothing_is_asked(fathom: Fathom, tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    file.write_text("mine", encoding="utf-8")
    done = fathom("profile", "@perfect", "range-war", "-o", str(file))
    assert (done.returncode, file.read_text(encoding="utf-8")) == (2, "mine")
    assert "already exists" in done.stderr


@pytest.mark.parametrize(
    "words, said",
    [
        (["Ann", "range-war"], "'Ann' is not a machine or a program"),
        (["@perfect", "pyramid-puzzle"], "Pyramid Puzzle is not a game for two"),
        (["@perfect", "range-war", "--repeats", "0"], "--repeats, --samples and --questions are at least 1"),
        (["@random", "digit-dilemma", "--questions", "50"], "@random can be asked more than 50 questions"),
        (["cmd:echo 99", "range-war"], "was asked range-war, and it"),
        (["@perfect", "range-war", "--against", "Ben"], "How 'Ben' chooses is not known before it is asked"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(fathom: Fathom, words: list[str], said: str) -> None:
    done = fathom("profile", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
