"""A draft: a layout in the making, which can be judged at any time.

draft = read_draft(5, "kC4.xB2.lC4")       later things win: the ladder is on C4, and there is no key
draft.judge().said                         "A puzzle needs a key: put one on a tile."
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.errors import BadOption
from fathom.games.pyramid_puzzle import ROOM
from fathom.games.pyramid_puzzle.board import PEAK, Tile, make_layout, pyramid, read_things, split
from fathom.games.pyramid_puzzle.make.rate import grade_puzzle
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.codes import write_puzzle_code
from fathom.games.pyramid_puzzle.solve.solution import solve

_ONLY_ONE = ("k", "l")


class DraftVerdict(NamedTuple):
    """The verdict on a draft: its code and least MP if it is a puzzle with a solution, and a sentence."""

    code: str | None
    mp: int | None
    said: str


class Draft(NamedTuple):
    """The things on the pyramid so far."""

    levels: int
    things: dict[Tile, str]

    @property
    def text(self) -> str:
        """`kC4.xB2`, in the order of layouts; empty for a bare pyramid."""
        ordered = sorted(self.things.items(), key=lambda item: ("kldx".index(item[1]), split(item[0])))
        return ".".join(letter + tile for tile, letter in ordered)

    def judge(self) -> DraftVerdict:
        """Solve the puzzle, or say what is missing."""
        if "k" not in self.things.values():
            return DraftVerdict(None, None, "A puzzle needs a key: put one on a tile.")
        try:
            options = Options(
                levels=self.levels, layout=make_layout([(thing, at) for at, thing in self.things.items()])
            )
            ROOM.check_served(options)
        except BadOption as error:
            return DraftVerdict(None, None, str(error))
        return _judge_puzzle(options)


def read_draft(levels: int, text: str) -> Draft:
    """A draft from things on tiles: on each tile, and of keys and ladders, the last wins; unknown tiles are dropped."""
    tiles = pyramid(levels).paths
    things: dict[Tile, str] = {}
    for letter, tile in read_things(text) if text else ():
        if letter in _ONLY_ONE:
            things = {at: thing for at, thing in things.items() if thing != letter}
        if tile in tiles and tile != PEAK:
            things[tile] = letter
    return Draft(levels, things)


def _judge_puzzle(options: Options) -> DraftVerdict:
    solution = solve(options)
    code = write_puzzle_code(options)
    if solution.routes is None:
        return DraftVerdict(code, None, f"There is no way to the peak: {solution.reason}.")
    count = solution.routes.count()
    routes = "one best route" if count == 1 else f"{count:,} best routes"
    said = f"{solution.mp} MP is the best there is, with {routes}: {grade_puzzle(options)}."
    return DraftVerdict(code, solution.mp, said)
