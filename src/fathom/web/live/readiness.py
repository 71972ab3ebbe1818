"""Whether the server can do its work: whether its store can be written to, found out by writing."""

from __future__ import annotations

import asyncio
import logging
import time

from fathom.errors import StoreError
from fathom.storage.journal import Ledger
from fathom.storage.journal.group import Journal

_FRESH_SECONDS = 1.0
_PATIENCE_SECONDS = 3.0
log = logging.getLogger("fathom.readiness")


class Readiness:
    """The last answer of the store, asked again when it is a second old."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._asking: asyncio.Task[str] | None = None
        self._asked = 0.0
        self._is_ready = True

    async def check(self) -> None:
        """Raises `StoreError` unless the store has written something durably in the last seconds."""
        problem = await self._find_problem()
        if self._is_ready != (not problem):
            self._is_ready = not problem
            log.warning(f"not ready: {problem}" if problem else "ready again")
        if problem:
            raise StoreError("The store cannot be written to at the moment; the log of the server says why.")

    async def _find_problem(self) -> str:
        if self._asking is None or (self._asking.done() and time.monotonic() - self._asked > _FRESH_SECONDS):
            self._asking = asyncio.create_task(self._ask())
            self._asked = time.monotonic()
        asking = self._asking
        await asyncio.wait({asking}, timeout=max(0.0, self._asked + _PATIENCE_SECONDS - time.monotonic()))
        if not asking.done():
            return f"The store has not answered for {time.monotonic() - self._asked:.0f} seconds."
        return "The server stops." if asking.cancelled() else asking.result()

    async def _ask(self) -> str:
        """What is wrong with the store, or nothing."""
        try:
            return await self._journal.read(_write)
        except StoreError as error:  # something else failed just before
            return str(error)

    async def close(self) -> None:
        if self._asking:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)


def _write(ledger: Ledger) -> str:
    try:
        ledger.check()
    except StoreError as error:
        return str(error)
    return ""
