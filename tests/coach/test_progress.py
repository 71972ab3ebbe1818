"""How many only-move positions there are, and accuracy by week."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fathom import games
from fathom.analysis.citing import CitedRule
from fathom.coach.mastery import Mastery
from fathom.coach.progress import Mark, Share, only_moves, weeks

#: Counted over the whole games by an independent program.
ONLY_MOVES = {"range-war": 915, "pocket-addition": 512, "digit-dilemma": 36_157}


@pytest.mark.parametrize("name", ONLY_MOVES)
def test_every_position_with_one_only_winning_move_is_counted(name: str) -> None:
    assert only_moves(games.game(name)) == ONLY_MOVES[name]


def test_pyramid_challenge_is_counted_without_visiting_its_positions() -> None:
    game = games.game("pyramid-challenge")
    oracle = games.room(game.name).oracle(game.options_type())
    census = oracle.census() if oracle else None
    assert census
    assert only_moves(game) == census.only_moves > 10_000


def test_a_share_says_how_much_is_known() -> None:
    rule = CitedRule(1, "No more ahead than behind")
    assert Share("range-war", 915, 183, 190, 4, [Mastery(rule, 2)]).as_dict() == {
        "game": "range-war",
        "positions": 915,
        "known": 183,
        "share": 0.2,
        "remembered": 190,
        "due": 4,
        "rules": [{"rule": 1, "name": "No more ahead than behind", "in_a_row": 2, "mastered": False}],
        "mastered": 0,
        "goal": "Next: rule 1, No more ahead than behind (2 of 3 right in a row).",
    }


def mark(day: str, is_right: bool, in_match: bool) -> Mark:
    return Mark(datetime.fromisoformat(day).replace(tzinfo=UTC), is_right, in_match)


def test_weeks_run_from_monday_to_sunday_and_are_named_as_iso_8601_names_them() -> None:
    # 2026 has 53 weeks: its last days and the first of January 2027 are one week.
    found = weeks([mark("2027-01-03", True, False), mark("2027-01-04", True, False), mark("2026-12-28", False, True)])
    assert [week.week for week in found] == ["2026-W53", "2027-W01"]
    assert (found[0].matches, found[0].drills, found[0].both) == ((0, 1), (1, 1), (1, 2))


def test_without_anything_there_is_no_week() -> None:
    assert weeks([]) == []


def test_a_week_as_json() -> None:
    (week,) = weeks([mark("2026-11-15", True, True)])
    assert week.as_dict() == {
        "week": "2026-W46",
        "matches": {"right": 1, "total": 1},
        "drills": {"right": 0, "total": 0},
    }
