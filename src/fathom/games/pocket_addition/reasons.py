"""Why a move of Pocket Addition is good or bad: what it makes, takes away, threatens and leaves."""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.value import Adviser
from fathom.core.words import enumerate_words
from fathom.games.pocket_addition.rules import Move, Position

_ANSWERS_SHOWN = 3


def why(position: Position, move: Move, adviser: Adviser) -> str:
    """`takes the 8 that would have made 15 for the opponent, and threatens the 4 that makes 15`"""
    after = position.after(move)
    said = _idea(position, move, after, "you", "the opponent")
    if after.outcome or _decides(after):
        return said
    is_winning = adviser.value(after).winner == position.to_move
    follow_up = _answered(after, adviser) if is_winning else _refuted(after, adviser)
    return f"{said}; {follow_up}" if said else follow_up


def _decides(after: Position) -> bool:
    """Does what was said of the move already say who wins?"""
    return _makes_target(after) or _cannot_be_stopped(after)


def _makes_target(after: Position) -> bool:
    """Can the seat to move make the target at once?"""
    return bool(after.pool >> after.options.target - after.own & 1)


def _threat(after: Position) -> int | None:
    """The number with which the seat that has just moved would make the target."""
    need = after.options.target - after.foe
    return need if after.pool >> need & 1 else None


def _cannot_be_stopped(after: Position) -> bool:
    """Is there a threat, and is the threatening number too large for the seat to move?"""
    threat = _threat(after)
    return threat is not None and after.own + threat > after.options.target and not _makes_target(after)


def _idea(position: Position, move: Move, after: Position, me: str, them: str) -> str:
    """What the move does, for `me` against `them`; empty when it does nothing worth a word."""
    target = position.options.target
    if after.outcome:
        return _end(position, move, after, me)
    if move == PASS:
        return f"nothing left is small enough for {me}, at {position.own}"
    ideas = []
    if move == target - position.foe:
        ideas.append(f"takes the {move} that would have made {target} for {them}")
    if _makes_target(after):
        ideas.append(f"leaves the {target - after.own} with which {_verb(them, 'make')} {target}")
    elif _cannot_be_stopped(after):
        threat = _threat(after)
        cannot = f"{them} cannot take it, since {after.own} + {threat} exceeds {target}"
        ideas.append(f"threatens the {threat} that makes {target}, and {cannot}")
    elif _threat(after) is not None:
        ideas.append(f"threatens the {_threat(after)} that makes {target}")
    elif not after.choices:
        ideas.append(f"leaves nothing that {them} can take without exceeding {target}")
    return enumerate_words(ideas) if ideas else ""


def _end(position: Position, move: Move, after: Position, me: str) -> str:
    """How the move ends the game."""
    if move != PASS:
        return f"makes {position.options.target} exactly"
    if position.own == position.foe:
        return f"ends the game at {position.own} each, and {me} took the last number"
    return f"ends the game, {position.own} against {position.foe}"


def _answered(after: Position, adviser: Adviser) -> str:
    """The move wins: what is there against every reply?"""
    replies = after.moves()
    if replies == (PASS,):
        return "the opponent must pass, and you stay ahead"
    threat = _threat(after)
    if threat is not None and threat in replies:
        answer, _ = adviser.best(after.after(threat))
        return f"the opponent must take it, and then {_named(answer)} wins"
    if len(replies) > _ANSWERS_SHOWN:
        return "whatever the opponent takes, you have a winning answer"
    answers = [f"{_answer_to(after, reply, adviser)}" for reply in replies]
    return f"every reply has a winning answer: {', '.join(answers)}"


def _answer_to(after: Position, reply: Move, adviser: Adviser) -> str:
    answer, _ = adviser.best(after.after(reply))
    return f"to {reply} {_named(answer)}"


def _refuted(after: Position, adviser: Adviser) -> str:
    """The move loses: what does the other seat answer?"""
    if after.moves() == (PASS,):
        return "the opponent passes, and is ahead all the same"
    reply, following = adviser.best(after)
    idea = _idea(after, reply, following, "the opponent", "you")
    return f"the opponent answers {reply}, which {idea}" if idea else f"the opponent answers {reply} and wins"


def _named(move: Move) -> str:
    return "a pass" if move == PASS else f"{move}"


def _verb(who: str, verb: str) -> str:
    return f"{who} {verb}" if who == "you" else f"{who} {verb}s"


