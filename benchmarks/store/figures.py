"""What a run has measured: each larger store beside the smallest one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmarks.measure import Comparison, Floor, Section, Series
from benchmarks.report import figure
from benchmarks.store.lists import Latency
from benchmarks.web.figures import Round

SMALLEST_SHARE = 0.8
"""The least share of its speed that a server keeps on a larger store."""
VISITORS = 10
"""How many ask for lists without a pause in every second kind of round."""


class Stored(NamedTuple):
    """A server on a store: its rounds, without and with visitors who ask for lists, and what was measured once."""

    matches: int
    megabytes: float
    start_seconds: float
    lists: Mapping[str, Latency]
    alone: Sequence[Round]
    asked: Sequence[Round]


def sections(stores: Sequence[Stored], at_once: int) -> tuple[Section, ...]:
    """The speed and the latency of the same load on every larger store, beside the smallest."""
    smallest, *larger = stores
    title = f"The server on a full store: {at_once} matches at once, {2 * at_once} sockets"
    asked = f"{title}, while {VISITORS} visitors ask for lists without a pause"

    def compared(rounds: str, measured: str, floor: Floor | None = None) -> tuple[Comparison, ...]:
        def series(name: str, store: Stored) -> Series:
            return Series(name, tuple(getattr(one, measured) for one in getattr(store, rounds)))

        base = series(f"{smallest.matches:,} stored", smallest)
        return tuple(
            Comparison(f"{store.matches:,} matches stored", series("fathom", store), base, floor) for store in larger
        )

    return (
        Section("store rate", title, "moves/s", compared("alone", "rate", Floor(at_least=SMALLEST_SHARE))),
        Section("store p99", f"{title}, p99 latency of a move", "ms", compared("alone", "p99")),
        Section("store rate with lists", asked, "moves/s", compared("asked", "rate", Floor(at_least=SMALLEST_SHARE))),
        Section("store p99 with lists", f"{asked}, p99 latency of a move", "ms", compared("asked", "p99")),
    )


def lists_table(stores: Sequence[Stored]) -> list[list[str]]:
    """The cells of everything that was measured once on each store, the head first."""
    rows = [["", *(f"{store.matches:,} matches" for store in stores)]]
    rows += [
        [
            f"{name}, p50 / p99 ms",
            *(f"{figure(store.lists[name].p50)} / {figure(store.lists[name].p99)}" for store in stores),
        ]
        for name in stores[0].lists
    ]
    rows.append(["start until the first answer, s", *(f"{store.start_seconds:.2f}" for store in stores)])
    rows.append(["size of the file, MB", *(f"{store.megabytes:,.0f}" for store in stores)])
    return rows


def missed(found: Sequence[Section]) -> list[str]:
    """The names of the floors that are not met."""
    return [f"{section.name} {one.name}" for section in found for one in section.comparisons if one.met is False]
