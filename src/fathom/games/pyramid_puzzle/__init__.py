"""Pyramid Puzzle: fetch the key and climb to the peak for the fewest movement points."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fathom.core.budget import UNLIMITED, Meter
from fathom.errors import BadOption
from fathom.show.room import Reasons, Room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fathom.core.game import Game, Known
    from fathom.core.options import Options
    from fathom.core.value import Adviser, Oracle
    from fathom.games.pyramid_puzzle.rules import Move, Position
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.lesson import Lesson
    from fathom.show.observation import Observer
    from fathom.show.preset import Preset
    from fathom.show.puzzles import Puzzles
    from fathom.show.text import GameText, HintLadder
    from fathom.show.wording import Wording


#: The most that a shared server accepts.
_STICKS_SERVED, _BLOCKED_SERVED = 3, 60


class PyramidPuzzleRoom(Room["Position", "Move"]):
    name = "pyramid-puzzle"
    largest_served: ClassVar = {"levels": 7}

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

    def check_served(self, options: Options) -> None:
        """Any stick can open any blocked tile, so the work grows with the number of ways to use them."""
        from fathom.games.pyramid_puzzle import rules

        super().check_served(options)
        assert isinstance(options, rules.Options)
        sticks, blocked = len(options.layout.dynamite), len(options.layout.blocked)
        if sticks > _STICKS_SERVED or blocked > _BLOCKED_SERVED:
            raise BadOption(
                f"This server takes puzzles with up to {_STICKS_SERVED} sticks of dynamite and {_BLOCKED_SERVED} "
                f"blocked tiles, and this one has {sticks} and {blocked}; the terminal takes more."
            )

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
        from fathom.games.pyramid_puzzle.make.generate import new_options
        from fathom.games.pyramid_puzzle.make.rate import GRADES
        from fathom.games.pyramid_puzzle.make.results import rank_solvings, spent_mp
        from fathom.games.pyramid_puzzle.make.symmetry import shape
        from fathom.games.pyramid_puzzle.scenario.read import read_scenario
        from fathom.show.puzzles import Puzzles

        return Puzzles(read_scenario, rank_solvings, spent_mp, GRADES, new_options, shape)

    def observer(self, options: Options) -> Observer[Position]:
        from fathom.games.pyramid_puzzle import observation, rules

        assert isinstance(options, rules.Options)
        return observation.observer(options)

    @property
    def wording(self) -> Wording[Position, Move]:
        from fathom.games.pyramid_puzzle.prompts import WORDING

        return WORDING

    @property
    def presets(self) -> tuple[Preset, ...]:
        from fathom.games.pyramid_puzzle.presets import PRESETS

        return PRESETS

    @property
    def lesson(self) -> Lesson:
        from fathom.games.pyramid_puzzle.lesson import LESSON

        return LESSON

    @property
    def examples(self) -> Examples:
        from fathom.games.pyramid_puzzle.examples import EXAMPLES

        return EXAMPLES


ROOM = PyramidPuzzleRoom()
