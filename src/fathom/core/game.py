"""The interface of a game's rules, as every other part of Fathom uses it.

    game.start(options) -> Position            position.moves()      -> legal moves, in a fixed order
    game.parse_move("7L") -> Move              position.after(move)  -> the next Position
    game.format_move(move) -> "7L"             position.outcome      -> Outcome once the game is over

A `Position` is a frozen value: hashable, comparable, safe to copy and to pickle. Rooms build theirs on `NamedTuple`,
which does all of this as fast as Python can.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from fathom.core.numerals import read_number_move
from fathom.core.options import Options
from fathom.core.outcome import Outcome, Seat
from fathom.core.words import counted
from fathom.errors import IllegalMove

#: The unit of a game's values: plies to the end, or movement points spent in all.
Measure = Literal["plies", "mp"]
PLIES: Final = "plies"
MP: Final = "mp"

#: The only legal move of a seat that has no other, in games where seats may pass.
PASS: Final = "pass"
Pass = Literal["pass"]
ONLY_PASS: Final[tuple[Pass]] = (PASS,)

#: A move as seen outside its room: a value to compare, to put into a set, to pass back.
Move = Hashable

M = TypeVar("M", bound=Move)
P = TypeVar("P", bound="PositionOfAnyGame")

_ALLOWED_SHOWN = 12


class Violation(NamedTuple):
    """Why a move is not allowed: the number of the rule and a sentence without its full stop."""

    rule: int
    text: str


class Known(NamedTuple):
    """What is known of a game at its default options: the reachable positions and the result of perfect play."""

    positions: int
    winner: Seat | None = None
    plies: int | None = None
    mp: int | None = None

    @property
    def result(self) -> str:
        """The result for people: "the first player wins in 11 moves"."""
        if self.mp is not None:
            return f"the best route costs {self.mp} MP"
        if self.winner is None:
            return "a draw"
        return f"the {('first', 'second')[self.winner - 1]} player wins in {counted(self.plies or 0, 'move')}"


class Position(Protocol[M]):
    """The state of a game at one moment: everything that decides what may happen next."""

    @property
    def options(self) -> Options: ...

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is; after the end, the seat whose turn it would have been."""

    @property
    def outcome(self) -> Outcome | None:
        """None until the game is over."""

    def moves(self) -> tuple[M, ...]:
        """The legal moves in a fixed order: empty exactly when the game is over."""

    def after(self, move: M) -> Self:
        """The position after a legal move; raises `IllegalMove` for any other."""

    def violation(self, move: M) -> Violation | None:
        """The numbered rule that forbids `move` here, or None for a legal move."""

    def __hash__(self) -> int: ...

    def key(self) -> Hashable:
        """A compact key: positions with the same options and the same key have the same value."""


class PositionOfAnyGame(Protocol):
    """What the positions of all games have in common, whatever their moves are: the bound of `P`."""

    @property
    def options(self) -> Options: ...

    @property
    def to_move(self) -> Seat: ...

    @property
    def outcome(self) -> Outcome | None: ...

    def moves(self) -> tuple[Any, ...]: ...

    @property
    def after(self) -> Callable[..., Self]: ...

    @property
    def violation(self) -> Callable[..., Violation | None]: ...

    def __hash__(self) -> int: ...

    def key(self) -> Hashable: ...


def game_over(outcome: Outcome, what: str = "game") -> Violation:
    """Why no move is allowed any more: the rule that ended the game."""
    assert outcome.rule is not None, "a position ends by the rules"
    return Violation(outcome.rule, f"The {what} is over: {outcome.reason}")


class Game(ABC, Generic[P, M]):
    """The rules of one game. Stateless: there is one instance, `GAME`, in each room."""

    #: The name in codes and on the command line: `range-war`.
    name: ClassVar[str]
    #: The name for people: `Range War`.
    title: ClassVar[str]
    #: One sentence that says what it is about.
    summary: ClassVar[str]
    seats: ClassVar[int] = 2
    #: The unit of its values: plies in a contest, movement points in a puzzle.
    measure: ClassVar[Measure] = PLIES
    #: The option that a code spells out after the colon (a puzzle's layout), if any.
    layout_option: ClassVar[str | None] = None
    #: The options it takes: `game.options_type(highest=12)`.
    options_type: ClassVar[type[Options]]

    @property
    def is_contest(self) -> bool:
        """Is there a winner and a loser? A puzzle is solved instead, at a higher or lower cost."""
        return self.measure == PLIES

    @abstractmethod
    def start(self, options: Any = ...) -> P:
        """The position before the first move."""

    @abstractmethod
    def actions(self, options: Any = ...) -> tuple[M, ...]:
        """Every distinct move of any position, in a fixed order: the numbering for programs."""

    @abstractmethod
    def longest(self, options: Any = ...) -> int | None:
        """An upper bound on the plies of a match, or None where a match may go on forever."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """The move that `text` spells; raises `UnreadableMove`. Spelling only: it may not be legal."""

    @abstractmethod
    def format_move(self, move: M) -> str:
        """The one canonical spelling: `parse_move(format_move(move)) == move`."""

    def is_move(self, value: object) -> bool:
        """Does the value have the type of this game's moves? It may not be legal."""
        return type(value) in self._move_types or (
            isinstance(value, tuple) and (type(value), *map(type, value)) in self._move_types
        )

    @cached_property
    def _move_types(self) -> frozenset[object]:
        """The types of moves; of tuples also the types of what is in them, so that 7.0 does not pass for a digit."""
        actions = self.actions()
        plain = {type(move) for move in actions if not isinstance(move, tuple)}
        return frozenset({*plain, *((type(move), *map(type, move)) for move in actions if isinstance(move, tuple))})

    def __reduce__(self) -> str:
        """Copy and pickle by reference: there is only one instance."""
        return "GAME"

    def legal_moves(self, position: P) -> tuple[M, ...]:
        """The legal moves of a position, in this game's own type."""
        return position.moves()

    def describe(self, position: P, *facts: str) -> str:
        """A position for programmers: `<range-war,highest=12: free 1-12; seat 1 to move>`."""
        options: Options = position.options
        outcome: Outcome | None = position.outcome
        stands = f"over: {outcome.reason}" if outcome else f"seat {position.to_move} to move"
        chosen = (f"{name}={text}" for name, text in options.changed().items())
        return f"<{','.join([self.name, *chosen])}: {'; '.join([*facts, stands])}>"

    def allowed(self, position: P) -> str:
        """What would work now, as a sentence: "Allowed now: 1, 2, 3." """
        moves = self.legal_moves(position)
        if not moves:
            return "The game is over."
        shown = ", ".join(self.format_move(move) for move in moves[:_ALLOWED_SHOWN])
        if len(moves) > _ALLOWED_SHOWN:
            shown += f" and {len(moves) - _ALLOWED_SHOWN} more"
        return f"Allowed now: {shown}."

    def refusal(self, position: P, move: M) -> IllegalMove:
        """The error that refuses an illegal move: which rule forbids it, and what would work."""
        violation = position.violation(move)
        assert violation is not None, f"{move!r} is legal in {position!r}"
        return IllegalMove(violation.rule, violation.text, self.allowed(position))


class NumberGame(Game[P, int | Pass]):
    """A game whose moves are numbers, and a pass for a seat that has none."""

    def parse_move(self, text: str) -> int | Pass:
        return PASS if text == PASS or text.strip().lower() == PASS else read_number_move(text)

    def format_move(self, move: int | Pass) -> str:
        return str(move)


#: Of any room, for code that treats all games alike.
AnyPosition = Position[Move]
AnyGame = Game[AnyPosition, Move]
