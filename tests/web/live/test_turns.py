"""The turn of a match: one at a time, in order, whoever gives up in between."""

from __future__ import annotations

import asyncio

import pytest

from fathom.web.live.turns import Turn

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def queue_up(turn: Turn, names: str, order: list[str]) -> dict[str, asyncio.Task[None]]:
    """Tasks that wait for the turn one after the other, and note when they have it."""

    async def work(name: str) -> None:
        async with turn:
            order.append(name)
            await asyncio.sleep(0)

    tasks = {name: asyncio.create_task(work(name)) for name in names}
    await asyncio.sleep(0)
    return tasks


async def test_it_is_taken_by_one_at_a_time() -> None:
    turn = Turn()
    assert [turn.take(), turn.take()] == [True, False]
    turn.give_back()
    assert turn.take()


async def test_those_who_wait_get_it_in_order_and_nobody_slips_in_between() -> None:
    turn, order = Turn(), list[str]()
    assert turn.take()
    tasks = await queue_up(turn, "abc", order)
    turn.give_back()
    assert not turn.take()  # it belongs to `a` already, who has not woken up yet
    await asyncio.gather(*tasks.values())
    assert order == ["a", "b", "c"]
    assert turn.take()


async def test_whoever_gives_up_is_passed_over() -> None:
    turn, order = Turn(), list[str]()
    assert turn.take()
    tasks = await queue_up(turn, "abc", order)
    tasks["a"].cancel()
    await asyncio.sleep(0)
    turn.give_back()
    await asyncio.gather(*tasks.values(), return_exceptions=True)
    assert order == ["b", "c"]
    assert turn.take()


async def test_whoever_gives_up_when_it_has_just_come_passes_it_on() -> None:
    turn, order = Turn(), list[str]()
    assert turn.take()
    tasks = await queue_up(turn, "ab", order)
    turn.give_back()
    tasks["a"].cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)
    assert order == ["b"]
    assert turn.take()


async def test_an_error_gives_it_back() -> None:
    turn = Turn()
    with pytest.raises(ValueError, match="oh"):
        async with turn:
            raise ValueError("oh")
    assert turn.take()
