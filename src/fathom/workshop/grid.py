"""A grid of variants: every combination of some values of some options.

    grid = read_grid(game, "highest=4..12,second_move=lower|free")
    grid.axes                        -> (Axis("highest", ("4", ..., "12")), Axis("second_move", ("lower", "free")))
    grid.codes                       -> ("range-war,highest=4", ...): those that the rules allow

The options that the grid does not name have their defaults.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Final, NamedTuple

from fathom.core.code import write_code
from fathom.core.game import AnyGame
from fathom.core.match import Match
from fathom.core.options import assignments
from fathom.core.words import quoted
from fathom.errors import BadOption

#: The most combinations in a grid.
MOST: Final = 100_000
_RANGE = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})", re.ASCII)


class Axis(NamedTuple):
    """An option and its values, as text."""

    option: str
    values: tuple[str, ...]


class Cell(NamedTuple):
    """A combination: the place on each axis, and the code; None if the rules do not allow it."""

    place: tuple[int, ...]
    code: str | None


class Grid(NamedTuple):
    """The axes, and every combination in order."""

    game: AnyGame
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...]

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(cell.code for cell in self.cells if cell.code)


def read_grid(game: AnyGame, text: str) -> Grid:
    """The grid that a line such as `highest=4..12,target=5..30` names; raises `BadOption`."""
    if not game.is_contest:
        raise BadOption(f"{game.title} is for one player, so its variants have no winner to compare.")
    axes = tuple(Axis(name, _values(game, name, values)) for name, values in assignments(text.split(",")).items())
    size = prod(len(axis.values) for axis in axes)
    if size > MOST:
        raise BadOption(f"The grid has {size:,} combinations, and at most {MOST:,} are possible.")
    grid = Grid(game, axes, tuple(_cells(game, axes)))
    if not grid.codes:
        game.options_type.read({axis.option: axis.values[0] for axis in axes})  # says what is wrong with the first
    return grid


def _values(game: AnyGame, name: str, text: str) -> tuple[str, ...]:
    """`4..12` is a range, `lower|free` a list; both can be combined. Each value is as Fathom writes it: `03` is 3."""
    values: list[str] = []
    for part in text.split("|"):
        bounds = _RANGE.fullmatch(part)
        if not bounds:
            values.append(_written(game, name, part))
            continue
        low, high = int(bounds[1]), int(bounds[2])
        if low > high:
            raise BadOption(f"{quoted(part)} is not a range for {name}: the lower number comes first.")
        if high - low >= MOST:
            raise BadOption(f"{quoted(part)} has {high - low + 1:,} values, and at most {MOST:,} are possible.")
        values += [_written(game, name, str(value)) for value in range(low, high + 1)]
    if len(set(values)) < len(values):
        raise BadOption(f"{quoted(text)} gives a value of {name} twice.")
    return tuple(values)


def _written(game: AnyGame, name: str, text: str) -> str:
    """A value of an option in the form in which codes have it; raises `BadOption` for one that it can never have."""
    option = game.options_type.option(name)
    return option.write(option.accept(text))


def _cells(game: AnyGame, axes: tuple[Axis, ...]) -> Iterator[Cell]:
    """Every combination; those whose values do not fit together have no code."""
    for place in product(*(range(len(axis.values)) for axis in axes)):
        texts = {axis.option: axis.values[at] for axis, at in zip(axes, place, strict=True)}
        try:
            yield Cell(place, write_code(Match(game, game.options_type.read(texts))))
        except BadOption:
            yield Cell(place, None)
