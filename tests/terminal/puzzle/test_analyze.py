"""`fathom analyze` on puzzles, and the solving and checking commands."""

from __future__ import annotations

import json

import pytest

from fathom import games
from fathom.games.pyramid_puzzle.rules import puzzle_position
from tests.games.pyramid_puzzle.reference import least_from

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
LAYOUT = PUBLISHED.partition(":")[2]


def answered(fathom, *words, code=0):
    done = fathom(*words)
    assert done.returncode == code
    return json.loads(done.stdout)


@pytest.mark.parametrize("walked", ["", "/E1.D1.C1", "/E24.D12", "/E1.D1.clear:B2"])
def test_every_move_is_priced_exactly(fathom, walked):
    """By a plain Dijkstra from the position after each move."""
    found = answered(fathom, "analyze", PUBLISHED + walked, "--json")
    position = puzzle_position(games.read_code(PUBLISHED + walked))
    assert list(found)[-2:] == ["value", "moves"]
    assert found["value"] == {"mp": position.mp + (least_from(position) or 0)}
    for told, move in zip(found["moves"], position.moves(), strict=True):
        after = position.after(move)
        rest = least_from(after)
        assert told["mp"] == (None if rest is None else after.mp + rest)
        assert told["over"] == (None if rest is None else told["mp"] - found["value"]["mp"])
        assert (told["verdict"] in {"best", "only"}) == (told["over"] == 0)


def test_a_finished_walk_has_its_cost_and_no_moves(fathom):
    found = answered(fathom, "analyze", "pyramid-puzzle,levels=2:kB1/B1.A1", "--json")
    assert (found["value"], found["moves"], found["over"]) == ({"mp": 2}, [], True)


def test_a_walled_in_peak_has_no_value(fathom):
    found = answered(fathom, "analyze", "pyramid-puzzle,levels=3:kC1.xB1.xB2.xB3.xB4", "--json")
    assert found["value"] == {"mp": None}
    assert {move["verdict"] for move in found["moves"]} == {"lost"}


def test_people_are_told_what_the_ladder_is_worth(fathom):
    shown = fathom("analyze", PUBLISHED).stdout
    assert "The best from here is 12 MP in all." in shown
    assert "The ladder on E24 costs a detour of 6 MP and" in shown


def test_where_the_peak_is_out_of_reach_no_move_is_said_to_cost_more(fathom):
    shown = fathom("analyze", "pyramid-puzzle:kC4.xC3.xC5.xB2.xD7.xD8").stdout
    assert "The peak is out of reach from here." in shown
    assert shown.rstrip().endswith("The other 20 moves do not reach the peak.")


def test_a_blocked_tile_is_no_place_to_start_by_rule_3(fathom):
    refused = fathom("analyze", "pyramid-puzzle:kC4.xE1/E1")
    assert "E1 is blocked, and a walk starts on a base tile that is not (rule 3)" in refused.stderr


def test_the_solution_has_exactly_the_documented_keys(fathom):
    found = answered(fathom, "puzzle", "solve", LAYOUT, "--json")
    assert list(found) == [
        "code", "levels", "solvable", "mp", "route", "routes", "starts", "without", "reason",
    ]  # fmt: skip
    assert found["code"] == PUBLISHED
    assert (found["mp"], found["without"]) == (12, {"ladder": 12, "dynamite": 13, "both": 15})
    assert found["route"] == "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1"
    assert (found["starts"]["E1"], len(found["starts"]), found["reason"]) == (12, 32, None)


def test_a_puzzle_without_a_solution_says_why_and_exits_with_1(fathom):
    found = answered(fathom, "puzzle", "solve", "pyramid-puzzle,levels=3:kC1.xB1.xB2.xB3.xB4", "--json", code=1)
    assert (found["solvable"], found["mp"], found["route"], found["routes"]) == (False, None, None, None)
    assert found["reason"] == "the peak A1 is walled in"


def test_lines_of_codes_are_answered_in_order(fathom):
    done = fathom("puzzle", "solve", "-", typed=f"{PUBLISHED}\nrange-war\nkA1\n\nkE1\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [answer.get("mp") for answer in answers] == [12, None, None, 8]
    assert ["error" in answer for answer in answers] == [False, True, True, False]


def test_all_best_routes_are_listed_up_to_the_limit(fathom):
    shown = fathom("puzzle", "solve", LAYOUT, "--all", "--limit", "2").stdout
    assert shown.count("|A1") == 3
    assert "... and 4 more" in shown


def test_a_start_can_be_given_and_must_be_free(fathom):
    assert "14 MP is the best" in fathom("puzzle", "solve", LAYOUT, "--start", "e5").stdout
    refused = fathom("puzzle", "solve", LAYOUT, "--start", "D1")
    assert (refused.returncode, "rule 3" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    "route, code, said",
    [
        ("E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1", 0, "Legal: 12 MP, the best there is."),
        ("E2|E1|D1|C1|B1|B2|C4|B2|A1", 0, "Legal: 13 MP, 1 over the best, which is 12."),
        ("E1|D1|C1|B1|A1", 1, "Not legal: step 5: A1 may be entered only with the key (rule 5)."),
    ],
)
def test_a_route_is_checked(fathom, route, code, said):
    done = fathom("puzzle", "check", LAYOUT, route)
    assert (done.returncode, done.stdout) == (code, f"{said}\n")


def test_the_json_of_a_check_has_exactly_the_documented_keys(fathom):
    found = answered(fathom, "puzzle", "check", LAYOUT, "E1|E3", "--json", code=1)
    assert found == {
        "legal": False, "mp": None, "optimal": 12, "over": None, "step": 2, "rule": 2,
        "reason": "No path leads from E1 to E3 in one move",
    }  # fmt: skip


def test_rubbish_gets_one_sentence(fathom):
    for words in (["solve", "range-war"], ["check", LAYOUT, "E1|"], ["check", f"{PUBLISHED}/E1", "E1"], ["sovle"], []):
        done = fathom("puzzle", *words)
        assert done.returncode == 2
        assert len(done.stderr.strip().splitlines()) == 1
