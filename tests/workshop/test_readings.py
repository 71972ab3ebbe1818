"""Readings, compared with playing every position by hand."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.workshop.readings import compare_readings
from tests.workshop.plainly import PlainGame


@pytest.mark.parametrize(
    "code, other",
    [
        ("range-war,highest=5", "range-war,highest=5,second_move=free"),
        ("range-war,highest=6,second_move=free", "range-war,highest=6"),
        ("digit-dilemma,slots=2,divisor=5", "digit-dilemma,slots=2,divisor=5,leading_zero=forbidden"),
    ],
)
def test_the_positions_whose_winner_changes_are_those_of_two_plain_searches(code: str, other: str) -> None:
    one, two = PlainGame(code), PlainGame(other)
    seen: dict[tuple[object, object], bool] = {}
    left = [(one.start, two.start)]
    while left:
        a, b = left.pop()
        if (a, b) in seen or a.outcome or b.outcome:
            continue
        seen[a, b] = one.result(a).winner != two.result(b).winner
        left += [(a.after(move), b.after(move)) for move in a.moves() if move in b.moves()]
    (found,) = compare_readings(one.match.game, one.match.options)
    assert (found.positions, found.changed) == (len(seen), sum(seen.values()))


def test_a_reading_that_does_not_go_with_the_other_options_is_left_out() -> None:
    match = games.read_code("digit-dilemma,slots=2,base=4,divisor=3")
    assert compare_readings(match.game, match.options) == ()
