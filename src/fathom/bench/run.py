"""Running: every item is asked, with retries, several at a time, and every answer is kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Final, NamedTuple

from fathom.bench.answer_file import Answer
from fathom.bench.asking import Asker, ask_item
from fathom.bench.item import Item
from fathom.bench.machines import MachineAsker
from fathom.bench.programs import ProgramAsker
from fathom.core.words import MARK, quoted
from fathom.errors import FathomError, Forfeit, UnknownPlayer
from fathom.players import check_player, is_own
from fathom.players.programs.command import CMD, JSON
from fathom.players.programs.containment.plan import Contain

_DECIMALS: Final = 3


class Running(NamedTuple):
    """Who is asked, and how."""

    player: str
    seed: int = 0
    seconds: float = 60.0
    contain: Contain = "best"
    per_question: bool = False
    retries: int = 2
    jobs: int = 1
    #: Where the pictures of the items are.
    folder: str = ""

    def open(self) -> Asker:
        """Someone to ask; raises `UnknownPlayer` if there is nobody of that name."""
        if self.player.startswith(MARK):
            if not is_own(check_player(self.player)):
                raise UnknownPlayer(f"{quoted(self.player)} is added by a plugin, and answers no questions in words.")
            return MachineAsker(self.player, self.seed)
        is_named = self.player.startswith((CMD, JSON)) or Path(self.player).expanduser().is_file()
        name = self.player if is_named else f"{CMD}{self.player}"
        return ProgramAsker(name, self.seconds, self.contain, per_question=self.per_question, folder=self.folder)


def run_items(items: Sequence[Item], running: Running) -> Iterator[Answer]:
    """An answer to every item, in the order in which they come.

    Raises a `FathomError` if the first item cannot be asked at all: then nothing else could be either.
    """
    if not items:
        return
    free: SimpleQueue[Asker] = SimpleQueue()
    askers = [running.open() for _ in range(running.jobs)]
    programs = [asker for asker in askers if isinstance(asker, ProgramAsker)]
    for asker in askers:
        free.put(asker)

    def ask(item: Item) -> Answer:
        asker = free.get()
        try:
            return ask_with_retries(item, asker, running)
        finally:
            free.put(asker)

    try:
        first = ask(items[0])
        if first.error:
            raise FathomError(f"{running.player} cannot be asked: {first.error}.")
        yield first
        if running.jobs == 1:
            yield from map(ask, items[1:])
        else:
            yield from _in_threads(items[1:], ask, programs, running.jobs)
    finally:
        for program in programs:
            program.close()


def _in_threads(
    items: Sequence[Item], ask: Callable[[Item], Answer], programs: Sequence[ProgramAsker], jobs: int
) -> Iterator[Answer]:
    """Several at a time. If that is interrupted, so is every program that is being asked."""
    left, pool = iter(items), ThreadPoolExecutor(jobs)
    try:
        waiting = {pool.submit(ask, item) for item in islice(left, 2 * jobs)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                with suppress(StopIteration):
                    waiting.add(pool.submit(ask, next(left)))
    except BaseException:
        for program in programs:
            program.interrupt()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def ask_with_retries(item: Item, asker: Asker, running: Running) -> Answer:
    """The answer to an item: a player who breaks is asked again, one who is late is not."""
    started, error = monotonic(), ""
    for attempt in range(1, running.retries + 2):
        try:
            asked = ask_item(item, asker)
        except Forfeit as forfeit:
            error = forfeit.reason
            continue
        seconds = round(monotonic() - started, _DECIMALS)
        return asked.answer(item)._replace(player=running.player, attempts=attempt, seconds=seconds)
    seconds = round(monotonic() - started, _DECIMALS)
    return Answer(item.id, None, (), None, running.player, running.retries + 1, seconds, error)
