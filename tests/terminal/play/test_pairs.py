"""A pair: two games from the same opening with the seats swapped, counted together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fathom.storage.log import Series
from fathom.storage.sqlite import SqliteStore
from tests.conftest import Fathom


def said(shown: str) -> list[str]:
    """What is said about the pair."""
    return [line for line in shown.splitlines() if re.match(r"Points|Game 2|The pair is drawn|.* wins the pair", line)]


def test_both_games_are_played_and_counted_together(fathom: Fathom) -> None:
    # Opening with 1 wins on the spot, so whoever moves first wins.
    done = fathom("play", "range-war", "Ann", "Bob", "--pair", typed="1\n1\n")
    assert done.returncode == 0
    assert said(done.stdout) == [
        "Points after game 1 of the pair: Ann 1, Bob 0.",
        "Game 2: Bob moves first.",
        "Points after game 2 of the pair: Ann 1, Bob 1.",
        "The pair is drawn.",
    ]


def test_who_wins_both_games_has_two_points(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "Ann", "Bob", "--first", "2", "--pair", typed="resign\n1\n")
    assert said(done.stdout) == [
        "Points after game 1 of the pair: Bob 0, Ann 1.",
        "Game 2: Ann moves first.",
        "Points after game 2 of the pair: Bob 0, Ann 2.",
        "Ann wins the pair!",
    ]


def test_a_draw_is_half_a_point_for_each(fathom: Fathom) -> None:
    dead_ends = "5\n9\n5\n9\n1\n2\n"  # 5 5 and 9 9 side by side carry no number
    done = fathom("play", "pyramid-challenge", "Ann", "Bob", "--pair", typed=f"{dead_ends}resign\n")
    assert said(done.stdout) == [
        "Points after game 1 of the pair: Ann ½, Bob ½.",
        "Game 2: Bob moves first.",
        "Points after game 2 of the pair: Ann 1½, Bob ½.",
        "Ann wins the pair!",
    ]


def test_both_games_begin_with_the_same_moves(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom("play", "range-war:6.4", "Ann", "Bob", "--pair", typed="10\n1\nresign\n9\nresign\n")
    assert "Game 2: the same opening, with the seats swapped." in done.stdout
    second, first = store.history()
    assert (first.players, second.players) == (("Ann", "Bob"), ("Bob", "Ann"))
    assert [first.match().moves, second.match().moves] == [["6", "4", "10", "1"], ["6", "4", "9"]]
    assert first.series == Series(first.id, 1, 2, opening=2)
    assert second.series == Series(first.id, 2, 2, opening=2)


def test_the_opening_cannot_be_taken_back(fathom: Fathom) -> None:
    done = fathom("play", "range-war:6.4", "--pair", typed="10\nundo\nundo\n")
    assert done.stdout.count("Taken back.") == 1
    assert "You have no move to take back; both games of a pair begin with the same moves." in done.stdout


@pytest.mark.parametrize("players", [["@random", "@greedy"], ["@perfect", "@perfect"]])
def test_machines_play_a_pair_by_themselves(fathom: Fathom, store: SqliteStore, players: list[str]) -> None:
    done = fathom("play", "pocket-addition", *players, "--pair", "--seed", "1")
    assert done.returncode == 0
    assert len(store.history()) == 2
    assert said(done.stdout)[-2].startswith("Points after game 2 of the pair")


def test_a_program_that_forfeits_the_first_game_still_plays_the_second(fathom: Fathom, tmp_path: Path) -> None:
    (tmp_path / "wrong").write_text("#!/bin/sh\nwhile read -r code moves; do echo 99; done\n", encoding="utf-8")
    done = fathom("play", "range-war", "cmd:sh ./wrong", "@perfect", "--pair")
    assert done.stdout.count("cmd:sh ./wrong forfeits") == 1
    assert said(done.stdout) == [  # in the second game, opening with 1 leaves it no move to make
        "Points after game 1 of the pair: cmd:sh ./wrong 0, @perfect 1.",
        "Game 2: @perfect moves first.",
        "Points after game 2 of the pair: cmd:sh ./wrong 0, @perfect 2.",
        "@perfect wins the pair!",
    ]


def test_a_pair_is_resumed_in_the_middle_of_a_game(fathom: Fathom) -> None:
    fathom("play", "range-war:6", "Ann", "Bob", "--pair", typed="resign\n4\n")
    done = fathom("resume", typed="resign\n")
    assert "Range War: Bob against Ann, 2 moves made." in done.stdout
    assert said(done.stdout) == ["Points after game 2 of the pair: Ann 2, Bob 0.", "Ann wins the pair!"]


def test_a_pair_left_between_its_games_is_resumed_from_the_same_opening(fathom: Fathom, store: SqliteStore) -> None:
    left = fathom("play", "range-war:6", "Ann", "Bob", "--pair", typed="resign\nquit\n")
    found = re.search("The pair is saved. Resume it any time with: fathom resume (.*)\n", left.stdout)
    assert found
    done = fathom("resume", found[1], typed="resign\n")
    assert said(done.stdout)[-1] == "The pair is drawn."
    assert [kept.match().moves for kept in store.history()] == [["6"], ["6"]]
    assert "is over" in fathom("resume", found[1]).stderr


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["range-war", "--best-of", "3"], "A pair is always two games: give --pair or --best-of, not both."),
        (["pyramid-puzzle"], "is for one player, so it cannot be played as a pair."),
        (["range-war:1"], "A pair cannot begin with these moves: the game is over after them"),
    ],
)
def test_a_pair_that_cannot_be_played_is_refused(fathom: Fathom, arguments: list[str], why: str) -> None:
    done = fathom("play", *arguments, "--pair")
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
