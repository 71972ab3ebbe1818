"""What each side can still complete in Digit Dilemma: the facts behind reasons, hints and the strategy.

after                           a position after a move: `foe` is the board of the seat that has just moved
needed_in(after).threats        the digits, as bits, with which that seat would complete a multiple
needed_in(after).answers        the digits, as bits, with which the seat to move completes a multiple at once
Finish(1, 216, 6)               1 short of a multiple: 216, with the 6 as the last digit
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from fathom.core.numerals import numbers_in
from fathom.games.digit_dilemma.rules import (
    Board,
    Options,
    Placement,
    Position,
    fill,
    number_of,
    open_places,
    shortfall,
)


@lru_cache(maxsize=1 << 14)
def completing(options: Options, board: Board) -> int:
    """The mask of the digits that complete a multiple on a board with one empty place, in the pool or not."""
    if board.count(None) != 1:
        return 0
    return sum([1 << finish.digit for finish in all_finishes(options, board) if not finish.short])


def number_with(options: Options, board: Board, digit: int) -> int:
    """The number on a board after this digit goes on its one empty place."""
    with_zero, weight = _last_place(board, options.base)
    return with_zero + digit * weight


@lru_cache(maxsize=1 << 14)
def _last_place(board: Board, base: int) -> tuple[int, int]:
    """The number on a board with a 0 on its one empty place, and what a digit counts there: 100, 10 or 1 in base 10."""
    place = board.index(None)
    number = number_of((*board[:place], 0, *board[place + 1 :]), base)
    assert number is not None
    return number, base ** (len(board) - 1 - place)


class Needed(NamedTuple):
    """The digits, as bits, that complete a multiple at once after a move: for the seat to move, and for the other."""

    answers: int
    threats: int


def needed_in(after: Position) -> Needed:
    options, pool, own, foe, _, _ = after
    return Needed(pool & completing(options, own), pool & completing(options, foe))


def cannot_take(after: Position, digit: int) -> bool:
    """Is this digit out of reach for the seat to move, because only its Left is empty and a 0 may not stand there?"""
    return digit == 0 and after.options.leading_zero == "forbidden" and open_places(after.own) == "L"


def decides(after: Position, needed: Needed) -> bool:
    """Has the seat that has just moved a threat that cannot be stopped: two digits, or one that cannot be taken?"""
    if needed.answers:
        return False
    return needed.threats.bit_count() > 1 or (needed.threats == 1 and cannot_take(after, 0))


class Finish(NamedTuple):
    """One way to complete a board: how far from the next multiple, the number, and the last digit.

    The lower the better: rule 3 compares the shortfalls, then the numbers, which are never equal.
    """

    short: int
    number: int
    digit: int


@lru_cache(maxsize=1 << 14)
def finishes(options: Options, board: Board, pool: int) -> tuple[Finish, ...]:
    """Every number that a board with one empty place can become, the best first."""
    return tuple([finish for finish in all_finishes(options, board) if pool >> finish.digit & 1])


@lru_cache(maxsize=1 << 14)
def all_finishes(options: Options, board: Board) -> tuple[Finish, ...]:
    """The same with every digit, in the pool or not."""
    lowest = 1 if board[0] is None and options.leading_zero == "forbidden" else 0
    numbers = [(number_with(options, board, digit), digit) for digit in range(lowest, options.base)]
    return tuple(sorted([Finish(shortfall(options, number), number, digit) for number, digit in numbers]))


class LastWord(NamedTuple):
    """How the seat that completes last beats everything: with `first`, or with `second` after `taken`."""

    first: Finish
    #: What the other seat has after it took the first digit itself; None if it cannot.
    taken: Finish | None = None
    second: Finish | None = None


def last_word(after: Position) -> LastWord | None:
    """With one empty place each: two digits, or one, with which the last to complete beats whatever is completed."""
    theirs = finishes(after.options, after.own, after.pool)
    mine = finishes(after.options, after.foe, after.pool)
    for first in mine:
        rival = next((other for other in theirs if other.digit != first.digit), None)
        if first.short == 0 or rival is None or first < rival:
            taken = next((other for other in theirs if other.digit == first.digit), None)
            if taken is None:
                return LastWord(first)
            second = next((finish for finish in mine if finish.digit != first.digit), None)
            if second and second < taken:
                return LastWord(first, taken, second)
    return None


def unbeaten(position: Position) -> Finish | None:
    """For a seat to move with one empty place: the best completion that the other seat then cannot beat."""
    options, pool, own, foe, _, _ = position
    for finish in finishes(options, own, pool):
        if all(finish < other for other in finishes(options, foe, pool & ~(1 << finish.digit))):
            return finish
    return None


@lru_cache(maxsize=1 << 10)
def ways_to_two_threats(after: Position) -> Sequence[Placement]:
    """For the seat that has just moved, with two empty places: the fewest placements of which one will threaten two
    digits at once, whatever the other seat places. Empty if there are none."""
    options, pool, own, foe, _, _ = after
    if foe.count(None) != 2 or own.count(None) < 3:  # with fewer, the other seat might have a threat of its own by then
        return ()
    stopping = dict(_stopping_digits(options, pool, foe))
    digits = pool & ~1 if cannot_take(after, 0) else pool
    for number in (1, 2, 3):
        for ways in combinations(stopping, number):
            stops = digits
            for way in ways:
                stops &= stopping[way]
            if not stops:
                return ways
    return ()


def _stopping_digits(options: Options, pool: int, board: Board) -> Iterator[tuple[Placement, int]]:
    """Each placement that threatens two digits or more, and the digits any one of which would spoil that."""
    for digit in numbers_in(pool):
        for place in open_places(board):
            if digit == 0 and place == "L" and options.leading_zero == "forbidden":
                continue
            needed = pool & ~(1 << digit) & completing(options, fill(board, digit, place) or board)
            if needed.bit_count() > 1:
                yield Placement(digit, place), 1 << digit | (needed if needed.bit_count() == 2 else 0)


def prefer(position: Position, moves: Sequence[Placement]) -> Placement:
    """Of equally good moves the one to show: it completes the best number, takes a digit that the other seat needs,
    or threatens the most."""
    options, pool, own, foe, _, _ = position
    empty, needed = own.count(None), pool & completing(options, foe)
    if empty == 1:
        return _best_completion(options, own, needed, moves)
    taking = [move for move in moves if needed >> move.digit & 1] if needed else ()
    candidates = taking or moves
    if empty > 2:  # nothing is threatened with two places left
        return candidates[0]

    def threatened(move: Placement) -> int:
        digit, place = move
        return (pool & ~(1 << digit) & completing(options, fill(own, digit, place) or own)).bit_count()

    return max(candidates, key=threatened)


def obvious(position: Position) -> Placement | None:
    """The best finish, where it completes a multiple or the other seat has finished: nothing else can be better."""
    options, pool, own, foe, _, _ = position
    if own.count(None) != 1:
        return None
    best = next(finish for finish in all_finishes(options, own) if pool >> finish.digit & 1)
    return None if best.short and None in foe else Placement(best.digit, open_places(own))


def _best_completion(options: Options, board: Board, needed: int, moves: Sequence[Placement]) -> Placement:
    """A multiple; else a number that takes a needed digit; else any: of several, the one that rule 3 prefers."""
    by_digit = {move.digit: move for move in moves}
    best: Placement | None = None
    for finish in all_finishes(options, board):
        move = by_digit.get(finish.digit)
        if move and (not finish.short or needed >> finish.digit & 1):
            return move
        best = best or move
    assert best
    return best
