"""The views of live matches that have been made, up to so many bytes: many clients get the same one."""

from __future__ import annotations

from collections import deque
from typing import Generic, NamedTuple, TypeVar
from weakref import ReferenceType, WeakKeyDictionary, ref

import msgspec

from fathom.web.live.live_match import LiveMatch

V = TypeVar("V")
#: Of JSON. The largest board has 200 kB, and with what it was made from it takes about three times as much memory.
_MOST_BYTES = 32 << 20


class MadeView(NamedTuple, Generic[V]):
    """A view, as data and as JSON, and the event after which it was made."""

    sequence: int
    view: V
    json: msgspec.Raw


class _Kept(NamedTuple):
    live: ReferenceType[LiveMatch]
    sequence: int
    size: int


class MadeViews(Generic[V]):
    """The last view of each match; what was made longest ago goes first."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._views: WeakKeyDictionary[LiveMatch, MadeView[V]] = WeakKeyDictionary()
        #: Every view in the order in which they were made, until it goes: also those of which there is a later one.
        self._made: deque[_Kept] = deque()
        self._bytes = 0

    def get(self, live: LiveMatch) -> MadeView[V] | None:
        """The view of a match as it stands, if it has been made."""
        made = self._views.get(live)
        return made if made and made.sequence == live.sequence else None

    def keep(self, live: LiveMatch, made: MadeView[V]) -> MadeView[V]:
        """Keep a view; others may go for it."""
        self._views[live] = made
        self._made.append(_Kept(ref(live), made.sequence, memoryview(made.json).nbytes))
        self._bytes += self._made[-1].size
        while self._bytes > self._most_bytes and len(self._made) > 1:
            self._drop(self._made.popleft())
        return made

    def _drop(self, kept: _Kept) -> None:
        self._bytes -= kept.size
        live = kept.live()
        if live is not None and (last := self._views.get(live)) and last.sequence == kept.sequence:
            del self._views[live]
