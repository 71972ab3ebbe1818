"""How to win Digit Dilemma: two digits that both complete a multiple, or an answer to every finish."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from fathom.games.digit_dilemma.rules import GAME, Board, Options, Placement, Position, fill, number_of, shortfall
from fathom.games.digit_dilemma.strategy.prospects import Finish, all_finishes, completing, finishes
from fathom.show.strategy import Rule, Strategy

_PROVED = (Options(), Options(leading_zero="forbidden"))
_FIRST_DIGITS = (7, 0)
_NO_DIGIT = -1

_INSIGHT = (
    "0 and 7 do the same job, and so do 1 and 8, and 2 and 9: where one of the two completes a multiple of 7, the "
    "other one does too. So a place that waits for such a pair waits for two digits, and your opponent can take only "
    "one of them."
)


def strategy(options: Options) -> Strategy[Position, Placement] | None:
    """The list for multiples of 7 on three places in base 10, in both readings of a 0 on the Left."""
    return _STRATEGY if options in _PROVED else None


def _complete_a_multiple(position: Position) -> list[Placement]:
    winning = position.pool & completing(position.options, position.own)
    return [move for move in position.moves() if winning >> move.digit & 1] if winning else []


def _finish_ahead(position: Position) -> list[Placement]:
    options, pool, own, foe, _, _ = position
    if own.count(None) != 1:
        return []
    number = number_of(foe, options.base)
    finished = () if number is None else (Finish(shortfall(options, number), number, _NO_DIGIT),)
    theirs = finished or finishes(options, foe, pool)
    ahead = [mine.digit for mine in finishes(options, own, pool) if mine < _best_without(theirs, mine.digit)]
    return [move for move in position.moves() if move.digit in ahead] if ahead else []


def _best_without(finished: Sequence[Finish], digit: int) -> Finish:
    """The best finish with another digit; the best come first."""
    return finished[0] if finished[0].digit != digit else finished[1]


def _threaten_two(position: Position) -> Sequence[Placement]:
    options, pool, own, _, _, _ = position
    allowed = _needed_for_second(position)
    if not allowed:
        return ()
    return [
        way.move
        for way in _double_threats(options, own)
        if way.digit & allowed and (pool & way.completing).bit_count() > 1
    ]


def _answer_every_finish(position: Position) -> list[Placement]:
    options, pool, own, foe, _, _ = position
    allowed = _needed_for_second(position) if foe.count(None) == 1 else 0
    if not allowed:
        return []
    theirs = finishes(options, foe, pool)
    return [
        way.move
        for way in _second_digits(options, own)
        if way.digit & allowed and _answers_all(way, pool ^ way.digit, theirs)
    ]


class _SecondDigit(NamedTuple):
    """A way to place the second digit: the digit as a bit, the move, and which other digits complete a multiple."""

    digit: int
    move: Placement
    completing: int
    #: How the board can be completed, in the pool or not, the best first; and the digits of the first 0, 1, 2, ...
    finishes: Sequence[Finish]
    digits: Sequence[int]


def _answers_all(way: _SecondDigit, pool: int, theirs: Sequence[Finish]) -> bool:
    """Whatever the opponent finishes with, is there a better finish with another digit?"""
    _, _, _, mine, digits = way
    for finish in theirs:
        taken = 1 << finish.digit
        if taken & pool and not digits[bisect_left(mine, finish)] & pool & ~taken:
            return False
    return True


def _needed_for_second(position: Position) -> int:
    """The digits, as bits, of which one must be the second one so that the opponent is left no multiple; 0 if none is.

    It is any digit of the pool, or the one that the opponent needs.
    """
    options, pool, own, foe, _, _ = position
    if own.count(None) != 2:
        return 0
    feared = pool & completing(options, foe)
    if feared.bit_count() > 1:
        return 0  # one move takes only one of them
    return feared or pool


@lru_cache(maxsize=1 << 12)
def _second_digits(options: Options, own: Board) -> tuple[_SecondDigit, ...]:
    """Every way to place a second digit, in the order of the moves."""
    ways = []
    for move in GAME.actions(options):
        digit, board = 1 << move.digit, fill(own, *move)
        if board and move.digit not in own:
            mine = all_finishes(options, board)
            digits = list(accumulate([1 << finish.digit for finish in mine], initial=0))
            ways.append(_SecondDigit(digit, move, completing(options, board) & ~digit, mine, digits))
    return tuple(ways)


@lru_cache(maxsize=1 << 12)
def _double_threats(options: Options, own: Board) -> tuple[_SecondDigit, ...]:
    """Those after which two digits or more complete a multiple, if they are left."""
    return tuple([way for way in _second_digits(options, own) if way.completing.bit_count() > 1])


def _place_7_first(position: Position) -> list[Placement]:
    """The 0 does the same job if the 7 is gone."""
    if position.own.count(None) < len(position.own):
        return []
    digit = next(digit for digit in _FIRST_DIGITS if position.pool >> digit & 1)
    return [Placement(digit, "R")]


_STRATEGY: Strategy[Position, Placement] = Strategy(
    _INSIGHT,
    (
        Rule(
            "Complete a multiple",
            "Complete a multiple of 7.",
            _complete_a_multiple,
            "digit-dilemma:7R.1L.4L.2M",
        ),
        Rule(
            "Finish ahead",
            "Complete a number that beats your opponent's, or every one that they can still complete: less short of a "
            "multiple of 7, or equally short and smaller.",
            _finish_ahead,
            "digit-dilemma:1L.7R.4M.0L.3R",
        ),
        Rule(
            "Two at once",
            "Place your second digit so that two of the digits left complete a multiple for you, and none completes "
            "one for your opponent.",
            _threaten_two,
            "digit-dilemma:7R.1L",
        ),
        Rule(
            "An answer to every finish",
            "If your opponent has one place left and you have two, place a digit so that none that is left completes "
            "a multiple for them and, whichever they finish with, you can finish with a number that beats theirs.",
            _answer_every_finish,
            "digit-dilemma:1L.7R.4M",
        ),
        Rule(
            "7 on the Right first",
            "Start with the 7 on the Right, or with the 0 there if the 7 is gone.",
            _place_7_first,
            "digit-dilemma:9R",
        ),
    ),
)
