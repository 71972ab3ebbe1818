"""A walk step by step: what each move costs, and what it collects or opens.

walk = walk_from(GAME.start(options), moves)
walk[1]     WalkedMove(number=2, move=Move("D1"), before=..., after=...)
walk[1].mp, walk[1].after.mp, walk[1].note == 2, 2, "dynamite"
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fathom.errors import UnreadableRoute
from fathom.games.pyramid_puzzle.board import Tile
from fathom.games.pyramid_puzzle.rules import GAME, Move, Position
from fathom.games.pyramid_puzzle.scenario.route import RouteStep, item_on


class WalkedMove(NamedTuple):
    """One move of a walk, counted from 1, between two positions."""

    number: int
    move: Move
    before: Position
    after: Position

    @property
    def mp(self) -> int:
        """The cost of the move."""
        return self.after.mp - self.before.mp

    @property
    def is_start(self) -> bool:
        return self.before.tile is None and not self.move.clears

    @property
    def note(self) -> str:
        """`start`, and what is collected or opened: `start, ladder`; empty for a plain step."""
        notes = ["start"] if self.is_start else []
        item = item_on(self.after.options, self.move.tile)
        if item and self.after.taken != self.before.taken:
            notes.append(item)
        if self.after.opened != self.before.opened:
            notes.append("opened")
        return ", ".join(notes)

    def __str__(self) -> str:
        """`2. D1 +2 = 2 (dynamite)`"""
        note = f" ({self.note})" if self.note else ""
        return f"{self.number}. {GAME.format_move(self.move)} +{self.mp} = {self.after.mp}{note}"


def walk_from(start: Position, moves: Iterable[Move]) -> list[WalkedMove]:
    """The moves of a walk from a position, each with what it changes; raises `IllegalMove`."""
    walk, position = [], start
    for number, move in enumerate(moves, 1):
        after = position.after(move)
        walk.append(WalkedMove(number, move, position, after))
        position = after
    return walk


def route_moves(start: Position, steps: Iterable[RouteStep]) -> list[Move]:
    """The moves of a route in the notation of the scenarios; raises `UnreadableRoute` for a step that breaks a rule."""
    moves, position = [], start
    for number, step in enumerate(steps, 1):
        if step.item and step.tile == position.tile:
            continue  # it only names what was collected on arrival
        move = Move(step.tile, step.clears)
        violation = position.violation(move)
        if violation:
            raise UnreadableRoute(f"Step {number} cannot be walked: {violation.text} (rule {violation.rule}).")
        moves.append(move)
        position = position.after(move)
    return moves


def number_visits(walk: Iterable[WalkedMove]) -> dict[Tile, list[int]]:
    """The numbers of the moves that name each tile: `{"E1": [1], "B2": [5, 7]}`."""
    numbers: dict[Tile, list[int]] = {}
    for walked in walk:
        numbers.setdefault(walked.move.tile, []).append(walked.number)
    return numbers
