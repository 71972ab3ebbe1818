"""Recommended options of Pocket Addition."""

from __future__ import annotations

from fathom.games.pocket_addition.rules import DEFAULTS, Options
from fathom.show.preset import by_the_book, deep, fair

PRESETS = (
    by_the_book(
        DEFAULTS, "Whoever starts can win, but only with 3 of the 9 first moves; with perfect play it takes 5 moves."
    ),
    fair(
        Options(target=20),
        "Whoever starts can win, but only with 3 of the 9 first moves; with perfect play it takes 11 moves.",
    ),
    deep(
        Options(target=24),
        "Whoever starts can win, but only with 3 of the 9 first moves; with perfect play it takes 12 moves.",
    ),
)
