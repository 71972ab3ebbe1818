"""Lists are read in a thread and on a connection of their own, so that no move waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fathom.errors import TooMany
from fathom.storage.journal import Lists

T = TypeVar("T")
#: The most questions that wait; more would have to wait for too long.
MOST_WAITING = 200


class ListReader:
    """Asks the lists of a store, one question after the other. The connection is opened for the first one."""

    def __init__(self, open_lists: Callable[[], Lists]) -> None:
        self._open = open_lists
        self._lists: Lists | None = None
        self._thread = ThreadPoolExecutor(1, "lists")
        self._waiting = 0

    async def ask(self, question: Callable[[Lists], T]) -> T:
        """The answer of the lists, which includes everything acknowledged before."""
        if self._waiting >= MOST_WAITING:
            raise TooMany("Too many visitors are waiting for lists: try again in a second.", 1)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, question)
        finally:
            self._waiting -= 1

    def _answer(self, question: Callable[[Lists], T]) -> T:
        if self._lists is None:
            self._lists = self._open()
        return question(self._lists)

    def close(self) -> None:
        """Finish the question that is being answered, and close the connection."""
        self._thread.shutdown(cancel_futures=True)
        if self._lists:
            self._lists.close()
