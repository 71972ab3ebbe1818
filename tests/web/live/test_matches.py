"""The only way to change a match, with other clients that use it at the same time or leave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event as Sign

import pytest

from fathom.core.events import Moved
from fathom.errors import FathomError, IllegalMove, NotNow
from fathom.storage.journal import Addition, Ledger, Written, open_ledger
from fathom.storage.journal.group import Journal
from fathom.storage.journal.sqlite import SqliteLedger
from fathom.web.http.metrics import Metrics
from fathom.web.live.live_match import LiveMatch, LoggedEvent
from fathom.web.live.matches import Matches
from fathom.web.live.recent import Recent
from fathom.web.live.requests import Join, Move, NewMatch
from fathom.web.thinking.queue import Thinking
from fathom.web.thinking.runners import InlineRunner
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class SlowLedger(SqliteLedger):
    """Writes when the test says so."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.go_on = Sign()
        self.go_on.set()

    def write(self, additions: Sequence[Addition]) -> list[Written]:
        assert self.go_on.wait(PATIENCE)
        return super().write(additions)


class Ear:
    """Remembers the events that it receives."""

    def __init__(self) -> None:
        self.events: list[LoggedEvent] = []

    def tell(self, live: LiveMatch, event: LoggedEvent) -> None:
        self.events.append(event)

    def plays(self, seat: int) -> bool:
        return False

    def show_presence(self, live: LiveMatch) -> None: ...

    def dismiss(self) -> None:
        """Nothing is deleted in these tests."""


@asynccontextmanager
async def house_of(ledger: Ledger, *, is_shared: bool = False) -> AsyncIterator[Matches]:
    matches = Matches(Journal(ledger), Metrics(), Thinking([InlineRunner()]), is_shared=is_shared)
    try:
        yield matches
    finally:
        await matches.close()


async def test_a_move_whose_player_goes_away_happens_and_is_told_to_the_others(tmp_path: Path) -> None:
    ledger = SlowLedger(tmp_path / "server.db")
    async with house_of(ledger) as matches:
        live = (await matches.create(NewMatch(game="range-war"))).live
        ear = Ear()
        live.listeners[ear] = None
        ledger.go_on.clear()
        moving = asyncio.create_task(matches.command(live, [1, 2], Move(expected=1, key="12345678", move="6")))
        await asyncio.sleep(0.05)
        moving.cancel()
        ledger.go_on.set()
        async with asyncio.timeout(PATIENCE):
            while not ear.events:
                await asyncio.sleep(0.01)
        assert [logged.event for logged in ear.events] == [Moved("6", 1)]
        again = await matches.command(live, [1, 2], Move(expected=1, key="12345678", move="6"))
        assert (again.repeated, again.event) == (True, ear.events[0])


async def test_a_refusal_that_is_asked_for_again_and_again_does_not_grow(tmp_path: Path) -> None:
    async with house_of(SqliteLedger(tmp_path / "server.db")) as matches:
        live = (await matches.create(NewMatch(game="range-war"))).live
        depths = []
        for _ in range(20):
            with pytest.raises(IllegalMove) as refused:
                await matches.command(live, [1, 2], Move(expected=1, key="12345678", move="11"))
            depths.append(len(refused.traceback))
        assert max(depths[1:]) == depths[1]


async def test_there_is_one_of_each_match_however_few_are_remembered(tmp_path: Path) -> None:
    async with house_of(SqliteLedger(tmp_path / "server.db")) as matches:
        matches._recent = Recent(matches=1)
        ids = [(await matches.create(NewMatch(game="range-war"))).live.id for _ in range(4)]
        found = await asyncio.gather(*(matches.find(match) for match in ids))
        for live in found:
            ear = Ear()
            live.listeners[ear] = None
            again = await matches.find(live.id)
            await matches.command(again, [1, 2], Move(expected=1, key="12345678", move="6"))
            assert [type(logged.event) for logged in ear.events] == [Moved]


async def test_a_match_that_nobody_uses_any_more_is_forgotten(tmp_path: Path) -> None:
    async with house_of(SqliteLedger(tmp_path / "server.db")) as matches:
        matches._recent = Recent(matches=2)
        ids = [(await matches.create(NewMatch(game="range-war"))).live.id for _ in range(4)]
        assert set(matches._lives) == set(ids[2:])


async def test_whoever_joined_at_one_server_is_known_at_another(postgresql: PostgreSQL) -> None:
    url = postgresql.fresh_database()
    async with house_of(open_ledger(url), is_shared=True) as one, house_of(open_ledger(url), is_shared=True) as two:
        live, _, invitation, _ = await one.create(NewMatch(game="range-war", opponent="friend", watch=False))
        assert invitation
        await two.get(live.id)
        _, token = await one.join(live.id, Join(secret=invitation, name="Bob"))
        assert (await two.find(live.id, token)).seats_of(token) == [2]


async def test_an_invitation_that_is_used_at_two_servers_at_once_works_at_one(postgresql: PostgreSQL) -> None:
    url = postgresql.fresh_database()
    async with house_of(open_ledger(url), is_shared=True) as one, house_of(open_ledger(url), is_shared=True) as two:
        for _ in range(20):
            live, _, invitation, _ = await one.create(NewMatch(game="range-war", opponent="friend"))
            assert invitation
            await two.get(live.id)
            wish = Join(secret=invitation, name="Bob")
            answers = await asyncio.gather(one.join(live.id, wish), two.join(live.id, wish), return_exceptions=True)
            (refused,) = [answer for answer in answers if isinstance(answer, FathomError)]
            (joined,) = [answer for answer in answers if isinstance(answer, tuple)]
            assert isinstance(refused, NotNow)
            assert joined[0].seats_of(joined[1]) == [2]
