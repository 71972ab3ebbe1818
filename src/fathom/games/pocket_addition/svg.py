"""The two pockets of Pocket Addition, with the numbers between them as controls.

A pocket is as high as the target. Every number taken is a block as high as its value, so the empty part is what is
missing.
"""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.match import Match
from fathom.core.outcome import Seat
from fathom.games.pocket_addition.rules import Move, Position
from fathom.show.board import MARGIN, NARROW, TEXT, WIDTH, Board, grid, shift, tray_below
from fathom.show.svg import Point, element, group, label, path, rectangle

_TOP = 56.0
_DEEP = 240.0
_WIDE = 108.0
_BETWEEN = 12  # the most numbers that have room between the pockets
_COLUMNS, _PITCH = 3, 58.0
_FACE = 46.0
_BELOW_COLUMNS, _BELOW_PITCH = 7, 57.0
_NARROW_COLUMNS = 5
_SMALLER, _LOW = 0.8, 300.0  # on a narrow screen: the pockets, and where the numbers begin
_LOWEST_LETTERS = 14.0


def drawing(match: Match[Position, Move], *, coach: bool = False, still: bool = False) -> str:
    """The board as one SVG element; a coach rings the numbers that make the target."""
    return _Pockets(match, coach=coach, still=still).draw()


class _Pockets(Board[Position, Move]):
    def __init__(self, match: Match[Position, Move], *, coach: bool, still: bool) -> None:
        super().__init__(match, still=still)
        self.coach = coach
        self.highest, self.target = self.position.options.highest, self.position.options.target
        self.unit = _DEEP / self.target

    def draw(self) -> str:
        bottom = _TOP + _DEEP + 62
        if self.highest <= _BETWEEN:
            rows = -(-self.highest // _COLUMNS)
            top = _TOP + (_DEEP - rows * _PITCH - (30 if self.match.must_pass else 0)) / 2
            at = grid(self.highest, _COLUMNS, _PITCH, WIDTH / 2, top)
            pill = Point(WIDTH / 2, _TOP + _DEEP + 10)
        else:
            at = grid(self.highest, _BELOW_COLUMNS, _BELOW_PITCH, WIDTH / 2, bottom + 10)
            bottom = at[-1].y + _BELOW_PITCH / 2 + MARGIN
            pill = Point(WIDTH / 2, _TOP + _DEEP / 2)
        below = tray_below(self.highest, _NARROW_COLUMNS, _LOW)
        tray = [self.number(*each) for each in zip(range(1, self.highest + 1), at, below, strict=True)]
        goal = self.when_wide(label(f"make {self.target}", Point(WIDTH / 2, 24), TEXT, class_="caption"))
        low = below[-1].y + 34
        passing = self.pass_pill(pill, narrow=shift(pill, Point(NARROW / 2, low + 22)))
        drawn = [*map(self.pocket, (1, 2)), self.two_names(24), goal if self.is_roomy else "", *tray, passing]
        box = f"0 0 {NARROW:g} {low + (52 if self.match.must_pass else 0):g}"
        return self.svg(bottom, self.told(), *drawn, narrow=box)

    @property
    def is_roomy(self) -> bool:
        """Are both names short enough to leave room between them?"""
        return all(len(name) <= 11 for name in self.match.names) and not self.is_over

    # -------------------------------------------------------------- the numbers

    def number(self, n: int, at: Point, narrow: Point) -> str:
        room = self.room(at, _PITCH - 2, _PITCH - 2)
        face = rectangle(at, _FACE, _FACE, 10, class_="face")
        said, rings = f"take {n}", ""
        if self.position.pool >> n & 1:
            makers = self.makers(n)
            rings = "".join(self.ring(seat, at) for seat in makers)
            if self.position.to_move in makers:
                said += f", which makes {self.target}"
        marks = "" if self.position.pool >> n & 1 else "gone"
        drawn = [room, face, label(str(n), at, TEXT + 4), rings]
        return self.choice(n, said, *drawn, marks=marks, narrow=shift(at, narrow, 1.1))

    def makers(self, n: int) -> list[Seat]:
        """The seats that a number would bring to the target; only for a coach."""
        if not self.coach or self.is_over:
            return []
        return [seat for seat in (1, 2) if self.position.totals[seat - 1] + n == self.target]

    def ring(self, seat: Seat, at: Point) -> str:
        """A ring around a number: solid if it wins now, broken if it would win for the opponent."""
        is_own = seat == self.position.to_move
        size = _FACE + (6 if is_own else -2)
        return rectangle(at, size, size, 11, class_=f"ring seat-{seat} {'wins' if is_own else 'threat'}")

    # -------------------------------------------------------------- the pockets

    def pocket(self, seat: Seat) -> str:
        middle = MARGIN + _WIDE / 2 if seat == 1 else WIDTH - MARGIN - _WIDE / 2
        left, right, base = middle - _WIDE / 2, middle + _WIDE / 2, _TOP + _DEEP
        total = self.position.totals[seat - 1]
        curve: tuple[str | float, ...] = ("q", 0, 22, 22, 22) if seat == 1 else ("l", 0, 8, 14, 14, 8, 0)
        back: tuple[str | float, ...] = ("q", 22, 0, 22, -22) if seat == 1 else ("l", 8, 0, 14, -14, 0, -8)
        outline = ("M", left, _TOP - 12, "V", base - 16, *curve, "H", right - 22, *back, "V", _TOP - 12)
        edge = path(*outline, class_="pocket")
        stitches = path("M", left + 6, _TOP - 1, "H", right - 6, class_="rim")
        of = element("tspan", f" of {self.target}", font_size=TEXT, class_="remark")
        sums = element("text", f"{total}{of}", x=middle, y=base + 44, font_size=30, text_anchor="middle", class_="sum")
        has_made = total == self.target or (self.is_over and self._has_won(seat))
        inside = group(edge, *self.blocks(seat, middle, base), stitches, sums)
        drawn = group(inside, class_=f"side seat-{seat}" + (" decisive" if has_made else ""))
        corner = Point(MARGIN, 44) if seat == 1 else Point(WIDTH - MARGIN, 44)
        there = Point(MARGIN + 8, 44) if seat == 1 else Point(NARROW - MARGIN - 8, 44)
        return self.moved(shift(corner, there, _SMALLER), drawn)

    def _has_won(self, seat: Seat) -> bool:
        outcome = self.position.outcome
        return outcome is not None and outcome.winner == seat

    def blocks(self, seat: Seat, middle: float, base: float) -> list[str]:
        """The numbers taken, the first one at the bottom."""
        drawn, y = [], base
        for ply in self.match.plies:
            if ply.seat != seat or ply.move == PASS:
                continue
            height = ply.move * self.unit
            drawn.append(self.block(str(ply.move), Point(middle, y - height / 2), height, ply is self.last, seat))
            y -= height
        return drawn

    def block(self, text: str, at: Point, height: float, is_last: bool, seat: Seat) -> str:
        gap = min(2.0, height / 4)
        corner = min(12.0 if seat == 1 else 2.0, height / 2.2)
        face = rectangle(at, _WIDE - 12, height - gap, corner, class_="block")
        letters = min(TEXT + 6, height - 2)
        written = label(text, at, letters) if letters >= _LOWEST_LETTERS else ""
        return group(face, written, class_=f"taken seat-{seat}" + (" last" if is_last else ""))

    # -------------------------------------------------------------- words

    def told(self) -> str:
        said = []
        for seat in (1, 2):
            taken = [str(ply.move) for ply in self.match.plies if ply.seat == seat and ply.move != PASS]
            sums = f" = {self.position.totals[seat - 1]}" if taken else ""
            said.append(f"{self.match.name(seat)} has {' + '.join(taken) or 'nothing'}{sums} of {self.target}.")
        return " ".join(said)
