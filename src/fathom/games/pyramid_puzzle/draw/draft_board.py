"""The pyramid of the editor: every tile is a control, to put something on it, and there is no walker."""

from __future__ import annotations

from fathom.core.match import Match
from fathom.games.pyramid_puzzle.board import PEAK, Tile, make_layout, pyramid
from fathom.games.pyramid_puzzle.draw.pen import ON_PAGE
from fathom.games.pyramid_puzzle.draw.plan import page_plan
from fathom.games.pyramid_puzzle.draw.pyramid import PyramidDrawing
from fathom.games.pyramid_puzzle.draw.things import THINGS_AS_SAID
from fathom.games.pyramid_puzzle.make.draft import Draft
from fathom.games.pyramid_puzzle.rules import GAME, Move, Options, Position
from fathom.show.board import Board
from fathom.show.svg import group


def draw_draft(draft: Draft) -> str:
    """A draft as one SVG element."""
    return _DraftBoard(draft).draw()


class _DraftBoard(Board[Position, Move]):
    """The board of a draft. A board needs a match, but a draft may not be a puzzle yet: so it has a dummy match."""

    def __init__(self, draft: Draft) -> None:
        self.tiles = pyramid(draft.levels).tiles
        self.plan = page_plan(draft.levels)
        stand_in = Options(levels=draft.levels, layout=make_layout([("k", self.tiles[-1])]))
        super().__init__(Match(GAME, stand_in), self.plan.width)
        self.draft = draft
        self.drawing = PyramidDrawing(self.plan, ON_PAGE, draft.things)

    def draw(self) -> str:
        drawn = [*self.drawing.draw_ground(), *map(self._draw_tile, self.tiles)]
        return self.svg(self.plan.height, f"A pyramid of {self.plan.levels} levels to put things on.", *drawn)

    def status(self) -> str:
        """What is on it, in words."""
        lying = ", ".join(f"{THINGS_AS_SAID[thing]} on {tile}" for tile, thing in self.draft.things.items())
        return f"On it: {lying or 'nothing'}."

    def _draw_tile(self, tile: Tile) -> str:
        thing, drawn = self.draft.things.get(tile, ""), self.drawing.draw_tile(tile)
        marks = "tile blocked" if thing == "x" else "tile"
        if tile == PEAK:
            return group(*drawn, class_=marks)
        control = {"role": "button", "tabindex": 0 if tile == self.tiles[1] else -1, "data_move": tile}
        said = f"{tile}, {THINGS_AS_SAID[thing] if thing else 'empty'}"
        return group(*drawn, class_=f"choice {marks}", aria_label=said, **control)
