"""SVG elements, and the markup of whatever can be chosen on a board."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fathom import games
from fathom.show.board import WIDTH, Board, clip, grid, mark
from fathom.show.svg import Point, box, element, group, label, lines, number, path, safe

SVG = "{http://www.w3.org/2000/svg}"


def board(code: str, *names: str, width: float = WIDTH) -> Board:
    match = games.read_code(code)
    match.names = names or match.names
    return Board(match, width)


# ------------------------------------------------------------------ elements


def test_an_element_is_written_in_the_order_of_its_attributes():
    assert element("rect", x=1, stroke_width=2.5, class_="face") == '<rect x="1" stroke-width="2.5" class="face"/>'


def test_an_attribute_that_is_none_is_left_out():
    assert element("g", "x", class_="a", data_move=None) == '<g class="a">x</g>'


def test_whatever_an_attribute_holds_stays_an_attribute():
    hostile = "\"><script>'&\x00"
    root = ElementTree.fromstring(element("g", data_name=hostile))
    assert root.get("data-name") == "\"><script>'&\N{REPLACEMENT CHARACTER}"
    assert list(root) == []


def test_text_is_escaped_and_loses_what_cannot_be_printed():
    assert safe("a<b>&\x1b\nc") == "a&lt;b&gt;&amp;\N{REPLACEMENT CHARACTER}\nc"


@pytest.mark.parametrize("value, written", [(0.5, "0.5"), (12, "12"), (1 / 3, "0.33"), (-0.001, "0"), (100.0, "100")])
def test_numbers_are_short(value, written):
    assert number(value) == written


def test_shapes():
    assert path("M", 0, 1.5, "z", class_="a") == '<path d="M 0 1.5 z" class="a"/>'
    assert lines([]) == ""
    assert lines([(Point(0, 0), Point(1, 1))], class_="a") == '<path d="M 0 0 L 1 1" class="a"/>'
    assert box(Point(5, 5), 10) == '<rect x="0" y="0" width="10" height="10" rx="1"/>'
    assert group("a", "b", class_="c") == '<g class="c">ab</g>'
    assert label("<", Point(1, 2), 20) == '<text x="1" y="9" font-size="20" text-anchor="middle">&lt;</text>'


def test_seats_differ_in_shape():
    assert mark(1, Point(0, 0), 10).startswith("<circle")
    assert mark(2, Point(0, 0), 10).startswith("<rect")


@pytest.mark.parametrize(
    "text, shown", [("Ann", "Ann"), ("Annabella", "Annab…"), ("Anna bella", "Anna…"), ("测试名字", "测试…")]
)
def test_long_names_are_cut(text, shown):
    assert clip(text, 6) == shown


def test_a_grid_fills_rows_from_the_left():
    assert grid(3, 2, 10, 50, 0) == [(45, 5), (55, 5), (45, 15)]
    assert grid(1, 2, 10, 50, 0) == [(50, 5)]
    assert grid(0, 2, 10, 50, 0) == []


# ------------------------------------------------------------------ boards


def test_a_legal_choice_names_its_move_and_what_it_does():
    assert board("range-war:6.4").choice(9, "claim 9", "<x/>", marks="big") == (
        '<g class="choice big" data-move="9" role="button" tabindex="0" aria-label="claim 9"><x/></g>'
    )


def test_only_the_first_legal_choice_has_the_focus():
    drawn = board("range-war:6.4")
    controls = [drawn.choice(n, "", "<x/>") for n in (3, 9, 10)]
    assert ['tabindex="0"' in control for control in controls] == [False, True, False]


def test_an_illegal_choice_says_which_rule_forbids_it():
    assert board("range-war:6.4").choice(3, "claim 3", "<x/>") == (
        '<g class="choice illegal" data-move="3" role="button" tabindex="-1" aria-disabled="true" '
        'aria-label="3 is not higher than 4, as it must be after a fall (rule 2)"><x/></g>'
    )


def test_after_the_end_nothing_can_be_chosen():
    assert board("range-war:1").choice(3, "claim 3", "<x/>") == '<g class="idle"><x/></g>'


def test_a_piece_says_on_which_places_it_may_go():
    drawn = board("digit-dilemma,leading_zero=forbidden:7M.3M")
    parse = drawn.match.game.parse_move
    zero = drawn.piece("0", "digit 0", {place: parse(f"0{place}") for place in "LMR"}, "<x/>")
    assert zero.startswith('<g class="piece" data-piece="0" data-places="R" role="button" tabindex="0"')
    gone = drawn.piece("7", "digit 7", {place: parse(f"7{place}") for place in "LMR"}, "<x/>")
    assert 'class="piece illegal" data-piece="7" role' in gone
    assert "The digit 7 has been placed already (rule 1)" in gone


def test_a_place_is_legal_when_something_may_go_there():
    drawn = board("digit-dilemma:7M.3M")
    parse = drawn.match.game.parse_move
    assert 'class="place" data-place="L"' in drawn.place("L", "Left", [parse("7L"), parse("1L")], "<x/>")
    assert 'class="place illegal" data-place="M"' in drawn.place("M", "Middle", [parse("1M")], "<x/>")


def test_a_pass_is_drawn_only_when_there_is_no_other_move():
    assert board("pocket-addition").pass_pill(Point(0, 0)) == ""
    assert 'data-move="pass"' in board("pyramid-challenge:5.5.5.5.5.5").pass_pill(Point(0, 0))


def test_names_tell_whose_turn_it_is_and_who_has_won():
    assert 'class="player seat-1 to-move"' in board("range-war:6.4").name(1, Point(0, 0))
    assert 'class="player seat-2"' in board("range-war:6.4").name(2, Point(0, 0))
    assert 'class="player seat-1 winner decisive"' in board("range-war:1", "Ann", "Ben").name(1, Point(0, 0))
    assert "Ann wins" in board("range-war:1", "Ann", "Ben").name(1, Point(0, 0))


def test_the_name_of_a_computer_that_wins_is_whole_on_a_phone():
    names = board("range-war:1", "Perfect", "A very long name").two_names(24)
    assert names.count(">Perfect wins<") == 2  # once for each layout
    assert ">A very l…<" in names
    assert 'text-anchor="end"' in board("range-war").name(2, Point(0, 0), at_end=True)


@pytest.mark.parametrize(
    "code, said",
    [
        ("range-war", "Ann is to move."),
        ("range-war:1", "Ann has won: no number lower than 1 is left for Ben."),
        ("pyramid-challenge:5.5.5.5.5.5.pass.pass", "The game is over: neither pyramid can be completed."),
    ],
)
def test_the_status_in_words(code, said):
    assert board(code, "Ann", "Ben").status() == said


def test_the_finished_board_has_its_name_and_its_description():
    root = ElementTree.fromstring(
        board("range-war", "<Ann>", "Ben").svg(100, "All & free.", "<g/>", data_partial="true")
    )
    assert root.tag == f"{SVG}svg"
    assert root.get("aria-label") == "Range War board"
    assert (root.get("class"), root.get("viewBox"), root.get("data-partial")) == ("board", "0 0 420 100", "true")
    assert root[0].text == "All & free. <Ann> is to move."


def test_boards_far_from_square_say_so():
    assert 'class="board tall"' in board("range-war").svg(1000, "")
    assert 'class="board wide"' in board("range-war", width=900).svg(1000, "")
    assert 'width="900" height="1000"' in board("range-war", width=900).svg(1000, "")
