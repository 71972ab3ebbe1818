"""The time, as events have it."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache


def now() -> str:
    """The time in UTC, to the millisecond: `2026-11-15T22:00:00.123Z`."""
    return _write(time_in_milliseconds())


def time_in_milliseconds() -> int:
    """The same in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=1)
def _write(milliseconds: int) -> str:
    """Made once a millisecond, however many events there are."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_write_second(seconds)}.{rest:03}Z"


@lru_cache(maxsize=1)
def _write_second(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
