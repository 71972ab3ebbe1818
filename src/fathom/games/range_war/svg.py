"""The number line of Range War, whose numbers are controls.

Up to ten numbers are on one line, with an arc from each claim to the next: rises above the line, falls below it. More
numbers are in rows of ten, and of a very long line only the rows around the last number are drawn.
"""

from __future__ import annotations

from itertools import pairwise

from fathom.core.match import Match
from fathom.core.outcome import Seat
from fathom.games.range_war.rules import ANY, HIGHER, LOWER, Ending, Position
from fathom.games.range_war.text import wanted
from fathom.show.board import FINGER, MARGIN, NARROW, TEXT, WIDTH, Board, mark, shift
from fathom.show.svg import Point, element, group, label, path, rectangle

_IN_A_ROW, _LONG_IN_A_ROW = 10, 5
_SHORT = 999  # the highest number that fits a ring
_ALL_DRAWN = 300
_ROWS_SHOWN = 12
_NAMES = 24.0  # where the names are
_HIGHEST_ARC = 82.0
_ROW = 46.0
_LETTER, _ARROWS = 9.0, 80.0  # the room for a letter, and for the arrows beside the words
_TOLD = 40
_NARROW_ROW = 62.0


def drawing(match: Match[Position, int], *, coach: bool = False, still: bool = False) -> str:  # noqa: ARG001
    """The board as one SVG element; a coach has nothing to add to it."""
    board = _Line if match.position.options.highest <= _IN_A_ROW else _Rows
    return board(match, still=still).draw()


class _RangeWarBoard(Board[Position, int]):
    """What the line and the rows have in common."""

    def __init__(self, match: Match[Position, int], *, still: bool) -> None:
        super().__init__(match, still=still)
        self.highest: int = self.position.options.highest
        self.numbers: list[int] = [ply.move for ply in match.plies]
        self.owners: dict[int, Seat] = {ply.move: ply.seat for ply in match.plies}

    def narrow_place(self, index: int, at: Point, width: float, top: float) -> str:
        """Where a number goes in the layout for narrow screens: rows of five, or of three if numbers are long."""
        in_a_row = 5 if self.highest <= _SHORT else 3
        pitch = (NARROW - 2 * MARGIN) / in_a_row
        row, column = divmod(index, in_a_row)
        return shift(at, Point(MARGIN + (column + 0.5) * pitch, top + (row + 0.5) * _NARROW_ROW), pitch / width)

    def narrow_height(self, count: int, top: float) -> float:
        """Where the rows end in the layout for narrow screens."""
        return top + -(-count // (5 if self.highest <= _SHORT else 3)) * _NARROW_ROW

    def cell(self, number: int, at: Point, width: float, size: float, narrow: str) -> str:
        """One number: an open ring, or the mark of the seat that claimed it; wider for long numbers."""
        room = self.room(at, width, FINGER + 4)
        words = label(str(number), at, TEXT if number < 100 else TEXT - 2)
        across = width - 6 if width > FINGER * 1.5 else size
        owner = self.owners.get(number)
        if owner is None:
            face = rectangle(at, across, size, size / 2, class_="face")
            return self.choice(number, f"claim {number}", room, face, words, narrow=narrow)
        if across == size:
            face = mark(owner, at, size, "face")
        else:
            face = rectangle(at, across, size, size * (0.5 if owner == 1 else 0.1), class_="face")
        marks = [f"claimed seat-{owner}"]
        if number == self.position.last:
            marks.append("last decisive" if self.position.outcome else "last")
        return self.choice(number, "", room, face, words, marks=" ".join(marks), narrow=narrow)

    def caption(self, y: float, width: float = WIDTH) -> str:
        """Where the next number must lie, as an arrow and in words."""
        way = self.position.must_go
        if self.is_over and not self.position.outcome:
            return ""
        words = self.caption_words(is_short=width == NARROW)
        if way == ANY:
            return label(words, Point(width / 2, y), TEXT, class_="caption")
        side, edge, anchor = (1, MARGIN, "start") if way == LOWER else (-1, width - MARGIN, "end")
        head = path("M", edge, y, "l", side * 11, -7, "v", 14, "z", class_="head")
        shaft = path("M", edge + side * 10, y, "h", side * 22, class_="shaft")
        written = label(words, Point(edge + side * 42, y), TEXT, text_anchor=anchor)
        return group(head, shaft, written, class_="way decisive" if self.is_over else "way")

    def caption_words(self, *, is_short: bool = False) -> str:
        """`lower than 6, at most 3 away`; after the end, what was missing, in fewer words if `is_short`."""
        way, last, outcome = self.position.must_go, self.position.last, self.position.outcome
        if outcome:
            missing = "in reach" if outcome.ending is Ending.OUT_OF_REACH else "left"
            return f"nothing {way} {missing}" if is_short else f"nothing {way} than {last} is {missing}"
        return f"any number {wanted(self.position)}".rstrip() if way == ANY else wanted(self.position)

    def trend(self, y: float, width: float = WIDTH) -> str:
        """The last step, `4 ↗ 30`, on the side where the caption leaves room."""
        if len(self.numbers) < 2 or self.is_over:
            return ""
        before, last = self.numbers[-2:]
        if _LETTER * len(f"{self.caption_words()}{before}{last}") > width - 2 * MARGIN - _ARROWS:
            return ""
        slope = 7 if last < before else -7
        across = 38 + 10 * len(str(before)) + 13 * len(str(last))
        start = Point(MARGIN if last < before else width - MARGIN - across, y)
        middle = start.x + 10 * len(str(before)) + 18
        shaft = path("M", middle - 10, y - slope, "L", middle + 6, y + 0.6 * slope, class_="leap")
        head = path("M", middle + 12, y + slope, "l", -11, 0, "l", 7, -1.5 * slope, "z", class_="head")
        words = [label(f"{before}", Point(middle - 18, y), TEXT, text_anchor="end", class_="remark")]
        words += [label(f"{last}", Point(middle + 20, y), TEXT, text_anchor="start")]
        return group(shaft, head, *words, class_=f"trend seat-{self.owners[last]}")

    def told(self) -> str:
        claimed = [f"{number} by {self.match.name(self.owners[number])}" for number in self.numbers[-_TOLD:]]
        said = f"The numbers 1 to {self.highest}."
        if claimed:
            some = "The last claimed" if len(self.numbers) > _TOLD else "Claimed"
            said += f" {some}: {', '.join(claimed)}."
        if wanted(self.position) and not self.is_over:
            said += f" The next number must be {wanted(self.position)}."
        return said


class _Line(_RangeWarBoard):
    """Up to ten numbers on one line, with an arc for every step."""

    def __init__(self, match: Match[Position, int], *, still: bool) -> None:
        super().__init__(match, still=still)
        self.pitch = min(56.0, (WIDTH - 2 * MARGIN) / self.highest)
        self.size = min(44.0, self.pitch - 6)
        self.axis = 2 * _NAMES + _HIGHEST_ARC + self.size / 2 + 14
        self.height = self.axis + self.size / 2 + _HIGHEST_ARC + 56

    def draw(self) -> str:
        head = 2 * _NAMES + 14
        cells = [self._number(n, head + 22) for n in range(1, self.highest + 1)]
        line = self.when_wide(self.reach(), *self.leaps())
        wide, narrow = self.caption(self.height - 22), self.caption(head, NARROW) + self.trend(head, NARROW)
        drawn = [self.two_names(_NAMES), line, *cells, self.when_wide(wide), self.when_narrow(narrow)]
        box = f"0 0 {NARROW:g} {self.narrow_height(self.highest, head + 22) + MARGIN:g}"
        return self.svg(self.height, self.told(), *drawn, narrow=box)

    def _number(self, number: int, narrow_top: float) -> str:
        at = Point(self.x(number), self.axis)
        return self.cell(number, at, self.pitch, self.size, self.narrow_place(number - 1, at, self.pitch, narrow_top))

    def x(self, number: float) -> float:
        return WIDTH / 2 + (number - (self.highest + 1) / 2) * self.pitch

    def reach(self) -> str:
        """The line itself, and a band under the numbers that the direction and the reach leave."""
        drawn = path("M", self.x(1), self.axis, "H", self.x(self.highest), class_="axis")
        way, last = self.position.must_go, self.position.last
        if last is None or (self.is_over and not self.position.outcome):
            return drawn
        limit = self.position.options.reach or self.highest
        left = self.x(max(1, last - limit) - 0.5) - 2
        right = self.x(min(self.highest, last + limit) + 0.5) + 2
        if way == LOWER:
            right = self.x(last - 0.5) + 2
        elif way == HIGHER:
            left = self.x(last + 0.5) - 2
        if right - left < 8:  # there is nothing on that side
            return drawn
        band = element(
            "rect", x=left, y=self.axis - 25, width=right - left, height=50, rx=16, class_=self._band_class()
        )
        return drawn + band

    def _band_class(self) -> str:
        return "reach decisive" if self.is_over else "reach"

    def leaps(self) -> list[str]:
        """Half an ellipse from each number to the next; the last one is an arrow."""
        steps = list(pairwise(self.numbers))
        arcs = []
        for index, (a, b) in enumerate(steps):
            up = -1 if b > a else 1
            y = self.axis + up * (self.size / 2 + 3)
            across = abs(b - a) * self.pitch / 2
            arc = ("M", self.x(a), y, "A", across, self.arc(across), 0, 0, 1, self.x(b), y + up * 7)
            is_last = index == len(steps) - 1
            seat = self.owners[b]
            drawn = path(*arc, class_="leap")
            if is_last:
                drawn += path("M", self.x(b), y, "l", -6, up * 11, "h", 12, "z", class_="head")
            arcs.append(group(drawn, class_=f"trend seat-{seat}" + (" last" if is_last else " past")))
        return arcs

    def arc(self, across: float) -> float:
        """The height of an arc: the wider, the higher, within the space for all of them."""
        widest = (self.highest - 1) * self.pitch / 2
        return 14 + (_HIGHEST_ARC - 14) * across / max(widest, 1)


class _Rows(_RangeWarBoard):
    """Rows of ten, or of five if numbers are long; if there are too many, only those around the last number."""

    def __init__(self, match: Match[Position, int], *, still: bool) -> None:
        super().__init__(match, still=still)
        self.in_a_row = _IN_A_ROW if self.highest <= _SHORT else _LONG_IN_A_ROW
        self.pitch = (WIDTH - 2 * MARGIN) / self.in_a_row

    def draw(self) -> str:
        shown = self.shown()
        head = 2 * _NAMES + 14
        top = head + (60 if shown.start > 1 else 30)
        bottom = top + -(-len(shown) // self.in_a_row) * _ROW
        cells = [self._number(n, shown, top) for n in shown]
        ends = self.narrow_height(len(shown), top)
        drawn = [
            self.two_names(_NAMES),
            self.when_wide(self.caption(head), self.trend(head), *self.remarks(shown, top, bottom, WIDTH)),
            self.when_narrow(
                self.caption(head, NARROW), self.trend(head, NARROW), *self.remarks(shown, top, ends, NARROW)
            ),
            *cells,
        ]
        partial = {"data_partial": "true"} if len(shown) < self.highest else {}
        below = 40 if shown.stop <= self.highest else MARGIN
        return self.svg(bottom + below, self.told(), *drawn, narrow=f"0 0 {NARROW:g} {ends + below:g}", **partial)

    def _number(self, number: int, shown: range, top: float) -> str:
        at = self._at(number, shown, top)
        narrow = self.narrow_place(number - shown.start, at, self.pitch, top)
        return self.cell(number, at, self.pitch, FINGER - 6, narrow)

    def shown(self) -> range:
        """The numbers drawn: all of them, or whole rows around the last one (before that, around the middle)."""
        if self.highest <= _ALL_DRAWN:
            return range(1, self.highest + 1)
        centre = self.position.last or (self.highest + 1) // 2
        rows = -(-self.highest // self.in_a_row)
        row = max(0, min((centre - 1) // self.in_a_row - _ROWS_SHOWN // 2, rows - _ROWS_SHOWN))
        first = row * self.in_a_row + 1
        return range(first, min(self.highest, first + _ROWS_SHOWN * self.in_a_row - 1) + 1)

    def remarks(self, shown: range, top: float, bottom: float, width: float) -> list[str]:
        """What lies beyond the rows drawn."""
        said = []
        if shown.start > 1:
            said.append(self._remark(1, shown.start - 1, Point(width / 2, top - 16)))
        if shown.stop <= self.highest:
            said.append(self._remark(shown.stop, self.highest, Point(width / 2, bottom + 18)))
        return said

    def _remark(self, first: int, last: int, at: Point) -> str:
        claimed = sum(first <= number <= last for number in self.owners)
        words = f"{first:,} to {last:,}: {'all free' if not claimed else f'{claimed:,} claimed'}"
        return label(words, at, TEXT - 1, class_="remark")

    def _at(self, number: int, shown: range, top: float) -> Point:
        row, column = divmod(number - shown.start, self.in_a_row)
        return Point(MARGIN + (column + 0.5) * self.pitch, top + (row + 0.5) * _ROW)
