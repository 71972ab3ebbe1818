"""Events as the journal stores them and clients receive them: a kind, and a body in JSON.

encode_event(Moved("6", seat=1))                     -> ("moved", {"seat": 1, "move": "6"})
decode_event("moved", b'{"seat": 1, "move": "6"}')   -> Moved("6", seat=1)
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

import msgspec

from fathom.core.clock import Clock, Per
from fathom.core.events import (
    Abandoned,
    Challenge,
    Created,
    Event,
    Forfeited,
    Hinted,
    Joined,
    MadeAgain,
    Moved,
    Nudged,
    Rematched,
    RematchOffered,
    Renamed,
    Resigned,
    SeatKind,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
    TimedOut,
    Withdrawn,
)
from fathom.core.outcome import Seat
from fathom.core.words import quoted
from fathom.errors import StoreError

Kind = Literal[
    "created",
    "joined",
    "withdrawn",
    "moved",
    "taken-back",
    "hinted",
    "renamed",
    "resigned",
    "forfeited",
    "timed-out",
    "abandoned",
    "nudged",
    "take-back-asked",
    "take-back-refused",
    "rematch-offered",
    "rematched",
]


class ClockDict(TypedDict):
    """How much time each seat has: `{"per": "game", "seconds": 300}`."""

    per: Per
    seconds: int


class ChallengeDict(TypedDict):
    """How a seat is offered to anybody: `{"quick": true, "any_game": false, "coin": true}`."""

    quick: bool
    any_game: bool
    coin: bool


#: The body of an event, by its kind.
EventBody = TypedDict(
    "EventBody",
    {
        "seat": NotRequired[Seat],
        "move": NotRequired[str],
        "plies": NotRequired[int],
        "level": NotRequired[int],
        "name": NotRequired[str],
        "match": NotRequired[str],
        "game": NotRequired[str],
        "options": NotRequired[dict[str, str]],
        "names": NotRequired[list[str]],
        "seats": NotRequired[list[SeatKind]],
        "watch": NotRequired[bool],
        "solo": NotRequired[bool],
        "from": NotRequired[list[str]],
        "resigned": NotRequired[Seat],
        "forfeited": NotRequired[Seat],
        "reason": NotRequired[str],
        "hints": NotRequired[dict[str, int]],
        "pair": NotRequired[list[int]],
        "timed_out": NotRequired[Seat],
        "abandoned": NotRequired[Seat],
        "clock": NotRequired[ClockDict],
        "challenge": NotRequired[ChallengeDict],
    },
)

_bodies: msgspec.json.Decoder[EventBody] = msgspec.json.Decoder(EventBody)


def encode_event(event: Event) -> tuple[Kind, EventBody]:
    """The kind and the body of an event."""
    if type(event) is Moved and event.seat is not None:  # nearly all are moves, and this takes a tenth of a pattern
        return "moved", {"seat": event.seat, "move": event.move}
    match event:
        case TakenBack(plies, seat) if seat is not None:
            return "taken-back", {"seat": seat, "plies": plies}
        case Hinted(level, seat) if seat is not None:
            return "hinted", {"seat": seat, "level": level}
        case Renamed(name, seat):
            return "renamed", {"seat": seat, "name": name}
        case Resigned(seat):
            return "resigned", {"seat": seat}
        case Forfeited(seat, reason):
            return "forfeited", {"seat": seat, "reason": reason}
        case TimedOut(seat):
            return "timed-out", {"seat": seat}
        case Abandoned(seat):
            return "abandoned", {"seat": seat}
        case Nudged(seat):
            return "nudged", {"seat": seat}
        case TakeBackAsked(plies, seat):
            return "take-back-asked", {"seat": seat, "plies": plies}
        case TakeBackRefused(seat):
            return "take-back-refused", {"seat": seat}
        case Created():
            return "created", _created_body(event)
        case Joined(seat, name, game, options):
            chosen: EventBody = {"game": game, "options": dict(options)} if game else {}
            return "joined", {"seat": seat, "name": name, **chosen}
        case Withdrawn(seat):
            return "withdrawn", {"seat": seat}
        case RematchOffered(seat, game):
            return "rematch-offered", {"seat": seat, "game": game} if game else {"seat": seat}
        case Rematched(following):
            return "rematched", {"match": following}
        case Moved() | TakenBack() | MadeAgain() | Hinted():
            raise StoreError("A server keeps who did what, and nothing is made again there.")


def _created_body(event: Created) -> EventBody:
    body: EventBody = {
        "game": event.game,
        "options": dict(event.options),
        "names": list(event.names),
        "seats": list(event.seats),
        "watch": event.watch,
        "solo": event.solo,
        "from": list(event.moves),
    }
    if event.resigned:
        body["resigned"] = event.resigned
    if event.forfeited:
        body["forfeited"], body["reason"] = event.forfeited
    if event.hints:
        body["hints"] = {str(ply): level for ply, level in event.hints}
    if event.pair:
        body["pair"] = list(event.pair)
    if event.timed_out:
        body["timed_out"] = event.timed_out
    if event.abandoned:
        body["abandoned"] = event.abandoned
    if event.clock:
        body["clock"] = {"per": event.clock.per, "seconds": event.clock.seconds}
    if event.challenge:
        quick, any_game, coin = event.challenge
        body["challenge"] = {"quick": quick, "any_game": any_game, "coin": coin}
    return body


def decode_event(kind: str, content: str) -> Event:
    """The event that was stored; raises `StoreError` for one that this version of Fathom does not know."""
    try:
        return _decode(kind, _bodies.decode(content))
    except (KeyError, ValueError) as error:  # msgspec's errors are ValueErrors
        raise StoreError(f"There is an event {quoted(kind)} in the store that cannot be read.") from error


def _decode(kind: str, body: EventBody) -> Event:
    match kind:
        case "moved":
            return Moved(body["move"], body["seat"])
        case "taken-back":
            return TakenBack(body["plies"], body["seat"])
        case "hinted":
            return Hinted(body["level"], body["seat"])
        case "renamed":
            return Renamed(body["name"], body["seat"])
        case "resigned":
            return Resigned(body["seat"])
        case "forfeited":
            return Forfeited(body["seat"], body["reason"])
        case "timed-out":
            return TimedOut(body["seat"])
        case "abandoned":
            return Abandoned(body["seat"])
        case "nudged":
            return Nudged(body["seat"])
        case "take-back-asked":
            return TakeBackAsked(body["plies"], body["seat"])
        case "take-back-refused":
            return TakeBackRefused(body["seat"])
        case "created":
            return _decode_created(body)
        case "joined":
            return Joined(body["seat"], body["name"], body.get("game"), body.get("options", {}))
        case "withdrawn":
            return Withdrawn(body["seat"])
        case "rematch-offered":
            return RematchOffered(body["seat"], body.get("game"))
        case "rematched":
            return Rematched(body["match"])
    raise StoreError(f"The store holds an event {quoted(kind)} that this version of Fathom does not know.")


def _decode_created(body: EventBody) -> Created:
    return Created(
        body["game"],
        body["options"],
        tuple(body["names"]),
        tuple(body["seats"]),
        body["watch"],
        body["solo"],
        tuple(body["from"]),
        body.get("resigned"),
        tuple((int(ply), level) for ply, level in body.get("hints", {}).items()),
        Forfeited(body["forfeited"], body["reason"]) if "forfeited" in body else None,
        tuple(body.get("pair", ())),
        body.get("timed_out"),
        body.get("abandoned"),
        Clock(**body["clock"]) if "clock" in body else None,
        Challenge(**body["challenge"]) if "challenge" in body else None,
    )
