"""The pyramid from above: its tiles, the paths between them, and what is on them.

Concentric squares; numbers grow clockwise from the bottom-left corner of each level:

      C3  C4  C5
      C2  ..  C6      around   Y+1 (clockwise) or Y-1
      C1  C8  C7      outward  2Y-1 or 2Y of the level below
                      inward   ceil(Y/2) of the level above

A tile is its name: "C4". A `Layout` says what is where: `kC4.lE24.dD1.xB2.xB3`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fathom.core.numerals import read_number
from fathom.core.options import Option
from fathom.core.words import quoted
from fathom.errors import BadOption

Tile = str

PEAK: Tile = "A1"
LEVEL_LETTERS = "ABCDEFGHIJ"
AROUND, INWARD, OUTWARD = "around", "inward", "outward"


class Path(NamedTuple):
    """A path to a neighbouring tile: `Path("D1", "inward")`."""

    to: Tile
    kind: str


class Pyramid(NamedTuple):
    """The tiles of a pyramid and the paths between them."""

    levels: int
    tiles: tuple[Tile, ...]
    paths: dict[Tile, tuple[Path, ...]]

    @property
    def base(self) -> tuple[Tile, ...]:
        """The tiles of the lowest level, where a walk starts."""
        return self.tiles[-size_of(self.levels) :]


def size_of(level: int) -> int:
    """The number of tiles on a level, counted from the peak: 1, 4, 8, 16, 32, ..."""
    return 1 if level == 1 else 2**level


@cache
def pyramid(levels: int) -> Pyramid:
    """The pyramid of that many levels."""
    tiles = [f"{LEVEL_LETTERS[i - 1]}{y}" for i in range(1, levels + 1) for y in range(1, size_of(i) + 1)]
    return Pyramid(levels, tuple(tiles), {tile: _paths(tile, levels) for tile in tiles})


def _paths(tile: Tile, levels: int) -> tuple[Path, ...]:
    """Clockwise, counter-clockwise, inward, outward left, outward right."""
    level, y = split(tile)
    if level == 1:
        around, inward, outward = [], [], [1, 2, 3, 4] if levels > 1 else []
    else:
        size = size_of(level)
        around = [y % size + 1, (y - 2) % size + 1]
        inward = [1 if level == 2 else (y + 1) // 2]
        outward = [2 * y - 1, 2 * y] if level < levels else []
    return (
        *(Path(f"{tile[0]}{n}", AROUND) for n in around),
        *(Path(f"{LEVEL_LETTERS[level - 2]}{n}", INWARD) for n in inward),
        *(Path(f"{LEVEL_LETTERS[level]}{n}", OUTWARD) for n in outward),
    )


def split(tile: Tile) -> tuple[int, int]:
    """`split("C4") == (3, 4)`: the level counted from the peak, and the number."""
    return LEVEL_LETTERS.index(tile[0]) + 1, int(tile[1:])


def read_tile(text: str) -> Tile | None:
    """The tile that `text` spells in upper or lower case, or None; it may not exist in a given pyramid."""
    name = text.strip().upper() if text.isascii() else ""
    number = read_number(name[1:])
    if not name or name[0] not in LEVEL_LETTERS or number is None or name[1] == "0":
        return None
    return name


class Layout(NamedTuple):
    """What is on the pyramid: a key, perhaps a ladder, sticks of dynamite, blocked tiles."""

    key: Tile
    ladder: Tile | None
    dynamite: tuple[Tile, ...]
    blocked: tuple[Tile, ...]

    def things(self) -> list[tuple[str, Tile]]:
        """Every thing with its letter, in the canonical order of a code."""
        ladder = [("l", self.ladder)] if self.ladder else []
        return [
            ("k", self.key),
            *ladder,
            *(("d", tile) for tile in self.dynamite),
            *(("x", tile) for tile in self.blocked),
        ]

    def __str__(self) -> str:
        return ".".join(letter + tile for letter, tile in self.things())

    def check(self, levels: int) -> None:
        """Rule 7: every tile exists and holds at most one thing, and the peak holds nothing."""
        tiles = pyramid(levels).paths
        seen: set[Tile] = set()
        for _, tile in self.things():
            if tile not in tiles:
                raise BadOption(f"There is no tile {tile} on a pyramid of {levels} levels (rule 1).")
            if tile == PEAK:
                raise BadOption(f"Nothing may lie on {PEAK}, the peak (rule 7).")
            if tile in seen:
                raise BadOption(f"Two things lie on {tile}, which holds one at most (rule 7).")
            seen.add(tile)


def make_layout(things: list[tuple[str, Tile]]) -> Layout:
    """A layout from letters and tiles, in any order; sticks and blocked tiles are sorted."""
    found: dict[str, list[Tile]] = {letter: [] for letter in "kldx"}
    for letter, tile in things:
        found[letter].append(tile)
    if len(found["k"]) != 1:
        raise BadOption(f"A layout has exactly one key, not {len(found['k'])} (rule 7).")
    if len(found["l"]) > 1:
        raise BadOption(f"A layout has one ladder at most, not {len(found['l'])} (rule 7).")
    ladder = found["l"][0] if found["l"] else None
    dynamite, blocked = (tuple(sorted(found[letter], key=split)) for letter in "dx")
    return Layout(found["k"][0], ladder, dynamite, blocked)


def read_layout(text: str) -> Layout:
    """The layout that a text such as `kC4.lE24.dD1.xB2` spells, in any order and case."""
    return make_layout(read_things(text))


def read_things(text: str) -> list[tuple[str, Tile]]:
    """`[("k", "C4"), ("x", "B2")]` for `kC4.xB2`, in any case; they may not make a valid layout."""
    things = []
    for part in text.split("."):
        letter, tile = part[:1].lower(), read_tile(part[1:])
        if not part.isascii() or letter not in {"k", "l", "d", "x"} or tile is None:
            raise BadOption(
                f"{quoted(part)} is not a thing on a tile: write k (key), l (ladder), d (dynamite) "
                "or x (blocked) and a tile, such as kC4."
            )
        things.append((letter, tile))
    return things


class LayoutOption(Option[Layout]):
    """A layout as an option; `Options.check` checks that its tiles exist."""

    @property
    def allowed(self) -> str:
        return "things on tiles, such as kC4.lE24.dD1.xB2"

    def admits(self, value: object) -> bool:
        return isinstance(value, Layout)

    def read(self, text: str) -> Layout:
        return read_layout(text)
