"""Budgets and the meter: cheap to tick, exact about limits, and silent when there are none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import thread_time

import pytest

from fathom.core import budget as module
from fathom.core.budget import UNLIMITED, Budget, Meter
from fathom.core.footprint import peak_megabytes
from fathom.errors import Unknown


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_ticks_are_counted(clock: Clock) -> None:
    meter = Meter(clock=clock)
    meter.tick()
    meter.tick(41)
    assert meter.positions == 42


def test_a_meter_knows_the_seconds_since_its_start(clock: Clock) -> None:
    meter = Meter(clock=clock)
    clock.now += 3
    assert meter.seconds == 3


@pytest.mark.parametrize("work", [Meter.tick, Meter.look], ids=["tick", "look"])
def test_work_ends_when_its_time_is_up_and_not_before(clock: Clock, work: Callable[[Meter], None]) -> None:
    meter = Meter(Budget(seconds=2.5), clock=clock)
    clock.now += 2.5
    work(meter)
    meter.recount()
    clock.now += 0.1
    with pytest.raises(Unknown, match=r"^it takes more than 2\.5 s\.$"):
        work(meter)


def test_a_tick_looks_at_the_clock_only_now_and_then(clock: Clock) -> None:
    meter = Meter(Budget(seconds=1), clock=clock)
    meter.tick()
    clock.now += 2
    for _ in range(63):
        meter.tick()
    with pytest.raises(Unknown):
        meter.tick()


def test_many_positions_in_one_tick_are_reason_enough_to_look(clock: Clock) -> None:
    meter = Meter(Budget(seconds=1), clock=clock)
    meter.tick()
    clock.now += 2
    with pytest.raises(Unknown):
        meter.tick(1000)


def test_progress_is_reported_a_few_times_a_second(clock: Clock) -> None:
    told: list[int] = []
    meter = Meter(report=told.append, clock=clock)
    for _ in range(10):
        meter.tick(1000)
        clock.now += 0.125
    assert told == [3000, 5000, 7000, 9000]


def test_what_the_report_raises_ends_the_work(clock: Clock) -> None:
    """So a server stops work that nobody waits for any more."""

    def abandon(_: int) -> None:
        raise Unknown("nobody waits for it.")

    meter = Meter(report=abandon, clock=clock)
    meter.tick()
    clock.now += 1
    with pytest.raises(Unknown, match="nobody waits"):
        meter.look()


def test_a_second_can_be_one_of_work() -> None:
    meter = Meter(Budget(seconds=0.05), clock=thread_time)

    def work() -> None:
        while meter.positions < 10**9:
            meter.tick()

    with pytest.raises(Unknown):
        work()


def test_work_ends_when_it_takes_too_much_memory(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    peak = 4000
    monkeypatch.setattr(module, "_peak_megabytes", lambda: peak)
    meter = Meter(Budget(megabytes=4000), clock=clock)
    clock.now += 1
    meter.look()
    peak = 4001
    clock.now += 1
    with pytest.raises(Unknown, match=r"^it takes more than 4,000 MB of memory\.$"):
        meter.look()


def test_the_next_piece_of_work_does_not_pay_for_the_memory_of_one_that_ran_out(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    peak = 5000
    monkeypatch.setattr(module, "_peak_megabytes", lambda: peak)
    meter = Meter(Budget(megabytes=4000), clock=clock)
    clock.now += 1
    with pytest.raises(Unknown):
        meter.look()
    meter.restart()
    clock.now += 1
    meter.look()
    peak = 5001
    clock.now += 1
    with pytest.raises(Unknown, match=r"4,000 MB"):
        meter.look()


def test_a_long_loop_is_done_in_parts_with_a_look_before_each(clock: Clock) -> None:
    meter = Meter(Budget(seconds=10), clock=clock)
    done: list[int] = []

    def work() -> None:
        for part in meter.parts(range(1_000_000)):
            done.extend(part)
            clock.now += 1

    with pytest.raises(Unknown):
        work()
    assert done == list(range(len(done)))
    assert 10_000 < len(done) < 100_000


def test_another_piece_of_work_has_the_whole_time(clock: Clock) -> None:
    meter = Meter(Budget(seconds=1), clock=clock)
    meter.tick(7)
    clock.now += 0.9
    meter.restart()
    assert (meter.positions, meter.seconds) == (0, 0)
    clock.now += 0.9
    meter.look()


def test_counting_again_does_not_give_more_time(clock: Clock) -> None:
    meter = Meter(Budget(seconds=1), clock=clock)
    meter.tick(7)
    clock.now += 2
    meter.recount()
    assert meter.positions == 0
    with pytest.raises(Unknown):
        meter.tick()


def test_what_is_shared_by_everybody_counts_nothing() -> None:
    UNLIMITED.tick(10**6)
    UNLIMITED.look()
    assert UNLIMITED.positions == 0
    assert UNLIMITED.budget == Budget()


def test_the_peak_of_memory_is_that_of_this_process() -> None:
    """In a separate process, because an earlier test in this one may have used more."""
    source = (
        "from fathom.core.footprint import peak_megabytes as peak\n"
        "before = peak()\n"
        "block = bytearray(64 * 1024 * 1024)\n"
        "print(peak() - before)"
    )
    grown = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True).stdout
    assert 40 < int(grown) < 400


def test_the_peak_is_known_without_the_files_of_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, encoding: str) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", refuse)
    assert peak_megabytes() > 5


def test_items_come_in_parts_and_none_is_left_out(clock: Clock) -> None:
    items = range(10_000)
    parts = list(Meter(clock=clock).parts(items))
    assert len(parts) > 1
    assert [item for part in parts for item in part] == list(items)
    assert list(Meter(clock=clock).parts([])) == []


def test_a_table_that_says_its_size_is_refused_at_once_or_shows_its_share():
    meter = Meter(Budget(states=100, megabytes=10))
    with pytest.raises(Unknown, match="100 states were not enough"):
        meter.expect(101)
    with pytest.raises(Unknown, match="more than 10 MB of memory"):
        meter.expect(100, megabytes=11)
    meter.tick(20)
    shares = [meter.share]
    meter.expect(80, megabytes=10)
    shares.append(meter.share)
    meter.recount()
    assert [*shares, meter.share] == [None, 0.25, None]


def test_work_without_a_limit_expects_nothing():
    UNLIMITED.expect(10**12, 10**9)
    assert UNLIMITED.share is None
