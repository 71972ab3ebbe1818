"""What a grid of variants shows, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from fathom.core.words import counted
from fathom.workshop.grid import Grid
from fathom.workshop.ranking import rank_deep, rank_fair
from fathom.workshop.variant import Figures, Variant


def findings(grid: Grid, variants: Sequence[Variant]) -> list[str]:
    """How many variants there are, who wins them, and which are the fairest and the deepest."""
    audited = [variant.figures for variant in variants if variant.figures]
    unknown, refused = len(variants) - len(audited), len(grid.cells) - len(grid.codes)
    found = f"{counted(len(audited), 'variant')} audited"
    found += f", {unknown:,} unknown" if unknown else ""
    found += f"; the rules do not allow {counted(refused, 'combination')}" if refused else ""
    left = len(grid.codes) - len(variants)
    found += f"; {left:,} not done" if left else ""
    won = [sum(figures.winner == seat for figures in audited) for seat in (1, 2, None)]
    lines = [
        f"{found}.",
        f"With perfect play seat 1 wins {won[0]:,} of them, seat 2 {won[1]:,}, and nobody {won[2]:,}.",
    ]
    fair, deep = rank_fair(variants), rank_deep(variants)
    if not fair:
        return [*lines, "None of them has several good first moves among bad ones and is not decided at once."]
    return [*lines, f"Fairest: {_describe(fair[0])}", f"Deepest: {_describe(deep[0])}"]


def _describe(variant: Variant) -> str:
    figures = variant.figures
    assert figures
    slips = f"with slips seat 1 scores {100 * figures.score:.1f}%, in {figures.length:.1f} moves"
    return f"{variant.code}. {_outlook(figures)}; {slips}."


def _outlook(figures: Figures) -> str:
    kept = f"{figures.keeping} of {figures.openings} first moves"
    if figures.winner is None:
        return f"Nobody wins with perfect play, and {kept} keep the draw"
    return f"Seat {figures.winner} wins in {figures.plies} moves, and {kept} keep the win"
