"""How long lists take: the same requests over one connection, one after the other."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple

from benchmarks.web.posts import Posts

LISTS = {
    "the last 100 matches that are over": "/api/v1/matches?state=over&limit=100",
    "matches of one game being played": "/api/v1/matches?game=pocket-addition&limit=100",
    "the page of live matches": "/watch",
    "the results of the daily puzzle": "/api/v1/puzzles/daily/results",
}


class Latency(NamedTuple):
    """Of a list, in milliseconds."""

    p50: float
    p99: float


async def ask_lists(port: int, times: int) -> dict[str, Latency]:
    """How long each list takes on a server that has nothing else to do."""
    found = {}
    async with Posts(port) as connection:
        for name, path in LISTS.items():
            await connection.get(path)  # the daily puzzle is made once
            found[name] = await _measure(connection, path, times)
    return found


async def _measure(connection: Posts, path: str, times: int) -> Latency:
    seconds = []
    for _ in range(times):
        start = perf_counter()
        await connection.get(path)
        seconds.append(perf_counter() - start)
    cuts = quantiles(seconds, n=100, method="inclusive")
    return Latency(cuts[49] * 1000, cuts[98] * 1000)


async def keep_asking(port: int, visitors: int) -> None:
    """Visitors who ask for lists as fast as they are answered, until they are cancelled."""

    async def ask() -> None:
        async with Posts(port) as connection:
            while True:
                for path in LISTS.values():
                    await connection.get(path)

    asking = [asyncio.create_task(ask()) for _ in range(visitors)]
    try:
        await asyncio.gather(*asking)
    finally:
        for task in asking:
            task.cancel()
        for task in asking:
            with suppress(asyncio.CancelledError):
                await task
