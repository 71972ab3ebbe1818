"""Work of some milliseconds beside the event loop, where there are threads; in a browser there are none.

What takes longer goes through the queue (`queue.py`), because a thread cannot be stopped.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def has_threads() -> bool:
    """Are there threads and processes?"""
    return sys.platform != "emscripten"


async def run_in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function returns: in a thread, so that the loop goes on meanwhile, or else in place."""
    if has_threads():
        return await asyncio.to_thread(work, *args, **kwargs)
    return work(*args, **kwargs)
