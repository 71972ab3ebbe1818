"""Work of some milliseconds beside the event loop, where there are threads; in a browser there are none.

What takes longer goes through the queue (`queue.py`), because a thread cannot be stopped.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from anyio import to_thread

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


def has_threads() -> bool:
    """Are there threads and processes?"""
    return sys.platform != "emscripten"


async def run_in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function returns: in a thread, so that the loop goes on meanwhile, or else in place."""
    if has_threads():
        return await asyncio.to_thread(work, *args, **kwargs)
    return work(*args, **kwargs)


async def run_in_page_thread(handler: Callable[[R], T], request: R) -> T:
    """The same for a page, in one of the few threads that make them (`limit_threads`)."""
    return await to_thread.run_sync(handler, request) if has_threads() else handler(request)


def limit_threads(most: int) -> None:
    """Let pages be made in so many threads at once: the more there are, the longer the loop waits for its turn."""
    to_thread.current_default_thread_limiter().total_tokens = most
