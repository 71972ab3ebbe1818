"""The tools of the MCP server that tell how good moves are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fathom.adapters.mcp.server import make_server
from tests.adapters.mcp.assistant import Assistant, assistant
from tests.adapters.mcp.test_playing import COACHING, PLAYING

#: The published scenario, whose least is 12 MP.
SCENARIO = "kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"


@pytest.fixture(scope="module")
def helper() -> Iterator[Assistant]:
    with assistant(make_server(coach=True)) as connected:
        yield connected


def test_with_the_coach_every_tool_is_there(helper: Assistant):
    assert set(helper.tools()) == PLAYING | COACHING


def test_an_analysis_of_a_match_has_every_move(helper: Assistant):
    match = helper.does("new_match", game="pocket-addition").data["match"]
    told = helper.does("analyze", position=match)
    # By the rulings: seat 1 wins with 6, 7 or 8 and loses with every other first number.
    assert [move["move"] for move in told.data["moves"] if move["winner"] == 1] == ["6", "7", "8"]
    assert told.text.splitlines()[0] == "Player is to move: you win in 5 moves with perfect play."
    assert "\n6: best, you win in 5 moves (then 9 1 2 8): threatens the 9" in told.text


def test_an_analysis_of_a_code(helper: Assistant):
    assert helper.does("analyze", position="range-war").data["value"]["winner"] == 1
    told = helper.does("analyze", position="range-war:1")
    assert told.text == "The game is over: no number lower than 1 is left for Player 2."


def test_an_illegal_code_is_refused_with_the_rule(helper: Assistant):
    assert "Rule 2: From the third move on" in helper.is_refused("analyze", position="range-war:6.4.3")


def test_an_analysis_that_takes_too_long_is_refused():
    with assistant(make_server(coach=True, seconds=0.001)) as helper:
        refused = helper.is_refused("analyze", position="digit-dilemma,divisor=19")
    assert refused == "The coach cannot work it out here: it takes more than 0.001 s."


def test_hints_tell_more_with_every_level(helper: Assistant):
    match = helper.does("new_match", game="pocket-addition").data["match"]
    assert helper.does("hint", match=match).text == "You are winning; 3 of 9 moves keep the win."
    assert helper.does("hint", match=match, level=3).text == "Play 6."
    assert helper.is_refused("hint", match=match, level=5) == "Hints have the levels 1 to 4, not 5."


def test_a_puzzle_has_hints_too(helper: Assistant):
    match = helper.does("new_match", game="pyramid-puzzle").data["match"]
    assert helper.does("hint", match=match).text


def test_a_match_that_is_over_has_no_hints(helper: Assistant):
    match = helper.does("new_match", game="range-war:1", players=["Ann", "Ben"]).data["match"]
    assert helper.is_refused("hint", match=match) == "The game is over: no number lower than 1 is left for Ben."


def test_a_puzzle_is_solved_and_its_route_checked(helper: Assistant):
    solved = helper.does("puzzle_solve", puzzle=SCENARIO)
    assert solved.data["mp"] == 12
    checked = helper.does("puzzle_check", puzzle=SCENARIO, route=solved.data["route"])
    assert checked.text == "The route takes 12 MP; the best takes 12."
    wrong = helper.does("puzzle_check", puzzle=SCENARIO, route="E1|B1")
    assert wrong.text == "Step 2 is not allowed: No path leads from E1 to B1 in one move (rule 2)."


def test_a_puzzle_without_a_solution_is_said_to_have_none(helper: Assistant):
    unsolved = helper.does("puzzle_solve", puzzle="kC4.xB1.xB2.xB3.xB4")
    assert unsolved.data["mp"] is None
    assert unsolved.text.startswith("There is no solution: ")


def test_a_new_puzzle_can_be_played(helper: Assistant):
    made = helper.does("puzzle_new", difficulty="easy", seed=3)
    assert made.data == helper.does("puzzle_new", difficulty="easy", seed=3).data
    assert helper.does("new_match", game=made.data["code"]).data["code"] == made.data["code"]


@pytest.mark.parametrize(
    "tool, arguments, reason",
    [
        ("puzzle_new", {"levels": 9}, "Puzzles have 3 to 7 levels here, not 9."),
        ("puzzle_new", {"levels": True}, "levels: Input should be a valid integer, not True."),
        ("puzzle_new", {"difficulty": "nice"}, "difficulty: Input should be 'easy', 'medium', 'hard' or 'fiendish'"),
        ("puzzle_solve", {"puzzle": "nonsense"}, "nonsense"),
        ("puzzle_check", {"puzzle": SCENARIO, "route": ""}, "The route is empty"),
        ("analyze", {"position": "deadbeef"}, "There is no match 'deadbeef' here."),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(helper: Assistant, tool: str, arguments: dict, reason: str):
    refused = helper.is_refused(tool, **arguments)
    assert reason in refused
    assert "\n" not in refused
