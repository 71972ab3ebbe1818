"""Stores a match while it is played.

Every change goes to the store before the match: what the screen shows as made is on disk.
"""

from __future__ import annotations

from fathom.core.events import Forfeited, Hinted, MadeAgain, MatchEvent, Moved, Resigned, TakenBack, apply
from fathom.core.match import AnyMatch, AnyPly
from fathom.core.outcome import Seat
from fathom.storage.log import OFF, Kept, Series, Store


class Keeper:
    """A match and its entry in the store, created with its first event; earlier moves are stored with it.

    `coach` says what the coach does; if it is None, a stored match goes on as before.
    """

    def __init__(
        self,
        store: Store,
        match: AnyMatch,
        kept: Kept | None = None,
        series: Series | None = None,
        coach: str | None = None,
    ) -> None:
        self.match = match
        self.id = kept.id if kept else None
        self.series = kept.series if kept else series
        self._store = store
        self._sequence = len(kept.events) if kept else 0
        self.coach = coach or (kept.coach if kept else OFF)
        if kept and kept.coach != self.coach:
            store.set_coach(kept.id, self.coach)

    def play(self, seat: Seat, text: str) -> AnyPly:
        """Make a move; a refused one is not stored."""
        ply = self.match.look(text, seat)
        self.make(ply)
        return ply

    def make(self, ply: AnyPly) -> None:
        """Make a ply that `Match.look` has returned."""
        self._record(Moved(self.match.game.format_move(ply.move), ply.seat), ply)

    def undo(self, plies: int) -> None:
        self._record(TakenBack(plies))

    def redo(self, plies: int) -> None:
        self._record(MadeAgain(plies))

    def hint(self, level: int) -> None:
        self._record(Hinted(level))

    def resign(self, seat: Seat) -> None:
        self._record(Resigned(seat))

    def forfeit(self, seat: Seat, reason: str) -> None:
        self._record(Forfeited(seat, reason))

    def _record(self, event: MatchEvent, ply: AnyPly | None = None) -> None:
        if self.id is None:
            kept = self._store.create(self.match, self.series, self.coach)
            self.id, self.series, self._sequence = kept.id, kept.series, len(kept.events)
        self._store.append(self.id, self._sequence, event)
        self._sequence += 1
        apply(self.match, event, ply)
