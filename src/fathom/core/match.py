"""A match: one playing of a game, move by move, with undo and redo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple

from fathom.core.game import ONLY_PASS, AnyPosition, Game, M, Move, P
from fathom.core.options import Options
from fathom.core.outcome import MatchEnding, Outcome, Seat, other
from fathom.errors import GameOver, NothingToRedo, NothingToUndo, NotYourTurn, UnreadableMove

_NUMBERED = ("Player 1", "Player 2")


class Ply(NamedTuple, Generic[P, M]):
    """One move made: who made it, the move, and the position it led to."""

    seat: Seat
    move: M
    position: P


class Match(Generic[P, M]):
    """A game, its options and the moves made so far. `names[0]` sits in seat 1.

    For example:

        match = Match(game, names=("Alice", "Bob"))
        match.play(1, "6")
        match.position, match.outcome, match.undo(), match.redo()
    """

    def __init__(self, game: Game[P, M], options: Options | None = None, names: tuple[str, ...] = ()) -> None:
        self.game = game
        self.options: Options = options or game.options_type()
        self.names = names or _NUMBERED[: game.seats]
        self.start: P = game.start(self.options)
        self.plies: list[Ply[P, M]] = []
        self._undone: list[Ply[P, M]] = []
        self._resigned: Seat | None = None
        #: How much was told before a ply, by its index: 1 is a nudge, the highest tells all.
        self.hints: dict[int, int] = {}

    def __copy__(self) -> Match[P, M]:
        """A match of its own: a move made in the copy is not made here."""
        copied = Match(self.game, self.options, self.names)
        copied.plies, copied._undone, copied._resigned = self.plies.copy(), self._undone.copy(), self._resigned
        copied.hints = self.hints.copy()
        return copied

    @property
    def position(self) -> P:
        """The position now, in the room's own type."""
        return self.plies[-1].position if self.plies else self.start

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended: by the rules, or by a resignation."""
        if self._resigned is None:
            by_the_rules: Outcome | None = self.position.outcome
            return by_the_rules
        return resignation(self.game.seats, self._resigned)

    @property
    def ending(self) -> str:
        """Why it is over, with the names of the players; nothing while it is not."""
        outcome = self.outcome
        return outcome.describe(self.names) if outcome else ""

    @property
    def resigned(self) -> Seat | None:
        """The seat that gave up, if one did."""
        return self._resigned

    @property
    def must_pass(self) -> bool:
        """Is a pass the only legal move? Then nobody needs to be asked."""
        return self.outcome is None and self.position.moves() == ONLY_PASS

    @property
    def moves(self) -> list[str]:
        """The moves made, as texts."""
        return [self.game.format_move(ply.move) for ply in self.plies]

    @property
    def undone(self) -> list[str]:
        """The moves that `redo` would make again, the next one first."""
        return [self.game.format_move(ply.move) for ply in reversed(self._undone)]

    def _has(self, seat: Seat) -> bool:
        return 1 <= seat <= self.game.seats

    def name(self, seat: Seat) -> str:
        return self.names[seat - 1]

    def rename(self, seat: Seat, name: str) -> None:
        """Call a player something else from now on."""
        self.names = tuple(name if number == seat else old for number, old in enumerate(self.names, 1))

    def read(self, seat: Seat, text: str) -> M:
        """The legal move that `text` spells for `seat` now; raises the error that refuses any other."""
        return self.look(seat, text).move

    def _spelled(self, seat: Seat, text: str) -> M:
        """The move that `text` spells, legal or not, if it is for `seat` to move."""
        outcome, to_move = self.outcome, self.position.to_move
        if outcome:
            raise GameOver(f"The game is over: {outcome.reason}.")
        if seat != to_move:
            who = self.name(seat) if self._has(seat) else f"seat {seat}"
            raise NotYourTurn(f"It is {self.name(to_move)}'s turn, not {who}'s.")
        try:
            return self.game.parse_move(text)
        except UnreadableMove as error:
            raise UnreadableMove(f"{error} {self.game.allowed(self.position)}") from None

    def look(self, seat: Seat, text: str) -> Ply[P, M]:
        """The ply that a move would be; raises the error that refuses it, and changes nothing."""
        move = self._spelled(seat, text)
        return Ply(seat, move, self.position.after(move))  # which refuses what the rules forbid

    def make(self, ply: Ply[P, M]) -> None:
        """Make a ply that has been looked at in this position."""
        self.plies.append(ply)
        self._undone.clear()

    def play(self, seat: Seat, text: str) -> Ply[P, M]:
        """Make a move; a refused one changes nothing."""
        ply = self.look(seat, text)
        self.make(ply)
        return ply

    def play_all(self, texts: Iterable[str]) -> None:
        """Make moves by whoever is to move; stops at the first that is refused."""
        for text in texts:
            self.play(self.position.to_move, text)

    def hint(self, level: int) -> None:
        """Remember that whoever moves next has been told so much."""
        ply = len(self.plies)
        self.hints[ply] = max(level, self.hints.get(ply, 0))

    def resign(self, seat: Seat) -> None:
        """Give up, in turn or out of it."""
        if self.outcome:
            raise GameOver(f"The game is over: {self.outcome.reason}.")
        if not self._has(seat):
            raise NotYourTurn(f"There is no seat {seat} to resign.")
        self._resigned = seat
        self._undone.clear()

    def undo(self) -> Ply[P, M]:
        """Take back one ply and return it. A resignation is final."""
        if self._resigned is not None:
            raise GameOver(f"{self.name(self._resigned)} has resigned, and that cannot be taken back.")
        if not self.plies:
            raise NothingToUndo("There is no move to take back.")
        self._undone.append(self.plies.pop())
        return self._undone[-1]

    def redo(self) -> Ply[P, M]:
        """Make the ply again that was taken back last."""
        if not self._undone:
            raise NothingToRedo("There is no move to make again.")
        self.plies.append(self._undone.pop())
        return self.plies[-1]


def resignation(seats: int, seat: Seat) -> Outcome:
    """How a match ends when a seat gives up: the other one wins, if there is one."""
    return Outcome(other(seat) if seats > 1 else None, MatchEnding.RESIGNED, (("seat", seat),))


#: Of whichever game, for code that looks inside none of them.
AnyPly = Ply[AnyPosition, Move]
AnyMatch = Match[AnyPosition, Move]
