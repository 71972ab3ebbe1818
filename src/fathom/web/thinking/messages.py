"""What a server and the process that thinks for it send each other."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import NamedTuple

from fathom.errors import TooMuch

#: The number of bytes that hold the length of a message, at its beginning.
LENGTH = 8


#: A function together with its arguments, which can be pickled.
Call = Callable[[], object]


class Answer(NamedTuple):
    """The result of a call, or the error that it raised; `is_last` if the process ends now."""

    result: object = None
    error: BaseException | None = None
    is_last: bool = False


def encode(message: Call | Answer) -> bytes:
    """A message as it travels: its length, and its pickle."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(LENGTH) + content


class Budget(NamedTuple):
    """What one call may take: CPU seconds, and bytes of address space, of which Python itself reserves some."""

    seconds: float = 5.0
    memory: int = 1 << 30

    def exceeded(self) -> TooMuch:
        return TooMuch(
            f"This takes more than the {self.seconds:g} seconds and {self.memory >> 20} MB that this server gives to "
            "one request. Smaller options work here, and in the terminal there is no such limit."
        )
