"""The coach at the table."""

from __future__ import annotations

import io
from random import Random

import pytest

from fathom import games
from fathom.core.record import write_record
from fathom.terminal.play import seating
from fathom.terminal.screen import Screen


@pytest.fixture
def play(store):
    """Plays typed lines in a pipe and returns what was shown."""

    def played(name: str, *typed: str, coach: str = "off") -> str:
        game, shown = games.game(name), io.StringIO()
        players = ("Ann", "Ben")[: game.seats]
        invitation = seating.Invitation(game, game.options_type(), players, coach=coach)
        seating.play(invitation, [], Screen(io.StringIO("\n".join(typed) + "\n"), shown), store, Random(1))
        return shown.getvalue()

    return played


def test_hint_is_a_dial_and_hinted_moves_are_marked(play, store):
    shown = play("range-war", "hint", "hint", "hint", "hint", "hint", "1")
    assert "You are winning; 5 of 10 moves keep the win." in shown
    assert shown.index("You are winning") < shown.index("There is a number") < shown.index("Play 1.")
    assert shown.count("1: no free number lies below 1") == 2
    record = write_record(store.history()[0].match())
    assert "1. 1 {after hint 4} 1-0" in record


def test_a_hint_is_marked_only_on_the_move_it_was_given_for(play, store):
    play("range-war", "5", "hint", "4", "7", "quit")
    assert "1. 5 4 {after hint 1} 2. 7 *" in write_record(store.history()[0].match())


def test_without_the_coach_nobody_comments(play):
    assert "Coach" not in play("range-war", "6", "5", "quit")


def test_a_warning_shows_the_refutation_and_takes_the_move_back(play, store):
    shown = play("range-war", "6", "y", "5", "quit", coach="warn")
    assert "Coach: that throws the win." in shown
    assert (
        "Leaves the opponent 5 numbers below 6 and you 4 above; they only go down and you only up from now on" in shown
    )
    assert "you run out first; 1 would have left them no move." in shown
    assert "Refutation: 5 7 4 8 3 9 2 10 1 (9 moves)." in shown
    assert "Taken back." in shown
    assert store.history()[0].match().moves == ["5"]


def test_a_warning_can_be_ignored(play, store):
    play("range-war", "6", "maybe", "n", "quit", coach="warn")
    assert store.history()[0].match().moves == ["6"]


def test_the_refutation_can_be_stepped_through_on_the_board(play):
    shown = play("range-war", "10", "s", "n", "quit", coach="warn")
    assert "1. Ben: 9" in shown
    assert shown.index("1. Ben: 9") < shown.index("Ben wins!")


def test_a_move_that_keeps_the_result_is_not_commented_on_by_warnings(play):
    assert "Coach" not in play("range-war", "4", "quit", coach="warn")


def test_with_the_coach_on_every_move_gets_a_word(play):
    shown = play("range-war", "4", "quit", coach="on")
    assert "Coach: You are winning; 5 of 10 moves keep the win." in shown
    assert "Coach: wins; leaves the opponent 3 numbers below 4 and you 6 above" in shown


def test_the_end_of_input_at_the_question_keeps_the_move(play, store):
    shown = play("range-war", "6", coach="warn")
    assert shown.rstrip().endswith(f"fathom resume {store.history()[0].id}")
    assert store.history()[0].match().moves == ["6"]


def test_a_room_with_hints_of_its_own_gives_those(play, store):
    shown = play("pyramid-puzzle", "E1", *["hint"] * 6, "quit")
    asked = shown.split("Select a tile: hint\n")[1:]
    told = [part.split("\n")[0] for part in asked]
    assert told[1:4] == ["Collect the dynamite on D1 next.", "Open B2.", "Go to D1, for 2 MP."]
    assert told[4].endswith("for 12 MP in all.")
    assert told[5] == told[4]
    assert store.history()[0].match().hints == {1: 5}
