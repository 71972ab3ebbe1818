"""Audits every variant of a grid, and keeps each in a file as soon as it is done.

    with open_rows(path, grid) as rows, open_workers(cluster, jobs) as workers:
        run(grid, rows, workers, states=100_000, on_done=show)

What is in the file is not done again, except what was unknown within fewer states: then the later line counts. A
process that is killed can leave the last line incomplete: it is dropped, and its variant is audited again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from fathom import games
from fathom.arena.log import lock_file
from fathom.core.files import sync, sync_folder
from fathom.core.words import quoted
from fathom.errors import FathomError
from fathom.workers import Workers, split, spread
from fathom.workshop.grid import Grid
from fathom.workshop.variant import BrokenRow, Variant, audit_variant, decode

#: Variants in a chunk: at most this many, and fewer if there are few.
_MOST: Final = 16
_CHUNKS_PER_JOB: Final = 8


class Rows:
    """The variants that are done, by their codes, and the file that they are in, if any."""

    def __init__(self, file: BinaryIO | None, done: dict[str, Variant]) -> None:
        self._file = file
        self.done = done

    def add(self, variants: Sequence[Variant]) -> None:
        """Keep variants; they are on disk when this returns."""
        if self._file:
            self._file.write(b"".join(variant.encode() for variant in variants))
            self._file.flush()
            sync(self._file.fileno())
        self.done |= {variant.code: variant for variant in variants}

    def of(self, grid: Grid) -> list[Variant]:
        """Those of a grid, in its order."""
        return [self.done[code] for code in grid.codes if code in self.done]

    def left(self, grid: Grid, states: int) -> list[str]:
        """The codes of a grid that are to be audited within so many states, in its order."""
        return [code for code in grid.codes if code not in self.done or not self.done[code].is_done(states)]


@contextmanager
def open_rows(path: Path | None, grid: Grid) -> Iterator[Rows]:
    """The rows in a file, which is made if it does not exist; without a path, rows that are kept nowhere."""
    if path is None:
        yield Rows(None, {})
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        file = path.open("a+b")
    except OSError as error:
        raise FathomError(f"{quoted(str(path))} cannot be written: {error.strerror or error}.") from error
    with file:
        lock_file(file, f"{quoted(str(path))} is being written by another process.")
        if is_new:
            sync_folder(path.parent)
        file.seek(0)
        done, length = _read(file.read(), path, grid.game.name)
        file.truncate(length)
        yield Rows(file, done)


def _read(content: bytes, path: Path, game: str) -> tuple[dict[str, Variant], int]:
    """The variants, and the length of what is complete."""
    complete = content[: content.rfind(b"\n") + 1]
    if content and not complete and not content.startswith(b'{"code":'):
        raise FathomError(f"{quoted(str(path))} holds something else than variants; choose another file.")
    done: dict[str, Variant] = {}
    for number, line in enumerate(complete.split(b"\n")[:-1], 1):
        try:
            variant = decode(line)
        except BrokenRow as broken:
            raise FathomError(f"Line {number} of {quoted(str(path))} is not a variant: {broken}.") from None
        found = games.read_code(variant.code).game.name
        if found != game:
            raise FathomError(f"Line {number} of {quoted(str(path))} is a variant of {found}, not of {game}.")
        if variant.code in done and done[variant.code].is_done(variant.states):
            raise FathomError(f"Line {number} of {quoted(str(path))} repeats {variant.code}.")
        done[variant.code] = variant
    return done, len(complete)


def run(
    grid: Grid,
    rows: Rows,
    workers: Workers,
    states: int,
    on_done: Callable[[Sequence[Variant]], bool],
    goes_on: Callable[[], bool] = lambda: True,
) -> None:
    """Audit what is left of a grid, in about its order, until it is done or `on_done` or `goes_on` returns False."""
    waiting = rows.left(grid, states)
    size = max(1, min(_MOST, len(waiting) // (_CHUNKS_PER_JOB * workers.jobs)))

    def keep(variants: Sequence[Variant]) -> bool:
        rows.add(variants)
        return on_done(variants)

    spread(partial(audit_chunk, states=states), split(waiting, size), workers, keep, goes_on)


def audit_chunk(codes: Sequence[str], states: int) -> list[Variant]:
    """Audit some variants; runs in a worker."""
    return [audit_variant(code, states) for code in codes]
