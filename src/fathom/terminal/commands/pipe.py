"""Spreads a long stream of lines over processes and shows the answers in order: the later part of `fathom analyze -`.

Whoever sends the lines may wait for an answer before sending the next, so all lines that are there are answered before
more are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar

from fathom.workers import Workers, open_workers, split, spread, usual_jobs

_CHUNK: Final = 32
#: Each process has tables and caches of its own.
_MOST_JOBS: Final = 4

Answer = TypeVar("Answer")


def share_blocks(
    blocks: Iterable[list[str]], work: Callable[[list[str]], list[Answer]], show: Callable[[list[Answer]], None]
) -> None:
    """Show the answers to all lines, in order. `work` answers some lines; processes must be able to import it."""
    with open_workers(None, min(usual_jobs(), _MOST_JOBS)) as workers:
        for block in blocks:
            _share_block(block, workers, partial(_answer_chunk, work), show)


def _share_block(
    block: list[str],
    workers: Workers,
    work: Callable[[tuple[int, list[str]]], tuple[int, list[Answer]]],
    show: Callable[[list[Answer]], None],
) -> None:
    done: dict[int, list[Answer]] = {}
    shown = 0

    def keep(result: tuple[int, list[Answer]]) -> bool:
        nonlocal shown
        number, answers = result
        done[number] = answers
        while shown in done:
            show(done.pop(shown))
            shown += 1
        return True

    spread(work, enumerate(split(block, _CHUNK)), workers, keep)


def _answer_chunk(work: Callable[[list[str]], list[Answer]], chunk: tuple[int, list[str]]) -> tuple[int, list[Answer]]:
    number, lines = chunk
    return number, work(lines)
