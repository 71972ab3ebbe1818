"""Which matches are shown as being played: those in which people move, and only a few for each visitor.

A match gets a place when somebody has moved in it, and a new time in its place every minute in which somebody moves. A
visitor has a few places. One who starts any number of matches takes no place away from anyone else.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from hashlib import sha256
from typing import NamedTuple

#: How many matches of one visitor are shown.
MOST_PLACES = 3
#: A match in which people move keeps its place, with a new time this often.
_RENEWED_SECONDS = 60.0
#: A place whose match has not been moved in for this long is free for another one.
_FREE_SECONDS = 120.0
_VISITORS_REMEMBERED = 20_000
_MARK_LETTERS = 4


class _Place(NamedTuple):
    number: int
    match: str
    taken: float


class Stage:
    """The places of all visitors in one process; the least recently seen visitors are forgotten."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, list[_Place]] = OrderedDict()
        self._secret = secrets.token_hex()

    def find_place(self, visitor: str, match: str) -> str | None:
        """The place to write down for a match in which a visitor moves; None if that is done, or there is none left."""
        places = self._places.setdefault(visitor, [])
        self._places.move_to_end(visitor)
        if len(self._places) > _VISITORS_REMEMBERED:
            self._places.popitem(last=False)
        now = time.monotonic()
        for place in places:
            if place.match == match:
                if now - place.taken < _RENEWED_SECONDS:
                    return None
                number = place.number
                break
        else:
            if len(places) < MOST_PLACES:
                number = len(places)
            else:
                oldest = places[0]  # each new time goes to the end
                if now - oldest.taken < _FREE_SECONDS:
                    return None
                number = oldest.number
        self._places[visitor] = [place for place in places if place.number != number] + [_Place(number, match, now)]
        return f"{self._mark(visitor)}-{number}"

    def _mark(self, visitor: str) -> str:
        """A few letters for a visitor: enough to keep visitors apart, too few to tell who it was."""
        return sha256(f"{self._secret} {visitor}".encode()).hexdigest()[:_MARK_LETTERS]
