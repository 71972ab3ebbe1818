"""The journal of an application that runs inside its visitor's browser, in one thread.

    journal = LocalJournal(restore(rows), keep)
    await journal.append(addition)               -> Written, once `await keep([row])` has returned

The ledger is in memory; what lasts are rows of text, one for each addition, which the browser stores. A row is handed
over while the ledger's transaction is still open: if it cannot be kept, nothing has been written in memory either, and
whoever asked is told to try again.
"""

from __future__ import annotations

import logging
from asyncio import Task
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypedDict, TypeVar

import msgspec

from fathom.errors import StoreError
from fathom.storage.journal import Addition, Entry, Lists, Result, Sighting, Summary, Written
from fathom.storage.journal.group import Group, Journal, Outcome, Watcher
from fathom.storage.journal.memory import MemoryLedger

T = TypeVar("T")
#: Returns when the rows are stored for good; raises if they are not.
Keep = Callable[[list[str]], Awaitable[None]]
#: So many rows are replayed in one transaction.
_ROWS_AT_ONCE: Final = 1000
log = logging.getLogger("fathom.journal")


class Device(NamedTuple):
    """The browser that an application runs inside: the rows that it has kept, and how it keeps more."""

    rows: Sequence[str]
    keep: Keep


class _Row(TypedDict, total=False):
    """An addition as a row: its parts are lists, and those that it has not are left out."""

    entry: Entry
    summary: Summary
    begun: _Row
    result: Result
    withdrawn: Result
    sighting: Sighting


_rows: Final = msgspec.json.Decoder(_Row)


def write_row(addition: Addition) -> str:
    """An addition as one line of JSON."""
    return msgspec.json.encode(_row_of(addition)).decode()


def _row_of(addition: Addition) -> dict[str, object]:
    row = {name: part for name, part in addition._asdict().items() if part is not None}
    return row | ({"begun": _row_of(addition.begun)} if addition.begun else {})


def read_row(text: str) -> Addition:
    """The addition that a row says; raises `ValueError`."""
    return _addition_of(_rows.decode(text))


def _addition_of(row: _Row) -> Addition:
    if "entry" not in row:
        raise ValueError("a row without an entry")
    begun = _addition_of(row["begun"]) if "begun" in row else None
    return Addition(
        row["entry"], row.get("summary"), begun, row.get("result"), row.get("withdrawn"), row.get("sighting")
    )


def restore(rows: Iterable[str]) -> MemoryLedger:
    """A ledger with everything that these rows say, in their order; a row that cannot be read is logged."""
    ledger, additions = MemoryLedger(), list[Addition]()
    for number, row in enumerate(rows, 1):
        try:
            additions.append(read_row(row))
        except ValueError as error:
            log.error("a row cannot be read", extra={"reason": f"row {number}: {error}"})
    for start in range(0, len(additions), _ROWS_AT_ONCE):
        ledger.write(additions[start : start + _ROWS_AT_ONCE])
    return ledger


class LocalJournal(Journal):
    """A journal without a thread, over a ledger in memory."""

    def __init__(self, ledger: MemoryLedger, keep: Keep, watcher: Watcher | None = None) -> None:
        self._memory = ledger
        self._keep = keep
        self._working: Task[None] | None = None
        super().__init__(ledger, watcher)

    def _open(self) -> None:
        """There is nothing to start."""

    async def _end(self) -> None:
        """There is nothing to end: whatever was asked for has been done."""

    async def ask_lists(self, question: Callable[[Lists], T]) -> T:
        return await self.read(question)

    def _start(self, group: Group) -> None:
        self._working = self._loop.create_task(self._work_off(group))

    async def _work_off(self, group: Group) -> None:
        """Write and keep everything, then answer the questions."""
        written = await self._write_and_keep(group.additions) if group.additions else []
        self._deliver(Outcome(group.told, written, self._ask_all(group.questions)))

    async def _write_and_keep(self, additions: Sequence[Addition]) -> Sequence[Written | StoreError]:
        try:
            with self._memory.writing(additions) as written:
                rows = [write_row(addition) for addition, one in zip(additions, written, strict=True) if one.done]
                if rows:
                    await self._keep(rows)
        except Exception as error:
            return [self._fail(error)] * len(additions)
        return written
