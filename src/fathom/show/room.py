"""What a room (a game's folder) offers to the rest of Fathom: the rules, and everything else specific to the game.

    room = fathom.games.room("range-war")
    room.game, room.text, room.draw, room.known        every room has these
    room.presets                                       never empty
    room.oracle(options), room.strategy(options)       optional: None if the room has none
    room.reasons, room.hints, room.lesson

A room's `__init__.py` has one `Room`, which imports each part on demand: starting one game does not load the others,
and drawing a board does not load the theory.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Protocol, runtime_checkable

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyPosition, Game, Known, M, Move, P
from fathom.errors import BadOption

if TYPE_CHECKING:
    from fathom.core.kinds import ShapeCounts, Whole
    from fathom.core.options import Options
    from fathom.core.value import Obvious, Oracle, Prefer, Why
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.lesson import Lesson
    from fathom.show.observation import GameArrays, Observer
    from fathom.show.preset import Preset
    from fathom.show.puzzles import Puzzles
    from fathom.show.rule_book import RuleBook
    from fathom.show.strategy import Strategy
    from fathom.show.text import GameText, HintLadder
    from fathom.show.wording import Wording


#: A value that decides the game tree below a position, worked out within a meter.
Shape = Callable[[P, Meter], Hashable]


class TableForm(NamedTuple, Generic[P]):
    """How a solved table becomes an oracle again after it was kept as bytes.

    The version changes with the layout of the bytes. `restore` raises `ValueError` if the bytes do not fit the options.
    """

    version: int
    restore: Callable[[bytes, Meter], Oracle[P]]


@runtime_checkable
class Keepable(Protocol):
    """An oracle that is a table and can be kept as bytes."""

    def pack(self) -> bytes:
        """The table, for `TableForm.restore`."""


class Reasons(NamedTuple, Generic[P, M]):
    """Why a move has its value, and the idea behind a good move, without naming the move."""

    why: Why[P, M]
    idea: Why[P, M] | None = None
    #: Of equally good moves, the one to show: in lines of play, and where a reason names a reply.
    prefer: Prefer[P, M] | None = None
    #: Its choice among the best moves, where that is plain at once: saves looking up values.
    obvious: Obvious[P, M] | None = None


class Clause(NamedTuple, Generic[P]):
    """A case that the rule book provides for, and whether a position is one."""

    text: str
    applies: Callable[[P], bool]


class Room(ABC, Generic[P, M]):
    """A game's folder as an object. Optional parts are None unless the room has them."""

    #: The name of the game in codes.
    name: ClassVar[str]

    #: The highest value of a whole-number option on a shared server, where the rules allow more: a table that takes ten
    #: seconds is fine in your own terminal, but not on a machine that others wait for.
    largest_served: ClassVar[Mapping[str, int]] = {}

    #: The options that are readings of a hole in the rule book, and the words that are such readings.
    readings: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    @property
    def clauses(self) -> tuple[Clause[P], ...]:
        """Cases that the rule book provides for although it is not plain that they can come up."""
        return ()

    def refusing(self, position: P) -> Hashable:
        """A value that decides which moves are refused in a position, and by which rules: by default all of it."""
        return position

    def telling_moves(self, options: Options) -> Callable[[P], Sequence[M]] | None:
        """The moves that are enough to follow from the start on to see every rule that refuses a move; None: all."""
        return None

    def check_served(self, options: Options) -> None:
        """Raise `BadOption` for options that the rules allow, but that would keep a shared server busy for too long."""
        for name, largest in self.largest_served.items():
            value: int = getattr(options, name)
            if value > largest:
                raise BadOption(
                    f"{name}={value} is more than this server offers: {name} goes up to {largest} here, "
                    "and higher in the terminal."
                )

    @property
    @abstractmethod
    def game(self) -> Game[P, M]:
        """The rules."""

    @property
    @abstractmethod
    def text(self) -> GameText[P, M]:
        """The game's boards and prompts as text."""

    @property
    @abstractmethod
    def draw(self) -> Drawing[P, M]:
        """Draws the game's boards for a page: `draw(match, coach=True)` is one SVG element."""

    @property
    @abstractmethod
    def known(self) -> Known:
        """What is known of the game at its default options."""

    def oracle(self, options: Options, meter: Meter = UNLIMITED) -> Oracle[P] | None:
        """The room's own source of exact values; raises `Unknown` if making it exceeds the budget."""
        return None

    def table_form(self, options: Options) -> TableForm[P] | None:
        """How the room's table with these options is kept; None where it has no table to keep."""
        return None

    @property
    def shape(self) -> Shape[P]:
        """A value that decides the game tree below a position, up to the names of moves: by default, its key.

        Positions of one shape have the same seat to move, and as many moves to each following shape, recommended by the
        rules for winning or not.
        """
        return lambda position, _meter: position.key()

    def count_shapes(self, options: Options, meter: Meter = UNLIMITED) -> ShapeCounts | None:
        """How many positions there are of each shape, if the room can count them without visiting them."""
        return None

    def whole(self, options: Options, strategy: Strategy[P, M] | None, meter: Meter = UNLIMITED) -> Whole | None:
        """All kinds of positions of a game, if the room has a quicker way than visiting the positions.

        The moves that the strategy recommends are marked.
        """
        return None

    @property
    def reasons(self) -> Reasons[P, M] | None:
        """The room's own reasons for moves."""
        return None

    def strategy(self, options: Options) -> Strategy[P, M] | None:
        """How the game is won with these options, as a list of rules that a person can remember."""
        return None

    def observer(self, options: Options) -> Observer[P] | None:
        """How positions are written as numbers, for programs that learn."""
        return None

    def arrays(self, options: Options) -> GameArrays | None:
        """The whole game as arrays, where the room makes them faster than a walk over all positions; needs numpy."""
        return None

    @property
    def best_line(self) -> Callable[[P, Meter], Iterable[M]] | None:
        """The room's own choice among equally good lines of play from a position."""
        return None

    @property
    def hints(self) -> HintLadder[P] | None:
        """The room's own hints; a game without them uses the coach's."""
        return None

    @property
    def lesson(self) -> Lesson | None:
        """The first lesson: a few guided moves on the real board."""
        return None

    @property
    def puzzles(self) -> Puzzles | None:
        """For a puzzle: reading files and comparing results."""
        return None

    @property
    def wording(self) -> Wording[P, M] | None:
        """The game in words, for readers who have only text: models, above all."""
        return None

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Recommended sets of options: the defaults, and those that the room adds."""
        from fathom.show.preset import by_the_book

        return (by_the_book(self.game.options_type(), "The rules as they are, without any option."),)

    @property
    def examples(self) -> Examples:
        """Example positions; a game without them shows its start."""
        from fathom.show.example import Examples

        return Examples(self.name)

    @property
    def rules_page(self) -> str:
        """The game's page: numbered rules, options, errata and what is known, in Markdown."""
        from importlib import resources  # costly to import, and only pages need it

        package = sys.modules[type(self).__module__].__name__
        return resources.files(package).joinpath("rules.md").read_text(encoding="utf-8")

    @property
    def rule_book(self) -> RuleBook:
        """The same page, parsed."""
        from fathom.show.rule_book import read_rule_book

        return read_rule_book(self.rules_page)


#: Of any game, for code that treats all games alike.
AnyRoom = Room[AnyPosition, Move]
AnyTableForm = TableForm[AnyPosition]
