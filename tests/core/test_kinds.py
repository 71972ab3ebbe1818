"""Kinds of positions: numbered from the ends back, each once."""

from __future__ import annotations

from fathom.core.kinds import Kind, Kinds
from fathom.core.value import DRAW, Value


def test_a_finished_game_is_one_kind_for_each_result() -> None:
    kinds = Kinds()
    assert [kinds.end(winner) for winner in (1, 2, None, 1, None)] == [0, 1, 2, 0, 2]
    assert kinds.kinds == [Kind(0, Value(1, 0), ()), Kind(0, Value(2, 0), ()), Kind(0, DRAW, ())]


def test_the_seat_to_move_takes_the_best_of_what_follows() -> None:
    kinds = Kinds()
    won, lost = kinds.end(1), kinds.end(2)
    assert kinds.kinds[kinds.file(1, (won, lost), (0, 0))].value == Value(1, 1)
    assert kinds.kinds[kinds.file(2, (won, lost), (0, 0))].value == Value(2, 1)


def test_the_winner_hurries_and_the_loser_delays() -> None:
    kinds = Kinds()
    won = kinds.end(1)
    soon = kinds.file(1, (won,), (0,))
    late = kinds.file(2, (soon,), (0,))
    assert kinds.kinds[kinds.file(1, (won, late), (0, 0))].value == Value(1, 1)
    assert kinds.kinds[kinds.file(2, (won, late), (0, 0))].value == Value(1, 3)


def test_positions_with_the_same_moves_and_marks_are_one_kind() -> None:
    kinds = Kinds()
    won, lost = kinds.end(1), kinds.end(2)
    filed = kinds.file(1, (won, lost), (1, 0))
    assert kinds.file(1, (won, lost), (1, 0)) == filed
    assert kinds.file(1, (won, lost), (0, 0)) != filed
    assert kinds.file(2, (won, lost), (1, 0)) != filed
    assert kinds.kinds[filed] == Kind(1, Value(1, 1), (won, lost), (1, 0))


def test_nobody_wins_where_a_seat_to_move_has_no_move() -> None:
    kinds = Kinds()
    assert kinds.kinds[kinds.file(2, (), ())] == Kind(2, DRAW, ())
