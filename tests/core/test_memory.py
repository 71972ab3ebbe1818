"""The cache keeps answers, up to a number."""

from __future__ import annotations

from fathom.core.memory import Memory


def squares(memory: Memory[int, int], numbers: range) -> None:
    for number in numbers:
        memory.keep(number, number * number)


def test_an_answer_is_returned_and_kept() -> None:
    memory = Memory[str, int](10)
    assert memory.keep("six times seven", 42) == 42
    assert memory.get("six times seven") == 42
    assert memory.get("six times eight") is None


def test_a_full_memory_forgets_what_was_not_asked_for_lately() -> None:
    memory = Memory[int, int](4)
    squares(memory, range(5))
    assert [memory.get(number) for number in range(5)] == [None, None, 4, 9, 16]


def test_what_is_asked_for_again_and_again_is_never_forgotten() -> None:
    memory = Memory[int, int](10)
    squares(memory, range(1))
    for number in range(1, 1000):
        memory.keep(number, number * number)
        assert memory.get(0) == 0
        assert len(memory) <= 10


def test_a_memory_for_nothing_keeps_nothing() -> None:
    memory = Memory[str, int](0)
    assert memory.keep("six times seven", 42) == 42
    assert memory.get("six times seven") is None
    assert len(memory) == 0
