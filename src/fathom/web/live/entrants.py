"""Who may enter a table of results: one visitor cannot fill it, however many names they think of."""

from __future__ import annotations

from collections import OrderedDict

from fathom.storage.journal import NAMELESS, Result

#: The most names that come from one address into the table of one puzzle: a class of pupils may share it.
MOST_NAMES = 40
_REMEMBERED = 20_000


class Entrants:
    """The names that each visitor has entered in the table of each puzzle; the least recently used are forgotten."""

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[str, str, str], set[str]] = OrderedDict()

    def admit(self, visitor: str, result: Result) -> bool:
        """May this visitor enter this result? Those without a name share their rows, so they always may."""
        if result.player == NAMELESS:
            return True
        table = visitor, result.game, result.options
        names = self._names.setdefault(table, set())
        self._names.move_to_end(table)
        if len(self._names) > _REMEMBERED:
            self._names.popitem(last=False)
        if len(names) < MOST_NAMES:
            names.add(result.player)
        return result.player in names
