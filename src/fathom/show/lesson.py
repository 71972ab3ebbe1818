"""A first lesson: a few guided moves on the real board.

A room's `lesson.py` has one `Lesson`. Each step stands for itself: a position, one move to find there, and what to say.
What the rules refuse, the rules explain; a lesson never does. `coach/tutor.py` takes a learner through it.
"""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """One guided move."""

    #: The code of the position; "you" is the seat to move there.
    code: str
    #: What to do and why.
    task: str
    #: The moves asked for; if there are none, any legal move will do.
    moves: tuple[str, ...]
    #: What to say to such a move: what it did, and what happens next.
    right: str
    #: What to say to a legal move that was not asked for.
    other: str = ""


class Lesson(NamedTuple):
    """The guided moves, in order."""

    steps: tuple[Step, ...]
