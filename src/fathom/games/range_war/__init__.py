"""Range War: claim numbers in alternating direction; the seat that cannot move loses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from fathom.core.budget import UNLIMITED, Meter
from fathom.errors import BadOption
from fathom.show.room import Reasons, Room, TableForm

if TYPE_CHECKING:
    from fathom.core.game import Game, Known
    from fathom.core.options import Options
    from fathom.core.value import Oracle
    from fathom.games.range_war.rules import Position
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.lesson import Lesson
    from fathom.show.observation import Observer
    from fathom.show.preset import Preset
    from fathom.show.strategy import Strategy
    from fathom.show.text import GameText
    from fathom.show.wording import Wording


#: The longest line on a shared server with a reach: positions double with every number.
_SERVED_WITH_REACH = 16


class RangeWarRoom(Room["Position", int]):
    name = "range-war"
    readings: ClassVar = {"second_move": ("lower", "free")}
    largest_served: ClassVar = {"highest": 100, "reach": _SERVED_WITH_REACH}

    @property
    def game(self) -> Game[Position, int]:
        from fathom.games.range_war.rules import GAME

        return GAME

    @property
    def text(self) -> GameText[Position, int]:
        from fathom.games.range_war.text import TEXT

        return TEXT

    @property
    def draw(self) -> Drawing[Position, int]:
        from fathom.games.range_war.svg import drawing

        return drawing

    @property
    def known(self) -> Known:
        from fathom.games.range_war.theory import KNOWN

        return KNOWN

    def oracle(self, options: Options, meter: Meter = UNLIMITED) -> Oracle[Position] | None:
        from fathom.games.range_war import rules, theory

        assert isinstance(options, rules.Options)
        return theory.oracle(options, meter)

    def table_form(self, options: Options) -> TableForm[Position] | None:
        from fathom.games.range_war import rules

        assert isinstance(options, rules.Options)
        if not options.is_limited:
            return None
        from fathom.games.range_war.reach import table

        return TableForm(table.VERSION, partial(table.restore, options)) if table.has_table(options) else None

    def check_served(self, options: Options) -> None:
        """With a reach no formula applies, and every position is solved."""
        from fathom.games.range_war import rules

        super().check_served(options)
        assert isinstance(options, rules.Options)
        if options.is_limited and options.highest > _SERVED_WITH_REACH:
            raise BadOption(
                f"highest={options.highest} with a reach is more than this server offers: with a reach, highest goes "
                f"up to {_SERVED_WITH_REACH} here, and higher in the terminal."
            )

    @property
    def reasons(self) -> Reasons[Position, int]:
        from fathom.games.range_war.reasons import REASONS

        return REASONS

    def strategy(self, options: Options) -> Strategy[Position, int] | None:
        from fathom.games.range_war import rules, strategy

        assert isinstance(options, rules.Options)
        return strategy.strategy(options)

    def observer(self, options: Options) -> Observer[Position]:
        from fathom.games.range_war import observation, rules

        assert isinstance(options, rules.Options)
        return observation.observer(options)

    @property
    def wording(self) -> Wording[Position, int]:
        from fathom.games.range_war.prompts import WORDING

        return WORDING

    @property
    def presets(self) -> tuple[Preset, ...]:
        from fathom.games.range_war.presets import PRESETS

        return PRESETS

    @property
    def lesson(self) -> Lesson:
        from fathom.games.range_war.lesson import LESSON

        return LESSON

    @property
    def examples(self) -> Examples:
        from fathom.games.range_war.examples import EXAMPLES

        return EXAMPLES


ROOM = RangeWarRoom()
