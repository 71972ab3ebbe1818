"""The views of a match for front ends: everything they draw, so that they need no rules of their own."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Annotated, TypedDict

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from fathom import games
from fathom.core.clock import Per
from fathom.core.code import StemDict, stem_of
from fathom.core.events import SeatKind
from fathom.core.match import AnyMatch
from fathom.core.outcome import OutcomeDict
from fathom.core.words import enumerate_words
from fathom.players.faces import names_for_people
from fathom.show.canvas import Canvas
from fathom.show.guide import GuideDict, guide_of
from fathom.show.text import Gauge
from fathom.show.view import ViewDict, view
from fathom.storage.journal import State, Summary
from fathom.web.http.limits import Lane
from fathom.web.live.live_match import EventDict, LiveMatch
from fathom.web.live.made_views import MadeView, MadeViews
from fathom.web.live.moments import time_in_milliseconds
from fathom.web.live.people import CLAIM_SECONDS, People, is_here
from fathom.web.live.unreadable import READING_ERRORS, UnreadableMatches
from fathom.web.thinking.threads import run_in_thread

SeatNumber = Annotated[int, Meta(ge=1, le=2)]
SequenceNumber = Annotated[int, Meta(ge=0)]
Svg = Annotated[str, Meta(description="an SVG element")]


class GaugeDict(TypedDict):
    """Something to keep an eye on beside the board: points spent, things held."""

    name: str
    values: list[str]


class MatchViewDict(ViewDict):
    """A match as front ends draw it: what `fathom show --json` prints, and what is beside the board."""

    stem: StemDict
    last: str | None
    board: list[str]
    said: list[str]
    gauges: list[GaugeDict]
    guide: GuideDict
    drawing: Svg


class RematchState(Struct):
    """Who has offered a rematch, of which game if it is another one, and the id of the rematch."""

    offers: list[SeatNumber]
    match: str | None
    game: Annotated[str | UnsetType, Meta(description="if it is another game")] = UNSET


class PairState(Struct):
    """A game of a pair: its number, and the half points that each seat brought along."""

    game: Annotated[int, Meta(ge=1, le=2)]
    halves: list[int]


class ClockState(Struct):
    """Limited time: how much each seat has left, in milliseconds, and the seat whose time is running."""

    per: Per
    seconds: int
    words: str
    left: list[int]
    runs: SeatNumber | None


class Presence(Struct):
    """Has a player the page open? If not, since how many milliseconds."""

    here: bool
    away: Annotated[int, Meta(ge=0)]
    claim: Annotated[int, Meta(description="after so many seconds, the other player may claim the match")]


class TakeBackState(Struct):
    """Who asks to take back how many moves, those of both seats counted."""

    seat: SeatNumber
    plies: int


class ChallengeState(Struct):
    """A challenge that nobody has accepted yet: may whoever accepts it choose the game?"""

    any_game: bool


class SnapshotWithoutView(Struct):
    """A match for a client that does not draw it: `you` are the client's seats."""

    id: str
    sequence: SequenceNumber
    game: str
    options: dict[str, int | str]
    names: list[str]
    called: Annotated[list[str], Meta(description="the names as people read them: machines in words")]
    seats: list[SeatKind]
    you: list[SeatNumber]
    watch: bool
    solo: bool
    state: State
    rematch: RematchState
    pair: PairState | None
    challenge: Annotated[ChallengeState | None, Meta(description="if it is an open challenge")]
    clock: ClockState | None
    presence: Annotated[list[Presence] | None, Meta(description="of every seat, in a match between people")]
    take_back: Annotated[TakeBackState | None, Meta(description="what the other player has not answered yet")]


class Snapshot(SnapshotWithoutView):
    """A match for a client that draws it: `you` are the client's seats."""

    view: MatchViewDict


class Subscription(Struct):
    """How a match stands, and the events after the last one that the client has seen."""

    match: Snapshot
    events: list[EventDict]
    sequence: SequenceNumber


class Listed(Struct):
    """A match in a list."""

    id: str
    game: str
    title: str
    options: str
    names: list[str]
    state: State
    created: str
    changed: str
    outcome: OutcomeDict | None


def match_view(match: AnyMatch, *, coach: bool = False) -> MatchViewDict:
    """The match as it stands: as data, as text, in words and as a drawing."""
    room, shown = games.room(match.game.name), for_people(match)
    return {
        **view(match),
        "stem": stem_of(match).as_dict(),
        "last": match.game.format_move(match.plies[-1].move) if match.plies else None,
        "board": room.text.board(match, Canvas()),
        "said": announce(match),
        "gauges": [{"name": gauge.name, "values": gauge.values} for gauge in gauges(match)],
        "guide": guide_of(shown, room.text).as_dict(),
        "drawing": room.draw(shown, coach=coach),
    }


def for_people(match: AnyMatch) -> AnyMatch:
    """The match with the names of its machines in words, for what people read."""
    shown = copy(match)
    shown.names = names_for_people(match.names)
    return shown


def gauges(match: AnyMatch) -> list[Gauge]:
    """What players keep an eye on besides the board."""
    return games.room(match.game.name).text.gauges(match)


#: For all matches of this process.
_views: MadeViews[MatchViewDict] = MadeViews()


def live_view(live: LiveMatch) -> MatchViewDict:
    """The view of a live match, made once after each event."""
    return _made_view(live).view


def live_view_json(live: LiveMatch) -> msgspec.Raw:
    """The same as JSON, encoded once after each event."""
    return _made_view(live).json


def _made_view(live: LiveMatch) -> MadeView[MatchViewDict]:
    return _views.get(live) or _views.keep(live, _make_view(live.sequence, live.match))


def _make_view(sequence: int, match: AnyMatch) -> MadeView[MatchViewDict]:
    view = match_view(match)
    return MadeView(sequence, view, msgspec.Raw(msgspec.json.encode(view)))


async def prepare_view(live: LiveMatch, lane: Lane) -> None:
    """Make the view beforehand, in a thread: the largest boards take long to draw."""
    if not _views.get(live):
        async with lane:
            if not _views.get(live):
                _views.keep(live, await run_in_thread(_make_view, live.sequence, copy(live.match)))


def announce(match: AnyMatch) -> list[str]:
    """The last move and what comes next, in a sentence each: what a screen reader announces."""
    text = games.room(match.game.name).text
    made = [text.announce(match, match.plies[-1])] if match.plies else []
    return [*made, text.status(match)]


def snapshot_without_view(live: LiveMatch, token: str | None) -> SnapshotWithoutView:
    """A match for the client with the token, which does not draw it."""
    return SnapshotWithoutView(
        id=live.id,
        sequence=live.sequence,
        game=live.match.game.name,
        options=live.match.options.as_dict(),
        names=list(live.match.names),
        called=list(names_for_people(live.match.names)),
        seats=list(live.seats),
        you=live.seats_of(token),
        watch=live.is_open,
        solo=live.is_solo,
        state=live.state,
        rematch=RematchState(sorted(live.offers), live.next_match, live.offered_game or UNSET),
        pair=_pair_state(live),
        challenge=ChallengeState(live.challenge.any_game) if live.challenge else None,
        clock=clock_state(live),
        presence=presence_of(live, live.people) if live.people else None,
        take_back=_take_back_state(live),
    )


def presence_of(live: LiveMatch, people: People) -> list[Presence]:
    """Of both seats, whether somebody is here, and since when not."""
    return [_presence_in(live, people, seat) for seat in (1, 2)]


def _presence_in(live: LiveMatch, people: People, seat: int) -> Presence:
    here = is_here(live, seat)
    return Presence(here, 0 if here else people.away_milliseconds(live, seat), CLAIM_SECONDS)


def _take_back_state(live: LiveMatch) -> TakeBackState | None:
    asked = live.people.asked if live.people else None
    return TakeBackState(asked.seat, asked.plies) if asked else None


def clock_state(live: LiveMatch) -> ClockState | None:
    """What is left of the players' time at this moment."""
    times = live.times
    if times is None:
        return None
    at = time_in_milliseconds()
    left = [times.left(seat, at) for seat in range(1, live.match.game.seats + 1)]
    return ClockState(times.clock.per, times.clock.seconds, times.clock.describe(), left, times.runs)


def _pair_state(live: LiveMatch) -> PairState | None:
    if not live.pair:
        return None
    return PairState(2 if any(live.pair) else 1, list(live.pair))


def snapshot(live: LiveMatch, token: str | None) -> Snapshot:
    """A match for the client with the token."""
    return Snapshot(**structs.asdict(snapshot_without_view(live, token)), view=live_view(live))


def subscription(live: LiveMatch, token: str | None) -> Subscription:
    """A match and all its events, for the client with the token."""
    return Subscription(snapshot(live, token), events_after(live, 0), live.sequence)


def events_after(live: LiveMatch, sequence: int) -> list[EventDict]:
    """The events after the last one that a client has seen."""
    return [logged.as_dict() for logged in live.events[sequence:]]


def title(live: LiveMatch) -> str:
    """`Range War: Ada and Perfect`."""
    return f"{live.match.game.title}: {enumerate_words(names_for_people(live.match.names))}"


def describe_options(match: AnyMatch) -> str:
    """The options that are not the defaults: `highest 12`."""
    changed = match.options.changed().items()
    return ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in changed if name != match.game.layout_option)


def readable(summaries: Iterable[Summary], unreadable: UnreadableMatches) -> list[Listed]:
    """Summaries as data for a list, without those that cannot be read."""
    found = []
    for summary in summaries:
        try:
            found.append(_listed(summary))
        except READING_ERRORS as error:
            unreadable.report(summary.id, error)
    return found


def _listed(summary: Summary) -> Listed:
    return Listed(
        id=summary.id,
        game=summary.game,
        title=games.game(summary.game).title,
        options=summary.options,
        names=msgspec.json.decode(summary.names, type=list[str]),
        state=summary.state,
        created=summary.created,
        changed=summary.changed,
        outcome=msgspec.json.decode(summary.outcome, type=OutcomeDict | None),
    )
