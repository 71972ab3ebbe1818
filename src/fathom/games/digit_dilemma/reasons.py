"""Why a move of Digit Dilemma is good or bad: which digits complete a multiple, for whom, and are they still there."""

from __future__ import annotations

from functools import lru_cache

from fathom.core.outcome import other
from fathom.core.value import Adviser
from fathom.core.words import enumerate_words
from fathom.games.digit_dilemma.rules import (
    DIGITS,
    PLACES,
    Board,
    Options,
    Placement,
    Position,
    number_of,
    open_places,
)


def why(position: Position, move: Placement, adviser: Adviser) -> str:
    """`takes the 2 that would have completed 532 for the opponent, and threatens 4 and 8 on the Right at once`"""
    after = position.after(move)
    is_winning = adviser.value(after).winner == position.to_move
    said = _idea(position, move, after, "you", "the opponent")
    if after.outcome or _is_told(after, is_winning):
        return said
    follow_up = _plan(after) if is_winning else _refuted(after, adviser)
    return f"{said}; {follow_up}" if said else follow_up


@lru_cache(maxsize=1 << 14)
def completing(options: Options, board: Board) -> tuple[int, ...]:
    """The digits that complete a multiple on a board with one empty place, whether they are still there or not."""
    if len(open_places(board)) != 1:
        return ()
    empty = board.index(None)
    lowest = 1 if empty == 0 and options.leading_zero == "forbidden" else 0
    return tuple(
        digit
        for digit in range(lowest, DIGITS)
        if digit not in board and (_filled_number(board, digit) % options.divisor) == 0
    )


def _filled_number(board: Board, digit: int) -> int:
    number = number_of(tuple(digit if held is None else held for held in board))
    assert number is not None
    return number


def _there(position: Position, digits: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(digit for digit in digits if position.pool >> digit & 1)


def _place(board: Board) -> str:
    """The name of the one empty place."""
    return PLACES[len(board)][board.index(None)]


def _is_told(after: Position, is_winning: bool) -> bool:
    """Does what was said of the move already say who wins?"""
    theirs = _there(after, completing(after.options, after.own))
    if theirs:
        return True  # the other seat completes a multiple at once
    return is_winning and len(_there(after, completing(after.options, after.foe))) > 1


def _idea(position: Position, move: Placement, after: Position, me: str, them: str) -> str:
    """What the move does, for `me` against `them`."""
    options = position.options
    if after.outcome:
        return _end(after, position.to_move)
    ideas = []
    if move.digit in completing(options, position.foe):
        ideas.append(f"takes the {move.digit} that would have completed {_filled_number(position.foe, move.digit)} for {them}")
    number = number_of(after.foe)
    if number is not None:
        ideas.append(f"completes {number}, which is {-number % options.divisor} short of a multiple")
    theirs = _there(after, completing(options, after.own))
    if theirs:
        completed = _filled_number(after.own, theirs[0])
        ideas.append(f"leaves the {theirs[0]} with which {_verb(them, 'complete')} {completed}")
    elif number is None:
        ideas += _threats(after, them)
    return enumerate_words(ideas) if ideas else ""


def _threats(after: Position, them: str) -> list[str]:
    """What the seat that has just moved can complete next, if it has one empty place."""
    board, options = after.foe, after.options
    if len(open_places(board)) != 1:
        return []
    digits = completing(options, board)
    there, place = _there(after, digits), _place(board)
    if len(there) > 1:
        shown = enumerate_words(map(str, there))
        return [f"threatens {shown} on the {place} at once, of which {them} can take only one"]
    if there:
        return [f"threatens the {there[0]} on the {place}"]
    if digits:
        are_gone = "is gone" if len(digits) == 1 else "both are gone" if len(digits) == 2 else "all are gone"
        shown = enumerate_words((f"a {digit}" for digit in digits), "or")
        return [f"only {shown} on the {place} would complete a multiple, and {are_gone.replace('is', 'it is', 1)}"]
    return [f"no digit on the {place} completes a multiple"]


def _end(after: Position, seat: int) -> str:
    assert after.outcome
    number = number_of(after.board(seat))
    if after.outcome.winner == seat and number is not None and number % after.options.divisor == 0:
        return f"completes {number}, a multiple of {after.options.divisor}"
    return f"ends the game: {after.outcome.reason}"


def _plan(after: Position) -> str:
    """The move wins although nothing is decided yet: what comes next?"""
    seat = other(after.to_move)
    if number_of(after.board(seat)) is not None:
        return "no digit brings the opponent closer to a multiple than that"
    if len(open_places(after.board(seat))) == 2 and seat == 1:
        return "whatever the opponent places, you have a winning answer"
    return "whatever the opponent places, you have a winning answer"


def _refuted(after: Position, adviser: Adviser) -> str:
    """The move loses: what does the other seat answer?"""
    reply, following = adviser.best(after)
    idea = _idea(after, reply, following, "the opponent", "you")
    spelled = f"{reply.digit}{reply.place}"
    return f"the opponent answers {spelled}, which {idea}" if idea else f"the opponent answers {spelled} and wins"


def _verb(who: str, verb: str) -> str:
    return f"{who} {verb}" if who == "you" else f"{who} {verb}s"


