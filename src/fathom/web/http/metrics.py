"""The server's metrics, in the Prometheus format."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one application since it was created."""

    def __init__(self) -> None:
        self.matches = 0
        self.events = 0
        self.sockets = 0
        self._refusals: Counter[str] = Counter()
        self._requests: Counter[int] = Counter()
        self._buckets = [0] * (len(_BOUNDS) + 1)
        self._commands = 0
        self._seconds = 0.0

    def count_command(self, seconds: float) -> None:
        """Count a command and its time from arrival to answer."""
        self._commands += 1
        self._seconds += seconds
        self._buckets[bisect_left(_BOUNDS, seconds)] += 1

    def count_refusal(self, code: str) -> None:
        self._refusals[code] += 1

    def count_response(self, status: int) -> None:
        self._requests[status] += 1

    def text(self) -> str:
        """All metrics in the Prometheus text format."""
        lines = [
            *_metric("fathom_matches_created_total", "counter", "Matches created.", {"": self.matches}),
            *_metric("fathom_events_total", "counter", "Match events, mostly moves.", {"": self.events}),
            *_metric("fathom_sockets", "gauge", "Open sockets.", {"": self.sockets}),
            *_metric("fathom_refusals_total", "counter", "Refusals by code.", _label("code", self._refusals)),
            *_metric("fathom_responses_total", "counter", "HTTP responses.", _label("status", self._requests)),
            *self._latency(),
        ]
        return "\n".join(lines) + "\n"

    def _latency(self) -> list[str]:
        name, total = "fathom_command_seconds", 0
        lines = [f"# HELP {name} Time from receiving a command to answering it.", f"# TYPE {name} histogram"]
        for bound, count in zip(_BOUNDS, self._buckets, strict=False):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        infinite = f'{name}_bucket{{le="+Inf"}} {self._commands}'
        return [*lines, infinite, f"{name}_sum {self._seconds:.6f}", f"{name}_count {self._commands}"]


def _label(label: str, counts: Counter[str] | Counter[int]) -> dict[str, int]:
    return {f'{{{label}="{value}"}}': count for value, count in sorted(counts.items(), key=str)}


def _metric(name: str, kind: str, meaning: str, values: dict[str, int]) -> list[str]:
    head = [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
    return [*head, *(f"{name}{labels} {value}" for labels, value in values.items())]
