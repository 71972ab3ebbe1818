"""The board of an item as a picture: an SVG file, and a PNG file where resvg-py is installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from fathom import games
from fathom.show.picture import picture


def draw_board(code: str) -> str:
    """The position of a code as a standalone SVG."""
    match = games.read_code(code)
    return picture(games.room(match.game.name).draw(match, still=True))


def can_draw_png() -> bool:
    return find_spec("resvg_py") is not None


def draw_png(svg: str) -> bytes:
    """The same picture as a PNG; needs resvg-py."""
    drawn: object = import_module("resvg_py").svg_to_bytes(svg_string=svg)
    return bytes(drawn) if isinstance(drawn, bytes | bytearray | list) else b""
