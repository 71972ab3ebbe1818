"""What is written elsewhere is read here: in one question for many matches, and not what was written here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from fathom.core.events import Moved
from fathom.storage.journal import Addition, Entry, Seen
from fathom.storage.journal.sqlite import SqliteLedger
from fathom.web.live.changes import CommandAnswer
from fathom.web.live.live_match import LiveMatch, PlannedEvent, entry_of
from fathom.web.live.matches import Matches
from fathom.web.live.requests import Move, NewMatch
from tests.patience import PATIENCE
from tests.web.live.test_matches import Ear, house_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class AskedLedger(SqliteLedger):
    """Remembers what it was asked for news."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asked: list[list[str]] = []

    def news(self, seen: Sequence[Seen]) -> dict[str, list[Entry]]:
        self.asked.append([one.match for one in seen])
        return super().news(seen)


def move_elsewhere(live: LiveMatch, move: str) -> Entry:
    """The entry of a move that another server makes."""
    planned: PlannedEvent = live.plan_move(live.match.position.to_move, move)
    return entry_of(live.id, live.sequence + 1, f"elsewhere-{move}", planned)


async def write(matches: Matches, entries: Sequence[Entry]) -> None:
    assert all(one.done for one in await asyncio.gather(*(matches.journal.append(Addition(one)) for one in entries)))


async def until_quiet(matches: Matches) -> None:
    async with asyncio.timeout(PATIENCE):
        while matches._news._is_looking or matches._background._tasks:
            await asyncio.sleep(0.01)


async def test_the_news_of_many_matches_is_one_question(tmp_path: Path) -> None:
    ledger = AskedLedger(tmp_path / "server.db")
    async with house_of(ledger) as matches:
        lives = [(await matches.create(NewMatch(game="range-war"))).live for _ in range(5)]
        ears = [Ear() for _ in lives]
        for live, ear in zip(lives, ears, strict=True):
            live.listeners[ear] = None
        await write(matches, [move_elsewhere(live, "6") for live in lives])
        for live in lives:
            matches.look_for_news(live.id, 2)
            matches.look_for_news(live.id, 2)  # a hint may come twice
        await until_quiet(matches)
        assert [[logged.event for logged in ear.events] for ear in ears] == [[Moved("6", 1)]] * 5
        assert ledger.asked == [[live.id for live in lives]]
        assert all(live.turn.take() for live in lives)


async def test_what_this_server_is_writing_is_not_read_again(tmp_path: Path) -> None:
    ledger = AskedLedger(tmp_path / "server.db")
    async with house_of(ledger) as matches:
        live = (await matches.create(NewMatch(game="range-war"))).live
        answers: list[CommandAnswer | Exception] = []
        matches.changes.run(live, [1, 2], Move(expected=1, key="12345678", move="6"), answers.append)
        matches.look_for_news(live.id, 2)  # its own hint is heard before its commit
        await until_quiet(matches)
        assert (live.match.moves, ledger.asked) == (["6"], [])
        assert live.turn.take()


async def test_a_match_that_is_busy_keeps_no_other_from_its_news(tmp_path: Path) -> None:
    ledger = AskedLedger(tmp_path / "server.db")
    async with house_of(ledger) as matches:
        busy, free = [(await matches.create(NewMatch(game="range-war"))).live for _ in range(2)]
        await write(matches, [move_elsewhere(live, "6") for live in (busy, free)])
        assert busy.turn.take()
        matches.look_for_news("", 0)  # after a lost connection, anything may have been missed
        async with asyncio.timeout(PATIENCE):
            while not free.match.moves:
                await asyncio.sleep(0.01)
        assert busy.match.moves == []
        busy.turn.give_back()
        await until_quiet(matches)
        assert (busy.match.moves, ledger.asked) == (["6"], [[free.id]])
