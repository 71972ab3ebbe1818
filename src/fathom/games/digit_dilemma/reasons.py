"""Why a move of Digit Dilemma is good or bad: which digits complete a multiple, for which seat, and are they left."""

from __future__ import annotations

from functools import lru_cache

from fathom.core.numerals import numbers_in
from fathom.core.value import Adviser, end_of_best_play
from fathom.core.words import enumerate_words
from fathom.games.digit_dilemma.rules import DIGITS, PLACES, Board, Options, Placement, Position, number_of
from fathom.show.room import Reasons

YOU, OPPONENT = "you", "the opponent"


def why(position: Position, move: Placement, adviser: Adviser[Position, Placement]) -> str:
    """`takes the 2 that would have completed 532 for the opponent and threatens 4 and 8 on the Right at once, ...`"""
    after = position.after(move)
    said = " and ".join(_deeds(position, move, after, OPPONENT))
    if after.outcome or _answers(after):
        return said
    is_winning = adviser.value(after).winner == position.to_move
    if is_winning and len(_threats(after)) > 1:
        return said
    follow_up = _plan(after, adviser) if is_winning else _refutation(after, adviser)
    return "; ".join([part for part in (said, _dead_end(after), follow_up) if part])


@lru_cache(maxsize=1 << 14)
def completing(options: Options, board: Board) -> int:
    """The mask of the digits that complete a multiple on a board with one empty place, in the pool or not."""
    if board.count(None) != 1:
        return 0
    lowest = 1 if board[0] is None and options.leading_zero == "forbidden" else 0
    return sum(1 << digit for digit in range(lowest, DIGITS) if _number_with(board, digit) % options.divisor == 0)


def _number_with(board: Board, digit: int) -> int:
    """The number on a board after this digit goes on its one empty place."""
    number = number_of(tuple(digit if held is None else held for held in board))
    assert number is not None
    return number


def _answers(after: Position) -> tuple[int, ...]:
    """The digits with which the seat to move completes a multiple at once."""
    return numbers_in(after.pool & completing(after.options, after.own))


def _threats(after: Position) -> tuple[int, ...]:
    """The digits with which the seat that has just moved would complete a multiple."""
    return numbers_in(after.pool & completing(after.options, after.foe))


def _place(board: Board) -> str:
    """The name of the one empty place."""
    return PLACES[len(board)][board.index(None)]


def _deeds(position: Position, move: Placement, after: Position, them: str) -> list[str]:
    """What a move does to the other side, called `them`."""
    if after.outcome or not completing(position.options, position.foe) >> move.digit & 1:
        return _changes(after, them)
    spoiled = _number_with(position.foe, move.digit)
    return [f"takes the {move.digit} that would have completed {spoiled} for {them}", *_changes(after, them)]


def _changes(after: Position, them: str) -> list[str]:
    """What has become of the board of the seat that has just moved, and what the other side can do."""
    options, number = after.options, number_of(after.foe)
    if after.outcome:
        is_multiple = number is not None and number % options.divisor == 0
        return [f"completes {number}, a multiple of {options.divisor}" if is_multiple else _comparison(after)]
    deeds = []
    if number is not None:
        deeds.append(f"completes {number}, {-number % options.divisor} short of a multiple")
    answers, threats = _answers(after), _threats(after)
    if answers:
        verb = "complete" if them == YOU else "completes"
        deeds.append(f"leaves the {answers[0]} with which {them} {verb} {_number_with(after.own, answers[0])}")
    elif len(threats) > 1:
        shown = enumerate_words(map(str, threats))
        deeds.append(f"threatens {shown} on the {_place(after.foe)} at once, of which {them} can take only one")
    elif threats:
        deeds.append(f"threatens to complete {_number_with(after.foe, threats[0])} with the {threats[0]}")
    return deeds


def _comparison(after: Position) -> str:
    assert after.outcome
    return f"ends the game: {after.outcome.reason}"


def _dead_end(after: Position) -> str:
    """The clause for a board, of the seat that has just moved, that can no longer become a multiple."""
    board = after.foe
    if board.count(None) != 1 or _threats(after):
        return ""
    digits = numbers_in(completing(after.options, board))
    if not digits:
        return f"no digit on the {_place(board)} completes a multiple"
    gone = {1: "it is gone", 2: "both are gone"}.get(len(digits), "all are gone")
    shown = enumerate_words((f"a {digit}" for digit in digits), "or")
    return f"only {shown} on the {_place(board)} would complete a multiple, and {gone}"


def _plan(after: Position, adviser: Adviser[Position, Placement]) -> str:
    """The move wins although nothing is decided yet: what comes next?"""
    if number_of(after.foe) is not None:
        return "no digit that is left lets the opponent beat it"
    value = adviser.value(after)
    wins_before_the_comparison = value.winner == 1 and value.plies == 4
    if wins_before_the_comparison and after.foe.count(None) == 2:
        reply, following = adviser.best(after)
        answer, _ = adviser.best(following)
        example = f"such as {answer.digit}{answer.place} after {reply.digit}{reply.place}"
        return f"whatever the opponent places, you can then threaten two digits at once, {example}"
    return f"with best play you win: {end_of_best_play(after, adviser).reason}"


def _refutation(after: Position, adviser: Adviser[Position, Placement]) -> str:
    """The move loses: what does the other seat answer, and how does that end?"""
    reply, following = adviser.best(after)
    deeds = _deeds(after, reply, following, YOU)
    answer = f"the opponent answers {reply.digit}{reply.place}"
    if deeds:
        answer += f", which {' and '.join(deeds)}"
    if following.outcome or len(_threats(following)) > 1:
        return answer
    return f"{answer}; with best play the opponent wins: {end_of_best_play(following, adviser).reason}"


def idea(position: Position, move: Placement, adviser: Adviser[Position, Placement]) -> str:
    """What to look for, without naming the move."""
    divisor, after = position.options.divisor, position.after(move)
    if adviser.value(position).winner != position.to_move:
        return "The opponent can always answer; choose what takes them longest."
    number = number_of(after.foe)
    if number is not None and number % divisor == 0:
        return f"A digit completes a multiple of {divisor} at once."
    if len(_threats(after)) > 1:
        return "Threaten two digits at once: the opponent can take only one."
    if completing(position.options, position.foe) >> move.digit & 1:
        return "Take a digit that the opponent needs."
    if number is not None or after.foe.count(None) == 1:
        return f"It will come to the comparison: end up closer to a multiple of {divisor}."
    return "Keep room for two threats at once on your next turn."


REASONS = Reasons(why, idea)
