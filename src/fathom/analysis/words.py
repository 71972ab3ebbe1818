"""Advice in words."""

from __future__ import annotations

from typing import Any

from fathom import games
from fathom.analysis.judge import THROWS, Judged, Judgement
from fathom.core.game import Game
from fathom.core.value import Adviser, Value


def reason(game: Game[Any], judgement: Judgement, judged: Judged, adviser: Adviser) -> str:
    """Why a move is worth what it is, in one sentence of the game's own ideas."""
    why = games.why(game.name)
    if why is None:
        return result(judged.value, judgement.position.to_move)
    return why(judgement.position, judged.move, adviser)


def result(value: Value, seat: int) -> str:
    """A value as the seat to move sees it: `you win in 5 plies`."""
    if value.plies is None:
        return "a draw"
    who = "you win" if value.winner == seat else "you lose"
    return f"{who} at once" if value.plies == 0 else f"{who} in {plies(value.plies)}"


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def verdict(judgement: Judgement, judged: Judged) -> str:
    """The verdict for people; what is thrown away is named."""
    if judged.verdict != THROWS:
        return judged.verdict
    lost = "the draw" if judgement.value.winner is None else "the win"
    return f"throws {lost}"
