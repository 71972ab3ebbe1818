"""If a sender vanishes or the store fails, a move may or may not be on disk: the server finds out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fathom.core.events import Moved
from fathom.errors import StoreError
from fathom.storage.journal import Addition, Written
from fathom.storage.journal.group import Journal
from fathom.storage.journal.sqlite import SqliteLedger
from fathom.web.http.metrics import Metrics
from fathom.web.live.live_match import LiveMatch, LoggedEvent
from fathom.web.live.matches import Matches
from fathom.web.live.requests import Move, NewMatch
from fathom.web.thinking.queue import Thinking
from fathom.web.thinking.runners import InlineRunner
from tests.patience import PATIENCE

MOVE = Move(expected=1, key="the-only-key", move="6")
A_WHILE = 0.2


class Unsteady(SqliteLedger):
    """A ledger that can be told to be slow, or to fail before or after the commit."""

    is_slow = False
    fails = ""

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        time.sleep(A_WHILE if self.is_slow else 0)
        fails, self.fails = self.fails, ""
        if fails == "before":
            raise StoreError("The disk is full.")
        written = super().write(additions)
        if fails == "after":
            raise StoreError("The connection was lost.")
        return written


class Witness:
    """A listener that receives the events."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def tell(self, live: LiveMatch, event: LoggedEvent) -> None:
        self.told.append(event.as_dict()["kind"])

    def plays(self, seat: int) -> bool:
        return False

    def show_presence(self, live: LiveMatch) -> None: ...

    def dismiss(self) -> None:
        self.told.append("deleted")


class Table:
    """A match in which two people sit at one screen."""

    def __init__(self, ledger: Unsteady, matches: Matches, live: LiveMatch) -> None:
        self.ledger, self.matches, self.live = ledger, matches, live
        self.witness = Witness()
        live.listeners[self.witness] = None


@asynccontextmanager
async def table_in(directory: Path) -> AsyncIterator[Table]:
    ledger = Unsteady(directory / "store.db")
    matches = Matches(Journal(ledger), Metrics(), Thinking([InlineRunner()]))
    live = (await matches.create(NewMatch(game="range-war"))).live
    yield Table(ledger, matches, live)
    await matches.close()


def test_others_see_a_move_whose_sender_vanished_while_it_was_written(tmp_path: Path) -> None:
    async def scene() -> list[str]:
        async with table_in(tmp_path) as table:
            table.ledger.is_slow = True
            sender = asyncio.create_task(table.matches.command(table.live, [1, 2], MOVE))
            await asyncio.sleep(A_WHILE / 2)
            sender.cancel()
            async with asyncio.timeout(PATIENCE):
                while not table.witness.told:
                    await asyncio.sleep(0.01)
            return table.witness.told

    assert asyncio.run(scene()) == ["moved"]


def test_a_move_that_was_written_although_the_store_failed_is_shown_and_answered_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with table_in(tmp_path) as table:
            table.ledger.fails = "after"
            with pytest.raises(StoreError):
                await table.matches.command(table.live, [1, 2], MOVE)
            answer = await table.matches.command(table.live, [1, 2], MOVE)
            assert (answer.event.event, answer.repeated) == (Moved("6", 1), True)
            assert table.witness.told == ["moved"]

    asyncio.run(scene())


def test_a_move_that_was_not_written_because_the_store_failed_can_be_made_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with table_in(tmp_path) as table:
            table.ledger.fails = "before"
            with pytest.raises(StoreError):
                await table.matches.command(table.live, [1, 2], MOVE)
            assert table.witness.told == []
            answer = await table.matches.command(table.live, [1, 2], MOVE)
            assert (answer.event.event, answer.repeated) == (Moved("6", 1), False)
            assert table.witness.told == ["moved"]

    asyncio.run(scene())
