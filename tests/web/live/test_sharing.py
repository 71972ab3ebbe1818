"""What many ask for at once is made once."""

from __future__ import annotations

import asyncio

import pytest

from fathom.errors import StoreError
from fathom.web.live import sharing
from fathom.web.live.sharing import Shared

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Work:
    """Counts how often it is done; it waits until it may go on."""

    def __init__(self) -> None:
        self.done = 0
        self.may_go_on = asyncio.Event()

    async def __call__(self) -> int:
        self.done += 1
        await self.may_go_on.wait()
        return self.done


async def test_all_who_ask_within_a_second_get_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "FRESH_SECONDS", 1000.0)
    shared, work = Shared[int](), Work()
    asking = [asyncio.create_task(shared.get(work)) for _ in range(10)]
    await asyncio.sleep(0)
    asking[0].cancel()  # one visitor hangs up: the others still get it
    work.may_go_on.set()
    assert await asyncio.gather(*asking[1:]) == [1] * 9
    assert await shared.get(work) == 1


async def test_it_is_made_again_when_it_is_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "FRESH_SECONDS", 0.0)
    shared, work = Shared[int](), Work()
    work.may_go_on.set()
    assert [await shared.get(work) for _ in range(3)] == [1, 2, 3]


async def test_a_failure_is_told_and_then_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "FRESH_SECONDS", 1000.0)
    shared, work = Shared[int](), Work()
    work.may_go_on.set()

    async def fail() -> int:
        raise StoreError("The store is away.")

    with pytest.raises(StoreError):
        await shared.get(fail)
    assert await shared.get(work) == 1
