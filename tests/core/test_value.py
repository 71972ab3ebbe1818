"""What a position is worth: winners hurry, losers delay."""

from __future__ import annotations

from itertools import pairwise

from fathom import games
from fathom.core.game import MP, PLIES
from fathom.core.outcome import MatchEnding, Outcome
from fathom.core.value import DRAW, Adviser, AnyAdviser, Value, value_of

#: From best to worst for seat 1.
RANKED = [Value(1, 0), Value(1, 1), Value(1, 500), DRAW, Value(2, 500), Value(2, 1), Value(2, 0)]


def test_any_win_is_above_a_draw_and_a_draw_above_any_loss():
    assert all(better.score(1) > worse.score(1) for better, worse in pairwise(RANKED))


def test_what_one_seat_likes_the_other_dislikes_as_much():
    assert [value.score(2) for value in RANKED] == [-value.score(1) for value in RANKED]


def test_a_finished_game_is_decided_in_no_plies():
    assert value_of(Outcome(2, MatchEnding.RESIGNED, (("seat", 1),))) == Value(2, 0)
    assert value_of(Outcome(None, MatchEnding.RESIGNED, (("seat", 1),))) == Value(None, None)


def test_the_position_before_is_one_ply_further_from_the_end():
    assert Value(2, 4).one_ply_earlier() == Value(2, 5)


def test_a_draw_has_no_distance():
    assert DRAW.one_ply_earlier() == DRAW


def test_as_json_a_contest_has_a_winner_and_plies_and_a_puzzle_has_mp():
    assert Value(2, 9).as_dict(PLIES) == {"winner": 2, "plies": 9}
    assert DRAW.as_dict(PLIES) == {"winner": None, "plies": None}
    assert Value(1, mp=12).as_dict(MP) == {"mp": 12}
    assert Value(None).as_dict(MP) == {"mp": None}


def test_fewer_movement_points_are_liked_better_and_no_way_at_all_least():
    values = [Value(1, mp=12), Value(1, mp=13), Value(None)]
    assert sorted(values, key=lambda value: -value.score(1)) == values


def test_movement_points_count_what_is_spent_so_a_best_move_keeps_them():
    assert Value(1, mp=12).one_ply_earlier() == Value(1, mp=12)


class Told:
    """An oracle that was told what each move is worth."""

    def __init__(self, *values: Value) -> None:
        self.values = list(values)
        self.asked = 0

    def value(self, position, meter=None):
        self.asked += 1
        return max(self.values, key=lambda value: value.score(position.to_move))

    def values_after(self, position, meter=None):
        return self.values

    def census(self, meter=None):
        return None


def test_an_adviser_picks_the_first_of_the_best_moves_and_knows_where_it_leads():
    start = games.read_code("range-war,highest=4").position
    adviser: AnyAdviser = Adviser(Told(Value(2, 3), Value(1, 2), Value(1, 2), Value(1, 4)))
    assert adviser.best(start) == (2, start.after(2))
    assert adviser.value(start) == Value(1, 2)
    assert adviser.values_after(start)[0] == Value(2, 3)


def test_a_preference_decides_among_the_best_moves_only():
    start = games.read_code("range-war,highest=4").position
    told = Told(Value(2, 3), Value(1, 2), Value(1, 2), Value(1, 4))
    adviser: AnyAdviser = Adviser(told, prefer=lambda _, moves: moves[-1])
    assert adviser.best(start) == (3, start.after(3))


def test_among_moves_worth_the_same_the_first_is_the_best():
    start = games.read_code("range-war,highest=4").position
    adviser: AnyAdviser = Adviser(Told(*[Value(2, 3)] * 4))
    assert adviser.best(start) == (1, start.after(1))


def test_a_clause_that_several_reasons_share_is_worked_out_once():
    adviser: AnyAdviser = Adviser(Told())
    clauses = iter(["takes 15", "takes 14", "takes 13"])
    said = [adviser.say_once(about, lambda: next(clauses)) for about in ("here", "here", "there")]
    assert said == ["takes 15", "takes 15", "takes 14"]


def test_an_adviser_need_not_ask_about_the_only_move():
    forced = games.read_code("range-war:2").position
    adviser: AnyAdviser = Adviser(Told())
    assert adviser.best(forced) == (1, forced.after(1))


def test_a_value_prints_only_what_it_has():
    assert [repr(value) for value in (Value(2, 9), Value(None), Value(1, mp=12))] == [
        "Value(winner=2, plies=9)",
        "Value(winner=None)",
        "Value(winner=1, mp=12)",
    ]


def test_the_position_after_the_last_move_asked_about_is_made_once():
    adviser: AnyAdviser = Adviser(Told())
    start = games.read_code("range-war,highest=4,second_move=free").position
    first, second = start.moves()[:2]
    assert adviser.after(start, first) is adviser.after(start, first)
    assert adviser.after(start, first) == start.after(first)
    assert adviser.after(start, second) == start.after(second)
    assert adviser.after(start.after(second), first) == start.after(second).after(first)


def test_an_obvious_move_is_the_best_without_asking_for_values():
    start = games.read_code("range-war,highest=4").position
    told = Told(Value(2, 3), Value(1, 2), Value(1, 2), Value(1, 4))
    plain: AnyAdviser = Adviser(told, obvious=lambda position: 4 if position == start else None)
    assert plain.best(start) == (4, start.after(4))
    told.values = [Value(1, 2), Value(2, 3), Value(1, 2)]
    after = games.read_code("range-war,highest=4:4").position
    assert plain.best(after) == (2, after.after(2))  # nothing is obvious there, and seat 2 wins only so


def test_the_values_of_a_judged_position_and_of_the_move_in_question_are_asked_for_once():
    start = games.read_code("range-war,highest=4").position
    told = Told(Value(2, 3), Value(1, 2), Value(1, 2), Value(1, 4))
    adviser: AnyAdviser = Adviser(told)
    assert adviser.judge_moves_of(start) == adviser.value(start) == Value(1, 2)
    after = adviser.reach(start, 1, Value(2, 3))
    assert after is adviser.after(start, 1)
    assert [adviser.value(after), adviser.value(start)] == [Value(2, 3), Value(1, 2)]
    assert told.asked == 1
    assert adviser.value(start.after(2)) == Value(2, 3)
    assert told.asked == 2
