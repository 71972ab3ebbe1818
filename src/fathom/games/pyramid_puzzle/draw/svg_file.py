"""The pyramid as a standalone SVG: a layout or a position, and a walk on it.

It prints well in black and white: things are shapes, blocked tiles are hatched, the walk is an arrow for every move
with its MP beside it, and a dark badge on each tile holds the numbers of the moves that lead there. The title and the
description say the same in words. There are no scripts and no references.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fathom.games.pyramid_puzzle.board import pyramid
from fathom.games.pyramid_puzzle.draw.arrows import draw_arrows, draw_badges
from fathom.games.pyramid_puzzle.draw.captions import Caption, draw_heading, draw_legend, draw_moves, shift
from fathom.games.pyramid_puzzle.draw.pen import INK, ON_PAPER, PAPER
from fathom.games.pyramid_puzzle.draw.plan import Plan, paper_plan
from fathom.games.pyramid_puzzle.draw.pyramid import PyramidDrawing
from fathom.games.pyramid_puzzle.draw.things import describe, find_things
from fathom.games.pyramid_puzzle.rules import Position
from fathom.games.pyramid_puzzle.solve.walk import WalkedMove
from fathom.show.svg import NAMESPACE, element, number, safe

_NARROWEST, _WIDEST_TEXT = 460, 720
_TITLE = "Pyramid Puzzle"


def write_svg_file(position: Position, walk: Sequence[WalkedMove] = (), title: str = _TITLE, code: str = "") -> str:
    """A whole file, ending in a newline: title and code, then the pyramid, the legend and the moves."""
    plan = paper_plan(position.options.levels)
    width = max(plan.width, _NARROWEST)
    scale = width / min(width, _WIDEST_TEXT)  # text scales with a large drawing
    room = width / scale
    head = Caption(draw_heading(title, code, room), scale)
    below = Caption([*draw_legend(position, walk, room), *draw_moves(walk, room)], scale)
    height = head.height + plan.height + below.height
    drawn = [
        element("rect", width=width, height=height, fill=PAPER),
        head.draw(0),
        shift((width - plan.width) / 2, head.height, "\n".join(_draw(position, walk, plan))),
        below.draw(head.height + plan.height),
    ]
    body = "\n".join([*_write_alternative(position, walk, title), *drawn])
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_write_root(body, width, height)}\n'


def write_svg_element(position: Position, walk: Sequence[WalkedMove] = (), title: str = _TITLE) -> str:
    """Only the pyramid, with its text alternative, for a page."""
    plan = paper_plan(position.options.levels)
    body = "\n".join([*_write_alternative(position, walk, title), *_draw(position, walk, plan)])
    return _write_root(body, plan.width, plan.height)


def _draw(position: Position, walk: Sequence[WalkedMove], plan: Plan) -> Iterator[str]:
    drawing = PyramidDrawing(plan, ON_PAPER, find_things(position), position.tile)
    yield from drawing.draw_ground()
    yield from ("".join(drawing.draw_tile(tile)) for tile in pyramid(plan.levels).tiles)
    yield from draw_arrows(plan, walk)
    yield from draw_badges(plan, walk)


def _write_alternative(position: Position, walk: Sequence[WalkedMove], title: str) -> list[str]:
    """The text alternative of the drawing."""
    return [element("title", safe(title)), element("desc", safe(describe(position, walk)))]


def _write_root(body: str, width: float, height: float) -> str:
    size = f"0 0 {number(width)} {number(height)}"
    family = "DejaVu Sans, Verdana, Arial, sans-serif"
    head = {"viewBox": size, "width": width, "height": height, "role": "img", "font_family": family, "fill": INK}
    return element("svg", f"\n{body}\n", xmlns=NAMESPACE, **head)
