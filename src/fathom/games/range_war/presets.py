"""Recommended options of Range War."""

from __future__ import annotations

from fathom.games.range_war.rules import DEFAULTS, Options
from fathom.show.preset import by_the_book, deep, fair

PRESETS = (
    by_the_book(DEFAULTS, "Whoever starts can win with 5 of the 10 first moves, and one of them wins at once."),
    fair(
        Options(highest=12, second_move="free", reach=7),
        "Whoever starts can win, but only with 2 of the 12 first moves; with perfect play it takes 9 moves.",
    ),
    deep(
        Options(second_move="free", reach=8),
        "Whoever starts can win, but only with 2 of the 10 first moves; with perfect play it takes 9 moves.",
    ),
)
