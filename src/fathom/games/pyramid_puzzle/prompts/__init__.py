"""Pyramid Puzzle in words, for readers who have only text."""

from __future__ import annotations

from fathom.core.match import Match
from fathom.games.pyramid_puzzle.board import LEVEL_LETTERS, pyramid
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.show.wording import Fact, Naming, Wording


def prose(position: Position) -> tuple[str, ...]:
    options = position.options
    levels, base = options.levels, LEVEL_LETTERS[options.levels - 1]
    last = len(pyramid(levels).base)
    return (
        f"Picture a stepped pyramid from above, {levels} levels from the peak A down to the base {base}. A is one "
        "tile, B four, and after that each level has twice as many as the one inside it, numbered clockwise from the "
        f"lower left corner; so the base runs from {base}1 to {base}{last}. Begin on any base tile that is not "
        "blocked. Sideways to the next tile of your level (the ring closes) costs 1, down and out from tile Y to tile "
        "2Y-1 or 2Y costs 1, and up and in to tile Y/2, rounded up, costs 2, but only 1 when you carry the ladder. All "
        "four B tiles touch the peak. You pick up whatever lies where you stand. Blocked tiles are shut unless you "
        "spend a stick of dynamite, which opens one of them for the rest of the walk: walk into it, or write clear: "
        "and the tile to open it from where you are, free of charge. You need the key to step on the peak, and that is "
        "where the walk ends. Get there as cheaply as you can.",
    )


def facts(match: Match[Position, Move], _: Naming) -> list[Fact]:
    position, layout = match.position, match.position.options.layout
    held = (["key"] if position.has_key else []) + (["ladder"] if position.has_ladder else [])
    return [
        Fact("key_at", layout.key, "The key lay on", changes=False),
        Fact("ladder_at", layout.ladder or "none", "The ladder lay on", changes=False),
        Fact("dynamite_at", layout.dynamite, "Sticks of dynamite lay on", in_order=False, changes=False),
        Fact("blocked", position.still_blocked, "Blocked tiles", in_order=False),
        Fact("at", position.tile or "none", "You stand on"),
        Fact("holding", (*held, *["dynamite"] * position.sticks), "You hold", in_order=False),
        Fact("mp", str(position.mp), "MP spent"),
    ]


WORDING: Wording[Position, Move] = Wording(
    prose, facts, "A move is the tile to step on, such as D1, or clear: and a blocked tile, such as clear:B2."
)
