"""Events as the journal stores them and clients receive them: a kind, and a body in JSON.

encode_event(Moved("6", seat=1))                     -> ("moved", {"seat": 1, "move": "6"})
decode_event("moved", b'{"seat": 1, "move": "6"}')   -> Moved("6", seat=1)
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

import msgspec

from fathom.core.events import (
    Created,
    Event,
    Forfeited,
    Hinted,
    Joined,
    MadeAgain,
    Moved,
    Rematched,
    RematchOffered,
    Renamed,
    Resigned,
    SeatKind,
    TakenBack,
)
from fathom.core.outcome import Seat
from fathom.core.words import quoted
from fathom.errors import StoreError

Kind = Literal[
    "created",
    "joined",
    "moved",
    "taken-back",
    "hinted",
    "renamed",
    "resigned",
    "forfeited",
    "rematch-offered",
    "rematched",
]

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
    },
)

_bodies: msgspec.json.Decoder[EventBody] = msgspec.json.Decoder(EventBody)


def encode_event(event: Event) -> tuple[Kind, EventBody]:
    """The kind and the body of an event."""
    match event:
        case Moved(move, seat) if seat is not None:
            return "moved", {"seat": seat, "move": move}
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
        case Created():
            return "created", _created_body(event)
        case Joined(seat, name):
            return "joined", {"seat": seat, "name": name}
        case RematchOffered(seat):
            return "rematch-offered", {"seat": seat}
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
        case "created":
            return _decode_created(body)
        case "joined":
            return Joined(body["seat"], body["name"])
        case "rematch-offered":
            return RematchOffered(body["seat"])
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
    )
