"""What Pyramid Puzzle looks like in plain characters."""

from __future__ import annotations

import re

import pytest

from fathom import games
from fathom.games.pyramid_puzzle.board import pyramid
from fathom.show.canvas import Canvas
from tests.games.playing import Paper, Window, drawing, match_at

TEXT = games.room("pyramid-puzzle").text
PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"


def test_the_welcome_explains_the_letters():
    said = " ".join(TEXT.welcome(match_at(PUBLISHED)))
    assert said.startswith("Welcome to Pyramid Puzzle!")
    for words in ("the key (k)", "The ladder (l)", "dynamite (d)", "blocked tile (x)"):
        assert words in said


def test_the_pyramid_is_drawn_from_above():
    assert TEXT.board(match_at(PUBLISHED), Paper()) == drawing("""
        E9      E10     E11     E12     E13     E14     E15     E16     E17

        E8      D5          D6          D7          D8          D9      E18

        E7              C3              C4:k            C5              E19
                D4:x                                            D10
        E6                      B2:x            B3:x                    E20

        E5      D3      C2:x            A1              C6:x    D11     E21

        E4                      B1              B4                      E22
                D2                                              D12
        E3              C1              C8              C7              E23

        E2      D1:d        D16         D15:x       D14         D13     E24:l

        E1      E32     E31     E30     E29     E28     E27     E26     E25

        Not on the pyramid yet, holding nothing.
    """)


def test_the_walker_the_next_tiles_and_what_changed_are_set_off():
    shown = "\n".join(TEXT.board(match_at(f"{PUBLISHED}/E1.D1.clear:D4.D2"), Paper()))
    for mark in ("<D2>", "[D3]", "[D1]", "[C1]", "[E3]", "[E4]", "D4:o"):
        assert mark in shown
    assert "D1:d" not in shown


@pytest.mark.parametrize("levels", range(2, 11))
@pytest.mark.parametrize("canvas", [Paper(), Window(40), Window(20)], ids=["80", "40", "20"])
def test_every_tile_is_drawn_once(levels, canvas):
    match = match_at(f"pyramid-puzzle,levels={levels}:kB1")
    drawn = re.findall(r"[A-J]\d+", "\n".join(TEXT.board(match, canvas)))
    assert sorted(drawn) == sorted(pyramid(levels).tiles)


@pytest.mark.parametrize("width", [20, 40, 68, 69, 70, 71, 80])
@pytest.mark.parametrize("walk", ["", "/E18", "/E18.D9", "/E24", "/E26"])
def test_the_board_fits_its_window(width, walk):
    match = match_at(f"pyramid-puzzle:kC4.lE24.dE17.xE25.xE19{walk}")
    assert max(map(len, TEXT.board(match, Window(width)))) <= width


def test_a_narrow_window_lists_the_levels():
    shown = TEXT.board(match_at("pyramid-puzzle,levels=3:kC4.xB2/C3"), Paper(20))
    assert shown == drawing("""
        A1
        B1 B2:x B3 B4
        C1 [C2] <C3> [C4:k]
        C5 C6 C7 C8

        On C3 after 0 MP,
        holding nothing.
    """)


def test_before_the_start_the_whole_base_is_offered():
    match = match_at(PUBLISHED)
    board = TEXT.board(match, Paper())
    assert TEXT.turn(match, Paper()) == [*board, "", "You can go to: any free tile of level E, for 0 MP."]


def test_a_turn_names_the_cost_of_every_step():
    assert TEXT.turn(match_at("pyramid-puzzle:kC4/E5"), Paper()) == [
        "On E5 after 0 MP, holding nothing.",
        "You can go to: E6 (1 MP), E4 (1 MP), D3 (2 MP).",
    ]


def test_a_turn_with_the_ladder_names_the_lower_cost():
    assert TEXT.turn(match_at("pyramid-puzzle:kC4.lE5/E5"), Paper()) == [
        "On E5 after 0 MP, holding the ladder.",
        "You can go to: E6 (1 MP), E4 (1 MP), D3 (1 MP).",
    ]


def test_a_turn_with_dynamite_names_what_it_would_open():
    assert TEXT.turn(match_at("pyramid-puzzle:kC4.dE5.xE6.xB2/E5"), Paper()) == [
        "On E5 after 0 MP, holding 1 stick of dynamite.",
        "You can go to: E6 (1 MP, opening it), E4 (1 MP), D3 (2 MP).",
        "Or spend a stick first: clear:TILE with B2 or E6.",
    ]


def test_what_is_held_is_listed():
    match = match_at("pyramid-puzzle:kE1.lE2.dE3.dE4/E1.E2.E3.E4")
    assert TEXT.turn(match, Paper())[0] == "On E4 after 3 MP, holding the key, the ladder and 2 sticks of dynamite."


def test_in_a_window_the_ways_on_fit_one_line():
    match = match_at(f"{PUBLISHED}/E1.D1")
    assert TEXT.choices(match, Window()) == [
        "Ways (MP): D2 cw 1, D16 ccw 1, C1 in 2, E1 out-left 1, E2 out-right 1,",
        "  clear:TILE 0.",
    ]


def test_in_a_window_the_marks_are_explained_once():
    legend = "<you>  [in reach]  K key  H ladder  ! dynamite  # blocked  _ opened"
    assert legend in TEXT.board(match_at(PUBLISHED), Window())
    assert legend not in TEXT.board(match_at(f"{PUBLISHED}/E1"), Window())
    assert legend in TEXT.typing(match_at(PUBLISHED), Window())
    assert "k key  l ladder  d dynamite  x blocked  o opened" in TEXT.typing(match_at(PUBLISHED), Canvas())


@pytest.mark.parametrize(
    "line, moves",
    [
        ("E1", ["E1"]),
        ("E1 in in", ["E1", "in", "in"]),
        ("E1|D1:dynamite|C1|B1|clear:B2|B2", ["E1", "D1", "C1", "B1", "clear:B2", "B2"]),
        ("e1, d1", ["e1", "d1"]),
        ("clear B2", ["clear:B2"]),
        ("out left", ["out-left"]),
        ("", []),
    ],
)
def test_several_moves_may_be_typed_in_one_line(line, moves):
    assert TEXT.moves_in(line) == moves


def test_there_is_one_question():
    assert TEXT.prompt(match_at(PUBLISHED), []) == "Select a tile: "
    assert TEXT.answer(match_at(PUBLISHED), ["E1"]) == "E1"


@pytest.mark.parametrize(
    "walk, said",
    [
        ("E1", ["Player 1 starts on E1."]),
        ("E24", ["Player 1 starts on E24.", "Collected: ladder."]),
        ("E1.E2", ["Player 1 moves to E2 for 1 MP."]),
        ("E1.D1", ["Player 1 moves to D1 for 2 MP.", "Collected: dynamite."]),
        ("E1.D1.clear:B2", ["Player 1 clears B2."]),
        ("E1.D1.D16.D15", ["Player 1 moves to D15 for 1 MP.", "A stick of dynamite opens D15 for good."]),
        ("E9.D5.D6.D7.C4", ["Player 1 moves to C4 for 2 MP.", "Collected: key."]),
    ],
)
def test_a_move_made_is_told_with_what_it_did(walk, said):
    match = match_at(f"{PUBLISHED}/{walk}")
    assert TEXT.made(match, match.plies[-1], Paper()) == said


def test_the_end_at_the_peak_tells_the_cost():
    match = match_at(f"{PUBLISHED}/E1.D1.C1.B1.clear:B2.B2.C4.B2.A1", "Alice")
    assert TEXT.ending(match, Paper()) == ["Alice has reached the peak with the key, for 12 MP in all."]


def test_the_end_of_a_stuck_walk_says_where():
    assert TEXT.ending(match_at("pyramid-puzzle:kC4.xD1.xE2.xE32/E1"), Window()) == [
        "The walk ends here: every way on from E1 is closed. Nobody reaches the peak."
    ]


def test_the_end_before_the_start_says_why():
    layout = ".".join(["kB1", *(f"xC{y}" for y in range(1, 9))])
    assert TEXT.ending(match_at(f"pyramid-puzzle,levels=3:{layout}"), Paper()) == [
        "The walk ends here: every base tile is blocked. Nobody reaches the peak."
    ]
