"""A match: one game played move by move, with undo and redo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, Self

from fathom.core.game import ONLY_PASS, AnyPosition, Game, M, Move, P
from fathom.core.options import Options
from fathom.core.outcome import MatchEnding, Outcome, Seat, other
from fathom.core.words import quoted
from fathom.errors import GameOver, NothingToRedo, NothingToUndo, NotYourTurn, UnreadableMove

#: The names of players who have not given one.
NAMELESS = ("Player 1", "Player 2")


class Ply(NamedTuple, Generic[P, M]):
    """One move made: who made it, the move, and the position it led to."""

    seat: Seat
    move: M
    position: P


class Match(Generic[P, M]):  # noqa: PLW1641 (it changes, so it has no hash)
    """A game, its options and the moves made so far. `names[0]` sits in seat 1.

    For example:

        match = Match(game, names=("Alice", "Bob"))
        match.play("6")
        match.position, match.outcome, match.undo(), match.redo()

    A move is given as text or as the game's own value. Where a seat is given too, the move is refused unless it is that
    seat's turn. Matches are equal when they have the same game, options, moves and, if they were broken off, the same
    ending: names, hints and what `redo` would do are not compared.
    """

    def __init__(self, game: Game[P, M], options: Options | None = None, names: tuple[str, ...] = ()) -> None:
        self.game = game
        self.options: Options = options or game.options_type()
        self.names = names or NAMELESS[: game.seats]
        self.start: P = game.start(self.options)
        #: The position now, in the game's own type.
        self.position: P = self.start
        self.plies: list[Ply[P, M]] = []
        self._undone: list[Ply[P, M]] = []
        self._broken_off: Outcome | None = None
        #: The highest hint level given before a ply, by its index: 1 is a nudge, the highest tells all.
        self.hints: dict[int, int] = {}

    def __copy__(self) -> Self:
        """An independent match: a move made in the copy is not made here."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        copied.plies, copied._undone, copied.hints = self.plies.copy(), self._undone.copy(), self.hints.copy()
        return copied

    copy = __copy__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._identity() == other._identity()

    def _identity(self) -> tuple[object, ...]:
        return self.game, self.options, [ply.move for ply in self.plies], self._broken_off

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None once the match is over."""
        return None if self.outcome else self.position.to_move

    @property
    def legal_moves(self) -> tuple[M, ...]:
        """The moves allowed now, in a fixed order; none once the match is over."""
        return self.position.moves() if self._broken_off is None else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or because it was broken off; None until then."""
        if self._broken_off is None:
            by_the_rules: Outcome | None = self.position.outcome
            return by_the_rules
        return self._broken_off

    @property
    def ending(self) -> str:
        """Why the match is over, with the players' names; empty until then."""
        outcome = self.outcome
        return outcome.describe(self.names) if outcome else ""

    @property
    def resigned(self) -> Seat | None:
        """The seat that resigned, if one did."""
        return self._loser_by(MatchEnding.RESIGNED)

    @property
    def timed_out(self) -> Seat | None:
        """The seat that ran out of time, if one did."""
        return self._loser_by(MatchEnding.TIME)

    @property
    def abandoned(self) -> Seat | None:
        """The seat that left the match to the other one, if one did."""
        return self._loser_by(MatchEnding.ABANDONED)

    def _loser_by(self, ending: MatchEnding) -> Seat | None:
        ended = self._broken_off
        return loser_of(ended) if ended and ended.ending is ending else None

    @property
    def forfeited(self) -> tuple[Seat, str] | None:
        """The seat whose program forfeited the match, and why, if one did."""
        ended = self._broken_off
        if ended is None or ended.ending is not MatchEnding.FORFEIT:
            return None
        return loser_of(ended), str(dict(ended.facts)["reason"])

    @property
    def is_broken_off(self) -> bool:
        """Did the match end by something that the position does not show, such as a resignation?"""
        return self._broken_off is not None

    @property
    def broken_off(self) -> Outcome | None:
        """How the match ended, if the position does not show it."""
        return self._broken_off

    @property
    def must_pass(self) -> bool:
        """Is a pass the only legal move? Then there is no need to ask the player."""
        return self.outcome is None and self.position.moves() == ONLY_PASS

    @property
    def moves(self) -> list[str]:
        """The moves made, as texts."""
        return [self.game.format_move(ply.move) for ply in self.plies]

    @property
    def undone(self) -> list[str]:
        """The moves that can be redone, the next one first."""
        return [self.game.format_move(ply.move) for ply in reversed(self._undone)]

    def _has(self, seat: Seat) -> bool:
        return 1 <= seat <= self.game.seats

    def name(self, seat: Seat) -> str:
        """The name of the player in a seat."""
        return self.names[seat - 1]

    def rename(self, seat: Seat, name: str) -> None:
        """Change a player's name."""
        self.names = tuple(name if number == seat else old for number, old in enumerate(self.names, 1))

    def read(self, move: str | M, seat: Seat | None = None) -> M:
        """The legal move that `move` stands for; raises the same errors as `play`."""
        return self.look(move, seat).move

    def look(self, move: str | M, seat: Seat | None = None) -> Ply[P, M]:
        """The ply that a move would make, without making it; raises the same errors as `play`."""
        position = self.position
        to_move: Seat = position.to_move
        if self._broken_off is not None or position.outcome:
            raise self._over()
        if seat is not None and seat != to_move:
            who = self.name(seat) if self._has(seat) else f"seat {seat}"
            raise NotYourTurn(f"It is {self.name(to_move)}'s turn, not {who}'s.")
        if isinstance(move, str):
            move = self._parse(move)
        elif not self.game.is_move(move):
            raise self._wrong_type(move)
        return Ply(to_move, move, position.after(move))  # `after` refuses what the rules forbid

    def _parse(self, text: str) -> M:
        """The move that `text` spells, legal or not."""
        try:
            return self.game.parse_move(text)
        except UnreadableMove as error:
            raise UnreadableMove(f"{error} {self.game.allowed(self.position)}") from None

    def _wrong_type(self, value: object) -> TypeError:
        example = self.legal_moves[0]
        works = f"text such as {self.game.format_move(example)!r} or a value such as {example!r}"
        return TypeError(f"{quoted(value)} is not a move of {self.game.title}: give {works}.")

    def _over(self) -> GameOver:
        assert self.outcome is not None
        return GameOver(f"The game is over: {self.outcome.reason}.")

    def make(self, ply: Ply[P, M]) -> None:
        """Make a ply that `look` has returned in this position."""
        self.plies.append(ply)
        self.position = ply.position
        self._undone.clear()

    def play(self, move: str | M, seat: Seat | None = None) -> Ply[P, M]:
        """Make a move; a refused one changes nothing."""
        ply = self.look(move, seat)
        self.make(ply)
        return ply

    def play_all(self, moves: Iterable[str | M]) -> None:
        """Make moves for the seats in turn; stops at the first that is refused."""
        for move in moves:
            self.play(move)

    def note_hint(self, level: int) -> None:
        """Remember that the player who moves next has had a hint of this level."""
        ply = len(self.plies)
        self.hints[ply] = max(level, self.hints.get(ply, 0))

    def resign(self, seat: Seat) -> None:
        """Resign, in turn or out of turn."""
        self._break_off(seat, resignation(self.game.seats, seat), "resign")

    def forfeit(self, seat: Seat, reason: str) -> None:
        """End the match because the program in a seat did not answer with a move; the reason is a clause."""
        self._break_off(seat, forfeiture(self.game.seats, seat, reason), "forfeit")

    def break_off(self, outcome: Outcome) -> None:
        """End the match as another one with these moves was broken off."""
        self._break_off(loser_of(outcome), outcome, "lose")

    def time_out(self, seat: Seat) -> None:
        """End the match because a seat has no time left."""
        self._break_off(seat, loss(self.game.seats, seat, MatchEnding.TIME), "run out of time")

    def abandon(self, seat: Seat) -> None:
        """End the match because a seat has left it."""
        self._break_off(seat, loss(self.game.seats, seat, MatchEnding.ABANDONED), "leave the match")

    def _break_off(self, seat: Seat, outcome: Outcome, verb: str) -> None:
        if self.outcome:
            raise self._over()
        if not self._has(seat):
            raise NotYourTurn(f"There is no seat {seat} to {verb}.")
        self._broken_off = outcome
        self._undone.clear()

    def undo(self) -> Ply[P, M]:
        """Take back one ply and return it. The end of a match that was broken off is final."""
        if self._broken_off is not None:
            raise GameOver(f"{self._broken_off.describe(self.names)}, and that cannot be taken back.")
        if not self.plies:
            raise NothingToUndo("There is no move to take back.")
        self._undone.append(self.plies.pop())
        self.position = self.plies[-1].position if self.plies else self.start
        return self._undone[-1]

    def redo(self) -> Ply[P, M]:
        """Redo the ply that was taken back last, and return it."""
        if not self._undone:
            raise NothingToRedo("There is no move to redo.")
        ply = self._undone.pop()
        self.plies.append(ply)
        self.position = ply.position
        return ply


def resignation(seats: int, seat: Seat) -> Outcome:
    """How a match ends when a seat resigns: the other one wins, if there is one."""
    return loss(seats, seat, MatchEnding.RESIGNED)


def loss(seats: int, seat: Seat, ending: MatchEnding) -> Outcome:
    """How a match ends that a seat loses by something other than the rules: the other one wins, if there is one."""
    return Outcome(other(seat) if seats > 1 else None, ending, (("seat", seat),))


def forfeiture(seats: int, seat: Seat, reason: str) -> Outcome:
    """How a match ends when the program in a seat does not answer with a move: the other one wins, if there is one."""
    return Outcome(other(seat) if seats > 1 else None, MatchEnding.FORFEIT, (("seat", seat), ("reason", reason)))


def loser_of(broken_off: Outcome) -> Seat:
    """The seat that lost a match that was broken off."""
    return int(dict(broken_off.facts)["seat"])


#: Of any game, for code that treats all games alike.
AnyPly = Ply[AnyPosition, Move]
AnyMatch = Match[AnyPosition, Move]
