"""Commands that pass through without a task, those that wait, and what goes wrong in between."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fathom.core.events import Joined, Moved
from fathom.errors import IllegalMove, StaleMatch
from fathom.web.live.changes import CommandAnswer
from fathom.web.live.live_match import LiveMatch, LoggedEvent
from fathom.web.live.matches import Matches
from fathom.web.live.requests import Join, Move, NewMatch
from tests.patience import PATIENCE
from tests.web.live.test_matches import Ear, SlowLedger, house_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Answers:
    """Collects what commands are answered."""

    def __init__(self, matches: Matches, live: LiveMatch) -> None:
        self._matches = matches
        self._live = live
        self.told: list[CommandAnswer | Exception] = []

    def move(self, number: int, move: str) -> None:
        command = Move(expected=number, key=f"the-key-of-{number}", move=move)
        self._matches.changes.run(self._live, [1, 2], command, self.told.append)

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.told) < count:
                await asyncio.sleep(0.01)

    @property
    def events(self) -> list[object]:
        return [told.event.event if isinstance(told, CommandAnswer) else type(told) for told in self.told]


async def test_a_move_needs_no_task_and_is_answered_after_its_commit(tmp_path: Path) -> None:
    ledger = SlowLedger(tmp_path / "server.db")
    async with house_of(ledger) as matches:
        live = (await matches.create(NewMatch(game="range-war"))).live
        answers, ear = Answers(matches, live), Ear()
        live.listeners[ear] = None
        ledger.go_on.clear()
        tasks = asyncio.all_tasks()
        answers.move(1, "6")
        await asyncio.sleep(0.05)
        assert asyncio.all_tasks() == tasks
        assert (answers.told, ear.events, live.match.moves) == ([], [], [])
        ledger.go_on.set()
        await answers.until(1)
        assert (answers.events, live.match.moves) == ([Moved("6", 1)], ["6"])
        assert [logged.event for logged in ear.events] == [Moved("6", 1)]


async def test_a_refusal_is_answered_at_once_and_leaves_the_turn_free(tmp_path: Path) -> None:
    async with house_of(SlowLedger(tmp_path / "server.db")) as matches:
        live = (await matches.create(NewMatch(game="range-war"))).live
        answers = Answers(matches, live)
        answers.move(1, "11")
        assert answers.events == [IllegalMove]
        assert live.turn.take()


async def test_a_command_that_comes_during_another_waits_for_its_turn(tmp_path: Path) -> None:
    ledger = SlowLedger(tmp_path / "server.db")
    async with house_of(ledger) as matches:
        live = (await matches.create(NewMatch(game="range-war"))).live
        answers = Answers(matches, live)
        ledger.go_on.clear()
        answers.move(1, "6")
        answers.move(2, "4")
        answers.move(2, "5")
        ledger.go_on.set()
        await answers.until(3)
        assert answers.events == [Moved("6", 1), Moved("4", 2), Moved("4", 2)]  # the same key is the same command
        answers.move(2, "3")
        answers.move(1, "3")
        assert answers.events[3:] == [Moved("4", 2), Moved("6", 1)]
        await matches.command(live, [1, 2], Move(expected=3, key="another-key", move="5"))
        with pytest.raises(StaleMatch):
            await matches.command(live, [1, 2], Move(expected=3, key="one-more-key", move="3"))


async def test_a_seat_is_taken_once_though_the_guest_goes_away_during_the_commit(tmp_path: Path) -> None:
    ledger = SlowLedger(tmp_path / "server.db")
    async with house_of(ledger) as matches:
        made = await matches.create(NewMatch(game="range-war", opponent="friend"))
        live, ear = made.live, Ear()
        live.listeners[ear] = None
        ledger.go_on.clear()
        joining = asyncio.create_task(matches.join(live.id, Join(secret=made.invitation or "", name="Bob")))
        await asyncio.sleep(0.05)
        joining.cancel()
        await asyncio.sleep(0)
        ledger.go_on.set()
        answer = await matches.command(live, [1], Move(expected=2, key="12345678", move="6"))
        assert answer.event.event == Moved("6", 1)
        assert [logged.event for logged in ear.events] == [Joined(2, "Bob"), Moved("6", 1)]
        assert [entry.sequence for entry in ledger.entries(live.id)] == [1, 2, 3]


class Clumsy(Ear):
    """A listener with a bug."""

    def tell(self, live: LiveMatch, event: LoggedEvent) -> None:
        raise ZeroDivisionError


async def test_a_bug_in_telling_keeps_nobody_from_moving_on(tmp_path: Path) -> None:
    async with house_of(SlowLedger(tmp_path / "server.db")) as matches:
        live = (await matches.create(NewMatch(game="range-war"))).live
        answers, clumsy = Answers(matches, live), Clumsy()
        live.listeners[clumsy] = None
        answers.move(1, "6")
        await answers.until(1)
        assert answers.events == [ZeroDivisionError]
        del live.listeners[clumsy]
        answers.move(1, "6")
        await answers.until(2)
        answers.move(2, "4")
        await answers.until(3)
        assert answers.events[1:] == [Moved("6", 1), Moved("4", 2)]
