"""The menu that `fathom` without a command shows, read from a pipe."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from fathom import games
from fathom.storage.sqlite import SqliteStore
from tests.conftest import COMMAND, Fathom

QUIT = 12


def test_at_the_end_of_input_the_menu_has_been_shown_and_all_is_well(fathom: Fathom) -> None:
    done = fathom()
    assert done.returncode == 0
    for entry in ("Pyramid Challenge", "Digit Dilemma", "Range War", "Pocket Addition", "Pyramid Puzzle"):
        assert entry in done.stdout
    for entry in ("6  Learn", "7  Daily", "8  Resume", "9  History", "10  Review", "11  Rules", "12  Quit"):
        assert entry in done.stdout
    assert done.stdout.endswith("Choose: \nGoodbye!\n")
    assert done.stderr == ""


def test_a_closed_input_ends_the_menu_like_an_empty_one(environment: dict[str, str], tmp_path: Path) -> None:
    line = f"{COMMAND[0]} -m fathom <&-"
    done = subprocess.run(
        ["sh", "-c", line], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Goodbye!\n")


def test_two_enters_start_a_game_against_a_machine_that_fits(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="3\n\n4\n")
    assert "opponent    Casual (u_u) guesses 45% of its moves" in done.stdout
    (kept,) = store.history()
    assert kept.players == ("Player 1", "@casual")


def test_a_game_against_another_person_is_set_up_by_words(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="3\nname\nAnn\nopponent\nperson\nBob\nfirst\n2\n\n6\n")
    assert done.returncode == 0
    assert "Bob selected 6." in done.stdout
    (kept,) = store.history()
    assert kept.players == ("Bob", "Ann")


def test_preset_and_coach_are_chosen_from_the_menu(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="3\npreset\nfair\ncoach\nwarn\nopponent\nrandom\n\n5\n")
    assert "Fair. Whoever starts can win" in done.stdout
    (kept,) = store.history()
    assert kept.coach == "warn"
    fair = next(preset for preset in games.room("range-war").presets if preset.slug == "fair")
    assert kept.options == fair.options.write_line()
    assert kept.players[1] == "@random"


def test_a_puzzle_asks_for_its_difficulty_and_neither_for_an_opponent_nor_for_who_begins(
    fathom: Fathom, store: SqliteStore
) -> None:
    done = fathom(typed="5\n\nE1\nq\n5\ndifficulty\neasy\n\nq\nq\n")
    assert "opponent" not in done.stdout
    assert "difficulty  published" in done.stdout
    assert "difficulty  easy" in done.stdout
    assert "Player 1 starts on E1." in done.stdout
    assert done.stdout.count("Welcome to Pyramid Puzzle!") == 2
    assert done.stdout.endswith("Goodbye!\n")


def test_after_a_match_a_rematch_with_the_other_first_is_an_enter_away(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="3\nopponent\nperson\nBob\n\n1\n\n1\nq\nq\n")
    assert done.stdout.count("Player 1 wins!") == 1
    assert done.stdout.count("Bob wins!") == 1
    assert "Enter plays a rematch." in done.stdout
    assert "fathom review; how to win: fathom teach range-war\n" in done.stdout
    assert [kept.players for kept in store.history()] == [("Bob", "Player 1"), ("Player 1", "Bob")]


def test_whoever_leaves_a_match_is_back_in_the_menu(fathom: Fathom) -> None:
    done = fathom(typed="3\n\n4\nq\nq\n")
    assert done.stdout.count("five number games") == 2
    assert "rematch" not in done.stdout


def test_a_name_once_given_is_remembered(fathom: Fathom, store: SqliteStore) -> None:
    fathom(typed="3\nname\nAnn\nq\nq\n")
    assert store.recall("name") == "Ann"
    assert "name        Ann" in fathom(typed="4\nq\nq\n").stdout
    fathom("play", "range-war", "Zoe", "@casual", typed="q\n")
    assert "name        Zoe" in fathom(typed="4\nq\nq\n").stdout


def test_a_lesson_is_taken_from_the_menu(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="learn\nrange-war\n4\n3\n5\nq\n")
    assert "That was the lesson: you can play Range War now." in done.stdout
    assert store.recall("lesson:range-war") == "done"


def test_the_puzzle_of_the_day_is_played_from_the_menu(fathom: Fathom) -> None:
    done = fathom(typed="daily\nq\nq\n")
    assert "the same for everyone." in done.stdout
    assert done.returncode == 0


def test_history_and_review_are_in_the_menu(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="history\nreview\nq\n")
    assert "No match has been saved yet." in done.stdout
    assert "There is no match to review yet." in done.stdout
    fathom("play", "range-war", "Ann", "Bob", typed="2\n1\n10\n9\n")
    done = fathom(typed="history\nreview\n1\nq\n")
    assert f"{store.history()[0].id}  " in done.stdout
    assert "At the start: Ann wins" in done.stdout


def test_the_menu_says_what_to_do_next(fathom: Fathom) -> None:
    assert "New here? Type learn for a first lesson" in fathom().stdout
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    assert "Next: type resume to go on with Range War." in fathom().stdout
    fathom("resume", typed="5\n6\n4\n9\n8\nresign\n")
    assert "Next: type daily for the puzzle of the day" in fathom().stdout


def test_a_match_that_was_left_is_resumed(fathom: Fathom, store: SqliteStore) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    done = fathom(typed="resume\n1\n4\n")
    assert "1  Range War: Ann against Bob, 1 move, id" in done.stdout
    assert "Bob selected 4." in done.stdout
    assert store.history()[0].match().moves == ["6", "4"]


def test_with_nothing_to_resume_the_menu_says_so(fathom: Fathom) -> None:
    done = fathom(typed="resume\n")
    assert "There is no match to resume." in done.stdout
    assert done.returncode == 0


def test_the_rules_of_a_game_are_a_choice_away(fathom: Fathom) -> None:
    done = fathom(typed="rules\n3\n")
    assert "The rules of Range War\n1. " in done.stdout


@pytest.mark.parametrize("typed", ["0", "13", "hello", "", "p", "١", "-1", "1.0", "\x1b[A", "x" * 100_000, "1" * 5000])
def test_what_is_not_on_the_list_gets_one_sentence(fathom: Fathom, typed: str) -> None:
    done = fathom(typed=f"{typed}\n{QUIT}\n")
    assert done.returncode == 0
    assert f"is not on the list: type a number from 1 to {QUIT}, or q.\nChoose: {QUIT}\nGoodbye!" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("name", ["\x1b[31mred", "x" * 41, "\u202eAnn", "a\tb"])
def test_a_name_that_will_not_do_is_asked_for_again(fathom: Fathom, store: SqliteStore, name: str) -> None:
    done = fathom(typed=f"3\nname\n{name}\nAnn\n\n6\n")
    assert done.stdout.count("Your name [Player 1]: ") == 2
    assert "\x1b" not in done.stdout
    assert store.history()[0].players == ("Ann", "@casual")


def test_two_players_of_one_name_are_told_apart_before_they_begin(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="3\nname\nAnn\nopponent\n1\nAnn\n\nq\nq\n")
    assert "Both players are called Ann; give one of them another name." in done.stdout
    assert store.history() == []


@pytest.mark.parametrize("leave", ["q", "quit", "exit"])
def test_q_goes_back_one_question_at_a_time(fathom: Fathom, leave: str) -> None:
    done = fathom(typed=f"3\nopponent\n{leave}\n{leave}\n11\n{leave}\n{leave}\n")
    assert done.returncode == 0
    assert done.stdout.count("five number games") == 3
    assert "Welcome" not in done.stdout


def test_help_is_answered_at_every_question(fathom: Fathom) -> None:
    done = fathom(typed="help\n3\nhelp\nname\n?\nq\nq\nq\n")
    assert done.stdout.count("q goes back.") == 3


def test_a_wrong_number_in_the_list_of_matches_is_asked_again(fathom: Fathom) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    done = fathom(typed="resume\n7\n1\nq\nq\n")
    assert "'7' is not on the list: type a number from 1 to 1, or q.\nMatch: 1" in done.stdout
    assert "Bob's turn." in done.stdout
