"""A position of Pocket Addition as numbers: the pool, the totals, and whether the last move was a pass."""

from __future__ import annotations

from fathom.games.pocket_addition.rules import Options, Position
from fathom.show.observation import Observer


def observer(options: Options) -> Observer[Position]:
    """By number: is it in the pool; then both totals, and whether the other seat has just passed."""
    numbers = range(1, options.highest + 1)

    def observe(position: Position) -> tuple[int, ...]:
        pool = position.pool
        return (*(pool >> n & 1 for n in numbers), position.own, position.foe, int(position.passed))

    labels = (*(f"{n}: 1 in the pool" for n in numbers), "own total", "other total", "1 after a pass")
    return Observer(labels, options.target, observe)
