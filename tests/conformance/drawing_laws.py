"""The laws of a room's drawing: what can be chosen on it is what the rules allow, and it is safe inside a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any
from xml.etree import ElementTree

from fathom import games
from fathom.core.match import Match
from fathom.errors import IllegalMove
from tests.conformance.laws import Case, walks

SVG = "{http://www.w3.org/2000/svg}"
CONTROLS = {"choice", "piece", "place"}
LAYOUTS = ("wide", "narrow", "low")
ELEMENTS = {"svg", "g", "desc", "rect", "circle", "path", "text", "tspan"}
ATTRIBUTES = {
    *("class", "role", "tabindex", "viewBox", "width", "height", "x", "y", "rx", "cx", "cy", "r", "d"),
    *("font-size", "text-anchor", "stroke-width"),  # geometry: no colour, no style
}
HOSTILE = ("</desc><script>alert(1)</script>", "\"' onload=x &amp; \x00\x1b]]>\u202e")
LARGEST = 1_000_000
WALKED, PLIES = 2, 16

Element = ElementTree.Element


def drawn(match: Match, *, coach: bool = False) -> Element:
    """The drawing of a match as a tree of elements."""
    return ElementTree.fromstring(games.room(match.game.name).draw(match, coach=coach))


def classes(element: Element) -> list[str]:
    return (element.get("class") or "").split()


def controls(root: Element) -> list[Element]:
    return [element for element in root.iter() if CONTROLS & set(classes(element))]


def choosable(root: Element) -> list[str]:
    """Every move that can be put together from what is drawn as legal, each as often as it can be."""
    legal = [control for control in controls(root) if "illegal" not in classes(control)]
    moves = [control.attrib["data-move"] for control in legal if "choice" in classes(control)]
    places = [control.attrib["data-place"] for control in legal if "place" in classes(control)]
    for piece in (control for control in legal if "piece" in classes(control)):
        fitting = piece.attrib["data-places"].split()
        assert set(fitting) <= set(places)
        moves += [piece.attrib["data-piece"] + place for place in fitting]
    return moves


def legal_moves(match: Match) -> list[str]:
    return [] if match.outcome else [match.game.format_move(move) for move in match.position.moves()]


def shown(case: Case) -> Iterator[Match]:
    """The moments of a few random walks; of a long one the first, and the end."""
    for played in islice(walks(case), WALKED):
        match = Match(case.game, case.options)
        yield match
        for move in played.moves[:PLIES]:
            match.play(move)
            yield match
        yield played


def exactly_the_legal_moves_can_be_chosen(case: Case) -> None:
    for match in shown(case):
        root = drawn(match)
        chosen = choosable(root)
        if root.get("data-partial"):
            assert set(chosen) < set(legal_moves(match))
        else:
            assert sorted(chosen) == sorted(legal_moves(match))


def what_is_drawn_as_illegal_is_refused_and_says_by_which_rule(case: Case) -> None:
    for match in shown(case):
        for control in controls(drawn(match)):
            assert ("illegal" in classes(control)) == (control.get("aria-disabled") == "true")
            assert control.get("aria-label")
            if "illegal" in classes(control):
                _assert_refused(match, control)


def _assert_refused(match: Match, control: Element) -> None:
    assert re.search(r"\(rule \d+\)$", control.attrib["aria-label"])
    move = control.get("data-move")
    if move is not None:
        try:
            match.position.after(match.game.parse_move(move))
        except IllegalMove:
            return
        raise AssertionError(f"{move} is legal")
    half = control.get("data-piece"), control.get("data-place")
    assert not any(text.startswith(half[0] or "") and text.endswith(half[1] or "") for text in legal_moves(match))


def one_thing_can_be_reached_by_the_tab_key_until_the_end(case: Case) -> None:
    for match in shown(case):
        found = controls(drawn(match))
        focus = [control for control in found if control.get("tabindex") == "0"]
        assert all(control.get("tabindex") in {"0", "-1"} and control.get("role") == "button" for control in found)
        if match.outcome:
            assert found == []
        else:
            assert len(focus) == 1
            assert "illegal" not in classes(focus[0])


def a_drawing_is_safe_inside_a_page(case: Case) -> None:
    for match in shown(case):
        match.names = HOSTILE[: case.game.seats]
        markup = games.room(case.game.name).draw(match, coach=True)
        assert len(markup) < LARGEST
        assert markup == games.room(case.game.name).draw(match, coach=True)
        for element in ElementTree.fromstring(markup).iter():
            assert element.tag.removeprefix(SVG) in ELEMENTS
            assert all(_is_harmless(name) for name in element.attrib)


def _is_harmless(attribute: str) -> bool:
    return attribute in ATTRIBUTES or attribute.startswith(("data-", "aria-"))


def a_drawing_says_what_it_shows(case: Case) -> None:
    for match in shown(case):
        root = drawn(match)
        assert classes(root)[0] == "board"
        assert (root.get("data-game"), root.get("role")) == (case.game.name, "group")
        assert root.get("aria-label") == f"{case.game.title} board"
        assert root[0].tag == f"{SVG}desc"
        told = root[0].text or ""
        expected = match.ending or f"{match.name(match.position.to_move)} is to move."
        assert expected in told


def letters_are_large_enough_and_inside(case: Case) -> None:
    for match in shown(case):
        root = drawn(match)
        for layout in LAYOUTS:
            box = root.get("viewBox") if layout == "wide" else root.get(f"data-{layout}")
            if box is None:
                continue
            left, top, width, height = map(float, box.split())
            for text, (scale, x, y) in texts_of(root, layout):
                least = 14 if layout == "wide" else 11  # units of the wide layout are smaller than a pixel on phones
                assert scale * float(text.attrib["font-size"]) >= least
                assert left <= x + scale * float(text.attrib["x"]) <= left + width
                assert top <= y + scale * float(text.attrib["y"]) <= top + height


Placed = tuple[float, float, float]


def texts_of(element: Element, layout: str, placed: Placed = (1.0, 0.0, 0.0)) -> Iterator[tuple[Element, Placed]]:
    """Every text of a layout, with the scale and the shift that apply to it."""
    if {f"when-{other}" for other in LAYOUTS if other != layout} & set(classes(element)):
        return
    if element.tag == f"{SVG}text":
        yield element, placed
    for part in element:
        moved = part.get(f"data-{layout}")
        yield from texts_of(part, layout, _apply(moved, placed) if moved else placed)


def _apply(transform: str, placed: Placed) -> Placed:
    """`translate(x y) scale(s)` inside what applies already."""
    scale, x, y = placed
    shift = re.search(r"translate\((\S+) (\S+)\)", transform)
    grown = re.search(r"scale\((\S+)\)", transform)
    if shift:
        x, y = x + scale * float(shift[1]), y + scale * float(shift[2])
    return scale * (float(grown[1]) if grown else 1), x, y


def every_control_is_in_every_layout(case: Case) -> None:
    for match in shown(case):
        root = drawn(match)
        if not root.get("data-narrow"):
            continue
        once = [group for group in root.iter() if {f"when-{layout}" for layout in LAYOUTS} & set(classes(group))]
        hidden = {id(part) for group in once for part in group.iter()}
        assert not [control for control in controls(root) if id(control) in hidden]


def a_match_given_up_offers_nothing(case: Case) -> None:
    match = Match(case.game, case.options)
    if match.outcome is None:
        match.resign(1)
    assert controls(drawn(match)) == []


def a_still_drawing_is_the_same_picture_without_controls(case: Case) -> None:
    for match in shown(case):
        playable = drawn(match)
        still = ElementTree.fromstring(games.room(match.game.name).draw(match, still=True))
        assert (still.get("role"), still.get("aria-label")) == ("img", playable.get("aria-label"))
        names = {name for element in list(still.iter())[1:] for name in element.attrib}
        assert not [name for name in names if name.startswith(("role", "tabindex", "aria-", "data-"))]
        assert [_shape(element) for element in still.iter()] == [
            _shape(element) for element in wide_parts(playable) if element.get("class") != "room"
        ]


def wide_parts(element: Element) -> Iterator[Element]:
    """Every element of the layout that a still drawing has."""
    if not {"when-narrow", "when-low"} & set(classes(element)):
        yield element
        for part in element:
            yield from wide_parts(part)


def _shape(element: Element) -> tuple[object, ...]:
    return element.tag, element.text, element.get("class"), element.get("d"), element.get("x"), element.get("cx")


DRAWING_LAWS: list[Callable[[Case], Any]] = [
    exactly_the_legal_moves_can_be_chosen,
    what_is_drawn_as_illegal_is_refused_and_says_by_which_rule,
    one_thing_can_be_reached_by_the_tab_key_until_the_end,
    a_drawing_is_safe_inside_a_page,
    a_drawing_says_what_it_shows,
    letters_are_large_enough_and_inside,
    every_control_is_in_every_layout,
    a_match_given_up_offers_nothing,
    a_still_drawing_is_the_same_picture_without_controls,
]
