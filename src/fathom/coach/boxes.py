"""Spaced repetition with five boxes (a Leitner system).

A position that was known, that is answered right without a hint, moves to the next box; otherwise it goes back to the
first. A new position counts as in the first box. It is due again when the time of its box has passed:

    box      1       2        3        4         5
    time     1 day   3 days   7 days   21 days   60 days

A mistake made in a match also puts its position into the first box, due at once. Nothing here reads the clock.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

from fathom.coach.drills import DRILL_LEVELS

K = TypeVar("K", bound=Hashable)

#: By box, from the first.
TIMES = tuple(timedelta(days=days) for days in (1, 3, 7, 21, 60))

_DAY = timedelta(days=1)
_TO_RISE = 3
_TO_FALL = 2


class Attempt(NamedTuple, Generic[K]):
    """One answer to a position: known or not, when, and whether in a match (then a mistake) or in a drill."""

    position: K
    known: bool
    at: datetime
    in_match: bool = False


class Card(NamedTuple):
    """The state of a position: its box, when it is due, and whether it was known the last time."""

    box: int
    due: datetime
    known: bool


def cards(attempts: Iterable[Attempt[K]]) -> dict[K, Card]:
    """The card of every position attempted, after all attempts in order of time."""
    found: dict[K, Card] = {}
    for attempt in sorted(attempts, key=lambda attempt: attempt.at):
        found[attempt.position] = after_attempt(found.get(attempt.position), attempt)
    return found


def after_attempt(card: Card | None, attempt: Attempt[K]) -> Card:
    """The card of a position after one more attempt; `card` is None if this is the first."""
    box = min(len(TIMES), (card.box if card else 1) + 1) if attempt.known else 1
    wait = timedelta() if attempt.in_match else TIMES[box - 1]
    return Card(box, attempt.at + wait, attempt.known)


def comes_back(card: Card, at: datetime) -> str:
    """When a position that was just answered is asked again: `It comes back in 3 days.`"""
    days = (card.due - at + _DAY / 2) // _DAY
    return f"It comes back {'tomorrow' if days <= 1 else f'in {days} days'}."


def level_after(known: Iterable[bool]) -> int:
    """The learner's level: three known in a row raise it by one, two not known in a row lower it by one."""
    level, run = DRILL_LEVELS[0], 0
    for is_known in known:
        run = max(run, 0) + 1 if is_known else min(run, 0) - 1
        if run == _TO_RISE:
            level, run = min(DRILL_LEVELS[-1], level + 1), 0
        elif run == -_TO_FALL:
            level, run = max(DRILL_LEVELS[0], level - 1), 0
    return level
