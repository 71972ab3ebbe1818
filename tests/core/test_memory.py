"""The cache keeps answers, up to a number."""

from __future__ import annotations

from fathom.core.memory import Memory


def test_an_answer_is_returned_and_kept() -> None:
    memory = Memory[str, int](10)
    assert memory.keep("six times seven", 42) == 42
    assert memory.get("six times seven") == 42


def test_a_full_memory_forgets_everything_and_starts_again() -> None:
    memory = Memory[int, int](3)
    for number in range(4):
        memory.keep(number, number * number)
    assert memory == {3: 9}


def test_a_memory_for_nothing_keeps_nothing() -> None:
    memory = Memory[str, int](0)
    assert memory.keep("six times seven", 42) == 42
    assert memory == {}
