"""Whether the server can do its work: whether its store can be written to, found out by writing."""

from __future__ import annotations

import asyncio
import time

from fathom.errors import StoreError
from fathom.storage.journal.group import Journal

_FRESH_SECONDS = 1.0
_PATIENCE_SECONDS = 3.0


class Readiness:
    """The last answer of the store, asked again when it is a second old."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._asking: asyncio.Task[None] | None = None
        self._asked = 0.0

    async def check(self) -> None:
        """Raises `StoreError` unless the store has written something durably in the last seconds."""
        if self._asking is None or (self._asking.done() and time.monotonic() - self._asked > _FRESH_SECONDS):
            self._asking = asyncio.create_task(self._journal.read(lambda ledger: ledger.check()))
            self._asked = time.monotonic()
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await asyncio.shield(self._asking)
        except TimeoutError:
            raise StoreError("The store is not responding: try again in a moment.") from None

    async def close(self) -> None:
        if self._asking:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
