"""Recommended options of Range War."""

from __future__ import annotations

from fathom.games.range_war.rules import DEFAULTS, Options
from fathom.show.preset import by_the_book, deep, fair

PRESETS = (
    by_the_book(DEFAULTS, "Whoever starts can win with 5 of the 10 first moves, and one of them wins at once."),
    fair(
        Options(highest=9, second_move="free"),
        "Whoever starts can win, but only with one of the 9 first moves; with perfect play it takes 9 moves.",
    ),
    deep(
        Options(highest=15, second_move="free"),
        "Whoever starts can win, but only with one of the 15 first moves; with perfect play it takes 15 moves.",
    ),
)
