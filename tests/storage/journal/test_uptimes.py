"""When a server has been up, in both kinds of stores."""

from __future__ import annotations

from fathom.core.clock import Span
from fathom.storage.journal import Ledger
from fathom.storage.journal.uptimes import Uptime, milliseconds, note_uptime, outages_between, read_uptimes


def second(number: int) -> str:
    return f"2026-11-15T22:00:{number:02}.500Z"


def test_a_stretch_goes_on_until_there_is_an_outage(ledger: Ledger) -> None:
    assert read_uptimes(ledger) == []
    note_uptime(ledger, second(0), second(0))
    note_uptime(ledger, second(5), second(0))
    assert note_uptime(ledger, second(10), second(0)) == [Uptime(second(0), second(10))]
    noted = note_uptime(ledger, second(50), second(40))
    assert noted == [Uptime(second(0), second(10)), Uptime(second(50), second(50))] == read_uptimes(ledger)
    begun = 1_794_780_000_500  # date -u -d 2026-11-15T22:00:00.5Z +%s%3N
    assert outages_between(noted) == [Span(begun + 10_000, begun + 50_000)]


def test_a_second_server_goes_on_with_the_stretch_of_the_first(ledger: Ledger) -> None:
    note_uptime(ledger, second(0), second(0))
    note_uptime(ledger, second(7), second(0))
    assert note_uptime(ledger, second(6), second(0)) == [Uptime(second(0), second(7))]


def test_old_outages_are_forgotten(ledger: Ledger) -> None:
    note_uptime(ledger, "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z")
    assert note_uptime(ledger, second(0), second(0)) == [Uptime(second(0), second(0))]


def test_times_of_events_are_read_to_the_millisecond() -> None:
    assert milliseconds("1970-01-01T00:00:01.007Z") == 1_007
