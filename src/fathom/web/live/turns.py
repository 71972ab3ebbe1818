"""Whose turn it is to work on a match: one at a time, in the order in which they asked.

Like `asyncio.Lock`, except that whoever finds it free can take it without a coroutine, and keep it until a commit.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Turn:
    """Taken by `take` or by `async with`; whoever has it gives it back."""

    __slots__ = ("_is_taken", "_waiting")

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: deque[asyncio.Future[None]] | None = None  # most matches never have anyone waiting

    def take(self) -> bool:
        """Take it if it is free."""
        if self._is_taken:
            return False
        self._is_taken = True
        return True

    def give_back(self) -> None:
        """Pass it on to the next who waits, so that nobody else can take it in between."""
        while self._waiting:
            following = self._waiting.popleft()
            if not following.done():  # else it was cancelled
                following.set_result(None)
                return
        self._is_taken = False

    async def wait(self) -> None:
        """Take it as soon as it is free."""
        if self.take():
            return
        if self._waiting is None:
            self._waiting = deque()
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it had been passed on already
                self.give_back()
            raise

    async def __aenter__(self) -> None:
        await self.wait()

    async def __aexit__(self, *_error: object) -> None:
        self.give_back()
