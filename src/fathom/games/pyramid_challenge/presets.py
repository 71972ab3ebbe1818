"""Recommended options of Pyramid Challenge."""

from __future__ import annotations

from fathom.games.pyramid_challenge.rules import DEFAULTS, Options
from fathom.show.preset import by_the_book, deep

PRESETS = (
    by_the_book(DEFAULTS, "Whoever starts can win with every first move; with perfect play it takes 11 moves."),
    deep(Options(levels=4), "Whoever starts can win with every first move; with perfect play it takes 19 moves."),
)
