"""Pyramid Puzzle: fetch the key and climb to the peak for the fewest movement points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom.core.budget import UNLIMITED, Meter
from fathom.show.room import Reasons, Room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fathom.core.game import Game, Known
    from fathom.core.options import Options
    from fathom.core.value import Adviser, Oracle
    from fathom.games.pyramid_puzzle.rules import Move, Position
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.puzzles import Puzzles
    from fathom.show.text import GameText, HintLadder


class PyramidPuzzleRoom(Room["Position", "Move"]):
    name = "pyramid-puzzle"

    @property
    def game(self) -> Game[Position, Move]:
        from fathom.games.pyramid_puzzle.rules import GAME

        return GAME

    @property
    def text(self) -> GameText[Position, Move]:
        from fathom.games.pyramid_puzzle.text import TEXT

        return TEXT

    @property
    def draw(self) -> Drawing[Position, Move]:
        from fathom.games.pyramid_puzzle.svg import drawing

        return drawing

    @property
    def known(self) -> Known:
        from fathom.games.pyramid_puzzle.theory import KNOWN

        return KNOWN

    def oracle(self, options: Options, meter: Meter = UNLIMITED) -> Oracle[Position]:
        from fathom.games.pyramid_puzzle.theory import LeastCost

        return LeastCost()

    @property
    def best_line(self) -> Callable[[Position, Meter], Iterable[Move]]:
        from fathom.games.pyramid_puzzle.theory import best_line

        return best_line

    @property
    def reasons(self) -> Reasons[Position, Move]:
        from fathom.games.pyramid_puzzle.reasons import why

        def exact(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
            return why(position, move, adviser.meter)

        return Reasons(exact)

    @property
    def hints(self) -> HintLadder[Position]:
        from fathom.games.pyramid_puzzle.solve.hints import LADDER

        return LADDER

    @property
    def puzzles(self) -> Puzzles:
        from fathom.games.pyramid_puzzle.make.results import rank_solvings
        from fathom.games.pyramid_puzzle.scenario import read_scenario
        from fathom.show.puzzles import Puzzles

        return Puzzles(read_scenario, rank_solvings)

    @property
    def examples(self) -> Examples:
        from fathom.games.pyramid_puzzle.examples import EXAMPLES

        return EXAMPLES


ROOM = PyramidPuzzleRoom()
