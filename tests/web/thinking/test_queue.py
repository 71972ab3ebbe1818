"""Owners are served in turn, within bounds, and what nobody waits for is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from fathom.errors import TooMany
from fathom.web.thinking.messages import Call
from fathom.web.thinking.queue import MOST_WAITING, Thinking
from fathom.web.thinking.runners import InlineRunner


class Gate:
    """A runner that notes what it is given, and waits until it is opened."""

    def __init__(self) -> None:
        self.begun: list[object] = []
        self.stopped: list[object] = []
        self.is_open = asyncio.Event()

    async def run(self, call: Call) -> object:
        assert isinstance(call, partial)
        self.begun.append(call.args[0])
        try:
            await self.is_open.wait()
        except asyncio.CancelledError:
            self.stopped.append(call.args[0])
            raise
        return call()

    async def close(self) -> None:
        self.begun.append("closed")


def run(scene: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(30):
            await scene()

    asyncio.run(bounded())


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_owners_take_turns_however_much_one_asks_for() -> None:
    async def scene() -> None:
        gate = Gate()
        thinking = Thinking([gate])
        asked = [("greedy", "g1"), ("greedy", "g2"), ("greedy", "g3"), ("modest", "m1"), ("other", "o1")]
        tasks = [asyncio.create_task(thinking.run(owner, str.upper, text)) for owner, text in asked]
        await settle()
        assert thinking.waiting == 4
        gate.is_open.set()
        assert await asyncio.gather(*tasks) == ["G1", "G2", "G3", "M1", "O1"]
        assert gate.begun == ["g1", "g2", "m1", "o1", "g3"]

    run(scene)


def test_one_owner_cannot_fill_the_queue() -> None:
    async def scene() -> None:
        thinking = Thinking([Gate()])
        tasks = [asyncio.create_task(thinking.run("greedy", str.upper, "x")) for _ in range(MOST_WAITING + 1)]
        await settle()
        with pytest.raises(TooMany, match="more than this server works out at once"):
            await thinking.run("greedy", str.upper, "one more")
        other = asyncio.create_task(thinking.run("modest", str.upper, "x"))
        await settle()
        assert thinking.waiting == MOST_WAITING + 1
        for task in [*tasks, other]:
            task.cancel()
        await asyncio.gather(*tasks, other, return_exceptions=True)
        assert thinking.waiting == 0

    run(scene)


def test_what_nobody_waits_for_is_stopped_or_never_begun() -> None:
    async def scene() -> None:
        gate = Gate()
        thinking = Thinking([gate])
        running = asyncio.create_task(thinking.run("a", str.upper, "running"))
        waiting = asyncio.create_task(thinking.run("b", str.upper, "waiting"))
        last = asyncio.create_task(thinking.run("c", str.upper, "last"))
        await settle()
        running.cancel()
        waiting.cancel()
        gate.is_open.set()
        assert await last == "LAST"
        assert (gate.begun, gate.stopped) == (["running", "last"], ["running"])

    run(scene)


def test_an_error_reaches_whoever_asked_and_the_runner_goes_on() -> None:
    async def scene() -> None:
        thinking = Thinking([InlineRunner()])
        with pytest.raises(ValueError, match="invalid literal"):
            await thinking.run("a", int, "no number")
        assert await thinking.run("a", int, "7") == 7

    run(scene)


def test_closing_cancels_everybody() -> None:
    async def scene() -> None:
        gate = Gate()
        thinking = Thinking([gate])
        tasks = [asyncio.create_task(thinking.run("a", str.upper, text)) for text in ("running", "waiting")]
        await settle()
        await thinking.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(result) for result in results] == [asyncio.CancelledError] * 2
        assert gate.begun == ["running", "closed"]

    run(scene)
