"""Recommended options of Pyramid Challenge."""

from __future__ import annotations

from fathom.games.pyramid_challenge.rules import DEFAULTS, Options
from fathom.show.preset import by_the_book, deep, fair

PRESETS = (
    by_the_book(DEFAULTS, "Whoever starts can win with every first move; with perfect play it takes 11 moves."),
    fair(
        Options(levels=2, highest=6, copies=1),
        "Nobody can force a win, and only 2 of the 6 first moves keep the draw.",
    ),
    deep(
        Options(highest=4, copies=3),
        "Nobody can force a win, and 3 of the 4 first moves keep the draw.",
    ),
)
