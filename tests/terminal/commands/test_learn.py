"""`fathom learn`: the first lesson in the terminal."""

from __future__ import annotations

import re

import pytest

from fathom import games
from fathom.coach.tutor import Tutor
from fathom.storage.sqlite import SqliteStore
from tests.conftest import Fathom


def _right_moves(name: str) -> list[str]:
    return [(step.moves or ("7",))[0] for step in Tutor(name).steps]


@pytest.mark.parametrize("name", games.ROOMS)
def test_every_lesson_is_followed_to_its_end_and_leads_to_a_game(fathom: Fathom, name: str) -> None:
    done = fathom("learn", name, typed="\n".join([*_right_moves(name), ""]))
    steps = Tutor(name).steps
    assert done.returncode == 0
    assert re.findall(r"^Step (\d) of (\d)$", done.stdout, re.MULTILINE) == [
        (str(number), str(len(steps))) for number in range(1, len(steps) + 1)
    ]
    for step in steps:
        assert f"Right! {step.right}\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith(f"A first game: fathom play {name}")
    has_strategy = games.room(name).strategy(games.game(name).options_type()) is not None
    assert (f"How to win it: fathom teach {name}\n" in done.stdout) == has_strategy


def test_the_rules_refuse_and_the_lesson_corrects_without_going_on(fathom: Fathom) -> None:
    done = fathom("learn", "range-war", typed="4\n1\n9\n")
    assert "1 is not higher than 2, as it must be after a fall (rule 2)." in done.stdout
    assert f"Not quite. {Tutor('range-war').steps[1].other}\n" in done.stdout
    assert "Step 3" not in done.stdout


def test_a_lesson_goes_on_where_it_was_left(fathom: Fathom) -> None:
    left = fathom("learn", "range-war", typed="4\n3\nq\n")
    assert left.stdout.endswith("Go on any time with: fathom learn range-war\n")
    resumed = fathom("learn", "range-war", typed="5\n")
    assert "Step 1 of 3" not in resumed.stdout
    assert "Step 3 of 3" in resumed.stdout
    assert "That was the lesson: you can play Range War now." in resumed.stdout


def test_a_finished_lesson_begins_again(fathom: Fathom) -> None:
    fathom("learn", "range-war", typed="4\n3\n5\n")
    assert "Step 1 of 3" in fathom("learn", "range-war").stdout


def test_again_forgets_what_was_done(fathom: Fathom) -> None:
    fathom("learn", "range-war", typed="4\n")
    assert "Step 1 of 3" in fathom("learn", "range-war", "--again").stdout


def test_a_step_may_be_skipped_and_the_lesson_ends_all_the_same(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom("learn", "range-war", typed="skip\nskip\nskip\n")
    assert "That was the lesson" in done.stdout
    assert store.recall("lesson:range-war") == "done"


def test_commands_work_between_two_answers(fathom: Fathom) -> None:
    done = fathom("learn", "digit-dilemma", typed="7\nhelp\nrules\nboard\nright\n")
    assert "skip   go on to the next step" in done.stdout
    assert "The rules of Digit Dilemma" in done.stdout
    assert done.stdout.count("Step 1 of 4") == 2
    assert "Step 2 of 4" in done.stdout


def test_you_are_called_you(fathom: Fathom) -> None:
    done = fathom("learn", "digit-dilemma", typed="7R\n")
    assert "Your Number:" in done.stdout
    assert "Your opponent's Number:" in done.stdout
    assert "Player 1" not in done.stdout


def test_without_a_game_the_lessons_are_listed_with_your_progress(fathom: Fathom) -> None:
    fathom("learn", "range-war", typed="4\n")
    fathom("learn", "pyramid-puzzle", typed="skip\n" * 5)
    assert fathom("learn").stdout.splitlines() == [
        "A first lesson for each game, a few moves each:",
        "fathom learn pyramid-challenge  (5 steps)",
        "fathom learn digit-dilemma  (4 steps)",
        "fathom learn range-war  (1 of 3 steps done)",
        "fathom learn pocket-addition  (4 steps)",
        "fathom learn pyramid-puzzle  (done)",
    ]


def test_a_damaged_memory_is_no_reason_to_fail(fathom: Fathom, store: SqliteStore) -> None:
    for value in ("99 range-war", "nonsense", "1 nonsense"):
        store.remember("lesson:range-war", value)
        done = fathom("learn", "range-war")
        assert (done.returncode, done.stderr) == (0, "")
        assert re.search(r"Step [12] of 3", done.stdout)
