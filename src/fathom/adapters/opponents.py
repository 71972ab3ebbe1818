"""Whoever sits in the other seat of an environment: a machine by name, a program, or a player of your own."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from random import Random
from typing import Literal

from fathom.adapters.chance import Stream
from fathom.adapters.numbering import Numbering
from fathom.core.game import AnyPosition
from fathom.core.match import AnyMatch
from fathom.core.words import is_profile, is_program
from fathom.errors import BadOption, Forfeit, UnknownPlayer
from fathom.players import Machine, Player, is_machine, is_own, machine, player_named
from fathom.players.programs.program import Program
from fathom.players.read_only import choose_ply

#: A machine or program by name, or anything with a `choose`.
Opponent = str | Player
#: The seat you take: 1 moves first; with "random" it is drawn for every game.
SeatChoice = Literal[1, 2, "random"]


class Policy:
    """A machine of Fathom's own: it chooses by the position alone, each action with a known weight."""

    def __init__(self, name: str, numbering: Numbering) -> None:
        self._machine: Machine = machine(name, Random(0), numbering.game, numbering.options)
        self._numbering = numbering

    def weigh(self, position: AnyPosition) -> list[tuple[int, int]]:
        """Every legal action and its weight, by rising action."""
        return sorted(zip(self._numbering.legal(position), self._machine.weights(position), strict=True))

    def move(self, match: AnyMatch, stream: Stream) -> None:
        """Make the move of the seat to move."""
        actions, weights = zip(*self.weigh(match.position), strict=True)
        bounds = list(accumulate(weights))
        match.play(self._numbering.actions[actions[bisect(bounds, stream.below(bounds[-1]))]])

    def close(self) -> None:
        """Nothing has to be ended."""


class Seated:
    """Any other player, who may look at the match and decides by means of its own."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def move(self, match: AnyMatch, stream: Stream) -> None:
        """Make the move of the seat to move, or let it forfeit the match."""
        try:
            match.make(choose_ply(self._player, match))
        except Forfeit as forfeit:
            match.forfeit(match.position.to_move, forfeit.reason)

    def close(self) -> None:
        """End the process of a program; the next question starts it again."""
        if isinstance(self._player, Program):
            self._player.close()


def check_seat(seat: SeatChoice) -> SeatChoice:
    """The seat, if there is such a seat; raises `BadOption`."""
    if seat not in (1, 2, "random"):
        raise BadOption(f'seat={seat!r} is not possible: the seat is 1, 2 or "random".')
    return seat


def is_policy(opponent: Opponent) -> bool:
    """Is it one of Fathom's own machines?"""
    return isinstance(opponent, str) and is_machine(opponent) and not is_program(opponent) and is_own(opponent)


def seat_opponent(opponent: Opponent, numbering: Numbering, seed: int) -> Policy | Seated:
    """The opponent, ready to play one game with its options. Raises `UnknownPlayer` for a name that is nobody's."""
    if not isinstance(opponent, str):
        return Seated(opponent)
    if not (is_machine(opponent) or is_profile(opponent)):
        raise UnknownPlayer(f"{opponent!r} is not a machine or a program: try @random, @expert or ./mybot.")
    if is_policy(opponent):
        return Policy(opponent, numbering)
    return Seated(player_named(opponent, Random(seed), numbering.game, numbering.options))
