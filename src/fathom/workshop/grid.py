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
    axes = tuple(Axis(option, _values(option, values)) for option, values in assignments(text.split(",")).items())
    size = prod(len(axis.values) for axis in axes)
    if size > MOST:
        raise BadOption(f"The grid has {size:,} combinations, and at most {MOST:,} are possible.")
    grid = Grid(game, axes, tuple(_cells(game, axes)))
    if not grid.codes:
        game.options_type.read({axis.option: axis.values[0] for axis in axes})  # says what is wrong with the first
    return grid


def _values(option: str, text: str) -> tuple[str, ...]:
    """`4..12` is a range, `lower|free` a list; both can be combined."""
    values: list[str] = []
    for part in text.split("|"):
        bounds = _RANGE.fullmatch(part)
        if not bounds:
            values.append(part)
            continue
        low, high = int(bounds[1]), int(bounds[2])
        if low > high:
            raise BadOption(f"{quoted(part)} is not a range for {option}: the lower number comes first.")
        if high - low >= MOST:
            raise BadOption(f"{quoted(part)} has {high - low + 1:,} values, and at most {MOST:,} are possible.")
        values += map(str, range(low, high + 1))
    if len(set(values)) < len(values):
        raise BadOption(f"{quoted(text)} gives a value of {option} twice.")
    return tuple(values)


def _cells(game: AnyGame, axes: tuple[Axis, ...]) -> Iterator[Cell]:
    """A value that an option can never have is an error; values that do not fit together are left out."""
    for axis in axes:
        for value in axis.values:
            _check(game, axis.option, value)
    for place in product(*(range(len(axis.values)) for axis in axes)):
        texts = {axis.option: axis.values[at] for axis, at in zip(axes, place, strict=True)}
        try:
            yield Cell(place, write_code(Match(game, game.options_type.read(texts))))
        except BadOption:
            yield Cell(place, None)


def _check(game: AnyGame, name: str, text: str) -> None:
    option = game.options_type.declared.get(name)
    if option is None:
        game.options_type.read({name: text})  # says which options there are
        return
    if not option.admits(option.read(text)):
        raise BadOption(f"{quoted(text)} is not a value for {name}: it must be {option.allowed}.")
