"""Garbage is collected a little at a time: the newest objects first, and everything when nobody plays."""

from __future__ import annotations

import gc
import threading
from collections import Counter
from collections.abc import Iterator
from weakref import ref

import pytest

from fathom.web.live.garbage import Garbage

MINUTE, HOUR = 600, 36_000


class Cycle:
    """Refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def generations() -> Iterator[list[int]]:
    """The generations that this thread collects; Python itself collects nothing meanwhile."""
    seen: list[int] = []
    here = threading.get_ident()  # a server of another test may be collecting in its own thread

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "start" and threading.get_ident() == here:
            seen.append(about["generation"])

    gc.collect()
    gc.freeze()  # so that a collection has nothing to do with what other tests have made; for good, as in conftest.py
    gc.disable()
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.enable()


@pytest.mark.usefixtures("generations")
def test_new_garbage_is_gone_after_a_beat() -> None:
    gone = ref(Cycle())
    assert gone() is not None
    Garbage().collect(events=0)
    assert gone() is None


def test_where_python_collects_nothing_is_done(generations: list[int]) -> None:
    gc.enable()
    generations.clear()
    Garbage().collect(events=0)
    gc.disable()
    assert generations == []


def test_what_is_new_is_looked_at_at_every_beat_and_everything_in_a_quiet_minute(generations: list[int]) -> None:
    garbage = Garbage()
    for _ in range(2 * MINUTE):
        garbage.collect(events=7)
    # The first seconds are not quiet: there were no events before.
    assert Counter(generations) == {1: 2 * MINUTE - 2, 2: 2}
    assert [number for number, oldest in enumerate(generations, 1) if oldest == 2] == [MINUTE, 2 * MINUTE]


def test_while_people_play_everything_is_looked_at_once_an_hour(generations: list[int]) -> None:
    garbage = Garbage()
    for beat in range(HOUR):
        garbage.collect(events=beat)
    assert [number for number, oldest in enumerate(generations, 1) if oldest == 2] == [HOUR]
