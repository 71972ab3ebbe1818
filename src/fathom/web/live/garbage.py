"""Collecting garbage a little at a time, in a process that has switched the automatic collection off.

Python collects when some thousand objects more have been made than freed. A busy server frees old ones as fast as it
makes new ones, so hundreds of thousands of new ones pile up until it does, and then everybody waits for half a second.
Here the new ones are looked at ten times a second, which takes a few milliseconds, and each of them only once. Those
that are still there are looked at with everything else when nobody plays, or once an hour: serving matches leaves no
reference cycles behind, so there is hardly anything to be found.
"""

from __future__ import annotations

import gc

_BEATS_A_SECOND = 10
#: The beats between two looks at whether anybody plays.
_BEATS_TO_BE_QUIET = 30
#: The beats between two looks at everything: at least when nobody plays, and at most.
_QUIET_BEATS, _MOST_BEATS = 60 * _BEATS_A_SECOND, 3600 * _BEATS_A_SECOND
#: The oldest generation of a look. What survives goes on to the next one, so the first two are never looked at apart.
_NEW, _ALL = 1, 2


class Garbage:
    """Collects for one process."""

    def __init__(self) -> None:
        self._beats = 0
        self._events = 0

    def collect(self, events: int) -> None:
        """To be called ten times a second, with the number of events so far; where Python collects, nothing is done."""
        if not gc.isenabled():
            gc.collect(self._choose(events))

    def _choose(self, events: int) -> int:
        """The oldest generation that is looked at now."""
        self._beats += 1
        if self._beats % _BEATS_TO_BE_QUIET:
            return _NEW
        is_quiet, self._events = events == self._events, events
        if self._beats < (_QUIET_BEATS if is_quiet else _MOST_BEATS):
            return _NEW
        self._beats = 0
        return _ALL
