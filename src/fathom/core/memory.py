"""Answers that are remembered.

    known = memory.get(question)
    answer = memory.keep(question, work_out(question, meter)) if known is None else known

`functools.lru_cache` does not fit where the work takes a meter, which is no part of the question.
"""

from __future__ import annotations

from typing import TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class Memory(dict[Q, A]):
    """Answers by question. When there are as many as it holds, it forgets them all and starts again."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, question: Q, answer: A) -> A:
        """Remember an answer, and return it."""
        if len(self) >= self.most:
            self.clear()
        if self.most:
            self[question] = answer
        return answer
