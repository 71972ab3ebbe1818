"""Chance that is the same one draw at a time and in thousands: a counter, scrambled (SplitMix64).

A stream is a 64-bit number. Every draw adds `STEP` to it and scrambles the sum, so that a plain integer and an array
of them go through the same numbers, and copies of an environment go on alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD = (1 << 64) - 1


class Stream:
    """The draws of one environment."""

    def __init__(self, seed: int) -> None:
        self.at = seed & _WORD

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`."""
        self.at = (self.at + STEP) & _WORD
        x = self.at
        x = (x ^ x >> 30) * _FIRST & _WORD
        x = (x ^ x >> 27) * _SECOND & _WORD
        return ((x ^ x >> 31) >> 32) * bound >> 32


def draw_below(streams: np.ndarray, bounds: np.ndarray | int) -> np.ndarray:
    """The next draw of every stream, each below its bound; the streams are moved on."""
    import numpy as np

    streams += np.uint64(STEP)
    x = streams >> np.uint64(30)
    x ^= streams
    x *= np.uint64(_FIRST)
    x ^= x >> np.uint64(27)
    x *= np.uint64(_SECOND)
    x ^= x >> np.uint64(31)
    x >>= np.uint64(32)
    x *= np.asarray(bounds, np.uint64)
    x >>= np.uint64(32)
    return x.astype(np.int64)
