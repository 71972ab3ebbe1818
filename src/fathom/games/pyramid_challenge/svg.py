"""The two pyramids of Pyramid Challenge above the numbers, which are controls.

The next cell is highlighted, and two lines lead to it from the cells below, which decide what fits.
"""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.match import Match
from fathom.core.outcome import Seat, other
from fathom.core.words import enumerate_words
from fathom.games.pyramid_challenge.rules import Move, Position, below, placeable, supports
from fathom.show.board import FINGER, MARGIN, NARROW, TEXT, WIDTH, Board, grid, shift, tray_below
from fathom.show.svg import Point, group, label, lines, number, rectangle

_SIDE_BY_SIDE = 4  # the most levels; higher pyramids are stacked
_WIDEST_CELL, _GAP = 62.0, 7.0
_TOP = 50.0
_SUPPLY = 14.0
_TRAY_COLUMNS, _TRAY_PITCH = 9, 44.0
_NARROW_COLUMNS = 5
_SMALLER = NARROW / WIDTH  # the pyramids on a narrow screen


def drawing(match: Match[Position, Move], *, coach: bool = False, still: bool = False) -> str:  # noqa: ARG001
    """The board as one SVG element; a coach has nothing to add to it."""
    return _Pyramids(match, still=still).draw()


class _Pyramids(Board[Position, Move]):
    def __init__(self, match: Match[Position, Move], *, still: bool) -> None:
        super().__init__(match, still=still)
        self.levels, self.highest = self.position.options.levels, self.position.options.highest
        self.is_wide = self.levels > _SIDE_BY_SIDE
        room = WIDTH - 2 * MARGIN if self.is_wide else WIDTH / 2 - MARGIN - 6
        self.cell = min(_WIDEST_CELL, room / self.levels - _GAP)
        self.high = min(self.cell, 50.0)
        self.block = _TOP + self.levels * (self.high + _GAP)

    def draw(self) -> str:
        quarter = WIDTH / 4
        middles = [Point(quarter, 0), Point(3 * quarter, 0)]
        bottom = self.block
        if self.is_wide:
            middles = [Point(WIDTH / 2, 0), Point(WIDTH / 2, self.block + 6)]
            bottom = 2 * self.block + 6
        sides = [self.side(seat, at) for seat, at in enumerate(middles, 1)]
        caption = self.when_wide(
            label("  ·  ".join(self.arithmetic()), Point(WIDTH / 2, bottom + 20), TEXT, class_="caption")
        )
        tray = grid(self.highest, _TRAY_COLUMNS, _TRAY_PITCH, WIDTH / 2, bottom + 40)
        low = bottom * _SMALLER
        below = tray_below(self.highest, _NARROW_COLUMNS, low + 48)
        numbers = [self.number(*each) for each in zip(range(1, self.highest + 1), tray, below, strict=True)]
        end, narrow_end = tray[-1].y + _TRAY_PITCH / 2 + 6, below[-1].y + 34
        at = Point(WIDTH / 2, end + 24)
        pill = self.pass_pill(at, narrow=shift(at, Point(NARROW / 2, narrow_end + 24)))
        more = 52 if pill else 0
        drawn = [*self.both_names(), *sides, caption, self.narrow_caption(low), *numbers, pill]
        return self.svg(end + more, self.told(), *drawn, narrow=f"0 0 {NARROW:g} {narrow_end + more:g}")

    def narrow_caption(self, top: float) -> str:
        """The same sums, one below the other."""
        rows = [Point(NARROW / 2, top + 12 + 20 * row) for row in range(2)]
        said = [label(words, at, TEXT, class_="caption") for words, at in zip(self.arithmetic(), rows, strict=False)]
        return self.when_narrow(*said)

    def both_names(self) -> list[str]:
        """The names above the pyramids; on a narrow screen they keep their size, while the pyramids get smaller."""
        if not self.is_wide:
            second = self.name(2, Point(WIDTH / 2 + MARGIN + 12, 22))
            narrow = self.name(2, Point(NARROW / 2 + MARGIN + 12, 22), 12)
            first = Point(MARGIN + 12, 22)
            return [
                self.when_wide(self.name(1, first), second),
                self.when_narrow(self.name(1, first, 12), narrow),
            ]
        tops = [Point(MARGIN + 12, 22), Point(MARGIN + 12, self.block + 28)]
        return [
            self.when_wide(*(self.name(seat, at, 32) for seat, at in enumerate(tops, 1))),
            self.when_narrow(
                *(self.name(seat, Point(at.x, 8 + at.y * _SMALLER), 26) for seat, at in enumerate(tops, 1))
            ),
        ]

    def number(self, n: int, at: Point, narrow: Point) -> str:
        room = self.room(at, _TRAY_PITCH - 2, _TRAY_PITCH)
        face = rectangle(at, FINGER, FINGER, 9, class_="face")
        there = shift(at, narrow, 1.2)
        if not self.position.options.copies:
            return self.choice(n, f"place {n}", room, face, label(str(n), at, TEXT + 3), narrow=there)
        left = self.position.tokens_left(n)
        words = label(str(n), Point(at.x, at.y - 6), TEXT + 1)
        supply = label(f"×{left}", Point(at.x, at.y + 11), _SUPPLY, class_="remark")
        drawn, marks = [room, face, words, supply], "" if left else "gone"
        return self.choice(n, f"place {n}, {left} left", *drawn, marks=marks, narrow=there)

    # -------------------------------------------------------------- pyramids

    def side(self, seat: Seat, at: Point) -> str:
        cells = self.position.pyramid(seat)
        points = self.points(at)
        drawn = [self.links(seat, points)]
        drawn += [self.brick(seat, i, points[i], cells[i] if i < len(cells) else None) for i in range(len(points))]
        outcome = self.position.outcome
        has_won = outcome is not None and outcome.winner == seat
        classes = f"side seat-{seat}" + (" decisive" if has_won else "")
        return self.moved(f"scale({number(_SMALLER)})", group(*drawn, class_=classes))

    def points(self, at: Point) -> list[Point]:
        """The centre of every cell in the order of filling: the bottom row first."""
        points = []
        for row in range(self.levels):
            length = self.levels - row
            y = at.y + _TOP + (length - 0.5) * (self.high + _GAP)
            points += [Point(at.x + (i - (length - 1) / 2) * (self.cell + _GAP), y) for i in range(length)]
        return points

    def next_cell(self, seat: Seat) -> int | None:
        """The cell that a seat fills next, if it is its turn or if it is stuck there."""
        cells = self.position.pyramid(seat)
        if len(cells) == len(supports(self.levels)):
            return None
        is_turn = not self.is_over and seat == self.position.to_move
        return len(cells) if is_turn or self.is_stuck(seat) else None

    def is_stuck(self, seat: Seat) -> bool:
        own, foe = self.position.pyramid(seat), self.position.pyramid(other(seat))
        return not placeable(self.position.options, own, foe)

    def under(self, seat: Seat) -> tuple[int, ...]:
        """The two cells that decide the next one; none for the bottom row."""
        cell = self.next_cell(seat)
        left = -1 if cell is None else supports(self.levels)[cell]
        return () if left < 0 else (left, left + 1)

    def links(self, seat: Seat, points: list[Point]) -> str:
        cell = self.next_cell(seat)
        if cell is None:
            return ""
        return lines([(points[i], points[cell]) for i in self.under(seat)], class_="link")

    def brick(self, seat: Seat, index: int, at: Point, number: int | None) -> str:
        corner = self.high * (0.32 if seat == 1 else 0.08)
        face = rectangle(at, self.cell, self.high, corner, class_="face")
        is_last = self.last is not None and self.last.seat == seat and self.last.move != PASS
        marks = ["cell"]
        if number is None:
            if index == self.next_cell(seat):
                marks.append("stuck" if self.is_stuck(seat) else "next")
            cross = self.cross(at) if "stuck" in marks else ""
            if cross and self.position.outcome:
                marks.append("decisive")
            return group(face, cross, class_=" ".join(marks))
        marks.append("filled")
        marks += ["support"] if index in self.under(seat) else []
        marks += ["last"] if is_last and index == len(self.position.pyramid(seat)) - 1 else []
        letters = min(26.0, max(14.0, 0.5 * self.high))
        return group(face, label(str(number), at, letters), class_=" ".join(marks))

    def cross(self, at: Point) -> str:
        arm = 0.16 * self.high
        ends = [(Point(at.x - arm, at.y - s * arm), Point(at.x + arm, at.y + s * arm)) for s in (-1, 1)]
        return lines(ends, class_="cross")

    # -------------------------------------------------------------- words

    def arithmetic(self) -> list[str]:
        """What the two cells below allow: `4 + 7 = 11` and `7 − 4 = 3`."""
        if self.is_over:
            return []
        cells = self.position.own
        if len(cells) < self.levels:
            left = " that has a token left" if self.position.options.copies else ""
            return [f"any number from 1 to {self.highest}{left}"]
        small, large = sorted(below(self.levels, cells))
        total, gap = large + small, large - small
        too_large = " is too large" if total > self.highest else self.used_up(total)
        none = " is not allowed" if gap == 0 else self.used_up(gap)
        return [f"{large} + {small} = {total}{too_large}", f"{large} − {small} = {gap}{none}"]

    def used_up(self, number: int) -> str:
        is_gone = self.position.options.copies and not self.position.tokens_left(number)
        return " is used up" if is_gone else ""

    def told(self) -> str:
        said = []
        for seat in (1, 2):
            cells = self.position.pyramid(seat)
            rows, first = [], 0
            for length in range(self.levels, 0, -1):
                row = cells[first : first + length]
                rows += [" ".join(map(str, row))] if row else []
                first += length
            nothing = "nothing can be placed" if self.position.options.copies else "nothing fits above"
            stuck = f"; {nothing}" if self.is_stuck_told(seat) else ""
            said.append(f"{self.match.name(seat)} from the bottom up: {' / '.join(rows) or 'nothing yet'}{stuck}.")
        gone = [n for n in range(1, self.highest + 1) if self.used_up(n)]
        if gone:
            said.append(f"Used up: {enumerate_words(map(str, gone))}.")
        return " ".join(said)

    def is_stuck_told(self, seat: Seat) -> bool:
        return len(self.position.pyramid(seat)) < len(supports(self.levels)) and self.is_stuck(seat)
