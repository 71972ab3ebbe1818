"""By what variants are compared, and which of them are the fairest and the deepest.

The criteria, in words, are in `docs/workshop.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from fathom.workshop.variant import Figures, Variant

#: A game that perfect play ends before this many plies is decided at once.
NOT_AT_ONCE: Final = 5
#: This many first moves, at least, keep the result.
SEVERAL: Final = 2


class Metric(NamedTuple):
    """A figure that can be compared: what it is, how it is found and shown, and whether less of it is better."""

    meaning: str
    of: Callable[[Figures], float | None]
    as_percent: bool
    less_is_better: bool

    def written(self, value: float) -> str:
        return f"{100 * value:.0f}" if self.as_percent else f"{value:.3g}" if value < 100 else f"{value:,.0f}"


#: By their names on the command line.
METRICS: Final = {
    "unevenness": Metric(
        "0 if slips leave both seats the same chances, 100 if one always wins", lambda f: f.unevenness, True, True
    ),
    "score": Metric("seat 1's score in percent if both players slip now and then", lambda f: f.score, True, False),
    "random": Metric("seat 1's score in percent if both players play at random", lambda f: f.random, True, False),
    "depth": Metric(
        "length of a game, times the share of positions that test the player", lambda f: f.depth, False, False
    ),
    "length": Metric("moves in a game with slips", lambda f: f.length, False, False),
    "tested": Metric("percent of the positions that test the player", lambda f: f.tested, True, False),
    "changes": Metric("how often the result changes in a game with slips", lambda f: f.changes, False, False),
    "rungs": Metric("levels in a row that beat the one before clearly", lambda f: f.rungs, False, False),
    "openings": Metric("percent of the first moves that keep the result", lambda f: f.keeping / f.openings, True, True),
    "plies": Metric("moves of perfect play; none for a draw", lambda f: f.plies, False, False),
    "positions": Metric("reachable positions", lambda f: f.positions, False, False),
}


def is_candidate(figures: Figures) -> bool:
    """Is the game not decided at once, with several good first moves among bad ones?"""
    late = figures.plies is None or figures.plies >= NOT_AT_ONCE
    return late and SEVERAL <= figures.keeping < figures.openings


def has_hidden_openings(figures: Figures) -> bool:
    """Are at most half of the first moves good? Such candidates come before all others."""
    return 2 * figures.keeping <= figures.openings


def rank_fair(variants: Iterable[Variant]) -> list[Variant]:
    """The candidates: good first moves hidden before not, then the most even in play with slips first."""
    found = [
        (not has_hidden_openings(figures), figures.unevenness, variant.code, variant)
        for variant, figures in _candidates(variants)
    ]
    return [variant for *_, variant in sorted(found)]


def rank_deep(variants: Iterable[Variant]) -> list[Variant]:
    """The candidates, those first with the longest ladder of levels, then with the greatest depth."""
    found = [(-figures.rungs, -figures.depth, variant.code, variant) for variant, figures in _candidates(variants)]
    return [variant for *_, variant in sorted(found)]


def _candidates(variants: Iterable[Variant]) -> list[tuple[Variant, Figures]]:
    return [(each, each.figures) for each in variants if each.figures and is_candidate(each.figures)]


def rank_by(name: str, variants: Iterable[Variant]) -> list[Variant]:
    """Those that have the figure, the best first."""
    metric = METRICS[name]
    found = [
        (value, variant)
        for variant in variants
        if variant.figures and (value := metric.of(variant.figures)) is not None
    ]
    sign = 1 if metric.less_is_better else -1
    return [variant for _, variant in sorted(found, key=lambda row: (sign * row[0], row[1].code))]
