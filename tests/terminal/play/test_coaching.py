"""The coach at the table."""

from __future__ import annotations

import io
from random import Random

import pytest

import fathom
from fathom import games
from fathom.core.record import write_record
from fathom.terminal.play import seating
from fathom.terminal.screen import Screen


@pytest.fixture
def play(store):
    """Plays typed lines in a pipe and returns what was shown."""

    def played(code: str, *typed: str, coach: str = "off", think: int = 5) -> str:
        match, shown = games.read_code(code), io.StringIO()
        players = ("Ann", "Ben")[: match.game.seats]
        invitation = seating.Invitation(match.game, match.options, players, coach=coach, think=think)
        seating.play(invitation, match.moves, Screen(io.StringIO("\n".join(typed) + "\n"), shown), store, Random(1))
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


@pytest.mark.parametrize("yes", ["", "y", "Yes"])
def test_a_warning_shows_best_play_and_takes_the_move_back(play, store, yes):
    shown = play("range-war", "6", yes, "5", "quit", coach="warn")
    assert "Coach: that throws the win." in shown
    assert (
        "Leaves the opponent 5 numbers below 6 and you 4 above; they only go down and you only up from now on" in shown
    )
    assert "you run out first; 1 would have left them no move." in shown
    assert "Best play from here: 5 7 4 8 3 9 2 10 1 (9 moves)." in shown
    assert "Take it back? (Enter yes, n no, s show it on the board): " in shown
    assert "Taken back." in shown
    assert store.history()[0].match().moves == ["5"]


def test_a_warning_can_be_ignored(play, store):
    shown = play("range-war", "6", "maybe", "n", "quit", coach="warn")
    assert "Please type one of these: Enter yes, n no, s show it on the board.\n" in shown
    assert store.history()[0].match().moves == ["6"]


def test_after_a_last_move_that_loses_there_is_nothing_to_show(play, store):
    # 530 is 2 short of a multiple of 7 and 741 only 1, so 0R loses the comparison; 532 and 539 are multiples.
    shown = play("digit-dilemma:7L.3M.1R.5L.4M", "0R", "s", "", "2R", coach="warn")
    assert "Coach: that throws the win." in shown
    assert "Best play" not in shown
    assert "0 moves" not in shown
    assert "Take it back? (Enter yes, n no): s\nPlease type one of these: Enter yes, n no.\n" in shown
    assert store.history()[0].match().moves[-1] == "2R"


def test_best_play_after_a_mistake_can_be_stepped_through_on_the_board(play):
    shown = play("range-war", "10", "s", "n", "quit", coach="warn")
    assert "1. Ben: 9" in shown
    assert shown.index("1. Ben: 9") < shown.index("Ben wins!")


def test_a_move_that_keeps_the_result_is_not_commented_on_by_warnings(play):
    assert "Coach" not in play("range-war", "4", "quit", coach="warn")


def test_with_the_coach_on_every_move_gets_a_word(play):
    shown = play("range-war", "4", "quit", coach="on")
    assert "Coach: You are winning; 5 of 10 moves keep the win." in shown
    assert "Coach: wins; leaves the opponent 3 numbers below 4 and you 6 above" in shown


@pytest.mark.parametrize("game", [name for name in games.ROOMS if games.game(name).is_contest])
def test_with_the_coach_on_no_sentence_is_said_twice_in_a_turn(play, game):
    """Ann tries every first move and takes back what the coach warns her of."""
    match = games.read_code(game)
    for move in map(match.game.format_move, match.position.moves()):
        shown = play(game, move, "", coach="on").partition("Coach: ")[2].partition("Coach: ")[2]
        comment = shown.partition("Take it back?")[0].partition("Turn")[0]
        reason = fathom.analyze(game).moves[[m.move for m in fathom.analyze(game).moves].index(move)].reason
        assert " ".join(comment.split()).lower().count(reason.lower()) == 1


def test_a_reason_that_a_hint_has_given_is_not_repeated_after_the_move(play):
    shown = play("range-war", "hint", "hint", "hint", "1", coach="on")
    assert shown.count("no free number lies below 1") == 1
    assert "Coach: best.\n" in shown


def test_another_move_for_the_same_reason_as_the_hint_still_gets_its_reason(play):
    # 028 and 021 are multiples of 7, and so are 728 and 721: 0L and 7L threaten the same two digits.
    shown = play("digit-dilemma:2M.3M", "hint", "hint", "hint", "7L", "quit", coach="on")
    assert shown.count("threatens 1 and 8 on the Right at once") == 2


def test_how_a_player_stands_is_not_said_again_after_a_move_is_taken_back(play):
    shown = play("range-war", "6", "", "7", "", "quit", coach="on")
    assert shown.count("You are winning; 5 of 10 moves keep the win.") == 1


def test_with_the_coach_on_hints_begin_where_its_comment_ends(play, store):
    shown = play("range-war", "hint", "4", "quit", coach="on")
    assert shown.count("You are winning; 5 of 10 moves keep the win.") == 1
    assert store.history()[0].match().hints == {0: 2}


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


# ------------------------------------------------------------------ puzzles

#: From E1 the best is 12 MP in all by D1, and 13 after a step around to E2: see the rules of the puzzle.
PUZZLE = "pyramid-puzzle"


def test_in_a_puzzle_a_warning_says_what_a_move_costs_and_names_a_better_one(play, store):
    shown = play(PUZZLE, "E1", "E2", "", "D1", "quit", coach="warn")
    assert "Coach: that costs 1 MP.\nE2 leads to 13 MP in all, 1 over the best, which is D1." in shown
    assert "Take it back? (Enter yes, n no): " in shown
    assert shown.count("Coach:") == 1
    assert store.history()[0].match().moves == ["E1", "D1"]


def test_in_a_puzzle_the_coach_says_what_can_be_reached_and_comments_on_every_move(play):
    shown = play(PUZZLE, "E1", "D1", "quit", coach="on")
    assert "Coach: The best from here is 12 MP in all; only one of 3 moves leads to it.\n" in shown
    assert "Coach: D1 is the one best move: 12 MP in all." in shown
    assert ".." not in shown


def test_a_move_that_shuts_the_way_to_the_peak_is_a_mistake_too(play, store):
    # The only stick has to open a tile of level B: four steps round to the key and two inward make 8 MP.
    walled = "pyramid-puzzle,levels=3:kC5.dC1.xB1.xB2.xB3.xB4.xC8"
    shown = play(walled, "C1", "clear:C8", "n", "quit", coach="on")
    assert "Coach: The best from here is 8 MP in all; " in shown
    assert "Coach: that leaves no way to the end.\nAfter clear:C8 there is no way to the peak; the best is " in shown
    assert store.history()[0].match().moves == ["C1", "clear:C8"]


def test_where_the_peak_is_out_of_reach_the_coach_says_so_and_blames_no_move(play):
    shown = play("pyramid-puzzle,levels=3:kC5.xB1.xB2.xB3.xB4", "C1", "C2", "quit", coach="on")
    assert "Coach: The end is out of reach from here, whatever you do.\n" in shown
    assert "Take it back?" not in shown


def test_a_puzzle_that_is_too_large_for_the_coach_is_not_judged(play):
    sticks, blocked = ".".join(f"dJ{y}" for y in range(1, 60)), ".".join(f"xI{y}" for y in range(1, 512, 2))
    shown = play(f"pyramid-puzzle,levels=10:kH100.{sticks}.{blocked}", "J1", "hint", "quit", coach="on", think=1)
    assert "Coach: I cannot say what is best here: " in shown
    assert "The coach cannot work out a hint here: " in shown


def test_q_at_the_offer_to_take_a_move_back_leaves_the_table_with_the_move_kept(play, store):
    shown = play("range-war", "6", "q", coach="warn")
    assert "The match is saved." in shown
    assert store.history()[0].match().moves == ["6"]
