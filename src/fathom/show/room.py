"""What a room offers to the rest of the house: the rules of its game, and whatever else it has to say about it.

    room = fathom.games.room("range-war")
    room.game, room.text, room.draw, room.known        every room has these
    room.oracle(options), room.reasons, room.hints     and these only where there is something: else None

A room's `__init__.py` has one `Room`, which imports a part when it is asked for: starting one game does not load the
others, and drawing a board does not load what is proved about it.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyPosition, Game, Known, M, Move, P

if TYPE_CHECKING:
    from fathom.core.options import Options
    from fathom.core.value import Oracle, Why
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.puzzles import Puzzles
    from fathom.show.rule_book import RuleBook
    from fathom.show.text import GameText, HintLadder


#: What decides the tree of choices below a position, worked out within a meter.
Shape = Callable[[P, Meter], Hashable]


class Reasons(NamedTuple, Generic[P, M]):
    """Why a move is worth what it is, and the idea behind a good one, which does not name the move."""

    why: Why[P, M]
    idea: Why[P, M] | None = None


class Room(ABC, Generic[P, M]):
    """A game's folder as an object. What is optional is None unless the room has it."""

    #: The name of the game in codes.
    name: ClassVar[str]

    @property
    @abstractmethod
    def game(self) -> Game[P, M]:
        """The rules."""

    @property
    @abstractmethod
    def text(self) -> GameText[P, M]:
        """How the game draws itself in characters and words its prompts."""

    @property
    @abstractmethod
    def draw(self) -> Drawing[P, M]:
        """How the game draws itself in a page: `draw(match, coach=True)` is one SVG element."""

    @property
    @abstractmethod
    def known(self) -> Known:
        """What is known of the game at its default options."""

    def oracle(self, options: Options, meter: Meter = UNLIMITED) -> Oracle[P] | None:
        """The room's own way to exact values; raises `Unknown` when making it takes more than is allowed."""
        return None

    @property
    def shape(self) -> Shape[P]:
        """What decides the tree of choices below a position, up to the names of moves: at the least, its key.

        Positions of one shape have the same seat to move, and lead to the same shapes, each by as many moves.
        """
        return lambda position, _meter: position.key()

    @property
    def reasons(self) -> Reasons[P, M] | None:
        """The room's own reasons for moves."""
        return None

    @property
    def best_line(self) -> Callable[[P, Meter], Iterable[M]] | None:
        """The room's own choice among equally good lines of play from a position."""
        return None

    @property
    def hints(self) -> HintLadder[P] | None:
        """The room's own hints; a game without them has those of the coach."""
        return None

    @property
    def puzzles(self) -> Puzzles | None:
        """What a game offers that is a puzzle: files to read, results to compare."""
        return None

    @property
    def examples(self) -> Examples:
        """Telling positions; a game without them shows itself as it begins."""
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
        """The same page, read."""
        from fathom.show.rule_book import read_rule_book

        return read_rule_book(self.rules_page)


#: Of whichever game, for code that looks inside none of them.
AnyRoom = Room[AnyPosition, Move]
