"""Range War with a limited reach, an option of ours: its rule, its words and its drawing."""

from __future__ import annotations

from typing import Any

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.errors import BadOption
from fathom.solver.search import solve
from tests.conformance.drawing_laws import classes, drawn
from tests.games.playing import Paper, Window, drawing, match_at, moves_at, outcome_at, position_at, refusal
from tests.games.playing import refused_option as refused
from tests.games.range_war.plain import Plain

ROOM = games.room("range-war")


@pytest.mark.rule("range-war:5")
def test_the_next_number_is_at_most_the_reach_away() -> None:
    assert moves_at("range-war,reach=3:6") == ["3", "4", "5"]
    assert moves_at("range-war,reach=3:6.4") == ["5", "7"]
    assert moves_at("range-war,reach=3:6.4.7") == ["5"]


@pytest.mark.rule("range-war:5")
def test_the_first_number_may_be_any() -> None:
    assert moves_at("range-war,reach=1") == moves_at("range-war")


@pytest.mark.rule("range-war:5")
def test_a_free_second_number_has_to_be_in_reach_as_well() -> None:
    assert moves_at("range-war,reach=2,second_move=free:5") == ["3", "4", "6", "7"]
    assert refusal("range-war,reach=2,second_move=free:5", "8").rule == 5


@pytest.mark.rule("range-war:5")
def test_a_number_in_the_right_direction_but_too_far_away_is_refused() -> None:
    error = refusal("range-war,reach=3:6.4", "8")
    assert error.rule == 5
    assert error.reason == "8 is 4 away from 4, and the reach is 3"
    assert error.allowed == "Allowed now: 5, 7."


@pytest.mark.parametrize("code, move, rule", [("range-war,reach=3:6.4", "1", 2), ("range-war,reach=3:6", "10", 3)])
def test_a_number_in_the_wrong_direction_is_refused_for_that(code: str, move: str, rule: int) -> None:
    assert refusal(code, move).rule == rule


@pytest.mark.rule("range-war:4")
@pytest.mark.parametrize(
    "code, outcome",
    [
        ("range-war,reach=2:6.5.7", (1, "no number lower than 7 and at most 2 away is left for seat 2")),
        ("range-war,reach=3:1", (1, "no number lower than 1 is left for seat 2")),
        ("range-war,reach=1:6.5", (2, "no number higher than 5 and at most 1 away is left for seat 1")),
    ],
)
def test_a_seat_with_nothing_in_reach_loses(code: str, outcome: tuple[int, str]) -> None:
    assert outcome_at(code) == outcome


@pytest.mark.parametrize("reach", [9, 10])
def test_a_reach_across_the_whole_line_changes_nothing(reach: int) -> None:
    limited, plain = position_at(f"range-war,reach={reach}:6.4"), position_at("range-war:6.4")
    assert not limited.options.is_limited
    assert (limited.moves(), limited.key()) == (plain.moves(), plain.key())
    assert ROOM.strategy(limited.options) is not None


@pytest.mark.parametrize(
    "values, said",
    [
        ({"reach": 11}, "reach=11 is not possible: with highest=10, reach must be a whole number from 0 to 10."),
        ({"reach": -1}, "reach=-1 is not possible: reach must be a whole number from 0 to 1000000."),
    ],
)
def test_a_reach_beyond_the_line_is_refused(values: dict[str, int], said: str) -> None:
    assert refused("range-war", **values) == said


def test_with_a_reach_the_very_numbers_matter() -> None:
    # The same counts on each side, but not the same distances.
    assert position_at("range-war,reach=4:5.2").key() != position_at("range-war,reach=4:6.2").key()


def test_there_is_no_list_of_rules_for_winning() -> None:
    assert ROOM.strategy(games.read_code("range-war,reach=3").options) is None


SMALL = [(2, 1), (3, 1), (5, 2), (6, 3), (7, 2), (8, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("second", ["lower", "free"])
@pytest.mark.parametrize("highest, reach", [*SMALL, (8, 0), (9, 4)])
def test_moves_and_values_are_those_of_the_rules_written_again(highest: int, reach: int, second: str) -> None:
    plain = Plain(highest, reach, second)
    match = games.read_code(f"range-war,highest={highest},reach={reach},second_move={second}")
    solved = solve(match.position)
    start: Any = match.position
    lines: list[tuple[Any, tuple[int, ...]]] = [(start, ())]
    seen = {start}
    for position, claimed in lines:
        assert list(position.moves()) == plain.open_numbers(claimed)
        assert solved.value(position)[:2] == plain.value(claimed)
        for move in position.moves():
            after = position.after(move)
            if after not in seen:
                seen.add(after)
                lines.append((after, (*claimed, move)))


# ------------------------------------------------------------------ words and drawing


@pytest.mark.parametrize(
    "code, said",
    [
        ("range-war,reach=3", []),
        ("range-war,reach=3:6", ["You must select a number lower than 6, at most 3 away."]),
        ("range-war,reach=3:6.4", ["You must select a number higher than 4, at most 3 away."]),
        ("range-war,reach=3,second_move=free:6", ["You must select a number at most 3 away from 6."]),
    ],
)
def test_a_turn_says_how_far_the_next_number_may_be(code: str, said: list[str]) -> None:
    assert ROOM.text.turn(match_at(code), Paper())[1:] == said


def test_the_board_shows_what_is_in_reach() -> None:
    shown = [line.rstrip() for line in ROOM.text.board(match_at("range-war,reach=3:6.4"), Window())]
    assert shown == drawing("""
         1    2    3   <4>  [5]   .   [7]   8    9    10
        Claimed: 6 > 4
    """)


def test_the_end_says_what_would_have_been_needed() -> None:
    assert ROOM.text.ending(match_at("range-war,reach=1:6.5"), Paper()) == [
        "Player 1's turn.",
        "You must select a number higher than 5, at most 1 away.",
        "No available moves. You cannot make a valid move.",
        "Player 2 wins!",
    ]


def words(code: str) -> list[str]:
    return [text.text or "" for text in drawn(match_at(code)).iter() if text.text]


@pytest.mark.parametrize(
    "code, caption",
    [
        ("range-war,reach=3:6", "lower than 6, at most 3 away"),
        ("range-war,reach=3,second_move=free:6", "any number at most 3 away from 6"),
        ("range-war,reach=1:6.5", "nothing higher than 5 is in reach"),
        ("range-war,reach=1:1", "nothing lower than 1 is left"),
        ("range-war,highest=40,reach=5:20.16", "higher than 16, at most 5 away"),
    ],
)
def test_the_drawing_says_it_too(code: str, caption: str) -> None:
    assert caption in words(code)


def test_the_band_ends_at_the_reach() -> None:
    def band(code: str) -> float:
        return next(float(e.attrib["width"]) for e in drawn(match_at(code)).iter() if "reach" in classes(e))

    assert band("range-war,reach=3:8") < band("range-war,reach=5:8") < band("range-war:8")
    assert band("range-war,reach=2,second_move=free:5") > band("range-war,reach=2:5")


def test_a_step_that_leaves_no_room_for_the_caption_is_not_drawn() -> None:
    def steps(code: str) -> int:
        return sum("trend" in classes(e) for e in drawn(match_at(code)).iter())

    assert steps("range-war,highest=40,reach=5:20.16") == 1
    assert steps("range-war,highest=1000000,reach=100000:777777.700000") == 0


def test_the_description_says_where_the_next_number_must_be() -> None:
    said = drawn(match_at("range-war,reach=3:6.4"))[0].text or ""
    assert "The next number must be higher than 4, at most 3 away." in said


def test_a_match_with_a_reach_is_a_code_of_its_own() -> None:
    match = games.read_code("range-war,reach=3:6.4")
    assert isinstance(match, Match)
    assert match.options.changed() == {"reach": "3"}
    assert games.read_code("range-war:6.4").options.changed() == {}


def test_a_server_offers_shorter_lines_with_a_reach() -> None:
    ROOM.check_served(games.read_code("range-war,highest=16,reach=3").options)
    ROOM.check_served(games.read_code("range-war,highest=100").options)
    with pytest.raises(BadOption, match="with a reach, highest goes up to 16 here, and higher in the terminal"):
        ROOM.check_served(games.read_code("range-war,highest=17,reach=3").options)
