"""The rules of Pyramid Puzzle, one by one."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.errors import BadOption, UnreadableMove
from fathom.games.pyramid_puzzle.board import read_layout
from fathom.games.pyramid_puzzle.rules import (
    DEFAULTS,
    Move,
    Options,
    new_match,
    puzzle_match,
    puzzle_options,
    puzzle_position,
)
from tests.games.playing import after_the_end, moves_at, outcome_at, position_at, refusal, refused_option

GAME = games.game("pyramid-puzzle")
PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"


@pytest.mark.rule("pyramid-puzzle:1")
@pytest.mark.parametrize("tile", ["E33", "F1", "B5"])
def test_a_tile_that_does_not_exist_is_refused(tile):
    error = refusal(f"{PUBLISHED}/E1", tile)
    assert error.rule == 1
    assert error.reason == f"There is no tile {tile} on a pyramid of 5 levels"


@pytest.mark.rule("pyramid-puzzle:2")
@pytest.mark.parametrize("tile", ["E3", "D3", "C1", "A1", "E1"])
def test_a_tile_that_does_not_join_is_refused(tile):
    error = refusal("pyramid-puzzle:kC4/E1", tile)
    assert error.rule == 2
    assert error.reason == f"No path leads from E1 to {tile} in one move"


@pytest.mark.rule("pyramid-puzzle:2")
def test_from_most_tiles_there_are_five_ways():
    assert moves_at("pyramid-puzzle:kE1/E5.D3.C2") == ["C3", "C1", "B1", "D3", "D4"]


@pytest.mark.rule("pyramid-puzzle:2")
@pytest.mark.parametrize(
    "walk, mp",
    [
        ("E5.E6", 1),  # clockwise
        ("E5.E4", 1),  # counter-clockwise
        ("E1.E32", 1),  # round the corner where the numbers begin
        ("E5.D3", 2),  # inward
        ("E5.D3.E6", 3),  # inward, then outward
        ("E5.D3.C2.B1", 6),
    ],
)
def test_steps_cost_1_mp_and_climbs_cost_2(walk, mp):
    assert position_at(f"pyramid-puzzle:kC7/{walk}").mp == mp


@pytest.mark.rule("pyramid-puzzle:2")
@pytest.mark.parametrize("walk, mp", [("E5.E6", 1), ("E5.D3", 1), ("E5.D3.E6", 2), ("E5.D3.C2.B1", 3)])
def test_with_the_ladder_every_move_costs_1_mp(walk, mp):
    assert position_at(f"pyramid-puzzle:kC7.lE5/{walk}").mp == mp


@pytest.mark.rule("pyramid-puzzle:2")
def test_the_ladder_does_not_make_the_climb_to_it_cheaper():
    assert position_at("pyramid-puzzle:kC7.lD3/E5.D3").mp == 2
    assert position_at("pyramid-puzzle:kC7.lD3/E5.D3.C2").mp == 3


@pytest.mark.rule("pyramid-puzzle:3")
def test_a_walk_starts_on_any_base_tile_for_nothing():
    assert moves_at("pyramid-puzzle:kC4") == [f"E{y}" for y in range(1, 33)]
    assert position_at("pyramid-puzzle:kC4/E17").mp == 0


@pytest.mark.rule("pyramid-puzzle:3")
@pytest.mark.parametrize("tile", ["D1", "A1"])
def test_a_walk_starts_nowhere_else(tile):
    error = refusal("pyramid-puzzle:kC4", tile)
    assert error.rule == 3
    assert error.reason == f"A walk starts on the base level, and {tile} is not on it"


@pytest.mark.rule("pyramid-puzzle:3")
def test_a_walk_does_not_start_on_a_blocked_tile():
    assert moves_at("pyramid-puzzle:kC4.xE2.xE31")[:3] == ["E1", "E3", "E4"]
    refused = refusal("pyramid-puzzle:kC4.xE2", "E2")
    assert (refused.rule, refused.reason) == (3, "E2 is blocked, and a walk starts on a base tile that is not")


@pytest.mark.rule("pyramid-puzzle:4")
def test_entering_a_tile_collects_what_lies_there():
    before, after = position_at(f"{PUBLISHED}/E1"), position_at(f"{PUBLISHED}/E1.D1")
    assert (before.sticks, after.sticks) == (0, 1)
    assert after.mp == 2


@pytest.mark.rule("pyramid-puzzle:4")
def test_starting_on_a_tile_collects_what_lies_there():
    assert position_at(f"{PUBLISHED}/E24").has_ladder
    assert position_at("pyramid-puzzle:kE1/E1").has_key
    assert position_at("pyramid-puzzle:kC4.dE1/E1").sticks == 1


@pytest.mark.rule("pyramid-puzzle:4")
def test_a_stick_is_collected_only_once():
    assert position_at("pyramid-puzzle:kC4.dE1/E1.E2.E1").sticks == 1


@pytest.mark.rule("pyramid-puzzle:4")
def test_every_stick_counts():
    assert position_at("pyramid-puzzle:kC4.dE1.dE2.dE3/E1.E2.E3").sticks == 3


@pytest.mark.rule("pyramid-puzzle:5")
def test_the_peak_may_not_be_entered_without_the_key():
    error = refusal("pyramid-puzzle:kC4/E1.D1.C1.B1", "A1")
    assert error.rule == 5
    assert error.reason == "A1 may be entered only with the key"


@pytest.mark.rule("pyramid-puzzle:5")
def test_entering_the_peak_with_the_key_solves_the_puzzle():
    assert outcome_at("pyramid-puzzle:kE1/E1.D1.C1.B1.A1") == (1, "reached the peak with the key")


@pytest.mark.rule("pyramid-puzzle:5")
def test_nothing_moves_after_the_peak():
    over = "pyramid-puzzle:kE1/E1.D1.C1.B1.A1"
    assert after_the_end(over, "B1") == (5, "The walk is over: reached the peak with the key")


@pytest.mark.rule("pyramid-puzzle:5")
@pytest.mark.parametrize("move", ["E2", "D1", "clear:E2"])
def test_a_walk_with_every_way_closed_is_over_unsolved(move):
    stuck = "pyramid-puzzle:kC4.xD1.xE2.xE32/E1"
    assert outcome_at(stuck) == (None, "every way on from E1 is closed")
    assert after_the_end(stuck, move)[0] == 5


@pytest.mark.rule("pyramid-puzzle:5")
def test_a_base_without_a_free_tile_is_over_before_the_first_step():
    assert outcome_at("pyramid-puzzle,levels=2:kB1") is None
    layout = ".".join(["kB1", *(f"xC{y}" for y in range(1, 9))])
    assert outcome_at(f"pyramid-puzzle,levels=3:{layout}") == (None, "every base tile is blocked")


@pytest.mark.rule("pyramid-puzzle:5")
def test_a_walk_on_a_lost_pyramid_goes_on_while_there_is_a_way():
    # All four B tiles are blocked: the peak is out of reach, but the walker may wander.
    assert outcome_at("pyramid-puzzle:kC4.xB1.xB2.xB3.xB4/E1") is None


@pytest.mark.rule("pyramid-puzzle:6")
def test_a_blocked_tile_cannot_be_entered():
    error = refusal("pyramid-puzzle:kC4.xE2/E1", "E2")
    assert error.rule == 6
    assert error.reason == "E2 is blocked and no dynamite is at hand"
    assert error.allowed == "Allowed now: E32, D1."


@pytest.mark.rule("pyramid-puzzle:6")
def test_entering_a_blocked_tile_spends_a_stick_and_no_mp_of_its_own():
    position = position_at("pyramid-puzzle:kC4.dE1.xE2/E1.E2")
    assert (position.tile, position.sticks, position.mp) == ("E2", 0, 1)
    assert position.still_blocked == ()


@pytest.mark.rule("pyramid-puzzle:6")
def test_one_stick_opens_one_tile():
    error = refusal("pyramid-puzzle:kC4.dE1.xE2.xE3/E1.E2", "E3")
    assert error.rule == 6


@pytest.mark.rule("pyramid-puzzle:6")
def test_clearing_spends_a_stick_from_afar_and_moves_nobody():
    position = position_at(f"{PUBLISHED}/E1.D1.clear:B2")
    assert (position.tile, position.sticks, position.mp) == ("D1", 0, 2)
    assert position.still_blocked == ("B3", "C2", "C6", "D4", "D15")


@pytest.mark.rule("pyramid-puzzle:6")
def test_clearing_may_name_any_blocked_tile():
    assert moves_at(f"{PUBLISHED}/E1.D1")[-6:] == [f"clear:{tile}" for tile in ("B2", "B3", "C2", "C6", "D4", "D15")]


@pytest.mark.rule("pyramid-puzzle:6")
def test_clearing_without_a_stick_is_refused():
    error = refusal(f"{PUBLISHED}/E1", "clear:B2")
    assert error.rule == 6
    assert error.reason == "No dynamite is at hand to clear B2"


@pytest.mark.rule("pyramid-puzzle:6")
@pytest.mark.parametrize("code, tile", [(f"{PUBLISHED}/E1.D1", "B1"), (f"{PUBLISHED}/E1.D1", "J9")])
def test_a_tile_that_is_not_blocked_cannot_be_cleared(code, tile):
    error = refusal(code, f"clear:{tile}")
    assert error.rule == 6
    assert error.reason == f"{tile} is not blocked, so there is nothing to clear"


@pytest.mark.rule("pyramid-puzzle:6")
def test_an_opened_tile_cannot_be_cleared_again():
    assert refusal("pyramid-puzzle:kC4.dE1.dE32.xE2/E32.E1.clear:E2", "clear:E2").rule == 6


@pytest.mark.rule("pyramid-puzzle:6")
@pytest.mark.parametrize("walk", ["E1.E2.E1.E2", "E1.E2.E3.E2", "E1.clear:E2.E2.E1.E2"])
def test_an_opened_tile_may_be_crossed_again(walk):
    position = position_at(f"pyramid-puzzle:kC4.dE1.xE2/{walk}")
    assert (position.tile, position.sticks) == ("E2", 0)


@pytest.mark.rule("pyramid-puzzle:6")
def test_a_second_stick_stays_in_hand_when_an_opened_tile_is_crossed_again():
    assert position_at("pyramid-puzzle:kC4.dE1.dE32.xE2/E32.E1.E2.E1.E2").sticks == 1


@pytest.mark.rule("pyramid-puzzle:6")
def test_a_walker_between_blocked_tiles_gets_out_with_a_stick():
    assert outcome_at("pyramid-puzzle:kC4.dE1.xD1.xE2.xE32/E1") is None
    assert position_at("pyramid-puzzle:kC4.dE1.xD1.xE2.xE32/E1.D1").mp == 2


@pytest.mark.rule("pyramid-puzzle:7")
def test_a_layout_that_breaks_the_rule_is_refused_before_play():
    with pytest.raises(BadOption, match=r"Two things lie on C4, which holds one at most \(rule 7\)"):
        Options(layout=read_layout("kC4.xC4"))


def moves_of(route: str) -> str:
    """The moves of a route in the notation of the scenarios: `D1:dynamite` is the step to D1."""
    steps = [step if step.startswith("clear:") else step.partition(":")[0] for step in route.split("|")]
    return ".".join(steps)


@pytest.mark.rule("pyramid-puzzle:8")
def test_the_published_route_costs_12_mp():
    walk = moves_of("E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1")
    position = position_at(f"{PUBLISHED}/{walk}")
    assert position.outcome is not None
    assert position.outcome.reason == "reached the peak with the key"
    assert position.mp == 12


@pytest.mark.rule("pyramid-puzzle:8")
def test_a_longer_way_to_the_peak_costs_more():
    walk = "E1.E2.D1.C1.B1.clear:B2.B2.C4.B2.A1"
    assert position_at(f"{PUBLISHED}/{walk}").mp == 13


def test_the_smallest_pyramid_has_two_levels():
    assert moves_at("pyramid-puzzle,levels=2:kB1") == ["B1", "B2", "B3", "B4"]
    assert position_at("pyramid-puzzle,levels=2:kB1/B1.A1").mp == 2


def test_the_largest_pyramid_has_ten_levels():
    assert len(moves_at("pyramid-puzzle,levels=10:kJ1024")) == 1024


def test_the_published_layout_fits_a_higher_pyramid():
    assert len(GAME.start(Options(levels=6)).moves()) == 64


@pytest.mark.parametrize("levels", [2, 3, 4])
def test_a_lower_pyramid_needs_a_layout_of_its_own(levels):
    said = refused_option("pyramid-puzzle", levels=levels)
    assert said == f"levels={levels} needs a layout of its own: the published one goes down to level E."


@pytest.mark.parametrize("levels", [1, 0, 11, "5", 5.0])
def test_another_number_of_levels_is_refused(levels):
    said = refused_option("pyramid-puzzle", levels=levels)
    assert said == f"levels={levels!r} is not possible: levels must be a whole number from 2 to 10."


@pytest.mark.parametrize("layout", ["kC4", None, 5])
def test_a_layout_must_be_a_layout(layout):
    said = refused_option("pyramid-puzzle", layout=layout)
    assert said == (f"layout={layout!r} is not possible: layout must be things on tiles, such as kC4.lE24.dD1.xB2.")


def test_what_was_spent_does_not_count_in_the_key():
    assert position_at("pyramid-puzzle:kC4/E1").key() == position_at("pyramid-puzzle:kC4/E1.E2.E1").key()


def test_opening_a_tile_by_entering_or_from_afar_leads_to_the_same_key():
    entered, cleared = "pyramid-puzzle:kC4.dE1.xE2/E1.E2", "pyramid-puzzle:kC4.dE1.xE2/E1.clear:E2.E2"
    assert position_at(entered).key() == position_at(cleared).key()


@pytest.mark.parametrize(
    "one, another",
    [
        ("E1", "E2"),
        ("E1.D1.E1", "E1"),
        ("E1.D1.clear:B2", "E1.D1"),
        ("E1.D1.clear:B2", "E1.D1.clear:B3"),
    ],
)
def test_positions_that_differ_in_what_matters_have_different_keys(one, another):
    assert position_at(f"{PUBLISHED}/{one}").key() != position_at(f"{PUBLISHED}/{another}").key()


def test_there_is_one_seat():
    assert GAME.seats == 1
    assert position_at(f"{PUBLISHED}/E1").to_move == 1


def test_every_move_has_its_number_for_machines():
    actions = GAME.actions()
    assert len(actions) == 61 + 6
    assert actions[0] == Move("A1")
    assert actions[-1] == Move("D15", clears=True)


def test_a_walk_may_go_on_for_ever():
    assert GAME.longest() is None


@pytest.mark.parametrize(
    "text, move",
    [
        ("D1", Move("D1")),
        (" d1 ", Move("D1")),
        ("clear:B2", Move("B2", clears=True)),
        ("CLEAR b2", Move("B2", clears=True)),
    ],
)
def test_a_move_may_be_spelled_in_several_ways(text, move):
    assert GAME.parse_move(text) == move


@pytest.mark.parametrize(
    "text", ["", "clear", "clear:", "clearB2", "D", "D01", "1D", "pass", "D1:dynamite", "clear:clear:B2"]
)
def test_text_that_is_no_tile_is_unreadable(text):
    with pytest.raises(UnreadableMove, match="is not a tile such as D1, nor clear:B2"):
        GAME.parse_move(text)


def test_a_match_of_any_game_is_narrowed_to_its_walk():
    match = new_match(DEFAULTS)
    assert puzzle_options(match) == DEFAULTS
    assert puzzle_position(match).tile is None
    with pytest.raises(AssertionError, match="only a match of this game"):
        puzzle_match(games.read_code("range-war"))


@pytest.mark.parametrize(
    "code, shown",
    [
        ("pyramid-puzzle,levels=2:kB1", "<pyramid-puzzle,levels=2,layout=kB1: not on the pyramid yet; seat 1 to move>"),
        (
            "pyramid-puzzle,levels=3:kB1.dC1.xB2/C1.B1.B2",
            "<pyramid-puzzle,levels=3,layout=kB1.dC1.xB2: on B2, 3 MP spent; taken B1 C1; opened B2; seat 1 to move>",
        ),
    ],
)
def test_a_position_prints_readably(code, shown):
    assert repr(position_at(code)) == shown
