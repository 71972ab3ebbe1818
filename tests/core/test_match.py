"""Playing a match move by move: undo, redo, resigning and copying."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom import games
from fathom.core.match import Match
from fathom.core.outcome import MatchEnding, Outcome
from fathom.errors import (
    GameOver,
    IllegalMove,
    NothingToRedo,
    NothingToUndo,
    NotYourTurn,
    RefusedMove,
    UnreadableMove,
)
from fathom.games.range_war.rules import Ending
from tests.core.strategies import anything, fuzzed, matched, matches, state_of, tried


def range_war(*moves: str) -> Match:
    match = Match(games.game("range-war"), names=("Alice", "Bob"))
    match.play_all(moves)
    return match


def puzzle() -> Match:
    return Match(games.game("pyramid-puzzle"))


def test_a_match_begins_at_the_start_with_the_default_options():
    match = Match(games.game("range-war"))
    assert match.options == games.game("range-war").options_type(highest=10, second_move="lower")
    assert match.position == games.game("range-war").start()
    assert (match.moves, match.undone, match.outcome, match.resigned) == ([], [], None, None)


def test_players_without_names_are_numbered():
    assert Match(games.game("range-war")).names == ("Player 1", "Player 2")
    assert puzzle().names == ("Player 1",)


def test_names_belong_to_seats():
    match = range_war()
    assert (match.name(1), match.name(2)) == ("Alice", "Bob")


def test_moves_are_made_in_turn():
    match = range_war("6")
    ply = match.play(" 4 ", 2)
    assert (ply.seat, ply.move, ply.position) == (2, 4, match.position)
    assert match.moves == ["6", "4"]
    assert match.position.to_move == 1


def test_the_rules_end_a_match():
    match = range_war("10", "9")
    assert match.outcome == Outcome(2, Ending.STUCK, (("way", "higher"), ("last", 9)))
    assert match.outcome.reason == "no number higher than 9 is left for seat 1"


def test_out_of_turn_comes_before_unreadable():
    with pytest.raises(NotYourTurn, match="It is Alice's turn, not Bob's"):
        range_war().play("nonsense", 2)


def test_unreadable_comes_before_illegal():
    with pytest.raises(UnreadableMove):
        range_war("6").play("+7", 2)


def test_an_illegal_move_names_its_rule():
    with pytest.raises(IllegalMove) as caught:
        range_war("6").play("7", 2)
    assert caught.value.rule == 3


def test_over_comes_before_everything():
    with pytest.raises(GameOver, match="no number higher than 9 is left for seat 1"):
        range_war("10", "9").play("nonsense", 2)


def test_reading_a_move_does_not_make_it():
    match = range_war("6")
    assert match.read("4", 2) == 4
    assert match.moves == ["6"]


def test_playing_many_moves_stops_at_the_first_refused_one():
    match = range_war()
    with pytest.raises(IllegalMove):
        match.play_all(["6", "4", "3", "9"])
    assert match.moves == ["6", "4"]


def test_a_seat_that_can_only_pass_need_not_be_asked():
    pocket = games.game("pocket-addition")
    match = Match(pocket, pocket.options_type(highest=1, target=2))
    asked = [match.must_pass]
    for move in ("1", "pass", "pass"):
        match.play(move)
        asked.append(match.must_pass)
    assert asked == [False, True, True, False]


def test_nobody_has_to_pass_after_a_resignation():
    pocket = games.game("pocket-addition")
    match = Match(pocket, pocket.options_type(highest=1, target=2))
    match.play("1", 1)
    match.resign(1)
    assert not match.must_pass


def test_there_is_nothing_to_take_back_before_the_first_move():
    with pytest.raises(NothingToUndo):
        range_war().undo()


def test_there_is_nothing_to_make_again_after_a_move():
    with pytest.raises(NothingToRedo):
        range_war("6").redo()


def test_a_move_can_be_taken_back_and_made_again():
    match = range_war("6", "4", "9")
    assert match.undo().move == 9
    assert match.undo().move == 4
    assert (match.moves, match.undone) == (["6"], ["4", "9"])
    assert match.redo().move == 4
    assert (match.moves, match.undone) == (["6", "4"], ["9"])


def test_a_finished_match_goes_on_when_its_last_move_is_taken_back():
    match = range_war("10", "9")
    match.undo()
    assert match.outcome is None
    match.play("8", 2)
    assert match.moves == ["10", "8"]


def test_a_new_move_forgets_what_was_taken_back():
    match = range_war("6", "4")
    match.undo()
    match.play("5", 2)
    with pytest.raises(NothingToRedo):
        match.redo()


@pytest.mark.parametrize("seat, winner", [(1, 2), (2, 1)])
def test_a_seat_may_resign_in_turn_and_out_of_it(seat: int, winner: int):
    match = range_war("6")
    match.resign(seat)
    assert match.resigned == seat
    assert match.outcome == Outcome(winner, MatchEnding.RESIGNED, (("seat", seat),))
    assert match.outcome.reason == f"seat {seat} resigned"


def test_nobody_wins_a_puzzle_that_is_given_up():
    match = puzzle()
    match.resign(1)
    assert match.outcome == Outcome(None, MatchEnding.RESIGNED, (("seat", 1),))


def test_a_resignation_is_final():
    match = range_war("6", "4", "9")
    match.undo()
    match.resign(1)
    with pytest.raises(GameOver, match="Alice resigned, and that cannot be taken back"):
        match.undo()
    with pytest.raises(NothingToRedo):
        match.redo()
    with pytest.raises(GameOver, match="seat 1 resigned"):
        match.play("9", 1)
    with pytest.raises(GameOver):
        match.resign(2)
    assert (match.moves, match.resigned) == (["6", "4"], 1)


def test_a_forfeit_loses_the_match_and_says_why():
    match = range_war("6")
    match.forfeit(2, "it answered '{seat}'")
    facts = (("seat", 2), ("reason", "it answered '{seat}'"))
    assert match.outcome == Outcome(1, MatchEnding.FORFEIT, facts)
    assert (match.forfeited, match.resigned, match.legal_moves) == ((2, "it answered '{seat}'"), None, ())
    assert match.ending == "Bob forfeited: it answered '{seat}'"


def test_a_forfeit_is_final():
    match = range_war("6")
    match.forfeit(2, "it was late")
    with pytest.raises(GameOver, match="Bob forfeited: it was late, and that cannot be taken back"):
        match.undo()
    with pytest.raises(GameOver, match="seat 2 forfeited: it was late"):
        match.resign(1)


def test_a_seat_that_is_not_there_cannot_forfeit():
    with pytest.raises(NotYourTurn, match="There is no seat 2 to forfeit"):
        puzzle().forfeit(2, "it was late")


@pytest.mark.parametrize("ending", ["resign", "time_out", "abandon"])
def test_a_match_can_be_broken_off_as_another_one_was(ending: str):
    ended, other = range_war("6", "4"), range_war("6", "4")
    assert range_war("6", "4").broken_off is None
    getattr(ended, ending)(2)
    assert ended.broken_off is not None
    assert ended.broken_off.winner == 1
    other.break_off(ended.broken_off)
    assert (other.outcome, other) == (ended.outcome, ended)
    with pytest.raises(GameOver):
        other.break_off(ended.broken_off)


def test_nobody_resigns_after_the_end():
    match = range_war("10", "9")
    with pytest.raises(GameOver):
        match.resign(1)
    assert not match.is_broken_off


@given(matches(), st.data())
@matched
def test_undo_n_redo_n_is_identity(match: Match, data: st.DataObject):
    if match.is_broken_off:
        return
    before = state_of(match)
    count = data.draw(st.integers(0, len(match.plies)))
    undone = [match.undo() for _ in range(count)]
    redone = [match.redo() for _ in range(count)]
    assert state_of(match) == before
    assert redone == undone[::-1]


@given(matches())
@matched
def test_undoing_everything_leads_back_through_every_position(match: Match):
    if match.is_broken_off:
        return
    positions = [match.start, *(ply.position for ply in match.plies)]
    for position in positions[:0:-1]:
        assert match.position == position
        match.undo()
    assert match.position == positions[0] == match.game.start(match.options)


@given(matches(), st.integers(1, 2), anything | st.integers(0, 30).map(str), st.integers(0, 3))
@fuzzed
def test_a_refused_move_changes_nothing(match: Match, seat: int, text: str, undone: int):
    for _ in range(0 if match.is_broken_off else min(undone, len(match.plies))):
        match.undo()
    before = state_of(match)
    moves = match.moves
    ply, error = tried(match.play, text, min(seat, match.game.seats))
    if error:
        assert isinstance(error, RefusedMove | UnreadableMove)
        assert state_of(match) == before
    else:
        assert match.moves == [*moves, match.game.format_move(ply.move)]
        assert match.undone == []


@given(matches(), st.integers(0, 3))
@matched
def test_copies_of_a_match_keep_everything(match: Match, undone: int):
    for _ in range(0 if match.is_broken_off else min(undone, len(match.plies))):
        match.undo()
    for copied in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert state_of(copied) == state_of(match)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_what_happens_to_a_copy_does_not_happen_to_the_match(copied):
    match = range_war("6", "4", "9")
    match.undo()
    before = state_of(match)
    other = copied(match)
    other.redo()
    other.undo()
    other.play("8", 1)
    other.resign(2)
    assert state_of(match) == before


def test_a_seat_that_is_not_there_can_neither_move_nor_resign():
    match = range_war()
    with pytest.raises(NotYourTurn, match="not seat 3's"):
        match.play("6", 3)
    with pytest.raises(NotYourTurn, match="no seat 5"):
        match.resign(5)
    assert match.outcome is None


def test_an_ending_calls_the_players_by_their_names() -> None:
    match = Match(games.game("range-war"), names=("Ada of seat 2", "Bob"))
    assert match.ending == ""
    match.play_all(["1"])
    assert match.ending == "no number lower than 1 is left for Bob"
    match.undo()
    match.resign(1)
    assert match.ending == "Ada of seat 2 resigned"


def test_a_move_may_be_given_as_the_value_that_it_is():
    match = range_war("6")
    assert match.play(4) == (2, 4, match.position)
    assert match.legal_moves == (5, 7, 8, 9, 10)


def test_a_value_of_another_type_is_refused_in_one_sentence():
    with pytest.raises(TypeError) as refused:
        range_war("6").play([4])
    assert str(refused.value) == "[4] is not a move of Range War: give text such as '1' or a value such as 1."


def test_nobody_is_to_move_once_it_is_over():
    assert range_war("6").turn == 2
    match = range_war("6")
    match.resign(1)
    assert (match.turn, match.legal_moves) == (None, ())


def test_matches_are_equal_when_game_options_moves_and_resignation_are():
    match, same = range_war("6", "4"), Match(games.game("range-war"))
    same.play_all(["6", "4", "9"])
    same.undo()
    assert match == same
    assert match != range_war("6", "3")
    assert match != Match(games.game("range-war"), games.game("range-war").options_type(highest=12))
    assert match != "range-war:6.4"
    same.resign(1)
    assert match != same
