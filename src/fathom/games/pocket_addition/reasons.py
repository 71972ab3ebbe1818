"""Why a move of Pocket Addition is good or bad: what it makes, takes away, threatens and leaves."""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.value import Adviser, end_of_best_play
from fathom.games.pocket_addition.rules import Move, Position
from fathom.show.room import Reasons

YOU, OPPONENT = "you", "the opponent"
_ANSWERS_SHOWN = 3


def why(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """`takes the 8 that would have made 15 for the opponent and threatens the 4 that makes 15; ...`"""
    after = position.after(move)
    said = " and ".join(_deeds(position, move, after, YOU, OPPONENT))
    if after.outcome or _makes_target(after) or _cannot_be_stopped(after):
        return said
    is_winning = adviser.value(after).winner == position.to_move
    follow_up = _plan(after, adviser) if is_winning else _refutation(after, adviser)
    return f"{said}; {follow_up}" if said else follow_up


def _makes_target(after: Position) -> bool:
    """Can the seat to move make the target at once?"""
    return bool(after.pool >> after.options.target - after.own & 1)


def _threat(after: Position) -> int | None:
    """The number with which the seat that has just moved would make the target."""
    need = after.options.target - after.foe
    return need if after.pool >> need & 1 else None


def _cannot_be_stopped(after: Position) -> bool:
    """Is there a threat, with a number that is too large for the seat to move?"""
    threat = _threat(after)
    return threat is not None and after.own + threat > after.options.target and not _makes_target(after)


def _deeds(position: Position, move: Move, after: Position, me: str, them: str) -> list[str]:
    """What a move does, for `me` against `them`."""
    target, threat = position.options.target, _threat(after)
    if after.outcome:
        return [f"makes {target} exactly" if move != PASS else _comparison(position, me, them)]
    if move == PASS:
        return [f"nothing left is small enough to add to {position.own}"]
    deeds = []
    if move == target - position.foe:
        deeds.append(f"takes the {move} that would have made {target} for {them}")
    if _makes_target(after):
        verb = "make" if them == YOU else "makes"
        deeds.append(f"leaves the {target - after.own} with which {them} {verb} {target}")
    elif _cannot_be_stopped(after):
        cannot = f"which {them} cannot take, since {after.own} + {threat} exceeds {target}"
        deeds.append(f"threatens the {threat} that makes {target}, {cannot}")
    elif threat is not None:
        deeds.append(f"threatens the {threat} that makes {target}")
    elif not after.choices:
        whose = "your" if them == YOU else "the opponent's"
        deeds.append(f"leaves nothing small enough to add to {whose} {after.own}")
    return deeds


def _comparison(position: Position, me: str, them: str) -> str:
    """How the totals compare after the second pass."""
    own, foe = position.own, position.foe
    if own == foe:
        return f"ends the game with {own} each, and {me} took the last number"
    ahead = me if own > foe else them
    return f"ends the game with {max(own, foe)} against {min(own, foe)} for {ahead}"


def _plan(after: Position, adviser: Adviser[Position, Move]) -> str:
    """The move wins: what is the answer to every reply?"""
    replies, threat = after.moves(), _threat(after)
    if threat in replies:
        answer, _ = adviser.best(after.after(threat))
        return f"the opponent must take it, and then {'a pass' if answer == PASS else f'taking the {answer}'} wins"
    if replies != (PASS,) and len(replies) <= _ANSWERS_SHOWN:
        answers = (f"to {reply} {_named(adviser.best(after.after(reply))[0])}" for reply in replies)
        return f"every reply has a winning answer: {', '.join(answers)}"
    return f"with best play you win: {_end(after, adviser)}"


def _refutation(after: Position, adviser: Adviser[Position, Move]) -> str:
    """The move loses: what does the other seat answer, and how does that end?"""
    reply, following = adviser.best(after)
    deeds = _deeds(after, reply, following, OPPONENT, YOU)
    answer = f"the opponent answers {reply}" if reply != PASS else "the opponent must pass"
    if deeds and reply != PASS:
        answer += f", which {' and '.join(deeds)}"
    if following.outcome or _cannot_be_stopped(following):
        return answer
    return f"{answer}; with best play the opponent wins: {_end(following, adviser)}"


def _end(position: Position, adviser: Adviser[Position, Move]) -> str:
    return end_of_best_play(position, adviser).reason


def _named(move: Move) -> str:
    return "a pass" if move == PASS else str(move)


def idea(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """What to look for, without naming the move."""
    target, after = position.options.target, position.after(move)
    if adviser.value(position).winner != position.to_move:
        return "The opponent can always answer; choose what takes them longest."
    if after.outcome:
        return f"You can make {target} at once."
    if move == target - position.foe:
        return f"The opponent is about to make {target}: take away the number they need."
    if _cannot_be_stopped(after):
        return "Make a threat that the opponent is already too high to stop."
    if _threat(after) is not None:
        return "Make a threat, so that the opponent has no choice."
    return "Count what everybody can still take: it will come to the comparison."


REASONS = Reasons(why, idea)
