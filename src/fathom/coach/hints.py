"""Hints in levels, each of which tells more."""

from __future__ import annotations

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import explain
from fathom.analysis.judge import Judgement, judge
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import MP, PLIES, AnyGame, AnyPosition, Measure
from fathom.core.match import AnyMatch
from fathom.core.value import AnyAdviser, Value

STANDING, IDEA, MOVE, REASON = 1, 2, 3, 4


def hint(game: AnyGame, position: AnyPosition, adviser: AnyAdviser, level: int) -> str:
    """The hint of a level: how you stand, what to look for, the move, and why."""
    judgement = judge(position, adviser)
    best = judgement.best
    move = game.format_move(best.move)
    if level <= STANDING:
        return standing_words(judgement)
    if level == IDEA:
        return idea_of(game, judgement, adviser) or standing_words(judgement)
    if level == MOVE:
        return f"Play {move}."
    return f"{move}: {explain(game, judgement, best, adviser)}."


def idea_of(game: AnyGame, judgement: Judgement, adviser: AnyAdviser) -> str:
    """What to look for, in the room's own words; empty if it has none."""
    reasons = games.room(game.name).reasons
    return reasons.idea(judgement.position, judgement.best.move, adviser) if reasons and reasons.idea else ""


def hint_rungs(game: AnyGame) -> int:
    """The number of hint levels of a game: its room's own, or the ones here."""
    ladder = games.room(game.name).hints
    return ladder.rungs if ladder else REASON


def hint_of(match: AnyMatch, level: int, meter: Meter = UNLIMITED) -> str:
    """The hint of a level, from the room if it has its own hints; raises `Unknown` when the budget is spent."""
    ladder = games.room(match.game.name).hints
    if ladder:
        return ladder.hint(match.position, level, meter)
    return hint(match.game, match.position, adviser_for(match.game, match.options, meter), level)


def standing_words(judgement: Judgement, measure: Measure = PLIES) -> str:
    """How the seat to move stands, and how many of its moves keep that result."""
    value, seat = judgement.value, judgement.position.to_move
    keeping = sum(not judgement.is_mistake(judged) for judged in judgement.moves)
    total = len(judgement.moves)
    if measure == MP:
        return _mp_words(value, keeping, total)
    if value.winner is None:
        return f"It is a draw with best play; {_share(keeping, total)} the draw."
    if value.winner != seat:
        return "You lose if the opponent plays perfectly."
    return f"You are winning; {_share(keeping, total)} the win."


def _mp_words(value: Value, keeping: int, total: int) -> str:
    if value.mp is None:
        return "The end is out of reach from here, whatever you do."
    if keeping == total:
        share = "every move leads to it"
    else:
        share = f"only one of {total} moves leads to it" if keeping == 1 else f"{keeping} of {total} moves lead to it"
    return f"The best from here is {value.mp} MP in all; {share}."


def _share(keeping: int, total: int) -> str:
    if keeping == total:
        return "every move keeps"
    return f"only one of {total} moves keeps" if keeping == 1 else f"{keeping} of {total} moves keep"
