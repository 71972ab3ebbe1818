"""Finished answers that are kept, up to so many bytes."""

from __future__ import annotations

from collections import OrderedDict


class ByteCache:
    """Bytes by a name; what was asked for longest ago goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self.size = 0

    def get(self, name: str) -> bytes | None:
        if name in self._kept:
            self._kept.move_to_end(name)
        return self._kept.get(name)

    def keep(self, name: str, content: bytes) -> None:
        self.size += len(content) - len(self._kept.pop(name, b""))
        self._kept[name] = content
        while self.size > self._most:
            _, oldest = self._kept.popitem(last=False)
            self.size -= len(oldest)
