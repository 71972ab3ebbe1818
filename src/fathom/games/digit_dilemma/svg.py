"""The two boards of Digit Dilemma above the digits, as controls: choose a digit, then its place."""

from __future__ import annotations

from fathom.core.match import Match
from fathom.core.outcome import Seat
from fathom.games.digit_dilemma.rules import (
    PLACES,
    SYMBOLS,
    Placement,
    Position,
    list_digits,
    number_of,
    shortfall,
    spell_board,
    spell_number,
)
from fathom.show.board import MARGIN, NARROW, TEXT, WIDTH, Board, grid, shift, tray_below
from fathom.show.svg import Point, group, label, path, rectangle

_DECIMAL = 10
_NARROW_COLUMNS = 5
_SIDE_BY_SIDE = 3  # the most places; wider boards are stacked
_CELL, _GAP, _HIGH = 58.0, 4.0, 72.0
_BLOCK = 156.0  # a board with its name above and a remark below
_WIDEST_TRAY, _WIDEST_PITCH = 6, 70.0  # the most digits in a row, and how far apart they are if there is room


def drawing(match: Match[Position, Placement], *, coach: bool = False, still: bool = False) -> str:
    """The board as one SVG element; a coach adds the remainder of each number."""
    return _Boards(match, coach=coach, still=still).draw()


class _Boards(Board[Position, Placement]):
    def __init__(self, match: Match[Position, Placement], *, coach: bool, still: bool) -> None:
        super().__init__(match, still=still)
        self.coach = coach
        self.divisor, self.slots = self.position.options.divisor, self.position.options.slots
        self.base = self.position.options.base
        self.columns = min((self.base + 1) // 2, _WIDEST_TRAY)
        self.pitch = min(_WIDEST_PITCH, (WIDTH - 2 * MARGIN) / self.columns)
        self.letters = self.position.options.letters
        self.half = (self.slots * (_CELL + _GAP) - _GAP) / 2

    def draw(self) -> str:
        if self.slots <= _SIDE_BY_SIDE:
            middles = [Point(MARGIN + 97, 0), Point(WIDTH - MARGIN - 97, 0)]
            top = _BLOCK + 22
        else:
            middles = [Point(WIDTH / 2, 0), Point(WIDTH / 2, _BLOCK)]
            top = 2 * _BLOCK + 22
        points = grid(self.base, self.columns, self.pitch, WIDTH / 2, top)
        below = tray_below(self.base, _NARROW_COLUMNS, 2 * _BLOCK)
        first = 1 if self.base == _DECIMAL else 0  # ten digits stand as on a phone
        digits = [*range(first, self.base), *range(first)]
        tray = [self.digit(*each) for each in zip(digits, points, below, strict=True)]
        rule = self.when_wide(path("M", MARGIN, top - 8, "H", WIDTH - MARGIN, class_="axis"))
        sides = [
            self.moved(shift(at, Point(NARROW / 2, (seat - 1) * _BLOCK)), self.side(seat, at))
            for seat, at in enumerate(middles, 1)
        ]
        rows = -(-self.base // self.columns)
        box = f"0 0 {NARROW:g} {below[-1].y + 34:g}"
        return self.svg(top + rows * self.pitch + 4, self.told(), rule, *tray, *sides, narrow=box)

    # -------------------------------------------------------------- digits

    def digit(self, digit: int, at: Point, narrow: Point) -> str:
        symbol = SYMBOLS[digit]
        room = self.room(at, self.pitch - 4, self.pitch - 4)
        face = rectangle(at, self.pitch - 12, self.pitch - 12, 12, class_="face")
        moves = {place: Placement(digit, place) for place in self.letters}
        marks = "" if self.position.pool >> digit & 1 else "gone"
        drawn = [room, face, label(symbol, at, 30)]
        there = shift(at, narrow, (NARROW - 2 * MARGIN) / _NARROW_COLUMNS / self.pitch)
        return self.piece(symbol, f"digit {symbol}", moves, *drawn, marks=marks, narrow=there)

    # -------------------------------------------------------------- boards

    def side(self, seat: Seat, at: Point) -> str:
        """A player's board: the name, the places, and a remark on the number."""
        left, y = at.x - self.half, at.y + 50 + _HIGH / 2
        board, outcome = self.position.board(seat), self.position.outcome
        frame = rectangle(Point(at.x, y), 2 * self.half + 12, _HIGH + 12, 20 if seat == 1 else 5, class_="frame")
        places = [
            self.cell(seat, i, board[i], Point(left + _CELL / 2 + i * (_CELL + _GAP), y)) for i in range(self.slots)
        ]
        is_decisive = outcome is not None and outcome.winner == seat
        classes = f"side seat-{seat}" + (" decisive" if is_decisive else "")
        below = label(self.words(seat), Point(at.x, y + _HIGH / 2 + 22), TEXT - 1, class_="remark")
        head = self.name(seat, Point(left + 8, at.y + 22), columns=15 if self.slots <= _SIDE_BY_SIDE else 28)
        return head + group(frame, *places, below, class_=classes)

    def cell(self, seat: Seat, index: int, digit: int | None, at: Point) -> str:
        letter, name = self.letters[index], PLACES[self.slots][index]
        is_last = self.last is not None and self.last.seat == seat and self.last.move.place == letter
        face = rectangle(at, _CELL, _HIGH, 12 if seat == 1 else 3, class_="face")
        content = (
            label(name, at, TEXT - 2, class_="hint")
            if digit is None
            else label(SYMBOLS[digit], at, 40, class_="digit mover")
        )
        marks = " ".join(filter(None, ["filled" if digit is not None else "", "last" if is_last else ""]))
        if seat != self.position.to_move:
            return group(face, content, class_=f"cell {marks}".strip())
        moves = [Placement(d, letter) for d in range(self.base) if self.position.pool >> d & 1]
        return self.place(letter, f"place {name}, empty", moves, face, content, marks=f"cell {marks}".strip())

    def words(self, seat: Seat) -> str:
        """Whether a complete number is a multiple; with a coach, the remainder of any number."""
        board, divisor = self.position.board(seat), self.divisor
        number = number_of(board, self.base)
        if number is None:
            so_far = number_of(tuple(digit or 0 for digit in board), self.base) or 0
            return f"remainder by {divisor} so far: {so_far % divisor}" if self.coach else ""
        short, spelled = shortfall(self.position.options, number), spell_number(number, self.base)
        if short == 0:
            return f"{spelled} = {divisor} × {number // divisor}"
        return f"{spelled} is {short} short of {number + short}"

    def told(self) -> str:
        said = []
        for seat in (1, 2):
            shown = " ".join(spell_board(self.position.board(seat)))
            words = self.words(seat)
            said.append(f"{self.match.name(seat)}: {shown}{f' ({words})' if words else ''}.")
        left = list_digits(self.position.pool) if self.position.pool else "none"
        return f"{' '.join(said)} Digits left: {left}."
