"""A position of Range War as numbers: the line, and where the next number must lie."""

from __future__ import annotations

from fathom.games.range_war.rules import ANY, HIGHER, LOWER, Options, Position
from fathom.show.observation import Observer

_CLAIMED, _FREE, _LAST = 0, 1, 2
_WAYS = {ANY: 0, LOWER: 1, HIGHER: 2}


def observer(options: Options) -> Observer[Position]:
    """By number: claimed, free, or claimed last; then anywhere, lower or higher."""
    numbers = range(1, options.highest + 1)

    def observe(position: Position) -> tuple[int, ...]:
        free, last = position.free, position.last
        line = (_FREE if free >> n & 1 else _LAST if n == last else _CLAIMED for n in numbers)
        return (*line, _WAYS[position.must_go])

    labels = (*(f"{n}: 0 claimed, 1 free, 2 claimed last" for n in numbers), "next: 0 any, 1 lower, 2 higher")
    return Observer(labels, 2, observe)
