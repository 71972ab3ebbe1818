"""Digit Dilemma: place shared digits to complete a multiple of seven first."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from fathom.core.budget import UNLIMITED, Meter
from fathom.errors import BadOption
from fathom.show.room import Clause, Reasons, Room, Shape, TableForm

if TYPE_CHECKING:
    from fathom.core.game import Game, Known
    from fathom.core.kinds import Whole
    from fathom.core.options import Options
    from fathom.core.value import Oracle
    from fathom.games.digit_dilemma.rules import Placement, Position
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.lesson import Lesson
    from fathom.show.observation import GameArrays, Observer
    from fathom.show.preset import Preset
    from fathom.show.strategy import Strategy
    from fathom.show.text import GameText
    from fathom.show.wording import Wording


#: The largest base on a shared server with so many places, where the rules allow more.
_LARGEST_BASES = {4: 10}


class DigitDilemmaRoom(Room["Position", "Placement"]):
    name = "digit-dilemma"
    readings: ClassVar = {"leading_zero": ("allowed", "forbidden")}
    largest_served: ClassVar = {"slots": 4}

    def check_served(self, options: Options) -> None:
        from fathom.games.digit_dilemma import rules

        super().check_served(options)
        assert isinstance(options, rules.Options)
        largest = _LARGEST_BASES.get(options.slots, options.base)
        if options.base > largest:
            raise BadOption(
                f"base={options.base} with slots={options.slots} is more than this server offers: base goes up to "
                f"{largest} here with so many places, and higher in the terminal."
            )

    @property
    def game(self) -> Game[Position, Placement]:
        from fathom.games.digit_dilemma.rules import GAME

        return GAME

    @property
    def text(self) -> GameText[Position, Placement]:
        from fathom.games.digit_dilemma.text import TEXT

        return TEXT

    @property
    def draw(self) -> Drawing[Position, Placement]:
        from fathom.games.digit_dilemma.svg import drawing

        return drawing

    @property
    def known(self) -> Known:
        from fathom.games.digit_dilemma.theory import KNOWN

        return KNOWN

    def oracle(self, options: Options, meter: Meter = UNLIMITED) -> Oracle[Position]:
        from fathom.games.digit_dilemma import rules, theory

        assert isinstance(options, rules.Options)
        return theory.oracle(options, meter)

    def table_form(self, options: Options) -> TableForm[Position]:
        from fathom.games.digit_dilemma import rules, theory

        assert isinstance(options, rules.Options)
        return TableForm(theory.VERSION, partial(theory.restore, options))

    @property
    def clauses(self) -> tuple[Clause[Position], ...]:
        return (Clause("all digits are used before both numbers are complete", lambda at: not (at.pool or at.outcome)),)

    def refusing(self, position: Position) -> Hashable:
        """The digits on the boards do not matter, only which places are taken."""
        return position.pool, tuple([digit is None for digit in position.own]), position.outcome is None

    @property
    def shape(self) -> Shape[Position]:
        from fathom.games.digit_dilemma.theory import shape

        return shape

    def whole(
        self, options: Options, strategy: Strategy[Position, Placement] | None, meter: Meter = UNLIMITED
    ) -> Whole | None:
        from fathom.games.digit_dilemma import rules
        from fathom.games.digit_dilemma.whole.kinds import whole_game

        assert isinstance(options, rules.Options)
        return whole_game(options, strategy, meter)

    @property
    def reasons(self) -> Reasons[Position, Placement]:
        from fathom.games.digit_dilemma.reasons import REASONS

        return REASONS

    def strategy(self, options: Options) -> Strategy[Position, Placement] | None:
        from fathom.games.digit_dilemma import rules, strategy

        assert isinstance(options, rules.Options)
        return strategy.strategy(options)

    def observer(self, options: Options) -> Observer[Position]:
        from fathom.games.digit_dilemma import observation, rules

        assert isinstance(options, rules.Options)
        return observation.observer(options)

    def arrays(self, options: Options) -> GameArrays | None:
        from fathom.games.digit_dilemma import rules
        from fathom.games.digit_dilemma.observation import arrays

        assert isinstance(options, rules.Options)
        return arrays.arrays(options)

    @property
    def wording(self) -> Wording[Position, Placement]:
        from fathom.games.digit_dilemma.prompts import WORDING

        return WORDING

    @property
    def presets(self) -> tuple[Preset, ...]:
        from fathom.games.digit_dilemma.presets import PRESETS

        return PRESETS

    @property
    def lesson(self) -> Lesson:
        from fathom.games.digit_dilemma.lesson import LESSON

        return LESSON

    @property
    def examples(self) -> Examples:
        from fathom.games.digit_dilemma.examples import EXAMPLES

        return EXAMPLES


ROOM = DigitDilemmaRoom()
