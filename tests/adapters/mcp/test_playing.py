"""Playing through the tools of the MCP server, with the SDK's client in the same process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import fathom
from fathom.adapters.mcp.server import make_server
from tests.adapters.mcp.assistant import Assistant, assistant

PLAYING = {"list_games", "rules", "new_match", "show_match", "play", "legal_moves", "undo"}
COACHING = {"analyze", "hint", "puzzle_new", "puzzle_check", "puzzle_solve"}


@pytest.fixture(scope="module")
def helper() -> Iterator[Assistant]:
    with assistant(make_server(seed=1, most_matches=50)) as connected:
        yield connected


def test_without_the_coach_there_are_only_tools_to_play_with(helper: Assistant):
    assert set(helper.tools()) == PLAYING


def test_every_tool_says_what_it_does_and_what_it_takes(helper: Assistant):
    for tool in helper.tools().values():
        assert tool.description
        assert all(taken["description"] for taken in tool.input_schema["properties"].values())


def test_only_tools_that_change_a_match_say_that_they_change_something(helper: Assistant):
    changing = {name for name, tool in helper.tools().items() if not tool.annotations.read_only_hint}
    assert changing == {"new_match", "play", "undo"}


def test_all_games_are_listed_with_options_and_opponents(helper: Assistant):
    told = helper.does("list_games")
    assert [game["name"] for game in told.data["games"]] == list(fathom.GAMES)
    assert "@casual" in told.data["machines"]
    assert "highest=10: the line runs from 1 to this number" in told.text


@pytest.mark.parametrize("game", fathom.GAMES)
def test_the_rules_come_numbered_and_without_what_is_known_of_the_game(helper: Assistant, game: str):
    told = helper.does("rules", game=game)
    assert list(told.data["rules"]) == [str(number) for number in range(1, len(told.data["rules"]) + 1)]
    assert "Known" not in told.text


def test_a_person_wins_against_the_computer(helper: Assistant):
    begun = helper.does("new_match", game="pocket-addition:6.9.2.1", players=["Ann", "@perfect"])
    assert begun.text.splitlines()[1] == "Seat 1 is Ann. Seat 2 is @perfect, whose moves the computer makes."
    assert "Ann to move." in begun.text
    won = helper.does("play", match=begun.data["match"], move="7")
    assert won.data["over"]
    assert won.data["status"] == "Ann wins: made 15 exactly."
    assert won.text.splitlines()[0] == "Ann selects 7."
    refused = helper.is_refused("play", match=begun.data["match"], move="3")
    assert refused == "The game is over: made 15 exactly."


def test_the_computer_answers_every_move_until_the_end(helper: Assistant):
    match = helper.does("new_match", game="range-war").data["match"]
    told = helper.does("play", match=match, move=6)
    while not told.data["over"]:
        assert told.data["to_move"] == 1
        told = helper.does("play", match=match, move=helper.does("legal_moves", match=match).data["moves"][0])
    assert told.data["code"] == fathom.Match(told.data["code"]).code


def test_where_the_computer_is_first_it_has_moved_already(helper: Assistant):
    begun = helper.does("new_match", game="pocket-addition", players=["@perfect", "Ann"])
    assert begun.data["played"] == ["6"]  # the quickest win, by the rulings on the game
    assert begun.data["to_move"] == 2


def test_two_people_play_each_other(helper: Assistant):
    match = helper.does("new_match", game="range-war", players=["Ann", "Ben"]).data["match"]
    told = [helper.does("play", match=match, move=move) for move in ("2", "1", "10", "9")][-1]
    assert told.data["status"] == "Ben wins: no number higher than 9 is left for Ann."


def test_a_pass_needs_nobody_to_ask_for_it(helper: Assistant):
    # 14 of 15, and the 1 is taken: seat 1 can only pass.
    match = helper.does("new_match", game="pocket-addition:9.1.5", players=["Ann", "Ben"]).data["match"]
    told = helper.does("play", match=match, move="2")
    assert told.data["played"] == ["9", "1", "5", "2", "pass"]
    assert told.data["to_move"] == 2
    undone = helper.does("undo", match=match)
    assert undone.data["played"] == ["9", "1", "5"]


def test_undo_takes_back_the_answer_too(helper: Assistant):
    match = helper.does("new_match", game="digit-dilemma").data["match"]
    assert len(helper.does("play", match=match, move="7L").data["played"]) == 2
    told = helper.does("undo", match=match)
    assert told.data["played"] == []
    assert told.text.splitlines()[0] == "Player takes back 7L."
    assert helper.is_refused("undo", match=match) == "There is no move of yours to take back."


def test_nobody_takes_back_what_the_computer_began_with(helper: Assistant):
    begun = helper.does("new_match", game="range-war", players=["@random", "Ann"]).data
    assert helper.is_refused("undo", match=begun["match"]) == "There is no move of yours to take back."
    assert helper.does("show_match", match=begun["match"]).data["played"] == begun["played"]


def test_a_forbidden_move_is_refused_with_its_rule_and_changes_nothing(helper: Assistant):
    match = helper.does("new_match", game="range-war:6.4", players=["Ann", "Ben"]).data["match"]
    refused = helper.is_refused("play", match=match, move="3")
    assert refused.startswith("3 is not higher than 4, as it must be after a fall (rule 2). Allowed now: 5, 7, 8,")
    assert "Rule 2: From the third move on the direction changes every time." in refused
    assert helper.does("show_match", match=match).data["played"] == ["6", "4"]


def test_a_puzzle_is_played_alone(helper: Assistant):
    match = helper.does("new_match", game="pyramid-puzzle").data["match"]
    told = helper.does("play", match=match, move="E1")
    assert told.data["players"] == ["Player"]
    assert "MP spent: 0." in told.text


def test_options_and_presets_can_be_chosen(helper: Assistant):
    chosen = helper.does("new_match", game="range-war", options={"highest": 12, "second_move": "free"})
    assert chosen.data["code"] == "range-war,highest=12,second_move=free"
    fair = helper.does("new_match", game="pocket-addition", preset="fair", options={"highest": 10})
    assert fair.data["options"] == {"highest": 10, "target": 20}


def test_a_seed_makes_the_computer_repeatable():
    def played() -> list[str]:
        with assistant(make_server(seed=7)) as helper:
            told = helper.does("new_match", game="digit-dilemma", players=["@random", "@random"])
            return list(told.data["played"])

    assert played() == played()


@pytest.mark.parametrize(
    "arguments, reason",
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"game": "range-war", "players": ["Ann", "cmd:cat"]}, "'cmd:cat' is a program: only computer players"),
        ({"game": "range-war", "players": ["Ann", "/bin/cat"]}, "'/bin/cat' is a program: only computer players"),
        ({"game": "range-war", "players": ["Ann", "profile:x"]}, "'profile:x' is a program: only computer players"),
        ({"game": "range-war", "players": ["Ann", "@nobody"]}, "There is no player '@nobody'"),
        ({"game": "range-war", "players": ["Ann"]}, "Range War has 2 seats, and the names are 'Ann'."),
        ({"game": "range-war", "players": ["Ann", "\x1b[2J"]}, "characters that cannot be printed"),
        ({"game": "range-war", "options": {"highest": 1000}}, "highest goes up to 100 here"),
        ({"game": "range-war,highest=1000"}, "highest goes up to 100 here"),
        ({"game": "range-war", "options": {"colour": 3}}, "colour"),
        ({"game": "range-war", "preset": "nice"}, "There is no preset 'nice'"),
        ({"game": "range-war:6", "preset": "fair"}, "A code has its own options"),
        ({"game": "range-war:6.4.3"}, "Rule 2: From the third move on"),
        ({"game": 7}, "new_match cannot read its arguments. game: Input should be a valid string, not 7."),
        ({}, "new_match cannot read its arguments. game: Field required."),
    ],
)
def test_what_cannot_be_begun_is_refused_in_a_sentence(helper: Assistant, arguments: dict, reason: str):
    refused = helper.is_refused("new_match", **arguments)
    assert reason in refused
    assert "\n" not in refused


@pytest.mark.parametrize("move", [True, None, 1.5, ["6"], "x" * 1000, "٣", ""])
def test_rubbish_is_not_a_move(helper: Assistant, move: object):
    match = helper.does("new_match", game="range-war").data["match"]
    assert "\n" not in helper.is_refused("play", match=match, move=move)


@pytest.mark.parametrize("tool", sorted(COACHING))
def test_the_coach_is_not_there_unless_it_is_allowed(helper: Assistant, tool: str):
    assert helper.is_refused(tool) == f"Unknown tool: {tool}"


def test_a_server_keeps_the_matches_that_were_used_last():
    with assistant(make_server(most_matches=2)) as helper:
        first, second = (helper.does("new_match", game="range-war").data["match"] for _ in range(2))
        helper.does("show_match", match=first)
        helper.does("new_match", game="range-war")
        helper.does("show_match", match=first)
        assert "The server keeps the 2 that were used last" in helper.is_refused("show_match", match=second)


def test_a_computer_that_may_not_think_for_long_says_so_and_moves():
    with assistant(make_server(seconds=0.001)) as helper:
        told = helper.does("new_match", game="digit-dilemma", options={"divisor": 17}, players=["@perfect", "Ann"])
    assert len(told.data["played"]) == 1
    assert "@perfect did not see to the end (it takes more than 0.001 s)" in told.text
