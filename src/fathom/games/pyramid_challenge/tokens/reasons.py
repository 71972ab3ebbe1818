"""Why a move is good or bad in Pyramid Challenge with limited tokens: what it takes from the supply, and who wins then.

The pyramids touch, so counting turns no longer decides. The reasons say what can be seen (the last token of a number, a
seat without a number to place, a pyramid that the tokens left cannot complete) and what the exact values prove.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathom.core.game import PASS
from fathom.core.value import Adviser
from fathom.core.words import counted, enumerate_words
from fathom.games.pyramid_challenge.rules import Cells, Move, Options, Position, below, fitting, placeable
from fathom.games.pyramid_challenge.tokens.supply import can_be_completed

_NUMBERS_NAMED = 3


def why(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """`takes the last token of 7; the opponent has nothing to place; with best play you finish in 2 turns`"""
    after = position.after(move)
    if move == PASS:
        return f"{_stuck(position.options, position.own)}; {_result(position, after, adviser)}"
    if after.outcome:
        return "completes your pyramid"
    told = [*_seen(position, move, after, adviser), _result(position, after, adviser)]
    if adviser.value(position).winner != adviser.value(after).winner:
        told.append(adviser.say_once(position, lambda: _better(position, adviser)))
    return "; ".join(told)


def _stuck(options: Options, own: Cells) -> str:
    """Why nothing can be placed."""
    fits = fitting(options, own)
    if len(own) < options.levels:
        return "no token is left"
    a, b = below(options.levels, own)
    if not fits:
        return f"nothing fits above {a} and {b}"
    return f"no token of {enumerate_words(map(str, fits), 'or')} is left, and nothing else fits above {a} and {b}"


def _seen(position: Position, move: int, after: Position, adviser: Adviser[Position, Move]) -> list[str]:
    """What the board shows after the move."""
    options, own, foe = position.options, (*position.own, move), position.foe
    seen = []
    if after.tokens_left(move) == 0:
        seen.append(f"takes the last token of {move}")
    if not placeable(options, foe, own):
        seen.append("the opponent has nothing to place and is stuck for good")
    if not can_be_completed(options, own, foe, adviser.meter):
        seen.append("the tokens left cannot complete your pyramid")
    return seen


def _result(position: Position, after: Position, adviser: Adviser[Position, Move]) -> str:
    """Who wins after the move. The opponent is to move, so an even number of plies is as many turns for each."""
    winner, plies = adviser.value(after)[:2]
    if winner is None or plies is None:
        return "with best play nobody finishes"
    who = "you finish" if winner == position.to_move else "the opponent finishes"
    return f"with best play {who} in {counted((plies + 1) // 2, 'turn')}"


def _better(position: Position, adviser: Adviser[Position, Move]) -> str:
    """The numbers that would have kept the result."""
    winner, moves = adviser.value(position).winner, position.moves()
    values = adviser.values_after(position)
    keeping = [str(move) for move, value in zip(moves, values, strict=True) if value.winner == winner]
    kept = "draw" if winner is None else "win"
    return f"{_named(keeping)} would have kept the {kept}"


def _named(numbers: Sequence[str]) -> str:
    if len(numbers) <= _NUMBERS_NAMED:
        return enumerate_words(numbers, "or")
    return f"{numbers[0]} and {len(numbers) - 1} other numbers"


def idea(position: Position, move: Move, adviser: Adviser[Position, Move]) -> str:
    """What to look for, without naming the move."""
    moves, winner, seat = position.moves(), adviser.value(position).winner, position.to_move
    if move == PASS:
        return "There is nothing that you can place, so you can only pass."
    if len(position.own) + 1 == position.options.cells:
        return "You can complete your pyramid."
    if len(moves) == 1:
        return "There is only one number that you can place."
    if winner not in (seat, None):
        return "The opponent wins with best play, whatever you place; make the game last."
    kept = sum(value.winner == winner for value in adviser.values_after(position))
    if kept == len(moves):
        return "Every number that you can place keeps the result."
    return "Mind the tokens: some numbers leave too few of what you need, or too many of what the opponent needs."


def prefer(position: Position, moves: Sequence[Move]) -> Move:
    """Of equally good moves one after which the tokens left can still complete the own pyramid."""
    options, own, foe = position.options, position.own, position.foe
    numbers = (move for move in moves if move != PASS)
    return next((number for number in numbers if can_be_completed(options, (*own, number), foe)), moves[0])
