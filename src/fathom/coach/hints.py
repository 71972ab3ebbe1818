"""Hints as a dial: each turn of it tells more."""

from __future__ import annotations

from typing import Any

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.judge import Judgement, judge
from fathom.analysis.words import reason
from fathom.core.game import Game
from fathom.core.match import Match
from fathom.core.value import Adviser

STANDING, IDEA, MOVE, REASON = 1, 2, 3, 4


def hint(game: Game[Any], position: Any, adviser: Adviser, level: int) -> str:
    """What may be told at a level: how you stand, what to look for, the move, and why."""
    judgement = judge(position, adviser)
    best = judgement.best
    move = game.format_move(best.move)
    if level <= STANDING:
        return standing(judgement)
    if level == IDEA:
        idea = games.idea(game.name)
        return idea(position, best.move, adviser) if idea else standing(judgement)
    if level == MOVE:
        return f"Play {move}."
    return f"{move}: {reason(game, judgement, best, adviser)}."


def hint_rungs(game: Game[Any]) -> int:
    """How many levels the hints of a game have: its room's own, or these."""
    ladder = games.hint_ladder(game.name)
    return ladder.rungs if ladder else REASON


def hint_of(match: Match, level: int) -> str:
    """What may be told at a level, in the words of the room where it has its own."""
    ladder = games.hint_ladder(match.game.name)
    if ladder:
        return ladder.hint(match.position, level)
    return hint(match.game, match.position, adviser_for(match.game, match.options), level)


def standing(judgement: Judgement) -> str:
    """How the seat to move stands, and how many of its moves keep that."""
    value, seat = judgement.value, judgement.position.to_move
    keeping = sum(judged.value.winner == value.winner for judged in judgement.moves)
    total = len(judgement.moves)
    if value.winner is None:
        return f"It is a draw with best play; {_share(keeping, total)} it."
    if value.winner != seat:
        return "You are lost if the opponent plays perfectly."
    return f"You are winning; {_share(keeping, total)} it."


def _share(keeping: int, total: int) -> str:
    if keeping == total:
        return "every move keeps"
    return f"only one of {total} moves keeps" if keeping == 1 else f"{keeping} of {total} moves keep"
