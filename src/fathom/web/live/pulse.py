"""The pulse of a server: how late the event loop is, and what has to be done at every beat and every second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

_BEAT_SECONDS = 0.1
_BEATS_A_SECOND = 10


class Pulse:
    """Beats ten times a second, until it is stopped. A beat comes late if the loop had something else to do."""

    def __init__(
        self, note_lag: Callable[[float], None], each_beat: Callable[[], None], each_second: Callable[[], None]
    ) -> None:
        self._note_lag = note_lag
        self._each_beat = each_beat
        self._each_second = each_second
        self._loop = asyncio.get_running_loop()
        self._beats = 0
        self._expect()

    def _expect(self) -> None:
        self._due = self._loop.time() + _BEAT_SECONDS
        self._timer = self._loop.call_at(self._due, self._beat)

    def _beat(self) -> None:
        self._note_lag(max(0.0, self._loop.time() - self._due))
        self._beats += 1
        self._each_beat()
        if self._beats % _BEATS_A_SECOND == 0:
            self._each_second()
        self._expect()

    def stop(self) -> None:
        self._timer.cancel()
