"""What clients send: the bodies of requests and the frames of sockets, validated as they are read.

A command has the number of the last event that its sender has seen (`expected`) and an idempotency key: sent again with
the same key, it is run once and gets the same answer.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from fathom.core.clock import LEAST_SECONDS, MOST_SECONDS, Per
from fathom.errors import BadRequest

S = TypeVar("S")

Key = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)", description="made by the client, one for each action")
]
SecretKey = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{22,64}$(?!\n)",
        description="128 random bits or more, made by the client: sent again with the same key, it gives the same seat",
    ),
]
Expected = Annotated[int, Meta(ge=0, le=2**31 - 1, description="the sequence number of the last event seen")]
MoveText = Annotated[str, Meta(min_length=1, max_length=40, description="a move, as a player would type it")]
Name = Annotated[str, Meta(max_length=200, description="printable text of 1 to 40 characters")]
Token = Annotated[str, Meta(min_length=1, max_length=200, description="a secret that the server has given")]
CodeText = Annotated[str, Meta(min_length=1, max_length=2000, description="a code such as range-war:6.4.9")]
GameName = Annotated[str, Meta(min_length=1, max_length=40, description="the name of a game, such as range-war")]
RequestId = Annotated[str | int | None, Meta(description="chosen by the client; the answer has it too")]


class Command(Struct, forbid_unknown_fields=True):
    """The fields of every command."""

    expected: Expected
    key: Key


class Move(Command):
    """Make a move."""

    move: MoveText


class Resign(Command):
    """Resign the match."""


class TakeBack(Command):
    """Take back the last moves; in a match with another person, ask them for it."""

    plies: Annotated[int, Meta(ge=1, le=1000, description="how many moves, those of both seats counted")] = 1


class AnswerTakeBack(Command):
    """Let the other player take back what they asked for, or refuse it."""

    granted: bool


class Nudge(Command):
    """Remind the other player that it is their move."""


class Claim(Command):
    """Win the match because the other player has left it."""


class Hint(Command):
    """Ask for a hint, which is marked in the record."""

    level: Annotated[int, Meta(ge=1, le=5, description="how much to tell: 1 is a nudge")] = 1


class Rename(Command):
    """Change the player's name, in a game for one; without a name, become nameless."""

    name: Name


class Rematch(Command):
    """Offer another match with the seats swapped, or accept the offer."""

    game: Annotated[GameName | None, Meta(description="another game, by the book; an earlier offer decides")] = None


class Withdraw(Command):
    """Take back a challenge that nobody has accepted."""


class ClockWish(Struct, forbid_unknown_fields=True):
    """Limited time for each player, for all their moves together or for each move."""

    per: Per
    seconds: Annotated[int, Meta(ge=LEAST_SECONDS, le=MOST_SECONDS)]


class NewMatch(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A match to create: a game with options, or one that continues from a code."""

    game: GameName | None = None
    options: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=2000)]],
        Meta(description="options of the game by name; the rest have their defaults"),
    ] = {}
    start: CodeText | None = msgspec.field(default=None, name="from")
    opponent: Annotated[
        str, Meta(max_length=40, description="friend, anyone (a challenge), same-screen or a machine such as @perfect")
    ] = "same-screen"
    seat: Annotated[Literal[1, 2, "random"], Meta(description="the seat of whoever creates the match")] = 1
    name: Name | None = None
    opponent_name: Name | None = None
    watch: Annotated[bool, Meta(description="may anyone watch?")] = True
    pair: Annotated[
        bool, Meta(description="is it the first game of a pair? Its rematch is the second, with the points counted")
    ] = False
    clock: ClockWish | None = None
    key: SecretKey | None = None


class Join(Struct, forbid_unknown_fields=True):
    """Take the seat that an invitation is for."""

    secret: Token
    name: Name | None = None
    key: SecretKey | None = None


class Accept(Struct, forbid_unknown_fields=True):
    """Accept a challenge."""

    name: Name | None = None
    game: Annotated[GameName | None, Meta(description="which game, if the challenge leaves it open")] = None
    key: SecretKey | None = None


class OpponentWish(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Look for anybody to play."""

    key: SecretKey
    game: Annotated[GameName | None, Meta(description="the game; without it, any")] = None
    name: Name | None = None


class Invitation(Struct, forbid_unknown_fields=True):
    """Ask what an invitation is for."""

    secret: Token


class QrWish(Struct, forbid_unknown_fields=True):
    """Draw the link of an invitation as a QR code."""

    secret: Token
    address: Annotated[
        str,
        Meta(
            pattern=r"^https?://[A-Za-z0-9.:\[\]-]{1,200}$(?!\n)",
            description="where your friend finds this server, such as https://games.example.org",
        ),
    ]


class Subscribe(Struct, tag="subscribe", forbid_unknown_fields=True):
    """The first frame: the last event seen, the seat token, and whether to send views with the events."""

    after: Expected | None = None
    token: Token | None = None
    views: Annotated[bool, Meta(description="send a view with the match and with every event?")] = False


class MoveFrame(Move, tag="move"):
    id: RequestId = None


class ResignFrame(Resign, tag="resign"):
    id: RequestId = None


class TakeBackFrame(TakeBack, tag="take-back"):
    id: RequestId = None


class AnswerTakeBackFrame(AnswerTakeBack, tag="answer-take-back"):
    id: RequestId = None


class NudgeFrame(Nudge, tag="nudge"):
    id: RequestId = None


class ClaimFrame(Claim, tag="claim"):
    id: RequestId = None


class HintFrame(Hint, tag="hint"):
    id: RequestId = None


class RenameFrame(Rename, tag="rename"):
    id: RequestId = None


class RematchFrame(Rematch, tag="rematch"):
    id: RequestId = None


class WithdrawFrame(Withdraw, tag="withdraw"):
    id: RequestId = None


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    id: RequestId = None


class Here(Struct, tag="here", forbid_unknown_fields=True):
    """Does the player look at the page? Without this frame they do, as long as they are connected."""

    here: bool
    id: RequestId = None


CommandFrame = (
    MoveFrame
    | ResignFrame
    | TakeBackFrame
    | AnswerTakeBackFrame
    | NudgeFrame
    | ClaimFrame
    | HintFrame
    | RenameFrame
    | RematchFrame
    | WithdrawFrame
)
Frame = Subscribe | CommandFrame | Here | Ping
_frames: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)


def read_frame(data: str | bytes) -> Frame:
    """The frame that a client sent; raises `BadRequest`."""
    try:
        return _frames.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(f"The frame cannot be read: {_problem(error)}.") from error


class _Identified(Struct):
    """The id of a frame, whatever else it contains."""

    id: RequestId = None


_identified: msgspec.json.Decoder[_Identified] = msgspec.json.Decoder(_Identified)


def request_of(data: str | bytes) -> RequestId:
    """The id of a frame, even of one that cannot be read; None if it has none."""
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
    return "it is not text in UTF-8" if isinstance(error, UnicodeError) else "it is nested too deeply"
