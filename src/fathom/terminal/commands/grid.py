"""Tables of machines against machines, as text that fits the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from fathom.core.words import MARK
from fathom.show.canvas import Canvas

_WIDEST_FIGURE = len("100.0")
_GAP = 2

#: The text for the player of a row against the player of a column.
Cell = Callable[[str, str], str]


def grid(names: Sequence[str], cell: Cell, canvas: Canvas, width: int = _WIDEST_FIGURE) -> list[str]:
    """A row and a column for each name; columns that do not fit follow below. `width` is that of the widest cell."""
    widest = max(len(name.removeprefix(MARK)) for name in names)
    lines: list[str] = []
    for columns in _split_columns(names, canvas.width - widest, width):
        lines += [""] if lines else []
        rows = [("", [column.removeprefix(MARK) for column in columns])]
        rows += [(name, [cell(name, column) for column in columns]) for name in names]
        for name, cells in rows:
            shown = (text.rjust(_width(column, width)) for column, text in zip(columns, cells, strict=True))
            lines.append(name.removeprefix(MARK).ljust(widest) + "".join(shown))
    return lines


def _split_columns(names: Sequence[str], room: int, width: int) -> list[list[str]]:
    """The columns, in as many parts as they need."""
    parts, used = [list[str]()], 0
    for name in names:
        if parts[-1] and used + _width(name, width) > room:
            parts.append([])
            used = 0
        parts[-1].append(name)
        used += _width(name, width)
    return parts


def _width(name: str, width: int) -> int:
    """The width of a column, with the gap before it."""
    return max(len(name.removeprefix(MARK)), width) + _GAP


def percent(chance: Fraction, decimals: int = 1) -> str:
    """`42.4`; a certain 100 or 0 is written without a decimal."""
    if chance in (0, 1):
        return str(100 * chance)
    unit = 10**decimals
    parts = round(100 * unit * chance)
    return f"{parts // unit}.{parts % unit:0{decimals}}"
