"""A process that thinks has a budget, can be stopped, and gives its memory back."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from fathom import games
from fathom.core.match import AnyMatch
from fathom.errors import IllegalMove, TooMuch
from fathom.web.thinking.messages import Budget
from fathom.web.thinking.runners import InlineRunner, ProcessRunner, ThreadRunner, usual_runners
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow  # starts programs

#: Long enough for a process to start on a busy machine, which has ten times as long.
SHORT = Budget(seconds=2)
AMPLE = Budget(seconds=60)


def spin() -> None:
    while True:
        pass


def swallow() -> int:
    """Takes too much memory."""
    return len(bytearray(2 << 30))


def remember() -> int:
    """Leaves much behind, and says in which process."""
    remembered.append(b"x" * (300 << 20))
    return os.getpid()


remembered: list[bytes] = []


def play_badly(match: AnyMatch) -> None:
    match.play("11")


def stop_it() -> None:
    os._exit(1)


def run(scene: Callable[[ProcessRunner], Awaitable[None]], budget: Budget = AMPLE) -> None:
    async def with_runner() -> None:
        runner = ProcessRunner(budget)
        async with asyncio.timeout(PATIENCE):
            try:
                await scene(runner)
            finally:
                await runner.close()

    asyncio.run(with_runner())


def test_it_is_another_process_and_stays_the_same_one() -> None:
    async def scene(runner: ProcessRunner) -> None:
        first, second = await runner.run(partial(os.getpid)), await runner.run(partial(os.getpid))
        assert first == second != os.getpid()

    run(scene)


def test_the_server_goes_first() -> None:
    """The process gives way to the server, and uses up nothing of what the system gives to the server's session."""

    async def scene(runner: ProcessRunner) -> None:
        assert await runner.run(partial(os.getsid, 0)) == await runner.run(partial(os.getpid))
        assert await runner.run(partial(os.nice, 0)) == min(19, os.nice(0) + 10)

    run(scene)


def test_errors_travel_with_everything_they_know() -> None:
    async def scene(runner: ProcessRunner) -> None:
        with pytest.raises(IllegalMove) as refused:
            await runner.run(partial(play_badly, games.read_code("range-war")))
        assert refused.value.rule == 1
        assert "Allowed now" in refused.value.allowed
        with pytest.raises(ZeroDivisionError):
            await runner.run(partial(divmod, 1, 0))

    run(scene)


@pytest.mark.parametrize("work", [spin, swallow, stop_it])
def test_too_much_is_said_and_the_next_call_works(work: Callable[[], object]) -> None:
    async def scene(runner: ProcessRunner) -> None:
        with pytest.raises(TooMuch, match=r"more than the 2 seconds and 1024 MB .* no such limit"):
            await runner.run(partial(work))
        assert await runner.run(partial(int, "7")) == 7

    run(scene, SHORT)


def test_waiting_does_not_count_as_computing() -> None:
    async def scene(runner: ProcessRunner) -> None:
        assert await runner.run(partial(time.sleep, 1.5 * SHORT.seconds)) is None

    run(scene, SHORT)


def test_cancelled_work_stops_at_once() -> None:
    async def scene(runner: ProcessRunner) -> None:
        pid = await runner.run(partial(os.getpid))
        task = asyncio.create_task(runner.run(partial(spin)))
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert not Path(f"/proc/{pid}").exists()

    run(scene)


def test_a_process_that_remembers_much_makes_room_for_another_one() -> None:
    async def scene(runner: ProcessRunner) -> None:
        assert await runner.run(partial(remember)) != await runner.run(partial(os.getpid))

    run(scene)


def test_the_process_ends_with_whoever_started_it() -> None:
    async def scene(runner: ProcessRunner) -> None:
        pid = await runner.run(partial(os.getpid))
        process = runner._process
        assert process
        assert process.stdin
        process.stdin.close()
        await process.wait()
        assert not Path(f"/proc/{pid}").exists()

    run(scene)


def test_without_processes_the_same_calls_work() -> None:
    async def scene() -> None:
        assert await InlineRunner().run(partial(int, "7")) == 7
        assert await ThreadRunner().run(partial(int, "7")) == 7

    asyncio.run(scene())


def test_a_browser_has_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {type(runner) for runner in usual_runners()} == {ProcessRunner}
    monkeypatch.setattr("sys.platform", "emscripten")
    assert [type(runner) for runner in usual_runners()] == [InlineRunner]
