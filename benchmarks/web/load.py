"""The load itself: many matches at once, as fast as acknowledgements come, or at a steady pace.

In each match the seat to move sends its move, and the next one is sent when both seats have seen it. A move is
acknowledged when the socket that sent it hears that it was played; its latency is the time from sending to there.
"""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import quantiles
from time import perf_counter

from benchmarks.measure import BenchmarkError
from benchmarks.web.posts import PostError
from benchmarks.web.sides import Refused, Side, Table
from benchmarks.web.sockets import SocketError
from fathom.games.pocket_addition.rules import GAME

PLIES = 8
"""The commonest length of a random game; all games of the load have it, so that matches end together."""
AT_ONCE = 20
"""How many matches are set up at a time."""
PATIENCE = 60.0
"""Seconds after which a wave has failed."""
BOTH = 0b11
Failure = (Refused, PostError, SocketError, OSError, TimeoutError)


def games(seed: int) -> Iterator[tuple[str, ...]]:
    """Random games of the common length, without end."""
    rng = random.Random(seed)
    while True:
        position, moves = GAME.start(), []
        while position.outcome is None:
            move = rng.choice(position.moves())
            moves.append(str(move))
            position = position.after(move)
        if len(moves) == PLIES:
            yield tuple(moves)


@dataclass
class Tally:
    """What the clients have seen."""

    latencies: list[float] = field(default_factory=list)
    """Seconds from sending to acknowledgement, one for every acknowledged move."""
    errors: list[str] = field(default_factory=list)

    def milliseconds(self, percent: int) -> float:
        """The latency that so many in a hundred moves keep within."""
        return quantiles(self.latencies, n=100, method="inclusive")[percent - 1] * 1000


def told(error: Exception) -> str:
    """What an error says, or at least what it is."""
    return str(error) or type(error).__name__


class Play:
    """The playing of one match; `turned` is called after every move that both seats have seen, and after a failure."""

    __slots__ = ("failed", "moves", "ply", "sent", "table", "tally", "turned", "unseen")

    def __init__(self, table: Table, moves: Sequence[str], tally: Tally, turned: Callable[[Play], None]) -> None:
        self.table = table
        self.moves = moves
        self.tally = tally
        self.turned = turned
        self.ply = 0
        self.unseen = 0
        self.sent = 0.0
        self.failed = False
        for seat, socket in enumerate(table.sockets):
            socket.heard = partial(self.hear, seat)
            socket.lost = self.fail

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to send."""
        return self.failed or self.ply == len(self.moves)

    def move(self) -> None:
        """Send the next move."""
        self.unseen = BOTH
        self.sent = perf_counter()
        self.table.send(self.ply, self.moves[self.ply])

    def hear(self, seat: int, message: bytes) -> None:
        """Take a message to one of the seats."""
        try:
            plies = self.table.plies(seat, message)
        except Refused as refusal:
            self.fail(str(refusal))
            return
        if plies is None:
            return
        if plies != self.ply + 1 or not self.unseen >> seat & 1:
            self.fail(f"seat {seat + 1} heard of move {plies} when move {self.ply + 1} was due")
            return
        if seat == self.ply % 2:
            self.tally.latencies.append(perf_counter() - self.sent)
        self.unseen ^= 1 << seat
        if not self.unseen:
            self.ply += 1
            self.turned(self)

    def fail(self, why: str) -> None:
        """Note an error and give the match up."""
        if not self.failed:
            self.failed = True
            self.tally.errors.append(why)
            self.turned(self)


async def wave(side: Side, scripts: Sequence[Sequence[str]], tally: Tally) -> float:
    """Play one match for every script, all at once and as fast as they go; return the seconds the playing took."""
    tables = await set_up(side, len(scripts))
    left = len(scripts)
    done = asyncio.Event()

    def go_on(play: Play) -> None:
        nonlocal left
        if not play.is_over:
            play.move()
            return
        left -= 1
        if not left:
            done.set()

    plays = [Play(table, moves, tally, go_on) for table, moves in zip(tables, scripts, strict=True)]
    gc.collect()
    gc.disable()
    start = perf_counter()
    for play in plays:
        play.move()
    try:
        await asyncio.wait_for(done.wait(), PATIENCE)
    except TimeoutError:
        raise BenchmarkError(
            f"{left} matches on {side.name} were still without an answer after {PATIENCE:g} s."
        ) from None
    finally:
        seconds = perf_counter() - start
        gc.enable()
    await asyncio.gather(*(table.close() for table in tables))
    return seconds


async def set_up(side: Side, count: int) -> list[Table]:
    """So many new matches, a few at a time."""
    turnstile = asyncio.Semaphore(AT_ONCE)

    async def one() -> Table:
        async with turnstile:
            return await side.set_up()

    try:
        return list(await asyncio.gather(*(one() for _ in range(count))))
    except Failure as error:
        raise BenchmarkError(f"A match could not be set up on {side.name}: {told(error)}.") from error


async def steady(side: Side, matches: int, seconds: int, tally: Tally) -> None:
    """Keep so many matches going for so long, with one move per second in each; a new game follows one that is over."""
    tables = await set_up(side, matches)
    start = asyncio.get_running_loop().time()
    await asyncio.gather(
        *(
            Paced(side, start + number / matches, games(number), tally).run(table, seconds)
            for number, table in enumerate(tables)
        )
    )


class Paced:
    """One place of the steady load: a match after the other, one move every second from `due` on."""

    def __init__(self, side: Side, due: float, scripts: Iterator[tuple[str, ...]], tally: Tally) -> None:
        self._side = side
        self._due = due
        self._scripts = scripts
        self._tally = tally

    async def run(self, table: Table, count: int) -> None:
        """Send so many moves, the first ones at a table that is ready."""
        end = self._due + count - 0.5
        while True:
            await self._play(table, end)
            await table.close()
            if self._due > end:
                return
            table = await self._next_table()

    async def _play(self, table: Table, end: float) -> None:
        loop = asyncio.get_running_loop()
        turned = asyncio.Event()
        play = Play(table, next(self._scripts), self._tally, lambda _: turned.set())
        while not play.is_over and self._due < end:
            await asyncio.sleep(self._due - loop.time())
            if loop.time() > self._due + 1:
                self._tally.errors.append("a move was sent more than a second late")
            self._due += 1
            turned.clear()
            play.move()
            try:
                await asyncio.wait_for(turned.wait(), PATIENCE)
            except TimeoutError:
                play.fail(f"no acknowledgement within {PATIENCE:g} s")

    async def _next_table(self) -> Table:
        while True:
            try:
                return await self._side.set_up()
            except Failure as error:
                self._tally.errors.append(f"a match could not be set up: {told(error)}")
                self._due += 1
                await asyncio.sleep(1)
