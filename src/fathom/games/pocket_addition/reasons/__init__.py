"""Why a move of Pocket Addition is good or bad: what it takes away and threatens, and what that leads to."""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.value import Adviser
from fathom.games.pocket_addition.reasons.causes import Cause, Settled, settled
from fathom.games.pocket_addition.reasons.course import Course, threat
from fathom.games.pocket_addition.reasons.phrases import OPPONENT, YOU, Cast, explain, totals
from fathom.games.pocket_addition.rules import Move, Position
from fathom.show.room import Reasons


def why(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """`takes the 8 that the opponent needs for 15 and threatens the 4 that makes 15; the opponent must take it, ...`"""
    after, seat = position.after(move), position.to_move
    if after.outcome:
        return _end(position, move)
    if adviser.value(after).winner == seat:
        return _explain_win(position, move, after, adviser)
    told = _explain_loss(position, move, after, adviser)
    if adviser.value(position).winner != seat:
        return told
    return f"{told}; {adviser.say_once(position, lambda: _better(position, adviser))}"


def _end(position: Position, move: Move) -> str:
    own, foe = position.own, position.foe
    if move != PASS:
        return f"makes {position.options.target} exactly"
    if own == foe:
        return f"ends the game with {own} each, and you took the last number"
    return f"ends the game with {max(own, foe)} against {min(own, foe)} for {'you' if own > foe else 'the opponent'}"


def _explain_win(position: Position, move: Move, after: Position, adviser: Adviser[Position, Move]) -> str:
    cast, found = Cast(position.to_move, YOU, OPPONENT), settled(after)
    deeds = _deeds(position, move, after, found)
    if found and found.cause is Cause.THREAT:
        return deeds
    told = explain(after, found, cast, adviser) if found else Course(cast, adviser).defence(after)
    if move == PASS and after.choices:
        return f"you are stuck at {position.own}, but {told}"
    return f"{deeds}; {told}" if deeds else told


def _explain_loss(position: Position, move: Move, after: Position, adviser: Adviser[Position, Move]) -> str:
    found, target = settled(after), position.options.target
    if found and found.cause is Cause.TARGET and move != PASS:
        return f"leaves the {target - after.own} with which the opponent makes {target}"
    cast = Cast(after.to_move, OPPONENT, YOU)
    told = explain(after, found, cast, adviser) if found else Course(cast, adviser).answer(after)
    if found and found.cause is Cause.TARGET:
        return f"you are stuck at {position.own}, and {told}"
    deeds = _deeds(position, move, after, found)
    return f"{deeds}, but {told}" if deeds else told


def _deeds(position: Position, move: Move, after: Position, found: Settled | None) -> str:
    """What a move takes away and threatens, if that matters: a threat does not if something else settles the game."""
    target, need, deeds = position.options.target, threat(after), []
    if move == target - position.foe:
        deeds.append(f"takes the {move} that the opponent needs for {target}")
    if found and found.cause is Cause.THREAT:
        cannot = f"which the opponent cannot take, since {after.own} + {need} exceeds {target}"
        deeds.append(f"threatens the {need} that makes {target}, {cannot}")
    elif need and not found:
        deeds.append(f"threatens the {need} that makes {target}")
    return " and ".join(deeds)


def _better(position: Position, adviser: Adviser[Position, Move]) -> str:
    """What the best move does that another one failed to do: `7 would have threatened the 8`."""
    move, after = adviser.best(position)
    if after.outcome:
        return f"{move} would have made {position.options.target}"
    if move == position.options.target - position.foe:
        return "you had to take it yourself"
    return f"{move} would have {_deed_missed(position, after)}"


def _deed_missed(position: Position, after: Position) -> str:
    found, need, (own, foe) = settled(after), threat(after), totals(after, position.to_move)
    if found and found.cause is Cause.TOTALS:
        return (
            f"settled it at {own} each, with the last number yours" if own == foe else f"settled it at {own} to {foe}"
        )
    if found and found.cause is not Cause.THREAT:
        return f"put you out of reach at {own}" if after.choices else f"left them stuck at {foe}"
    if need:
        return f"threatened the {need}, too much for them" if found else f"threatened the {need}"
    replies = after.moves()
    return f"left them only the {replies[0]}" if len(replies) == 1 else "left you an answer to everything"


def idea(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """What to look for, without naming the move."""
    if len(position.moves()) == 1:
        return _no_choice(position)
    if adviser.value(position).winner != position.to_move:
        return "Every number loses if the opponent plays well; choose one that makes the win take longest."
    after = position.after(move)
    if after.outcome:
        return "You can make the target at once."
    if move == position.options.target - position.foe:
        return "The opponent is about to make the target: take away the number they need."
    return _aim(after)


def _no_choice(position: Position) -> str:
    if not position.pool:
        return "No number is left, so you can only pass."
    if not position.choices:
        return "Every number left is too large for you, so you can only pass."
    return "Only one number is small enough for you, so there is nothing to choose."


def _aim(after: Position) -> str:
    """What a winning move brings about."""
    found = settled(after)
    if found and found.cause is Cause.THREAT:
        return "Make a threat that the opponent is already too high to stop."
    if found and found.cause is Cause.TOTALS:
        return "Find a number after which neither of you can add anything, and compare the totals."
    if found and not after.choices:
        return "Leave the opponent nothing that is small enough to add."
    if found:
        return "Get so far ahead that the opponent can no longer reach your total."
    if threat(after):
        return "Make a threat that the opponent must answer, and see what that makes of both totals."
    if len(after.moves()) == 1:
        return "Leave the opponent only one number that is small enough."
    return "Find a number after which you have an answer to every reply."


REASONS = Reasons(why, idea)
