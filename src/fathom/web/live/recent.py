"""The matches used last, which stay in memory for a while though nobody uses them."""

from __future__ import annotations

from collections import OrderedDict

from fathom.web.live.live_match import LiveMatch

#: The most matches, and the most moves and events in them together: some 100 MB.
_MATCHES, _LENGTH = 2000, 200_000


class Recent:
    """The longer matches are, the fewer of them are kept."""

    def __init__(self, matches: int = _MATCHES, length: int = _LENGTH) -> None:
        self._most_matches = matches
        self._most_length = length
        self._kept: OrderedDict[str, LiveMatch] = OrderedDict()
        #: Of each match, when it was used last; and of all of them.
        self._lengths: dict[str, int] = {}
        self._length = 0

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, live: LiveMatch) -> None:
        """It has just been used; others may be dropped for it."""
        self.drop(live)
        self._kept[live.id], self._lengths[live.id] = live, live.length
        self._length += live.length
        while len(self._kept) > self._most_matches or (self._length > self._most_length and len(self._kept) > 1):
            self.drop(next(iter(self._kept.values())))

    def drop(self, live: LiveMatch) -> None:
        """Do not keep it any longer."""
        if self._kept.pop(live.id, None):
            self._length -= self._lengths.pop(live.id)
