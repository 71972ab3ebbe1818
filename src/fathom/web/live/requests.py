"""What clients send: the bodies of requests and the frames of sockets, checked as they are read.

A command names the last event that its sender has seen (`expected`) and carries a key that its sender made up: sent
again with the same key, it is carried out once and answered the same.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from fathom.errors import BadRequest

S = TypeVar("S")

Key = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)", description="made by the client, one for each intention")
]
JoinKey = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{22,64}$(?!\n)",
        description="128 random bits or more, made by the client: with it, joining again gives the same seat",
    ),
]
Expected = Annotated[int, Meta(ge=0, le=2**31 - 1, description="the sequence number of the last event seen")]
MoveText = Annotated[str, Meta(min_length=1, max_length=40)]
Name = Annotated[str, Meta(max_length=200, description="printable text of 1 to 40 characters")]
Token = Annotated[str, Meta(min_length=1, max_length=200)]
CodeText = Annotated[str, Meta(min_length=1, max_length=2000)]
GameName = Annotated[str, Meta(min_length=1, max_length=40)]
RequestId = str | int | None


class Command(Struct, forbid_unknown_fields=True):
    """What every command carries."""

    expected: Expected
    key: Key


class Move(Command):
    """Make a move."""

    move: MoveText


class Resign(Command):
    """Give the match up."""


class TakeBack(Command):
    """Take back the last moves, in a match that nobody else plays in."""

    plies: Annotated[int, Meta(ge=1, le=1000)] = 1


class Hint(Command):
    """Be told something, which is marked in the record."""

    level: Annotated[int, Meta(ge=1, le=5)] = 1


class Rename(Command):
    """Be called something else, in a game for one; without a name, be nameless."""

    name: Name


class Rematch(Command):
    """Offer another match with the seats swapped, or accept the offer."""


class NewMatch(Struct, forbid_unknown_fields=True):
    """A match to be made: a game with options, or one that goes on from a code."""

    game: GameName | None = None
    options: dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=2000)]] = {}
    start: CodeText | None = msgspec.field(default=None, name="from")
    opponent: Annotated[str, Meta(max_length=40, description="friend, same-screen or a machine such as @perfect")] = (
        "same-screen"
    )
    seat: Literal[1, 2, "random"] = 1
    name: Name | None = None
    opponent_name: Name | None = None
    watch: bool = True


class Join(Struct, forbid_unknown_fields=True):
    """Take the seat that an invitation keeps free."""

    secret: Token
    name: Name | None = None
    key: JoinKey | None = None


class Subscribe(Struct, tag="subscribe", forbid_unknown_fields=True):
    """The first frame: what has been seen, who one is, and whether views are wanted with the events."""

    after: Expected | None = None
    token: Token | None = None
    views: bool = False


class MoveFrame(Move, tag="move"):
    id: RequestId = None


class ResignFrame(Resign, tag="resign"):
    id: RequestId = None


class TakeBackFrame(TakeBack, tag="take-back"):
    id: RequestId = None


class HintFrame(Hint, tag="hint"):
    id: RequestId = None


class RenameFrame(Rename, tag="rename"):
    id: RequestId = None


class RematchFrame(Rematch, tag="rematch"):
    id: RequestId = None


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    id: RequestId = None


Frame = Subscribe | MoveFrame | ResignFrame | TakeBackFrame | HintFrame | RenameFrame | RematchFrame | Ping
_frames: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)


def read_frame(data: str | bytes) -> Frame:
    """The frame that a client sent; raises `BadRequest`."""
    try:
        return _frames.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(f"The frame cannot be read: {_problem(error)}.") from error


class _Identified(Struct):
    """Whatever a client sent, as far as it can be told from other things it sent."""

    id: RequestId = None


_identified: msgspec.json.Decoder[_Identified] = msgspec.json.Decoder(_Identified)


def request_of(data: str | bytes) -> RequestId:
    """What a frame calls itself, also one that cannot be read as a frame; None where it does not say."""
    try:
        return _identified.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def read_body(kind: type[S], data: bytes) -> S:
    """The body of a request; raises `BadRequest`."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(f"The body cannot be read: {_problem(error)}.") from error


def _problem(error: Exception) -> str:
    if isinstance(error, msgspec.DecodeError):
        return str(error).rstrip(".")
    return "it is no text in UTF-8" if isinstance(error, UnicodeError) else "it is nested too deeply"
