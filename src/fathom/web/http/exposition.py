"""The metrics as Prometheus reads them, by way of prometheus-client.

    expose(metrics)                 those of one process
    SharedMetrics(directory)        those of all workers of a server, whichever of them is asked

prometheus-client has a mode for several processes: each has files with its figures, which anyone can add up. Its own
counters write to these files whenever they count. Ours are plain numbers, and are written there once a second.
"""

from __future__ import annotations

import os
import platform
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from fathom import __version__
from fathom.core.footprint import resident_bytes
from fathom.web.http.metrics import Histogram, Metrics, cpu_seconds

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_BUILD = "fathom_build_info"


def expose(metrics: Metrics) -> bytes:
    """The metrics of this process, as text."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Families(metrics))
    return generate_latest(registry)


class _Families(Collector):
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        return describe(self._metrics)


def describe(metrics: Metrics) -> Iterator[Metric]:
    """Every metric, with its meaning."""
    levels = metrics.levels()
    yield CounterMetricFamily("fathom_matches_created", "Matches created.", metrics.matches)
    yield GaugeMetricFamily("fathom_matches", "Matches in memory.", levels.matches)
    yield CounterMetricFamily("fathom_events", "Match events, mostly moves.", metrics.events)
    yield _histogram("fathom_command_seconds", "From receiving a command to answering it.", metrics.command_seconds)
    yield _labelled("fathom_responses", "HTTP responses by status.", "status", metrics.responses)
    yield _labelled("fathom_refusals", "Refused requests and frames by code.", "code", metrics.refusals)
    yield GaugeMetricFamily("fathom_sockets", "Open sockets.", metrics.sockets)
    yield CounterMetricFamily("fathom_sockets_opened", "Sockets opened.", metrics.sockets_opened)
    yield _labelled("fathom_sockets_shed", "Sockets that the server closed, by reason.", "reason", metrics.shed)
    yield GaugeMetricFamily("fathom_thinking_waiting", "Calls for slow work that wait.", levels.waiting)
    yield GaugeMetricFamily("fathom_thinking_running", "Calls for slow work that run.", levels.running)
    yield _labelled("fathom_thinking_calls", "Calls for slow work, by how they ended.", "outcome", metrics.calls)
    yield _histogram("fathom_thinking_seconds", "How long calls for slow work ran.", metrics.call_seconds)
    yield _histogram("fathom_store_commit_seconds", "How long commits took.", metrics.commit_seconds)
    yield _histogram("fathom_store_commit_entries", "Events in one commit.", metrics.commit_entries)
    yield _histogram("fathom_store_read_seconds", "How long questions to the store took.", metrics.read_seconds)
    yield CounterMetricFamily("fathom_store_failures", "Failures of the store.", metrics.store_failures)
    yield _histogram(
        "fathom_loop_lag_seconds", "How late the event loop was, measured ten times a second.", metrics.lag_seconds
    )
    yield GaugeMetricFamily("fathom_workers", "Processes that serve.", 1)
    yield _build_info()
    yield CounterMetricFamily("process_cpu_seconds", "CPU time of the processes that serve.", cpu_seconds())
    if memory := resident_bytes():
        yield GaugeMetricFamily("process_resident_memory_bytes", "Memory of the processes that serve.", memory)


def _labelled(name: str, meaning: str, label: str, counts: Mapping[str, int] | Mapping[int, int]) -> Metric:
    family = CounterMetricFamily(name, meaning, labels=[label])
    for value, count in sorted(counts.items(), key=str):
        family.add_metric([str(value)], count)
    return family


def _histogram(name: str, meaning: str, histogram: Histogram) -> Metric:
    buckets, so_far = [], 0
    for bound, count in zip((*histogram.bounds, float("inf")), list(histogram.counts), strict=True):
        so_far += count
        buckets.append((floatToGoString(bound), float(so_far)))
    return HistogramMetricFamily(name, meaning, buckets, histogram.total)


def _build_info() -> Metric:
    family = GaugeMetricFamily(_BUILD, "The version that runs.", labels=["python", "version"])
    family.add_metric([platform.python_version(), __version__], 1)
    return family


class SharedMetrics:
    """The files in which the workers of one server show each other their metrics, in a directory of their parent.

    The gauges of a worker that has died are removed by whoever reads next: its lock is gone. Its counters stay, since
    what it has counted has happened.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        # Ids of processes come again, and would then continue the counters of another worker.
        self._worker = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._files = {
            kind: _File(directory / f"{kind}_{self._worker}.db")
            for kind in ("counter", "histogram", "gauge_livesum", "gauge_livemax")
        }

    def publish(self, metrics: Metrics) -> None:
        """Write the metrics of this worker where the others find them."""
        for family in describe(metrics):
            before = 0.0
            file = self._files[_kind_of(family)]
            for sample in family.samples:
                value = sample.value
                if sample.name.endswith("_bucket"):  # the files have each bucket by itself
                    value, before = value - before, value
                elif family.type == "histogram" and sample.name.endswith("_count"):  # and no sum of them
                    continue
                file.write(_key(family.name, family.documentation, sample.name, (*sample.labels.items(),)), value)
        for file in self._files.values():
            file.show()

    def expose(self) -> bytes:
        """The metrics of all workers together, as text."""
        for path in self._directory.glob("gauge_livesum_*.db"):
            if not _is_locked(path):
                mark_process_dead(path.stem.removeprefix("gauge_livesum_"), str(self._directory))
        registry = CollectorRegistry(auto_describe=False)
        MultiProcessCollector(registry, str(self._directory))
        return generate_latest(registry)

    def close(self) -> None:
        """This worker ends: its gauges go, its counters stay."""
        mark_process_dead(self._worker, str(self._directory))
        for file in self._files.values():
            file.close()


@lru_cache(maxsize=1000)
def _key(family: str, meaning: str, name: str, labels: tuple[tuple[str, str], ...]) -> str:
    return mmap_key(family, name, [label for label, _ in labels], [value for _, value in labels], meaning)


def _kind_of(family: Metric) -> str:
    if family.type != "gauge":
        return family.type
    return "gauge_livemax" if family.name == _BUILD else "gauge_livesum"


class _File:
    """A file of one worker, locked while that lives. It gets its name when there is something in it to be read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hidden: Path | None = path.with_suffix(".new")
        self._values = MmapedDict(str(self._hidden))
        import fcntl  # only workers have such files, and there are several only where it exists

        self._lock = os.open(self._hidden, os.O_RDWR)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def write(self, key: str, value: float) -> None:
        self._values.write_value(key, value, 0.0)

    def show(self) -> None:
        if self._hidden:
            self._hidden.rename(self._path)
            self._hidden = None

    def close(self) -> None:
        self._values.close()
        os.close(self._lock)


def _is_locked(path: Path) -> bool:
    """Does the worker that wrote the file live?"""
    import fcntl

    with suppress(FileNotFoundError), path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
