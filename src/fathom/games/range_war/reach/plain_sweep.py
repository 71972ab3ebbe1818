"""Fills the table of Range War with a reach, set by set, where numpy is missing or not worth its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom.core.budget import Meter

if TYPE_CHECKING:
    from fathom.games.range_war.reach.table import Layout


def plain_sweep(layout: Layout, reach: int, meter: Meter) -> bytearray:
    """The bytes of the table: a set is solved after all its subsets."""
    highest, place = layout.highest, layout.place
    scores = bytearray(layout.size)
    for free in range(1 << highest):
        worth = [scores[place(free ^ 1 << m, m)] if free >> m & 1 else 0 for m in range(highest)]
        goes_down = (highest - free.bit_count()) % 2 == 1
        for last in range(highest):
            if not free >> last & 1:
                ahead = worth[max(0, last - reach) : last] if goes_down else worth[last + 1 : last + 1 + reach]
                scores[place(free, last)] = one_ply_earlier(max(ahead, default=0))
        meter.tick(highest)
    return scores


def one_ply_earlier(score: int) -> int:
    """The score of the seat before, where the best move of the next seat has this score; 0 if it has no move."""
    return 254 - score if score < 128 else 256 - score
