"""What a match between two people has besides its game: questions, nudges, who is here, and who has left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom.core.clock import say_seconds
from fathom.core.events import Abandoned, Event, Moved, Nudged, TakeBackAsked, TakeBackRefused, TakenBack
from fathom.core.outcome import Seat, other
from fathom.errors import GameOver, NotNow
from fathom.storage.journal.uptimes import milliseconds
from fathom.web.live.moments import time_in_milliseconds
from fathom.web.live.requests import AnswerTakeBack, Claim, Nudge

if TYPE_CHECKING:
    from fathom.web.live.live_match import LiveMatch

#: A match may be claimed when the other player has been away for this long and is to move, and no clock runs.
CLAIM_SECONDS = 180
#: A match has at most one nudge in so many seconds.
NUDGE_SECONDS = 30
#: The events that change the moves.
_CHANGING = (Moved, TakenBack)
#: The events among which the last one of a player is looked for.
_LOOKED_AT = 100


class People:
    """The two players of a match, as far as the game does not know them."""

    def __init__(self) -> None:
        #: What the other player has not answered yet.
        self.asked: TakeBackAsked | None = None
        self._have_asked: set[Seat] = set()  # in this position
        #: The seats whose players are at other servers, where several share a store.
        self.elsewhere: frozenset[Seat] = frozenset()
        #: Since when, in milliseconds, players have not been here, as far as it was noted.
        self._away: dict[Seat, int] = {}
        self._here: set[Seat] = set()
        self._began = time_in_milliseconds()

    # ------------------------------------------------------------ what players do

    def plan(self, live: LiveMatch, seat: Seat, command: AnswerTakeBack | Nudge | Claim) -> Event:
        """The event that a command of a seat would cause; raises an error if it is refused."""
        _check_not_over(live)
        if isinstance(command, AnswerTakeBack):
            return self._answer(seat, granted=command.granted)
        if live.match.position.to_move == seat:
            raise NotNow("It is your move: nobody else has to do anything.")
        return _nudge(live, seat) if isinstance(command, Nudge) else self._claim(live, seat)

    def ask(self, live: LiveMatch, plies: int, seat: Seat) -> Event:
        """The event of a player who asks to take moves back; raises an error if that is not possible."""
        _check_not_over(live)
        if self.asked:
            raise NotNow("There is a question already that has not been answered: may moves be taken back?")
        if seat in self._have_asked:
            raise NotNow("You can ask once in each position: wait for the next move.")
        return TakeBackAsked(plies, seat)

    def _answer(self, seat: Seat, *, granted: bool) -> Event:
        if self.asked is None or self.asked.seat == seat:
            raise NotNow("The other player has not asked to take anything back.")
        return TakenBack(*self.asked) if granted else TakeBackRefused(seat)

    def _claim(self, live: LiveMatch, seat: Seat) -> Event:
        absent = other(seat)
        if live.times and live.times.runs:
            raise NotNow(f"There is a clock: you win when the time of {live.match.name(absent)} is up.")
        if is_here(live, absent) or self.away_milliseconds(live, absent) < 1000 * CLAIM_SECONDS:
            name, time = live.match.name(absent), say_seconds(CLAIM_SECONDS)
            raise NotNow(f"You can claim the match when {name} has been away for {time}.")
        return Abandoned(absent)

    def follow(self, event: Event) -> None:
        """Something has happened. A move answers a question, too: it is no longer asked."""
        if isinstance(event, _CHANGING):
            self.asked = None
            self._have_asked.clear()
        elif isinstance(event, TakeBackAsked):
            self.asked = event
            self._have_asked.add(event.seat)
        elif not isinstance(event, Nudged):
            self.asked = None

    # ------------------------------------------------------------ who is here

    def away_milliseconds(self, live: LiveMatch, seat: Seat) -> int:
        """Since when a player has not been here, as far as is known, nor has done anything."""
        if seat in self._here:
            return 0  # they have just left, and may be back in a moment
        since = self._away.get(seat, self._began)
        for logged in reversed(live.events[-_LOOKED_AT:]):
            if getattr(logged.event, "seat", None) == seat:
                since = max(since, milliseconds(logged.at))
                break
        return max(0, time_in_milliseconds() - since)

    def note_presence(self, live: LiveMatch) -> None:
        """Note who is here now, so that it is known later since when they are not."""
        for seat in range(1, live.match.game.seats + 1):
            if is_here(live, seat):
                self._here.add(seat)
            elif seat in self._here or seat not in self._away:
                self._here.discard(seat)
                self._away[seat] = time_in_milliseconds()

    def forget_absences(self) -> None:
        """Nobody has been away yet: somebody may have been at another server without this one hearing of it."""
        self._away.clear()
        self._began = time_in_milliseconds()


def is_here(live: LiveMatch, seat: Seat) -> bool:
    """Does somebody who plays this seat look at the match, at any server?"""
    return _is_at_this_server(live, seat) or (live.people is not None and seat in live.people.elsewhere)


def seats_here(live: LiveMatch) -> frozenset[Seat]:
    """The seats whose players look at the match at this server."""
    return frozenset(seat for seat in range(1, live.match.game.seats + 1) if _is_at_this_server(live, seat))


def _is_at_this_server(live: LiveMatch, seat: Seat) -> bool:
    return any(listener.plays(seat) for listener in live.listeners)


def _check_not_over(live: LiveMatch) -> None:
    if outcome := live.match.outcome:
        raise GameOver(f"The game is over: {outcome.reason}.")


def _nudge(live: LiveMatch, seat: Seat) -> Event:
    nudges = [logged.at for logged in live.events[-_LOOKED_AT:] if isinstance(logged.event, Nudged)]
    if nudges and time_in_milliseconds() - milliseconds(nudges[-1]) < 1000 * NUDGE_SECONDS:
        raise NotNow(f"There was a nudge already: another one is possible {NUDGE_SECONDS} seconds after it.")
    return Nudged(seat)
