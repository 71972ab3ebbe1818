"""Retention: matches in which nothing has happened for some days are deleted, a few at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from fathom.errors import StoreError
from fathom.storage.journal.orders import Order, Prune, Report, time_before

log = logging.getLogger("fathom.retention")
#: How many matches are deleted in one commit: a few milliseconds of the journal's time.
AT_ONCE = 20
_PAUSE_SECONDS = 0.2
_FIRST_SECONDS = 60.0
_EVERY_SECONDS = 3600.0


class Retention:
    """Deletes old matches every hour, until it is closed. Several servers may do so in one store."""

    def __init__(
        self,
        days: int,
        carry_out: Callable[[Order], Awaitable[Report]],
        pause: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(_PAUSE_SECONDS),
    ) -> None:
        """`pause` is awaited between two commits, so that moves never wait for more than one of them."""
        self._days = days
        self._carry_out = carry_out
        self._pause = pause
        self._task: asyncio.Task[None] | None = None

    def start(self, first_seconds: float = _FIRST_SECONDS) -> None:
        self._task = asyncio.create_task(self._run(first_seconds))

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, first_seconds: float) -> None:
        await asyncio.sleep(first_seconds)
        while True:
            try:
                if deleted := await self.prune():
                    log.info("old matches deleted", extra={"matches": deleted, "days": self._days})
            except StoreError as error:
                log.warning("old matches cannot be deleted", extra={"reason": str(error)})
            await asyncio.sleep(_EVERY_SECONDS)

    async def prune(self) -> int:
        """Delete everything that is too old; how many matches that was."""
        before = time_before(datetime.now(UTC), timedelta(days=self._days))
        deleted = 0
        while matches := (await self._carry_out(Prune(before, AT_ONCE))).matches:
            deleted += len(matches)
            await self._pause()
        return deleted
