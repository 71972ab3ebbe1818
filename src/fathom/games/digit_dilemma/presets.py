"""Recommended options of Digit Dilemma."""

from __future__ import annotations

from fathom.games.digit_dilemma.rules import DEFAULTS, Options
from fathom.show.preset import by_the_book, deep, fair

PRESETS = (
    by_the_book(DEFAULTS, "Whoever starts can win with 28 of the 30 first moves; with perfect play it takes 5 moves."),
    fair(
        Options(divisor=18),
        "Whoever starts can win, but only with 4 of the 30 first moves; with perfect play it takes 6 moves.",
    ),
    deep(
        Options(divisor=13),
        "Whoever starts can win, but only with 2 of the 30 first moves; with perfect play it takes 6 moves.",
    ),
)
