"""A cache of answers.

    known = memory.get(question)
    answer = memory.keep(question, work_out(question, meter)) if known is None else known

`functools.lru_cache` does not fit work that takes a meter, because the meter is not part of the question.
"""

from __future__ import annotations

from typing import TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class Memory(dict[Q, A]):
    """A cache of answers by question. When it is full, it drops all of them."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, question: Q, answer: A) -> A:
        """Store an answer, and return it."""
        if len(self) >= self.most:
            self.clear()
        if self.most:
            self[question] = answer
        return answer
