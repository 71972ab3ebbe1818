"""Events change a match in the same way, wherever they were stored."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.core.events import Forfeited, Hinted, MadeAgain, MatchEvent, Moved, Renamed, Resigned, TakenBack, apply
from fathom.core.match import AnyMatch
from fathom.errors import NotYourTurn


def after(*events: MatchEvent) -> AnyMatch:
    match = games.read_code("range-war:6")
    for event in events:
        apply(match, event)
    return match


def test_a_move_is_made_by_its_seat_or_by_whoever_is_to_move():
    assert after(Moved("4", 2)).moves == after(Moved("4")).moves == ["6", "4"]
    with pytest.raises(NotYourTurn):
        after(Moved("4", 1))


def test_a_move_that_has_been_looked_at_is_made_and_not_read_again():
    match = games.read_code("range-war:6")
    ply = match.look("4", 2)
    apply(match, Moved("cannot be read", 2), ply)
    assert match.moves == ["6", "4"]


def test_moves_are_taken_back_and_made_again():
    match = after(Moved("4"), Moved("9"), TakenBack(2))
    assert (match.moves, match.undone) == (["6"], ["4", "9"])
    apply(match, MadeAgain(1))
    assert match.moves == ["6", "4"]


def test_a_hint_is_remembered_for_the_next_move():
    assert after(Hinted(3)).hints == {1: 3}


def test_a_player_is_called_something_else():
    assert after(Renamed("Zoe", 2)).names == ("Player 1", "Zoe")


def test_a_seat_gives_up():
    match = after(Resigned(1))
    assert (match.resigned, match.outcome and match.outcome.winner) == (1, 2)


def test_a_program_forfeits():
    match = after(Forfeited(2, "it did not answer within 5 seconds"))
    assert (match.forfeited, match.outcome and match.outcome.winner) == ((2, "it did not answer within 5 seconds"), 1)
