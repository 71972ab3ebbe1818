"""The response types of the API; those that commands print as well are defined beside their subject."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from fathom.analysis.review import ReviewDict
from fathom.storage.journal import State
from fathom.web.live.live_match import EventDict
from fathom.web.live.views import Listed, SeatNumber, Snapshot, Svg

Code = Annotated[str, Meta(examples=["range-war:6.4.9"])]


class OptionInfo(Struct):
    """An option of a game: a whole number within limits, one of a few words, or other text."""

    name: str
    kind: Literal["whole", "choice", "text"]
    default: int | str
    meaning: str
    allowed: str
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    words: list[str] | UnsetType = UNSET


class GameInfo(Struct):
    name: str
    title: str
    summary: str
    seats: SeatNumber
    options: list[OptionInfo]
    opponents: dict[str, str]
    known: str


class Games(Struct):
    games: list[GameInfo]


class HintText(Struct):
    level: int
    levels: int
    text: str


class Events(Struct):
    events: list[EventDict]


class Made(Struct):
    match: Snapshot
    token: str
    invite: str | None
    repeated: bool | UnsetType = UNSET


class Joined(Struct):
    match: Snapshot
    token: str


class Invited(Struct):
    """What an invitation is for: who invites, to which game, and the numbered rules of that game in words."""

    match: str
    game: str
    title: str
    summary: str
    by: str
    options: Annotated[str, Meta(description="the options that are not the defaults, in words")]
    clock: Annotated[str, Meta(description="how much time each player has, in words; empty if it is not limited")]
    begins: Annotated[bool, Meta(description="does whoever joins move first?")]
    pair: Annotated[bool, Meta(description="is it the first of two games that count together?")]
    rules: list[str]


class ListedChallenge(Struct):
    """A challenge in the lobby: who offers what, and since when."""

    match: str
    game: Annotated[str, Meta(description="the game; if any will do, the one that is played unless you choose another")]
    title: str
    any_game: Annotated[bool, Meta(description="may whoever accepts it choose the game?")]
    preset: Annotated[str, Meta(description="the name of the preset; empty if the options are those of none")]
    options: Annotated[str, Meta(description="the options that are not the defaults, in words")]
    clock: Annotated[str, Meta(description="how much time each player has, in words; empty if it is not limited")]
    pair: Annotated[bool, Meta(description="is it the first of two games that count together?")]
    by: str
    first: Annotated[Literal["you", "they", "coin"], Meta(description="who moves first, for whoever accepts it")]
    since: str


class Challenges(Struct):
    """The open challenges, those that have been waiting longest first."""

    challenges: list[ListedChallenge]


class Found(Struct):
    """A match with an opponent, or one in which you wait for them."""

    match: Snapshot
    token: str
    waiting: Annotated[bool, Meta(description="do you wait for somebody?")]
    repeated: bool | UnsetType = UNSET


class QrCode(Struct):
    """A link as a QR code: an SVG picture, black on white, with a margin."""

    link: str
    svg: str


class Done(Struct):
    event: EventDict
    repeated: bool | UnsetType = UNSET


class Hinted(Struct):
    event: EventDict
    levels: int
    text: str
    repeated: bool | UnsetType = UNSET


class Matches(Struct):
    """A part of a list; `next` is the `after` of the part that follows, or null if this is the last."""

    matches: list[Listed]
    next: str | None


class KeptMatch(Struct):
    id: str
    code: Code
    state: State


class Kept(Struct):
    matches: list[KeptMatch]


class IllustratedReviewDict(ReviewDict):
    """What `fathom review --json` prints, with a picture of who wins after each move; a puzzle has none."""

    picture: Svg | None


class Health(Struct):
    status: Literal["ok"]
    version: str
