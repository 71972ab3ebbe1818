"""The board of a match as an SVG element for a page, where it can be played on.

A room's `svg.py` has `drawing(match, *, coach=False, still=False) -> str`. It draws with a `Board`, which knows which
moves are legal, and gives every game the same markup:

    <svg class="board" data-game="range-war" viewBox="..." role="group" aria-label="Range War board">
      <desc>                                                    the position in words
      <g class="choice" data-move="6" role="button" ...>        a whole move
      <g class="choice illegal" aria-disabled="true" ...>       not allowed now; aria-label says by which rule
      <g class="piece" data-piece="7" data-places="L R" ...>    one half of a move, and the places where it may go
      <g class="place" data-place="L" ...>                      the other half: the move is piece + place, `7L`

Class `tall` or `wide` on the svg: it is far from square, so a page lets it scroll instead of shrinking it.
`data-partial="true"` on the svg: not every legal move is drawn, so a page offers a text field as well. Exactly one
control has tabindex 0, the first that is allowed; all others have -1. After the end there are no controls. A still
drawing is a picture, `role="img"`: the same shapes and classes, without any controls.

A drawing may have a second layout for narrow screens, in which what is touched is larger: `data-narrow` on the svg is
its view box there, and on a part it is the `transform` that moves the part to its place. `data-low` is the same for low
screens: phones held sideways. What is drawn for one layout only is in a group of the class `when-wide`, `when-narrow`
or `when-low`. A still drawing has the wide layout only.

Other classes: `last` the move made last; `seat-1` and `seat-2` whose it is; `claimed`, `taken` and `filled` what a seat
has played; `gone` used up; `to-move` and `winner` on a player's name; `decisive` what ended the game; `next` where the
next number goes; `face` the shape of a control; `mover` what moves when a move is made, if not all of `last`; `walker`
who walks on the board; `coordinate` the name of a place, which a page may hide; `ring` what a coach points at. Styling
is left to a style sheet. Seats differ in shape as well: what belongs to seat 1 is round, to seat 2 has corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol

from fathom.core.game import PASS, M, P, Violation
from fathom.core.match import Match
from fathom.core.outcome import Seat
from fathom.show.canvas import Canvas
from fathom.show.svg import NAMESPACE, Point, circle, element, group, label, number, rectangle, safe

#: Units across; text is at least 14 high, and touch targets are 40 where there is room.
WIDTH = 420.0
#: Units across in the layout for narrow screens, where one is about a pixel, and a touch target there.
NARROW, TOUCH = 300.0, 54.0
MARGIN = 10.0
TEXT = 16.0
FINGER = 40.0
_WIDEST, _TALL = 480.0, 1.6  # a page lets a board scroll if it is wider than this, or taller by this ratio


class Drawing(Protocol[P, M]):
    """The drawing function of a room's `svg.py`."""

    def __call__(self, match: Match[P, M], *, coach: bool = False, still: bool = False) -> str:
        """The board of a match as one SVG element.

        With `coach`, it also shows what a coach would point at; a `still` one has no controls.
        """


class Board(Generic[P, M]):
    """Draws the markup of controls, and the parts that boards have in common."""

    def __init__(self, match: Match[P, M], width: float = WIDTH, *, still: bool = False) -> None:
        self.match = match
        self.still = still
        self.position: P = match.position
        self.width = width
        self.is_over = match.outcome is not None
        self.last = match.plies[-1] if match.plies else None
        self._focused = False

    # -------------------------------------------------------------- controls

    def choice(
        self, move: M, said: str, *drawn: str, marks: str = "", narrow: str | None = None, low: str | None = None
    ) -> str:
        """A control for a whole move; if a rule forbids the move, its label names the rule.

        `narrow` and `low` are where it goes in the layouts for narrow and for low screens.
        """
        named = {"data_move": self._text(move), "data_narrow": narrow, "data_low": low}
        return self._control("choice", marks, said, self._violation(move), drawn, **named)

    def piece(
        self, text: str, said: str, moves: dict[str, M], *drawn: str, marks: str = "", narrow: str | None = None
    ) -> str:
        """A piece to put on a place: `moves` has the move for every place."""
        forbidden = {place: self._violation(move) for place, move in moves.items()}
        places = [place for place, violation in forbidden.items() if violation is None]
        violation = None if places else next(iter(forbidden.values()))
        named = {"data_piece": text, "data_places": " ".join(places) or None, "data_narrow": narrow}
        return self._control("piece", marks, said, violation, drawn, **named)

    def place(self, text: str, said: str, moves: Sequence[M], *drawn: str, marks: str = "") -> str:
        """A place for a piece: `moves` are those that end there."""
        forbidden = [self._violation(move) for move in moves]
        violation = None if None in forbidden else forbidden[0]
        return self._control("place", marks, said, violation, drawn, data_place=text)

    def pass_pill(self, at: Point, name: str = PASS, narrow: str | None = None) -> str:
        """The control for a pass, drawn only when a pass is the only move."""
        if not self.match.must_pass:
            return ""
        pill = rectangle(at, 120, FINGER + 4, FINGER / 2 + 2, class_="face")
        (only,) = self.match.game.legal_moves(self.position)
        drawn = [pill, label(name, at, TEXT + 2)]
        return self.choice(only, "pass: there is no other move", *drawn, marks="pill", narrow=narrow)

    def room(self, at: Point, width: float, height: float) -> str:
        """A touch target around a control; empty on a board without controls."""
        return "" if self.still else rectangle(at, width, height, 0, class_="room")

    def _text(self, move: M) -> str:
        return self.match.game.format_move(move)

    def _violation(self, move: M) -> Violation | None:
        violation: Violation | None = self.position.violation(move)
        return violation

    def _control(
        self, kind: str, marks: str, said: str, violation: Violation | None, drawn: Sequence[str], **data: str | None
    ) -> str:
        if self.is_over:
            return group(*drawn, class_=f"idle {marks}".strip(), **self._layouts(data))
        classes = " ".join(filter(None, (kind, "illegal" if violation else "", marks)))
        if self.still:
            return group(*drawn, class_=classes)
        if violation:
            said = f"{violation.text} (rule {violation.rule})"
        has_focus = violation is None and not self._focused
        self._focused |= has_focus
        state = {
            "role": "button",
            "tabindex": 0 if has_focus else -1,
            "aria_disabled": "true" if violation else None,
            "aria_label": said,
        }
        return group(*drawn, class_=classes, **data, **state)

    def _layouts(self, data: dict[str, str | None]) -> dict[str, str | None]:
        return {} if self.still else {name: data.get(name) for name in ("data_narrow", "data_low")}

    # -------------------------------------------------------------- layouts

    def when_wide(self, *drawn: str) -> str:
        """What the layouts for narrow and for low screens leave out."""
        return group(*drawn, class_="when-wide")

    def when_narrow(self, *drawn: str) -> str:
        """What only the layout for narrow screens has."""
        return "" if self.still else group(*drawn, class_="when-narrow")

    def when_low(self, *drawn: str) -> str:
        """What only the layout for low screens has."""
        return "" if self.still else group(*drawn, class_="when-low")

    def moved(self, narrow: str, *drawn: str) -> str:
        """What is somewhere else in the layout for narrow screens."""
        return group(*drawn, data_narrow=None if self.still else narrow)

    def two_names(self, y: float) -> str:
        """Both names at the top corners of the board."""
        at = MARGIN + 12
        wide = self.name(1, Point(at, y)) + self.name(2, Point(self.width - at, y), at_end=True)
        winner = self.match.outcome.winner if self.match.outcome else None
        columns = [12 if seat == winner else 9 for seat in (1, 2)]  # "Perfect wins" fits, and so does the other name
        narrow = self.name(1, Point(at, y), columns[0])
        narrow += self.name(2, Point(NARROW - at, y), columns[1], at_end=True)
        return self.when_wide(wide) + self.when_narrow(narrow)

    # -------------------------------------------------------------- parts in common

    def name(self, seat: Seat, at: Point, columns: int = 15, *, at_end: bool = False) -> str:
        """A player's mark and name; the mark is at the point, or with `at_end` at the right end of the text."""
        outcome = self.match.outcome
        has_won = outcome is not None and outcome.winner == seat
        is_next = outcome is None and self.position.to_move == seat
        state = "winner decisive" if has_won else "to-move" if is_next else ""
        words = clip(self.match.name(seat), columns - 5 if has_won else columns) + (" wins" if has_won else "")
        side, anchor = (-1, "end") if at_end else (1, "start")
        written = label(words, Point(at.x + side * 19, at.y), TEXT, text_anchor=anchor)
        ring = mark(seat, at, 24, "turn") if is_next else ""
        return group(ring, mark(seat, at, 14), written, class_=f"player seat-{seat} {state}".strip())

    def status(self) -> str:
        """Whose turn it is, or how it ended, in one sentence."""
        match, outcome = self.match, self.match.outcome
        if outcome is None:
            return f"{match.name(self.position.to_move)} is to move."
        if outcome.winner is None:
            return f"The game is over: {match.ending}."
        return f"{match.name(outcome.winner)} has won: {match.ending}."

    def svg(
        self,
        height: float,
        told: str,
        *drawn: str,
        narrow: str | None = None,
        low: str | None = None,
        **attributes: str,
    ) -> str:
        """The finished element. `told` is the position in words; whose turn it is gets added.

        `narrow` and `low` are the view boxes of the layouts for narrow and for low screens, if there are any.
        """
        game, is_wide = self.match.game, self.width > _WIDEST
        shape = " wide" if is_wide else " tall" if height > _TALL * self.width else ""
        head = {
            "xmlns": NAMESPACE,
            "class_": f"board{shape}",
            "data_game": game.name,
            "viewBox": f"0 0 {number(self.width)} {number(height)}",
            "width": self.width if is_wide else None,
            "height": height if is_wide else None,
            "data_narrow": None if self.still else narrow,
            "data_low": None if self.still else low,
            "role": "img" if self.still else "group",
            "aria_label": f"{game.title} board",
        }
        desc = element("desc", safe(f"{told} {self.status()}".strip()))
        return element("svg", "\n" + "\n".join(filter(None, (desc, *drawn))) + "\n", **head, **attributes)


def mark(seat: Seat, at: Point, size: float, class_: str = "mark") -> str:
    """The shape of a seat: a disc for seat 1, a square with soft corners for seat 2."""
    if seat == 1:
        return circle(at, size / 2, class_=class_)
    return rectangle(at, 0.9 * size, 0.9 * size, 0.12 * size, class_=class_)


def shift(at: Point, to: Point, scale: float = 1.0) -> str:
    """The transform that moves what is drawn around a point to another one, and makes it larger."""
    moved = f"translate({number(to.x - scale * at.x)} {number(to.y - scale * at.y)})"
    return moved if scale == 1 else f"{moved} scale({number(scale)})"


def tray_below(count: int, columns: int, top: float) -> list[Point]:
    """Where the controls of a tray are in the layout for narrow screens: rows across the whole width."""
    return grid(count, columns, (NARROW - 2 * MARGIN) / columns, NARROW / 2, top)


def clip(text: str, columns: int) -> str:
    """The text, cut to a number of columns with an ellipsis if it is longer."""
    canvas = Canvas()
    if canvas.length(text) <= columns:
        return text
    while canvas.length(text) >= columns:
        text = text[:-1]
    return f"{text.rstrip()}…"


def grid(count: int, columns: int, pitch: float, middle: float, top: float) -> list[Point]:
    """The centres of `count` cells in centred rows, the last of which may be shorter."""
    points = []
    for index in range(count):
        row, column = divmod(index, columns)
        length = min(columns, count)
        points.append(Point(middle + (column - (length - 1) / 2) * pitch, top + (row + 0.5) * pitch))
    return points
