"""A position of Pyramid Challenge as numbers: both pyramids, and whether the last move was a pass."""

from __future__ import annotations

from fathom.games.pyramid_challenge.rules import Options, Position
from fathom.show.observation import Observer


def observer(options: Options) -> Observer[Position]:
    """The cells of both pyramids in the order in which they are filled, and 0 if the other seat has just passed."""
    cells = options.cells

    def observe(position: Position) -> tuple[int, ...]:
        own, foe = position.own, position.foe
        return (*own, *(0,) * (cells - len(own)), *foe, *(0,) * (cells - len(foe)), int(not position.passed))

    labels = [f"{whose} cell {i}, 0 empty" for whose in ("own", "other") for i in range(1, cells + 1)]
    return Observer((*labels, "0 after a pass, else 1"), options.highest, observe)
