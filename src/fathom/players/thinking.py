"""Choosing a move within a budget.

    choice = choose_within(player, match, nullcontext(Meter(Budget(seconds=5))))
    choice.ply, choice.shortfall             -> the move, and None if the budget was enough

A machine that cannot see to the end of the game within its budget looks as many moves ahead as fit into a fixed number
of positions, and plays at its level by what it sees there: it takes a win that is certain, avoids a loss that is
certain, and chooses among the rest with its random numbers. One that plays random games goes by those it has played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fathom.errors import Unknown
from fathom.players.read_only import choose_ply

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from fathom.core.budget import Meter
    from fathom.core.match import AnyMatch, AnyPly
    from fathom.players import Player


class Shortfall(NamedTuple):
    """Why a machine did not see to the end, and what it did instead."""

    reason: str
    instead: str

    def describe(self, name: str) -> str:
        """In one sentence, for the other player."""
        reason = self.reason.rstrip(".")
        return f"{name} did not see to the end ({reason}), so it {self.instead}."


class Choice(NamedTuple):
    """A move chosen; `shortfall` is None if the player did not run out of its budget."""

    ply: AnyPly
    shortfall: Shortfall | None = None


def choose_within(player: Player, match: AnyMatch, thought: AbstractContextManager[Meter]) -> Choice:
    """The ply that a player chooses; a machine that may have to think for long works within `thought`, with the meter.

    `thought` raises `Unknown` to end the work.
    """
    from fathom.players.graded import GradedPlayer
    from fathom.players.mcts import MctsPlayer

    if not isinstance(player, GradedPlayer | MctsPlayer):
        return Choice(choose_ply(player, match))
    position = match.position
    try:
        with thought as meter:
            return Choice(match.look(player.draw(position, meter)))
    except Unknown as unknown:
        reason = str(unknown)
    brief = player.think_briefly(position)
    ply = match.look(player.pick(position, brief.weights))
    return Choice(ply, Shortfall(reason, brief.instead) if brief.instead else None)
