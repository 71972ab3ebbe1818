"""The history of values as a standalone SVG, for the screen and for black-and-white print.

Seat 1's bars are solid and go up, seat 2's are outlined and go down; a draw is a diamond on the line. The title and
the description say the same in words. A long match takes several rows; several matches are stacked.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from fathom.analysis import review_words as words
from fathom.analysis.review import Review
from fathom.analysis.review_chart import CAPTION, MEANINGS, TURNING, bar_length, longest_distance, marks
from fathom.core.outcome import Seat
from fathom.core.value import Value
from fathom.show.canvas import Canvas
from fathom.show.svg import safe

#: On paper and on a large screen, and on a phone.
WIDE, NARROW = 800, 360
_MARGIN = 24
_SHORTEST_BAR, _BAR_ROOM = 8, 64  # both up and down
_ROW = 2 * _BAR_ROOM + 96
_LINE = 18
_COLUMN, _WIDEST_COLUMN, _CHARACTER = 28, 56, 8
_HEAD = 'font-family="sans-serif" font-size="13" fill="#000" stroke-linejoin="miter" role="img"'


def svg_picture(reviews: list[Review], width: int = WIDE) -> str:
    """One picture of one or more matches, ending in a newline; a narrower one has shorter rows and more of them."""
    drawn: list[str] = []
    top = _MARGIN
    for review in reviews:
        panel = _Panel(review, top, width)
        drawn += panel.draw()
        top = panel.bottom + 2 * _MARGIN
    height = top - _MARGIN
    ids = ("title", "desc") if width == WIDE else (f"title-{width}", f"desc-{width}")  # both may be in one page
    size = f'viewBox="0 0 {width} {height}" height="{height}"'
    named = f'aria-labelledby="{" ".join(ids)}" width="{width}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_HEAD} {named}>'
    title = "; ".join(words.headline(review.match) for review in reviews)
    told = "\n".join(_told(review) for review in reviews)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        head,
        f'<title id="{ids[0]}">{safe(title)}</title>',
        f'<desc id="{ids[1]}">{safe(told)}</desc>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *drawn,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _told(review: Review) -> str:
    """The text alternative: every value in words, then what decided the match."""
    match = review.match
    voice = words.Voice(match)
    said = [f"{words.headline(match)}.", f"At the start: {voice.wins(review.start)}."]
    for move in review.moves:
        made = f"{move.ply}. {match.name(move.seat)}: {move.move} ({words.verdict(move)})"
        said.append(f"{made}; {voice.wins(move.value)}.")
    return " ".join([*said, words.ending(voice), *words.turning(review, voice), *_accuracies(review, voice)])


def _accuracies(review: Review, voice: words.Voice) -> list[str]:
    return [words.accuracy(player, voice) for player in review.players]


class _Paper(Canvas):
    """Measures text in a proportional font; 100 average letters fill a wide line."""

    def __init__(self, width: int) -> None:
        self.width = width * 100 // WIDE

    def length(self, text: str) -> int:
        return ceil(sum(map(self._letter, text)) / 10)

    def _letter(self, letter: str) -> int:
        """The width of a letter in tenths of an average one, rounded up to be safe."""
        if unicodedata.east_asian_width(letter) in "WFA":
            return 20
        return 18 if letter in "WM@%mw" else 14 if letter.isupper() or not letter.isascii() else 10


class _Mark(NamedTuple):
    """One column: the value after a ply, and the text below it."""

    ply: int
    move: str
    marked: str
    value: Value


class _Panel:
    """The picture of one match."""

    def __init__(self, review: Review, top: int, width: int) -> None:
        self.review = review
        self.paper = _Paper(width)
        self.longest = longest_distance(review)
        made = (_Mark(move.ply, move.move, marks(review, move), move.value) for move in review.moves)
        self.columns = [_Mark(0, "start", "", review.start), *made]
        widest = max(len(column.move) for column in self.columns)
        least = max(_COLUMN, _CHARACTER * widest + 6)
        room = width - 2 * _MARGIN
        rows = ceil(len(self.columns) / max(1, room // least))
        self.a_row = ceil(len(self.columns) / rows)  # rows of equal length, except perhaps the last
        self.step = min(max(_WIDEST_COLUMN, least), room // self.a_row)
        self.bottom = top

    def draw(self) -> list[str]:
        """The elements, from the top down; sets `bottom` to where the panel ends."""
        drawn = list(self._heading())
        for first in range(0, len(self.columns), self.a_row):
            drawn += self._row(self.columns[first : first + self.a_row])
        return drawn + list(self._remarks())

    def _heading(self) -> Iterator[str]:
        match = self.review.match
        self.bottom += 14
        yield _text(_MARGIN, self.bottom, match.game.title, 'font-size="20" font-weight="bold"')
        self.bottom += 8
        yield from self._sentence(words.ending(words.Voice(match)))
        yield from self._sentence(CAPTION)
        for seat, where in ((1, "above the line"), (2, "below the line")):
            self.bottom += _LINE + 4
            yield _bar(seat, _MARGIN, self.bottom - 11, 14, 12)
            yield _text(_MARGIN + 22, self.bottom, f"{match.name(seat)} wins ({where})")
        used = "".join(column.marked for column in self.columns)
        meanings = [f"{mark} {meaning}" for mark, meaning in MEANINGS.items() if mark in used]
        if meanings:
            self.bottom += 4
            yield from self._sentence("; ".join(meanings))

    def _sentence(self, text: str) -> Iterator[str]:
        for line in self.paper.wrap(text):
            self.bottom += _LINE
            yield _text(_MARGIN, self.bottom, line)

    def _row(self, columns: list[_Mark]) -> Iterator[str]:
        middle = self.bottom + _BAR_ROOM + 34
        end = _MARGIN + self.step * len(columns)
        yield f'<path d="M{_MARGIN} {middle}H{end}" stroke="#000" stroke-width="1.5"/>'
        for index, column in enumerate(columns):
            yield from self._column(column, _MARGIN + self.step * index + self.step // 2, middle)
        self.bottom += _ROW

    def _column(self, column: _Mark, centre: int, middle: int) -> Iterator[str]:
        if TURNING in column.marked:
            left = centre - self.step // 2
            dashed = 'stroke="#000" stroke-dasharray="4 3"'
            yield f'<path d="M{left} {middle - _BAR_ROOM - 14}V{middle + _BAR_ROOM + 62}" {dashed}/>'
        yield from self._value(column.value, centre, middle)
        under = middle + _BAR_ROOM + 32
        yield _middle(centre, under, str(column.ply) if column.ply else "", 'font-size="11" fill="#555"')
        yield _middle(centre, under + 15, column.move, 'font-weight="bold"' if column.ply else 'font-size="11"')
        if column.marked:
            yield _middle(centre, under + 30, column.marked, 'font-size="15" font-weight="bold"')

    def _value(self, value: Value, centre: int, middle: int) -> Iterator[str]:
        if value.winner is None or value.plies is None:
            yield f'<path d="M{centre - 6} {middle}l6 -6l6 6l-6 6z" fill="#fff" stroke="#000" stroke-width="1.5"/>'
            yield _middle(centre, middle - 11, "draw", 'font-size="11"')
            return
        width, height = self.step * 3 // 5, bar_length(value, self.longest, _SHORTEST_BAR, _BAR_ROOM)
        is_up = value.winner == 1
        yield _bar(value.winner, centre - width // 2, middle - height if is_up else middle, width, height)
        said = "won" if value.plies == 0 else str(value.plies)
        yield _middle(centre, middle - height - 5 if is_up else middle + height + 14, said)

    def _remarks(self) -> Iterator[str]:
        self.bottom += 12
        voice = words.Voice(self.review.match)
        for said in [*words.turning(self.review, voice), *_accuracies(self.review, voice)]:
            yield from self._sentence(said)


def _bar(seat: Seat, x: int, y: int, width: int, height: int) -> str:
    """Solid for seat 1, outlined for seat 2."""
    fill = "#000" if seat == 1 else "#fff"
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="#000" stroke-width="1.5"/>'


def _text(x: int, y: int, text: str, style: str = "") -> str:
    return f'<text x="{x}" y="{y}"{style and " " + style}>{safe(text)}</text>'


def _middle(x: int, y: int, text: str, style: str = "") -> str:
    return _text(x, y, text, f'text-anchor="middle" {style}'.strip())
