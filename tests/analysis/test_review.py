"""Reviews: verdicts by hand, the turning point, accuracy and distances, and laws that hold for any match."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathom import games
from fathom.analysis import review_words as words
from fathom.analysis.adviser import adviser_for
from fathom.analysis.review import BY_RESIGNATION, BY_THROW, FROM_THE_START, Review, review
from fathom.analysis.review_words import Voice
from fathom.core.match import Match
from fathom.core.value import Value
from fathom.show.verdicts import Verdict
from tests.games.playing import match_at

CODES = [
    "range-war",
    "range-war,highest=7,second_move=free",
    "pocket-addition",
    "pocket-addition,highest=6,target=9",
    "digit-dilemma",
    "digit-dilemma,leading_zero=forbidden",
    "pyramid-challenge",
    "pyramid-challenge,levels=2,highest=4",
]
DIGIT_DILEMMA = "digit-dilemma:7L.3M.1R.5L.4M.2R"


def reviewed(code: str, **asked: Any) -> Review:
    return review(match_at(code, "Alice", "Bob"), **asked)


def turning(found: Review, you: int | None = None) -> list[str]:
    return words.turning(found, Voice(found.match, you))


# ---------------------------------------------------------------- the example of Digit Dilemma, by hand
#
# Before ply 5 Alice has 7 _ 1, and 2 and 9 are free: 721 and 791 are multiples of 7. She places 4 and has 741; Bob's
# 5 3 _ takes the 2: 532. At plies 2 and 4 Bob is lost whatever he does. At ply 6 he may win by 2 or 9 (532, 539), or
# lose by 0 (530 is 2 short, 741 only 1).


def test_the_example_of_digit_dilemma_has_these_verdicts():
    assert [move.verdict for move in reviewed(DIGIT_DILEMMA).moves] == [
        *("best", "holds", "best", "holds", "throws", "best")
    ]


def test_the_example_of_digit_dilemma_has_these_values():
    values = [Value(1, 5), Value(1, 4), Value(1, 3), Value(1, 2), Value(1, 1), Value(2, 1), Value(2, 0)]
    assert reviewed(DIGIT_DILEMMA).values == values


def test_the_example_of_digit_dilemma_turns_at_ply_5():
    found = reviewed(DIGIT_DILEMMA)
    assert found.decided == BY_THROW
    move = found.turning_point
    assert move
    assert (move.ply, move.seat, move.move, move.line) == (5, 1, "4M", ["2R"])
    assert move.reason == (
        "completes 741, 1 short of a multiple and leaves the 2 with which the opponent completes 532; "
        "better is 2M, which completes 721, a multiple of 7"
    )
    assert turning(found) == [
        "Turning point: move 5, 4M by Alice, throws the win; from then on Bob never lost the win again.",
        "Best play from there: 2R (1 move).",
    ]


def test_only_decisions_that_could_go_wrong_count_for_accuracy():
    found = reviewed(DIGIT_DILEMMA)
    assert [move.tested for move in found.moves] == [True, False, True, False, True, True]
    alice, bob = found.players
    assert (alice.tested, alice.kept, alice.accuracy) == (3, 2, Fraction(2, 3))
    assert (bob.tested, bob.kept, bob.accuracy) == (1, 1, Fraction(1))
    assert (
        words.accuracy(alice, Voice(found.match))
        == "Alice: kept the result in 2 of 3 decisions that could change it, accuracy 66%."
    )


# ---------------------------------------------------------------- a game of Range War, by hand
#
# Alice could win at once with 1. Her 2 still wins: 1 is Bob's only number, and 3 then leaves him nothing below. She
# takes 10 instead, and Bob's 9 leaves her nothing above.


def test_a_slower_win_costs_plies_and_no_accuracy():
    found = reviewed("range-war:2.1.10.9")
    assert [move.verdict for move in found.moves] == ["wins", "forced", "throws", "best"]
    assert [move.slower for move in found.moves] == [2, None, None, 0]
    alice, bob = found.players
    assert (alice.kept, alice.tested, alice.slower, alice.sooner) == (1, 2, 2, 0)
    assert (bob.kept, bob.tested, bob.slower, bob.sooner) == (1, 1, 0, 0)
    assert "mistake" not in " ".join([words.accuracy(alice, Voice(found.match)), *words.distance(found, alice)])
    assert words.verdict(found.moves[0]) == "wins, 2 moves later than needed"
    assert words.distance(found, alice) == []  # the win is gone: that it had become longer does not matter
    assert words.distance(found, bob) == []


def test_a_loss_that_comes_sooner_is_counted_apart():
    # After 31 and 30 there are 29 numbers on either side. Alice can hold out until all 58 are claimed; after her 60
    # Bob's 59 leaves nothing above at once.
    move = reviewed("range-war,highest=60:31.30.60").moves[2]
    assert (move.verdict, move.before, move.value) == ("lost", Value(2, 58), Value(2, 1))
    assert (move.slower, move.sooner) == (None, 56)
    assert words.verdict(move) == "lost, 56 moves sooner than needed"


def test_the_moves_lost_on_the_way_are_told_in_plain_words():
    # After 31 and 30 both sides have 29 numbers: Bob, who wins, can end it after 60 with 59, or let it go on.
    over = reviewed("range-war,highest=60:31.30.60.59")
    assert words.distance(over, over.players[0]) == ["The loss came 56 moves sooner than needed."]
    going_on = reviewed("range-war,highest=60:31.30.60")
    assert words.distance(going_on, going_on.players[0]) == ["So far, the loss comes 56 moves sooner than needed."]
    # Alice could win at once with 1. She wins in 3 moves instead, by 2, 1 and 3.
    won = reviewed("range-war:2.1.3")
    assert words.distance(won, won.players[0]) == ["The win took 2 moves longer than needed."]
    winning = reviewed("range-war:2.1")
    assert words.distance(winning, winning.players[0]) == ["So far, the win takes 2 moves longer than needed."]


def test_forced_moves_and_passes_are_shown_as_such():
    found = reviewed("pyramid-challenge:5.9.5.9.1.2.pass.pass")
    assert [(move.move, move.verdict) for move in found.moves[-2:]] == [("pass", "forced"), ("pass", "forced")]
    assert words.verdict(found.moves[-1]) == "forced, a pass"
    assert words.verdict(reviewed("range-war:2.1").moves[1]) == "forced"
    assert not found.moves[-1].tested


def test_a_draw_is_decided_by_the_last_throw():
    # 5 beside 5 kills Alice's pyramid, 9 beside 9 then kills Bob's: nobody can win any more.
    found = reviewed("pyramid-challenge:5.9.5.9.1.2.pass.pass")
    assert [move.ply for move in found.moves if move.throws] == [3, 4]
    assert found.turning_point == found.moves[3]
    assert turning(found)[0].endswith("throws the win; from then on it stayed a draw.")
    assert [move.verdict for move in found.moves[4:6]] == ["draws", "draws"]
    assert found.moves[4].slower is None
    assert found.moves[4].sooner is None


# ---------------------------------------------------------------- what decided it


def test_a_match_without_any_throw_was_decided_from_the_start():
    found = reviewed("range-war:1")
    assert (found.decided, found.turning_point) == (FROM_THE_START, None)
    (said,) = turning(found)
    assert "decided from the start" in said


def test_a_resignation_in_a_won_position_is_the_turning_point():
    match = match_at("range-war:5", "Alice", "Bob")
    match.resign(1)
    found = review(match)
    assert (found.decided, found.turning_point) == (BY_RESIGNATION, None)
    assert turning(found) == ["Turning point: Alice resigned, but with best play Alice wins in 8 moves."]


def test_a_resignation_in_a_lost_position_leaves_the_last_throw_the_turning_point():
    match = match_at("range-war:6", "Alice", "Bob")
    match.resign(1)
    found = review(match)
    assert found.turning_point == found.moves[0]


def test_an_unfinished_match_has_its_turning_point_so_far():
    assert turning(reviewed("range-war:6"))[0].startswith("Turning point so far: move 1, 6 by Alice, throws the win")
    assert turning(reviewed("range-war:6"))[0].endswith("since then Bob has the win.")
    drawn = reviewed("pyramid-challenge:5.9.5.9")
    assert turning(drawn)[0].endswith("since then it is a draw.")
    assert turning(reviewed("range-war")) == ["No turning point so far: no move has changed the result."]


def test_a_match_without_moves_has_no_accuracy():
    found = reviewed("range-war")
    assert found.moves == []
    assert [player.accuracy for player in found.players] == [None, None]
    assert words.accuracy(found.players[0], Voice(found.match)) == "Alice: no moves, so there is no accuracy."


def test_a_player_who_was_never_tested_has_no_accuracy():
    found = reviewed("range-war:2.1.3")
    bob = found.players[1]
    assert (bob.moves, bob.tested, bob.accuracy) == (1, 0, None)
    assert (
        words.accuracy(bob, Voice(found.match)) == "Bob: no decision could change the result, so there is no accuracy."
    )


# ---------------------------------------------------------------- who is who


def test_a_throw_that_ends_the_game_has_no_best_play_after_it():
    # 530 is 2 short of a multiple of 7 and 741 only 1: Bob's last digit loses what 2 or 9 would have won.
    found = reviewed("digit-dilemma:7L.3M.1R.5L.4M.0R")
    assert found.moves[-1].line == []
    assert turning(found) == [
        "Turning point: move 6, 0R by Bob, throws the win; from then on Alice never lost the win again."
    ]


def test_the_one_person_who_reads_it_is_you():
    found = reviewed(DIGIT_DILEMMA)
    assert turning(found, you=1)[0] == (
        "Turning point: move 5, your 4M, throws the win; from then on Bob never lost the win again."
    )
    assert turning(found, you=2)[0].endswith("4M by Alice, throws the win; from then on you never lost the win again.")
    alice, bob = Voice(found.match, 1), Voice(found.match, 2)
    assert [voice.wins(Value(1, 4)) for voice in (alice, bob)] == ["you win in 4 moves", "Alice wins in 4 moves"]
    assert [voice.wins(Value(2, 0)) for voice in (alice, bob)] == ["Bob has won", "you have won"]
    assert [words.ending(voice)[:8] for voice in (alice, bob)] == ["Bob won:", "You won:"]
    assert words.accuracy(found.players[0], alice).startswith("You: kept the result in 2 of 3 decisions")


def test_an_unfinished_match_says_whose_turn_it_is():
    match = match_at("range-war:6", "Alice", "Bob")
    told = [words.ending(Voice(match, you)) for you in (None, 1, 2)]
    assert told == [*["Unfinished: Bob is to move."] * 2, "Unfinished: it is your turn."]


def test_a_reason_that_says_you_tells_whom_it_means_unless_that_is_the_reader():
    # Range War speaks of the numbers that a move leaves to the opponent and to "you", the player who moved.
    move = reviewed("range-war:6").moves[0]
    assert move.reason
    assert " you " in move.reason
    match = match_at("range-war:6", "Alice", "Bob")
    told = [words.remarks(Voice(match, you), move)[0] for you in (None, 1, 2)]
    assert told == [f"to Alice: {move.reason}", move.reason, f"to Alice: {move.reason}"]


def test_a_reason_without_you_is_left_alone():
    found = reviewed(DIGIT_DILEMMA)
    assert words.remarks(Voice(found.match), found.moves[4])[0] == found.moves[4].reason


# ---------------------------------------------------------------- the better move


def test_every_mistake_has_a_better_move_with_its_reason():
    # Alice has 7 _ 1: 721 and 791 are multiples of 7, and 2 comes before 9.
    move = reviewed(DIGIT_DILEMMA).moves[4]
    assert move.better
    assert (move.better.move, move.better.reason) == ("2M", "completes 721, a multiple of 7")
    told = words.remarks(Voice(match_at(DIGIT_DILEMMA, "Alice", "Bob")), move._replace(reason="leaves the 2"))
    assert told[1] == "better: 2M (completes 721, a multiple of 7)"


def test_the_reason_for_the_better_move_is_left_out_if_it_is_long_or_told_already():
    found = reviewed(DIGIT_DILEMMA)
    move, voice = found.moves[4]._replace(reason="leaves the 2"), Voice(found.match)
    assert move.better
    long = move._replace(better=move.better._replace(reason="because " * 20))
    assert words.remarks(voice, long)[1] == "better: 2M"
    spoken_of = move._replace(reason="leaves the 2; 2M would have won")
    assert words.remarks(voice, spoken_of)[1] == "better: 2M"
    told = move._replace(reason="leaves the 2; better is 2M, which wins")
    assert words.remarks(voice, told) == [told.reason]
    other = move._replace(reason="leaves the 2 and 12M")
    assert words.remarks(voice, other)[1] == "better: 2M (completes 721, a multiple of 7)"


# ---------------------------------------------------------------- reasons and hints


def test_reasons_are_given_for_throws_and_for_every_move_on_request():
    assert [move.reason is not None for move in reviewed(DIGIT_DILEMMA).moves] == [False] * 4 + [True, False]
    assert all(move.reason for move in reviewed(DIGIT_DILEMMA, every_reason=True).moves)


def test_hinted_moves_are_marked_and_their_results_counted():
    match = Match(games.game("range-war"), names=("Alice", "Bob"))
    match.note_hint(2)
    match.play_all(["2", "1", "10", "9"])
    found = review(match)
    assert [move.hint for move in found.moves] == [2, None, None, None]
    assert found.players[0].kept_after_hint == 1
    assert "(1 of them after a hint)" in words.accuracy(found.players[0], Voice(found.match))


# ---------------------------------------------------------------- puzzles

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"


def test_a_walk_is_reviewed_in_mp():
    """The published route costs 12, the optimum; starting on E2 and walking back to E1 wastes one."""
    found = review(match_at(f"{PUBLISHED}/E2.E1.D1.C1.B1.B2.C4.B2.A1", "Ann"))
    assert (found.start.mp, found.values[-1].mp) == (12, 13)
    assert [(move.verdict, move.over) for move in found.moves[:3]] == [("best", 0), ("over", 1), ("only", 0)]
    (walker,) = found.players
    assert (walker.over, walker.tested - walker.kept) == (1, 1)
    assert turning(found) == ["The costliest move: 2, E1, 1 MP over the best."]
    assert words.verdict(found.moves[1]) == "1 MP over the best"
    assert found.moves[1].reason is not None
    assert found.moves[1].better  # from E2 straight on, for 12 MP in all
    assert review(match_at(f"{PUBLISHED}/E2.{found.moves[1].better.move}", "Ann")).values[-1].mp == 12
    assert (found.decided, found.turning_point) == ("start", None)


def test_the_mp_lost_by_the_moves_are_those_that_the_walk_cost_over_the_best():
    found = review(match_at(f"{PUBLISHED}/E24.D12", "Ann"))
    assert sum(move.over or 0 for move in found.moves) == (found.values[-1].mp or 0) - (found.start.mp or 0)


def test_a_move_after_which_the_peak_is_out_of_reach_is_the_turning_point():
    found = review(match_at("pyramid-puzzle,levels=3:kC4.dC1.xB2.xC3.xC5.xB4/C1.clear:B4", "Ann"))
    assert [move.verdict for move in found.moves] == ["only", "lost"]
    assert found.decided == "throw"
    assert found.turning_point is not None
    assert turning(found) == ["Turning point: move 2, clear:B4, after which the end was out of reach."]
    assert words.distance(found, found.players[0]) == []  # no MP is said to be lost where all of them are
    assert found.as_dict()["moves"][1]["mp"] is None


def test_a_walk_without_a_wrong_step_is_praised():
    found = review(match_at(f"{PUBLISHED}/E1.D1.C1.B1.B2.C4.B2.A1", "Ann"))
    assert turning(found) == ["No move cost more than it had to."]
    assert words.distance(found, found.players[0]) == ["MP lost by moves that were not best: 0."]
    assert words.accuracy(found.players[0], Voice(found.match)).endswith("accuracy 100%.")


def test_a_puzzle_that_is_given_up_says_what_was_possible():
    match = match_at(f"{PUBLISHED}/E1", "Ann")
    match.resign(1)
    assert turning(review(match)) == ["Ann gave up; with best play it was: 12 MP in all."]


# ---------------------------------------------------------------- perfect play


@pytest.mark.parametrize("code", CODES)
def test_perfect_play_has_full_accuracy_and_loses_no_distance(code: str):
    match = games.read_code(code)
    adviser = adviser_for(match.game, match.options)
    while match.outcome is None:
        move, _ = adviser.best(match.position)
        match.play(match.game.format_move(move))
    found = review(match)
    assert found.decided == FROM_THE_START
    for player in found.players:
        assert player.accuracy in {None, 1}
        assert (player.slower, player.sooner) == (0, 0)


# ---------------------------------------------------------------- laws


@st.composite
def matches(draw: st.DrawFn) -> Match:
    match = games.read_code(draw(st.sampled_from(CODES)))
    for pick in draw(st.lists(st.integers(0, 999), max_size=20)):
        if match.outcome is None:
            legal = match.position.moves()
            match.play(match.game.format_move(legal[pick % len(legal)]))
    if match.outcome is None and draw(st.booleans()):
        match.resign(draw(st.integers(1, 2)))
    return match


def rank(value: Value, seat: int) -> int:
    """2 for a win of `seat`, 1 for a draw, 0 for a loss."""
    return 1 if value.winner is None else 2 if value.winner == seat else 0


any_match = settings(deadline=None, max_examples=120)


@any_match
@given(matches())
def test_values_are_a_chain_and_exactly_the_throws_lower_the_result(match: Match):
    found = review(match)
    assert len(found.moves) == len(match.plies)
    for move, before in zip(found.moves, found.values, strict=False):
        assert move.before == before
        assert move.verdict in set(Verdict)
        after, worth = rank(move.value, move.seat), rank(before, move.seat)
        assert after < worth if move.throws else after == worth
        assert (move.line is not None) == (move.reason is not None) == move.throws
        assert move.tested or not move.throws
        assert (move.better is not None) == move.throws
        if move.better:
            assert _value_after(match, move.ply, move.better.move) == _best_after(match, move.ply)


def _best_after(match: Match, ply: int) -> Value:
    """The best value after any move at a ply, asked of the solver once more."""
    position = match.start if ply == 1 else match.plies[ply - 2].position
    values = adviser_for(match.game, match.options).values_after(position)
    return max(values, key=lambda value: value.score(position.to_move))


def _value_after(match: Match, ply: int, move: str) -> Value:
    tried = Match(match.game, match.options)
    tried.play_all([*match.moves[: ply - 1], move])
    return adviser_for(match.game, match.options).value(tried.position)


@any_match
@given(matches())
def test_the_result_never_changes_after_the_turning_point(match: Match):
    found = review(match)
    winners = [value.winner for value in found.values]
    turning = found.turning_point
    if found.decided == BY_THROW:
        assert turning
        assert winners[turning.ply - 1] != winners[turning.ply]
        assert set(winners[turning.ply :]) == {winners[-1]}
    elif found.decided == FROM_THE_START:
        assert len(set(winners)) == 1
    if match.outcome and found.decided != BY_RESIGNATION:
        assert match.outcome.winner == winners[-1]
    assert found.decided != BY_RESIGNATION or match.resigned is not None


@any_match
@given(matches())
def test_what_is_said_about_moves_lost_explains_how_long_the_match_took(match: Match):
    found = review(match)
    said = {player.seat: " ".join(words.distance(found, player)) for player in found.players}
    if match.outcome is None or match.resigned is not None or match.outcome.winner is None:
        assert match.outcome is None or not any(said.values())
        return
    winner, since = match.outcome.winner, found.turning_point.ply if found.turning_point else 0
    longer = re.fullmatch(r"The win took (\d+) moves? longer than needed\.|", said[winner])
    sooner = re.fullmatch(r"The loss came (\d+) moves? sooner than needed\.|", said[3 - winner])
    assert longer
    assert sooner
    # From the last change of the result on: as many moves as perfect play takes, and those lost on either side.
    perfect = found.values[since].plies
    assert perfect is not None
    assert len(match.plies) - since == perfect + int(longer[1] or 0) - int(sooner[1] or 0)


@any_match
@given(matches())
def test_the_line_against_a_throw_reaches_its_value(match: Match):
    found = review(match)
    for move in found.moves:
        if move.line is None:
            continue
        again = Match(match.game, match.options)
        again.play_all([*match.moves[: move.ply], *move.line])
        assert again.outcome
        assert again.outcome.winner == move.value.winner
        assert move.value.plies in {None, len(move.line)}


@any_match
@given(matches())
def test_accuracy_lies_between_0_and_1_and_distances_are_never_negative(match: Match):
    found = review(match)
    assert sum(player.moves for player in found.players) == len(match.plies)
    for player in found.players:
        assert 0 <= player.kept_after_hint <= player.kept <= player.tested <= player.moves
        assert player.accuracy is None or 0 <= player.accuracy <= 1
        assert player.slower >= 0
        assert player.sooner >= 0
    for move in found.moves:
        assert move.slower is None or move.sooner is None
        assert move.verdict not in {"best", "holds", "forced"} or not (move.slower or move.sooner)
        assert move.verdict != "wins" or (move.slower or 0) > 0
        assert move.verdict != "lost" or (move.sooner or 0) > 0


@pytest.mark.parametrize("name", games.names())
def test_a_forfeit_of_a_won_game_is_what_decided_it(name: str) -> None:
    match = games.read_code(name)
    match.forfeit(1, "it was late")
    reviewed = review(match)
    assert (reviewed.decided, reviewed.turning_point) == ("forfeit", None)
    assert turning(reviewed)[0].startswith(("Turning point: Player 1 forfeited, but", "Player 1 forfeited;"))
