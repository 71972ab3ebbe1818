"""A value that takes some work, made at most once a second for everyone who asks for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Generic, TypeVar

T = TypeVar("T")
FRESH_SECONDS = 1.0


class Shared(Generic[T]):
    """The value, made again when it is a second old; a failure is not kept."""

    def __init__(self) -> None:
        self._making: asyncio.Task[T] | None = None
        self._made = 0.0

    async def get(self, make: Callable[[], Coroutine[None, None, T]]) -> T:
        """The value, or a new one from `make`."""
        if self._making is None or (self._making.done() and self._is_stale(self._making)):
            self._making = asyncio.create_task(make())
            self._made = time.monotonic()
        return await asyncio.shield(self._making)

    def _is_stale(self, made: asyncio.Task[T]) -> bool:
        has_failed = made.cancelled() or made.exception() is not None
        return has_failed or time.monotonic() - self._made >= FRESH_SECONDS
