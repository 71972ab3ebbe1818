"""The menu that `fathom` without a command shows, read from a pipe."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from fathom.storage.sqlite import SqliteStore
from tests.conftest import COMMAND, Fathom


def test_at_the_end_of_input_the_menu_has_been_shown_and_all_is_well(fathom: Fathom) -> None:
    done = fathom()
    assert done.returncode == 0
    for entry in ("Pyramid Challenge", "Digit Dilemma", "Range War", "Pocket Addition", "Pyramid Puzzle"):
        assert entry in done.stdout
    assert "6  Resume" in done.stdout
    assert "7  Rules" in done.stdout
    assert done.stdout.endswith("Choose: \nGoodbye!\n")
    assert done.stderr == ""


def test_a_closed_input_ends_the_menu_like_an_empty_one(environment: dict[str, str], tmp_path: Path) -> None:
    line = f"{COMMAND[0]} -m fathom <&-"
    done = subprocess.run(
        ["sh", "-c", line], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Goodbye!\n")


def test_a_game_against_another_person_is_chosen_step_by_step(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="3\nAnn\n1\nBob\n2\n6\n")
    assert done.returncode == 0
    assert "Bob selected 6." in done.stdout
    (kept,) = store.history()
    assert kept.players == ("Bob", "Ann")


def test_a_game_against_the_random_mover_is_chosen_by_words(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="pocket\nAnn\n@random\ntoss\nresign\nquit\n")
    assert done.returncode == 0
    (kept,) = store.history()
    assert set(kept.players) == {"Ann", "@random"}


def test_a_puzzle_asks_neither_for_an_opponent_nor_for_who_begins(fathom: Fathom) -> None:
    done = fathom(typed="5\n\nE1\nquit\n8\n")
    assert "Opponent" not in done.stdout
    assert "Player 1 starts on E1." in done.stdout
    assert done.stdout.endswith("Choose: 8\nGoodbye!\n")


def test_after_a_match_the_menu_is_back(fathom: Fathom) -> None:
    done = fathom(typed="3\n\n1\n\n1\n1\nquit\n")
    assert "Player 1 wins!" in done.stdout
    assert done.stdout.count("five number games") == 2


def test_a_match_that_was_left_is_resumed(fathom: Fathom, store: SqliteStore) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    done = fathom(typed="resume\n1\n4\n")
    assert "1  Range War: Ann against Bob, 1 move, id" in done.stdout
    assert "Bob selected 4." in done.stdout
    assert store.history()[0].match().moves == ["6", "4"]


def test_with_nothing_to_resume_the_menu_says_so(fathom: Fathom) -> None:
    done = fathom(typed="6\n")
    assert "There is no match to resume." in done.stdout
    assert done.returncode == 0


def test_the_rules_of_a_game_are_a_choice_away(fathom: Fathom) -> None:
    done = fathom(typed="7\n3\n")
    assert "The rules of Range War\n1. " in done.stdout


@pytest.mark.parametrize("typed", ["0", "9", "hello", "", "p", "١", "-1", "1.0", "\x1b[A", "x" * 100_000, "1" * 5000])
def test_what_is_not_on_the_list_gets_one_sentence(fathom: Fathom, typed: str) -> None:
    done = fathom(typed=f"{typed}\n8\n")
    assert done.returncode == 0
    assert "is not on the list: type a number from 1 to 8, or quit.\nChoose: 8\nGoodbye!" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("name", ["\x1b[31mred", "x" * 41, "\u202eAnn", "@nobody", "a\tb"])
def test_a_name_that_will_not_do_is_asked_for_again(fathom: Fathom, store: SqliteStore, name: str) -> None:
    done = fathom(typed=f"3\n{name}\nAnn\n1\nBob\n1\n6\n")
    assert done.stdout.count("Your name [Player 1]: ") == 2
    assert "\x1b" not in done.stdout
    assert store.history()[0].players == ("Ann", "Bob")


def test_two_players_of_one_name_are_told_apart_before_they_begin(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="3\nAnn\n1\nAnn\n1\nquit\n")
    assert "Both players are called Ann; give one of them another name." in done.stdout
    assert store.history() == []


def test_quit_goes_back_to_the_menu_from_every_question(fathom: Fathom) -> None:
    done = fathom(typed="3\nquit\n3\nAnn\nquit\n3\nAnn\n1\nquit\n7\nquit\nquit\n")
    assert done.returncode == 0
    assert done.stdout.count("five number games") == 5
    assert "Welcome" not in done.stdout


def test_help_is_answered_at_every_question(fathom: Fathom) -> None:
    done = fathom(typed="help\n3\nhelp\nAnn\n?\nquit\nquit\n")
    assert done.stdout.count("quit goes back.") == 3


def test_a_wrong_number_in_the_list_of_matches_is_asked_again(fathom: Fathom) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    done = fathom(typed="resume\n7\n1\nquit\nquit\n")
    assert "'7' is not on the list: type a number from 1 to 1, or quit.\nMatch: 1" in done.stdout
    assert "Bob's turn." in done.stdout
