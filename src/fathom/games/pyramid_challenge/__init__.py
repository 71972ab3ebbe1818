"""Pyramid Challenge: be the first to fill a pyramid of sums and differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from fathom.core.budget import UNLIMITED, Meter
from fathom.errors import BadOption
from fathom.show.room import Reasons, Room, Shape, TableForm

if TYPE_CHECKING:
    from fathom.core.game import Game, Known
    from fathom.core.kinds import ShapeCounts
    from fathom.core.options import Options
    from fathom.core.value import Oracle
    from fathom.games.pyramid_challenge.rules import Move, Position
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.lesson import Lesson
    from fathom.show.observation import Observer
    from fathom.show.preset import Preset
    from fathom.show.strategy import Strategy
    from fathom.show.text import GameText
    from fathom.show.wording import Wording


#: The largest options on a shared server with limited tokens: every pair of pyramids is solved.
_LEVELS_WITH_TOKENS, _HIGHEST_WITH_TOKENS = 3, 9


class PyramidChallengeRoom(Room["Position", "Move"]):
    name = "pyramid-challenge"
    largest_served: ClassVar = {"levels": 5, "highest": 20}

    @property
    def game(self) -> Game[Position, Move]:
        from fathom.games.pyramid_challenge.rules import GAME

        return GAME

    @property
    def text(self) -> GameText[Position, Move]:
        from fathom.games.pyramid_challenge.text import TEXT

        return TEXT

    @property
    def draw(self) -> Drawing[Position, Move]:
        from fathom.games.pyramid_challenge.svg import drawing

        return drawing

    @property
    def known(self) -> Known:
        from fathom.games.pyramid_challenge.theory import KNOWN

        return KNOWN

    def oracle(self, options: Options, meter: Meter = UNLIMITED) -> Oracle[Position]:
        from fathom.games.pyramid_challenge import rules, theory

        assert isinstance(options, rules.Options)
        return theory.oracle(options, meter)

    def table_form(self, options: Options) -> TableForm[Position] | None:
        from fathom.games.pyramid_challenge import rules

        assert isinstance(options, rules.Options)
        if not options.is_limited:
            return None
        from fathom.games.pyramid_challenge.tokens import table

        return TableForm(table.VERSION, partial(table.restore, options))

    def check_served(self, options: Options) -> None:
        """With limited tokens the race does not decide, and every pair of pyramids is solved."""
        from fathom.games.pyramid_challenge import rules

        super().check_served(options)
        assert isinstance(options, rules.Options)
        levels, highest = _LEVELS_WITH_TOKENS, _HIGHEST_WITH_TOKENS
        if options.is_limited and (options.levels > levels or options.highest > highest):
            raise BadOption(
                f"levels={options.levels},highest={options.highest} with copies is more than this server offers: with "
                f"copies, levels goes up to {levels} here and highest up to {highest}; both go higher in the terminal."
            )

    def telling_moves(self, options: Options) -> Callable[[Position], Sequence[Move]] | None:
        """Unless tokens are limited, only your own pyramid refuses a move: let the other seat build the same one."""
        from fathom.games.pyramid_challenge import rules

        assert isinstance(options, rules.Options)
        if options.is_limited:
            return None

        def mirror(position: Position) -> Sequence[Move]:
            own, foe = position.own, position.foe
            return (foe[len(own)],) if len(own) < len(foe) and not position.outcome else position.moves()

        return mirror

    def count_shapes(self, options: Options, meter: Meter = UNLIMITED) -> ShapeCounts | None:
        from fathom.games.pyramid_challenge import rules
        from fathom.games.pyramid_challenge.whole.counts import count_shapes

        assert isinstance(options, rules.Options)
        return count_shapes(options, meter)

    @property
    def shape(self) -> Shape[Position]:
        from fathom.games.pyramid_challenge.theory import shape

        return shape

    @property
    def reasons(self) -> Reasons[Position, Move]:
        from fathom.games.pyramid_challenge.reasons import REASONS

        return REASONS

    def strategy(self, options: Options) -> Strategy[Position, Move] | None:
        from fathom.games.pyramid_challenge import rules, strategy

        assert isinstance(options, rules.Options)
        return strategy.strategy(options)

    def observer(self, options: Options) -> Observer[Position]:
        from fathom.games.pyramid_challenge import observation, rules

        assert isinstance(options, rules.Options)
        return observation.observer(options)

    @property
    def wording(self) -> Wording[Position, Move]:
        from fathom.games.pyramid_challenge.prompts import WORDING

        return WORDING

    @property
    def presets(self) -> tuple[Preset, ...]:
        from fathom.games.pyramid_challenge.presets import PRESETS

        return PRESETS

    @property
    def lesson(self) -> Lesson:
        from fathom.games.pyramid_challenge.lesson import LESSON

        return LESSON

    @property
    def examples(self) -> Examples:
        from fathom.games.pyramid_challenge.examples import EXAMPLES

        return EXAMPLES


ROOM = PyramidChallengeRoom()
