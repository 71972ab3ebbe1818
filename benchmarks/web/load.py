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
from typing import Protocol, TypeVar

from benchmarks.measure import BenchmarkError
from benchmarks.web.fathom_side import FathomSide, FathomTable
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
LATEST = 1.0
"""Seconds after which a move at a steady pace is too late."""
BOTH = 0b11
T = TypeVar("T", bound=Table)
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
        """The latency that this percentage of the moves stays within."""
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


class Watch(Protocol):
    """Is told when the playing begins and ends."""

    def begin(self) -> None: ...

    def end(self) -> None: ...


async def wave(side: Side[T], scripts: Sequence[Sequence[str]], tally: Tally, watch: Watch | None = None) -> float:
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
    if watch:
        watch.begin()
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
    if watch:
        watch.end()
    await asyncio.gather(*(table.close() for table in tables))
    return seconds


async def set_up(side: Side[T], count: int) -> list[T]:
    """This many new matches, set up a few at a time."""
    turnstile = asyncio.Semaphore(AT_ONCE)

    async def one() -> T:
        async with turnstile:
            return await side.set_up()

    try:
        return list(await asyncio.gather(*(one() for _ in range(count))))
    except Failure as error:
        raise BenchmarkError(f"A match could not be set up on {side.name}: {told(error)}.") from error


async def steady(side: FathomSide, matches: int, moves: int, tally: Tally, pause: float = 1.0) -> None:
    """Keep this many matches going for this many moves, one every second in each; a rematch follows one that is over.

    They begin one after the other within the length of a game, so that moves and ends are spread evenly.
    """
    tables = await set_up(side, matches)
    start = asyncio.get_running_loop().time()
    await asyncio.gather(
        *(
            Paced(table, start + pause * PLIES * number / matches, pause, games(number), tally).run(moves)
            for number, table in enumerate(tables)
        )
    )


class Paced:
    """One place of the steady load: a match after the other, a move after every pause from `due` on."""

    def __init__(
        self, table: FathomTable, due: float, pause: float, scripts: Iterator[tuple[str, ...]], tally: Tally
    ) -> None:
        self._table = table
        self._due = due
        self._pause = pause
        self._scripts = scripts
        self._tally = tally

    async def run(self, count: int) -> None:
        """Send this many moves."""
        end = self._due + (count - 0.5) * self._pause
        try:
            while await self._play(end) and self._due < end:
                over = self._table
                self._table = await over.rematch(PLIES)
                await over.close()
        except Failure as error:
            self._tally.errors.append(f"no rematch could be made: {told(error)}")
        await self._table.close()

    async def _play(self, end: float) -> bool:
        """Play a match as far as there is time: whether nothing went wrong."""
        loop = asyncio.get_running_loop()
        turned = asyncio.Event()
        play = Play(self._table, next(self._scripts), self._tally, lambda _: turned.set())
        while not play.is_over and self._due < end:
            await asyncio.sleep(self._due - loop.time())
            if loop.time() > self._due + LATEST:
                self._tally.errors.append("a move was sent more than a second late")
            self._due += self._pause
            turned.clear()
            play.move()
            try:
                await asyncio.wait_for(turned.wait(), PATIENCE)
            except TimeoutError:
                play.fail(f"no acknowledgement within {PATIENCE:g} s")
        return not play.failed
