"""What a run has measured, as sections beside the peer and as a table of what our server keeps to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.measure import Comparison, Effort, Floor, Section, Series
from benchmarks.report import VERDICTS, figure

TIMES_THE_PEER = 4
SHARE_OF_ITS_LATENCY = 1 / 3
SLOWEST_MS = 150
HEAVIEST_MB = 400


class Round(NamedTuple):
    """One round on one side, every match as fast as it goes."""

    rate: float
    p50: float
    p99: float


class Kept(NamedTuple):
    """A figure of our server under a steady load, and the most it may be."""

    name: str
    value: float
    at_most: float | None

    @property
    def met(self) -> bool | None:
        """Whether the figure keeps within its limit; None where there is none."""
        return None if self.at_most is None else self.value <= self.at_most


class Steady(NamedTuple):
    """A steady load on our server."""

    matches: int
    seconds: int
    moves: int
    p50: float
    p99: float
    megabytes: float
    errors: Sequence[str]

    @property
    def title(self) -> str:
        """What was done."""
        return (
            f"The server at a steady pace: {self.matches:,} matches, {2 * self.matches:,} sockets, "
            f"a move per second in each match for {self.seconds} s"
        )

    @property
    def kept(self) -> tuple[Kept, ...]:
        """Every figure with its limit."""
        return (
            Kept("acknowledged moves", self.moves, None),
            Kept("acknowledgement, p50 ms", self.p50, None),
            Kept("acknowledgement, p99 ms", self.p99, SLOWEST_MS),
            Kept("resident memory at its peak, MB", self.megabytes, HEAVIEST_MB),
            Kept("errors", len(self.errors), 0),
        )


def sections(ours: Sequence[Round], peers: Sequence[Round], matches: int) -> tuple[Section, Section]:
    """The rate and the latencies of both sides in the same rounds."""

    def compared(name: str, measured: str, floor: Floor | None = None) -> Comparison:
        one, other = ([getattr(a_round, measured) for a_round in rounds] for rounds in (ours, peers))
        return Comparison(name, Series("fathom", tuple(one)), Series("boardgame.io", tuple(other)), floor)

    title = f"The server at full speed: {matches} matches at once, {2 * matches} sockets"
    return (
        Section("rate", title, "moves/s", (compared("acknowledged moves", "rate", Floor(at_least=TIMES_THE_PEER)),)),
        Section(
            "latency",
            f"{title}, time from sending a move to its acknowledgement",
            "ms",
            (compared("p50", "p50"), compared("p99", "p99", Floor(at_most=SHARE_OF_ITS_LATENCY))),
        ),
    )


def workers_section(two: Sequence[Round], one: Sequence[Round], matches: int) -> Section:
    """The rate of two workers and of one over PostgreSQL, in the same rounds."""
    more, fewer = (tuple(a_round.rate for a_round in rounds) for rounds in (two, one))
    moves = Comparison("acknowledged moves", Series("2 workers", more), Series("1 worker", fewer))
    title = f"Workers on PostgreSQL at full speed: {matches} matches at once, {2 * matches} sockets"
    return Section("workers", title, "moves/s", (moves,))


def kept_table(steady: Steady, effort: Effort) -> list[list[str]]:
    """The cells of the steady load, the head first."""
    rows = [
        [
            one.name,
            f"{one.value:,}" if isinstance(one.value, int) else figure(one.value),
            "" if one.at_most is None else f"<= {one.at_most:g}",
            "" if effort.quick else VERDICTS[one.met],
        ]
        for one in steady.kept
    ]
    return [["", "fathom", "floor", ""], *rows]


def missed(both: Sequence[Section], steady: Steady) -> list[str]:
    """The names of the floors that are not met."""
    compared = [f"{section.name} {one.name}" for section in both for one in section.comparisons if one.met is False]
    return compared + [f"steady {one.name}" for one in steady.kept if one.met is False]
