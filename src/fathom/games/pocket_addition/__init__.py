"""Pocket Addition: take numbers from a shared pool to make the target exactly."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from fathom.core.budget import UNLIMITED, Meter
from fathom.show.room import Clause, Reasons, Room, TableForm

if TYPE_CHECKING:
    from fathom.core.game import Game, Known
    from fathom.core.options import Options
    from fathom.core.value import Oracle
    from fathom.games.pocket_addition.rules import Move, Position
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.lesson import Lesson
    from fathom.show.observation import Observer
    from fathom.show.preset import Preset
    from fathom.show.strategy import Strategy
    from fathom.show.text import GameText
    from fathom.show.wording import Wording


class PocketAdditionRoom(Room["Position", "Move"]):
    name = "pocket-addition"
    largest_served: ClassVar = {"highest": 12}

    @property
    def game(self) -> Game[Position, Move]:
        from fathom.games.pocket_addition.rules import GAME

        return GAME

    @property
    def text(self) -> GameText[Position, Move]:
        from fathom.games.pocket_addition.text import TEXT

        return TEXT

    @property
    def draw(self) -> Drawing[Position, Move]:
        from fathom.games.pocket_addition.svg import drawing

        return drawing

    @property
    def known(self) -> Known:
        from fathom.games.pocket_addition.theory import KNOWN

        return KNOWN

    @property
    def clauses(self) -> tuple[Clause[Position], ...]:
        return (
            Clause(
                "both players pass before anybody has taken a number", lambda at: at.passed and not (at.own or at.foe)
            ),
        )

    def oracle(self, options: Options, meter: Meter = UNLIMITED) -> Oracle[Position]:
        from fathom.games.pocket_addition import rules, theory

        assert isinstance(options, rules.Options)
        return theory.oracle(options, meter)

    def table_form(self, options: Options) -> TableForm[Position]:
        from fathom.games.pocket_addition import rules, theory

        assert isinstance(options, rules.Options)
        return TableForm(theory.VERSION, partial(theory.restore, options))

    @property
    def reasons(self) -> Reasons[Position, Move]:
        from fathom.games.pocket_addition.reasons import REASONS

        return REASONS

    def strategy(self, options: Options) -> Strategy[Position, Move] | None:
        from fathom.games.pocket_addition import rules, strategy

        assert isinstance(options, rules.Options)
        return strategy.strategy(options)

    def observer(self, options: Options) -> Observer[Position]:
        from fathom.games.pocket_addition import observation, rules

        assert isinstance(options, rules.Options)
        return observation.observer(options)

    @property
    def wording(self) -> Wording[Position, Move]:
        from fathom.games.pocket_addition.prompts import WORDING

        return WORDING

    @property
    def presets(self) -> tuple[Preset, ...]:
        from fathom.games.pocket_addition.presets import PRESETS

        return PRESETS

    @property
    def lesson(self) -> Lesson:
        from fathom.games.pocket_addition.lesson import LESSON

        return LESSON

    @property
    def examples(self) -> Examples:
        from fathom.games.pocket_addition.examples import EXAMPLES

        return EXAMPLES


ROOM = PocketAdditionRoom()
