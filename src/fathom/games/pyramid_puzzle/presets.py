"""Recommended puzzles: the book's own, a small one, and a demanding one."""

from __future__ import annotations

from fathom.games.pyramid_puzzle.board import read_layout
from fathom.games.pyramid_puzzle.rules import DEFAULTS, Options
from fathom.show.preset import by_the_book, deep, fair

_SMALL = read_layout("kD16.lC4.dB4.xB1.xC5.xC8.xD1.xD4.xD7.xD8.xD9.xD11.xD15")
_DEMANDING = read_layout(
    "kE6.lE2.dC6.dE14.xB3.xC2.xC3.xC4.xD1.xD2.xD3.xD5.xD6.xD8.xD9.xD10.xD11.xD12.xD13.xD15.xD16.xE5.xE7"
)

PRESETS = (
    by_the_book(DEFAULTS, "The best route costs 12 MP; apart from the key, it needs one of the 2 things on the board."),
    fair(
        Options(levels=4, layout=_SMALL),
        "The best route costs 11 MP; apart from the key, it needs both of the 2 things on the board.",
    ),
    deep(
        Options(layout=_DEMANDING),
        "The best route costs 28 MP; apart from the key, it needs 2 of the 3 things on the board.",
    ),
)
