"""A cache of answers.

    known = memory.get(question)
    answer = memory.keep(question, work_out(question, meter)) if known is None else known

`functools.lru_cache` does not fit work that takes a meter, because the meter is not part of the question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class Memory(Generic[Q, A]):
    """A cache of about `most` answers by question, which drops those that were not asked for lately.

    The answers are in two halves. When the newer half is full, it becomes the older one, and what was there is dropped.
    An older answer that is asked for is new again, so what comes up often stays.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._newer = _Newer[Q, A]()
        #: What was kept about a question, or None. It is as quick as a dictionary.
        self.get: Callable[[Q], A | None] = self._newer.__getitem__

    def keep(self, question: Q, answer: A) -> A:
        """Store an answer, and return it."""
        newer = self._newer
        if 2 * len(newer) >= self.most:
            newer.older = dict(newer)
            newer.clear()
        if self.most:
            newer[question] = answer
        return answer

    def __len__(self) -> int:
        return len(self._newer) + len(self._newer.older)


class _Newer(dict[Q, A | None]):
    """The newer half, which looks into the older one for what it lacks."""

    def __init__(self) -> None:
        super().__init__()
        self.older: dict[Q, A | None] = {}

    def __missing__(self, question: Q) -> A | None:
        answer = self.older.pop(question, None)
        if answer is not None:
            self[question] = answer
        return answer
