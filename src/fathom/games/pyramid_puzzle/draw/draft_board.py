"""The pyramid of the editor: every tile is a control, to put something on it, and there is no walker."""

from __future__ import annotations

from fathom.core.match import Match
from fathom.games.pyramid_puzzle.board import PEAK, Tile, make_layout, pyramid
from fathom.games.pyramid_puzzle.draw.pen import ON_PAGE
from fathom.games.pyramid_puzzle.draw.plan import narrow_plan, page_plan
from fathom.games.pyramid_puzzle.draw.pyramid import PyramidDrawing
from fathom.games.pyramid_puzzle.draw.things import THINGS_AS_SAID
from fathom.games.pyramid_puzzle.make.draft import Draft
from fathom.games.pyramid_puzzle.rules import GAME, Move, Options, Position
from fathom.show.board import Board, shift
from fathom.show.svg import group, number


def draw_draft(draft: Draft) -> str:
    """A draft as one SVG element."""
    return _DraftBoard(draft).draw()


class _DraftBoard(Board[Position, Move]):
    """The board of a draft. A board needs a match, but a draft may not be a puzzle yet: so it has a dummy match."""

    def __init__(self, draft: Draft) -> None:
        self.tiles = pyramid(draft.levels).tiles
        self.plan = page_plan(draft.levels)
        self.narrow = narrow_plan(self.plan)
        stand_in = Options(levels=draft.levels, layout=make_layout([("k", self.tiles[-1])]))
        super().__init__(Match(GAME, stand_in), self.plan.width)
        self.draft = draft
        self.drawing = PyramidDrawing(self.plan, ON_PAGE, draft.things)

    def draw(self) -> str:
        drawn = [*self._draw_ground(), *map(self._draw_tile, self.tiles)]
        narrow = f"0 0 {number(self.narrow.width)} {number(self.narrow.height)}" if self.narrow else None
        said = f"A pyramid of {self.plan.levels} levels to put things on."
        return self.svg(self.plan.height, said, *drawn, narrow=narrow)

    def _draw_ground(self) -> list[str]:
        """What the tiles lie on, once for each layout."""
        wide = self.drawing.draw_ground()
        if self.narrow is None:
            return [*wide]
        narrow = PyramidDrawing(self.narrow, ON_PAGE, self.draft.things).draw_ground()
        return [self.when_wide(*wide), self.when_narrow(*narrow)]

    def status(self) -> str:
        """What is on it, in words."""
        lying = ", ".join(f"{THINGS_AS_SAID[thing]} on {tile}" for tile, thing in self.draft.things.items())
        return f"On it: {lying or 'nothing'}."

    def _draw_tile(self, tile: Tile) -> str:
        thing, drawn = self.draft.things.get(tile, ""), self.drawing.draw_tile(tile)
        marks = "tile blocked" if thing == "x" else "tile"
        narrow = shift(self.plan.at(tile), self.narrow.at(tile)) if self.narrow else None
        if tile == PEAK:
            return group(*drawn, class_=marks, data_narrow=narrow)
        control = {"role": "button", "tabindex": 0 if tile == self.tiles[1] else -1, "data_move": tile}
        said = f"{tile}, {THINGS_AS_SAID[thing] if thing else 'empty'}"
        room = self.room(self.plan.at(tile), self.plan.pitch, self.plan.pitch) if self.narrow else ""
        return group(room, *drawn, class_=f"choice {marks}", aria_label=said, data_narrow=narrow, **control)
