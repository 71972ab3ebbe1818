"""What is kept of finished answers is bounded."""

from __future__ import annotations

from fathom.web.http.byte_cache import ByteCache


def test_the_oldest_goes_when_there_is_too_much() -> None:
    kept = ByteCache(most=100)
    for number in range(10):
        kept.keep(str(number), bytes(30))
    assert kept.size == 90
    assert [number for number in range(10) if kept.get(str(number))] == [7, 8, 9]


def test_what_was_asked_for_last_stays_longest_and_is_replaced_in_its_place() -> None:
    kept = ByteCache(most=100)
    for name in "abc":
        kept.keep(name, bytes(30))
    assert kept.get("a") == bytes(30)
    kept.keep("d", bytes(30))
    assert [name for name in "abcd" if kept.get(name)] == ["a", "c", "d"]
    kept.keep("a", bytes(10))
    assert kept.size == 70
