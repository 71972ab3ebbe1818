"""Can a pyramid still be completed with the tokens that are left, if the other seat takes no more of them?"""

from __future__ import annotations

from collections.abc import Hashable

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.memory import Memory
from fathom.games.pyramid_challenge.rules import Cells, Options, placeable

_known: Memory[Hashable, bool] = Memory(1 << 16)


def can_be_completed(options: Options, cells: Cells, other: Cells, meter: Meter = UNLIMITED) -> bool:
    """By trying every number in the order of play; of the other pyramid only the tokens that it has taken matter."""
    if len(cells) == options.cells:
        return True
    key = options, cells, tuple(sorted(other))
    known = _known.get(key)
    if known is None:
        meter.look()
        numbers = placeable(options, cells, other)
        known = any(can_be_completed(options, (*cells, number), other, meter) for number in numbers)
        _known.keep(key, known)
    return known
