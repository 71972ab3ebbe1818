"""The preview of a link: a board beside its title, as one SVG picture with its style inside.

draw_card(room.draw(match, still=True), "Range War", "Leave your opponent without a number.")
"""

from __future__ import annotations

import re
import textwrap
from typing import Final

from fathom.show.picture import picture
from fathom.show.svg import NAMESPACE, element, safe

#: What sites that show links ask for.
WIDTH: Final = 1200
HEIGHT: Final = 630
_EDGE: Final = 60
_BOARD: Final = HEIGHT - 2 * _EDGE
_TEXT: Final = _EDGE + _BOARD + _EDGE
_GROUND, _SURFACE, _INK, _SOFT = "#0b4d5d", "#f3f7f7", "#f2fafa", "#a6e3e8"
_FAMILY: Final = "DejaVu Sans, Verdana, Arial, sans-serif"
_LETTERS_OF_TITLE, _LETTERS_OF_LINE, _MOST_LINES = 15, 27, 5
_SIZE: Final = re.compile(r' (?:width|height)="[^"]*"')


def draw_card(board: str, title: str, line: str) -> str:
    """`board` is a still drawing; the title and the line are broken between words."""
    written = [
        *_write(textwrap.wrap(title, _LETTERS_OF_TITLE)[:2], 170, 60, 72, _INK),
        *_write(textwrap.wrap(line, _LETTERS_OF_LINE)[:_MOST_LINES], 340, 34, 48, _SOFT),
        *_write(["Fathom"], HEIGHT - _EDGE, 34, 0, _INK),
    ]
    frame = element("rect", x=_EDGE, y=_EDGE, width=_BOARD, height=_BOARD, rx=24, fill=_SURFACE)
    ground = element("rect", width=WIDTH, height=HEIGHT, fill=_GROUND)
    head = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "width": WIDTH, "height": HEIGHT, "font_family": _FAMILY}
    return element("svg", "\n".join([ground, frame, _place(board), *written]), xmlns=NAMESPACE, **head)


def _place(board: str) -> str:
    """The board with its own style, as a drawing within the frame."""
    opening, rest = picture(board).split(">", 1)
    inner, margin = _BOARD - 40, _EDGE + 20
    return f'{_SIZE.sub("", opening)} x="{margin}" y="{margin}" width="{inner}" height="{inner}">{rest}'


def _write(lines: list[str], y: int, size: int, apart: int, colour: str) -> list[str]:
    """The styles inside a board colour every text by rules, so these have classless styles of their own."""
    return [
        element("text", safe(words), x=_TEXT, y=y + number * apart, style=f"font-size: {size}px; fill: {colour}")
        for number, words in enumerate(lines)
    ]
