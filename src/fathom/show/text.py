"""A game's boards and dialogue as plain text.

A room's `text.py` has one `GameText`. It phrases the dialogue of the rule book and draws the board; it never decides
anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, NamedTuple

from fathom.core.budget import Meter
from fathom.core.game import PASS, M, P
from fathom.core.match import Match, Ply
from fathom.show.canvas import Canvas


class HintLadder(NamedTuple, Generic[P]):
    """A room's own hints: `hint(position, 1, meter)` is a nudge, `hint(position, rungs, meter)` tells all."""

    rungs: int
    hint: Callable[[P, int, Meter], str]


class Gauge(NamedTuple):
    """Something to keep an eye on beside the board: `Gauge("Holding", ["key", "ladder"])`."""

    name: str
    values: list[str]


class GameText(ABC, Generic[P, M]):
    """The words and drawings of one game."""

    def welcome(self, match: Match[P, M]) -> list[str]:
        """The lines shown once, before the first turn."""
        return [f"Welcome to {match.game.title}!", ""]

    @abstractmethod
    def board(self, match: Match[P, M], canvas: Canvas) -> list[str]:
        """The position, drawn for both players."""

    @abstractmethod
    def turn(self, match: Match[P, M], canvas: Canvas) -> list[str]:
        """Whose turn it is and what the choices are, as the dialogue of the rule book says it."""

    def choices(self, match: Match[P, M], canvas: Canvas) -> list[str]:
        """What the moves allowed now would do, where neither the board nor the task says so."""
        return []

    def reminder(self, match: Match[P, M]) -> list[str]:
        """What the dialogue of the rule book says again before it asks again, after a move that was refused."""
        return []

    @abstractmethod
    def prompt(self, match: Match[P, M], typed: list[str]) -> str:
        """The next question of this turn, after the answers `typed`."""

    def answer(self, match: Match[P, M], typed: list[str]) -> str | None:
        """The text of the move that the answers give, or None if another question is needed."""
        return typed[0]

    def moves_in(self, line: str) -> list[str]:
        """The answers in one line: a game that lets you type several moves at once takes the line apart."""
        return [line]

    def ways(self, match: Match[P, M]) -> list[str]:
        """Every legal move, with a description."""
        return [match.game.format_move(move) for move in match.game.legal_moves(match.position)]

    def typing(self, match: Match[P, M], canvas: Canvas) -> str:
        """How moves may be typed, if there is more than one way; else empty."""
        return ""

    @abstractmethod
    def announce(self, match: Match[P, M], ply: Ply[P, M]) -> str:
        """The move just made, `ply`, in one sentence: who played what. Passes included."""

    def goal(self, match: Match[P, M]) -> str:
        """What a player tries to do with these options, in one sentence; empty if the room does not say."""
        return ""

    def task(self, match: Match[P, M]) -> str:
        """What whoever is to move does now, as a request without a full stop: `choose a digit, then a place`."""
        return "pass: there is no other move" if match.must_pass else "choose a move"

    def deed(self, match: Match[P, M], ply: Ply[P, M]) -> str:
        """What `ply`, the last move, was, in the past tense and without who made it: `placed 7 on the Left`."""
        return "passed" if ply.move == PASS else f"played {match.game.format_move(ply.move)}"

    def made(self, match: Match[P, M], ply: Ply[P, M], canvas: Canvas) -> list[str]:
        """The move just made, `ply`, and what it changed, as the dialogue of the rule book says it."""
        return [canvas.strong(self.announce(match, ply))]

    @abstractmethod
    def ending(self, match: Match[P, M], canvas: Canvas) -> list[str]:
        """Who won and why, when the rules ended the match."""

    def afterword(self, match: Match[P, M], canvas: Canvas) -> list[str]:
        """Further remarks on a match that the rules ended, apart from who won."""
        return []

    def status(self, match: Match[P, M]) -> str:
        """Whose turn it is, or how it ended, in one sentence."""
        outcome = match.outcome
        if outcome is None:
            return f"{match.name(match.position.to_move)} to move."
        return f"{match.name(outcome.winner)} wins: {match.ending}." if outcome.winner else f"A draw: {match.ending}."

    def gauges(self, match: Match[P, M]) -> list[Gauge]:
        """What players keep an eye on besides the board: points spent, things held."""
        return []
