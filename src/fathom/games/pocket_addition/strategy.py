"""How to win Pocket Addition: take the 6 first, then look for the number that makes 15, on either side."""

from __future__ import annotations

from fathom.core.numerals import numbers_in
from fathom.games.pocket_addition.rules import DEFAULTS, Move, Options, Position
from fathom.show.strategy import Rule, Strategy

_TARGET = DEFAULTS.target
_FIRST = 6

_INSIGHT = (
    "Each player has at most one number in the pool that makes 15. A threat to take it can be answered only by taking "
    "that very number, which the opponent cannot do if it would bring them above 15."
)


def strategy(options: Options) -> Strategy[Position, Move] | None:
    """The list for the numbers 1 to 9 and the target 15."""
    return _STRATEGY if options == DEFAULTS else None


def _make_15(position: Position) -> list[Move]:
    return _taken(position, _TARGET - position.own)


def _block(position: Position) -> list[Move]:
    return _taken(position, _TARGET - position.foe)


def _threaten_beyond_reach(position: Position) -> list[Move]:
    return [number for number in _threatening(position) if position.foe + _TARGET - position.own - number > _TARGET]


def _end_level_or_ahead(position: Position) -> list[Move]:
    own, foe = position.own, position.foe
    return [
        number
        for number in numbers_in(position.choices)
        if own + number >= foe and not _fits(position.pool ^ 1 << number, min(own + number, foe))
    ]


def _take_6_first(position: Position) -> list[Move]:
    return _taken(position, _FIRST) if position.own == 0 else []


def _make_the_smallest_threat(position: Position) -> list[Move]:
    return [*_threatening(position)[:1]]


def _taken(position: Position, number: int) -> list[Move]:
    """The number, if it may be taken."""
    return [number] if number in position.moves() else []


def _threatening(position: Position) -> list[int]:
    """The numbers that leave in the pool the one that then makes 15, rising."""
    need = _TARGET - position.own
    return [n for n in numbers_in(position.choices) if 0 < need - n != n and position.pool >> need - n & 1]


def _fits(pool: int, total: int) -> bool:
    """Is there a number in the pool that can be added to a total?"""
    return any(total + number <= _TARGET for number in numbers_in(pool))


_STRATEGY: Strategy[Position, Move] = Strategy(
    _INSIGHT,
    (
        Rule("Make 15", "Take the number that makes your total 15.", _make_15, "pocket-addition:6.8"),
        Rule("Block", "Take the number that would make your opponent's total 15.", _block, "pocket-addition:6.9.8"),
        Rule(
            "Threat they cannot stop",
            "Take a number after which the one you then need for 15 is in the pool and would bring your opponent "
            "above 15.",
            _threaten_beyond_reach,
            "pocket-addition:6.9",
        ),
        Rule(
            "End level or ahead",
            "Take a number that brings you at least level with your opponent when nobody can take another one after "
            "it: on equal totals, whoever took the last number wins.",
            _end_level_or_ahead,
            "pocket-addition:1.6.9.5.4",
        ),
        Rule("6 first", "If you have no number yet, take the 6.", _take_6_first, "pocket-addition"),
        Rule(
            "Smallest threat",
            "Take the smallest number after which the one you then need for 15 is in the pool.",
            _make_the_smallest_threat,
            "pocket-addition:7.8.1",
        ),
    ),
)
