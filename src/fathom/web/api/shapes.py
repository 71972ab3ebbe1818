"""What the API answers, as types: the server fills dictionaries, these describe them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=1, le=2)]
Sequence = Annotated[int, Meta(ge=0)]
State = Literal["waiting", "playing", "over"]
Code = Annotated[str, Meta(examples=["range-war:6.4.9"])]
Svg = Annotated[str, Meta(description="an SVG element")]


class Problem(Struct):
    """A refusal: a stable code, a sentence for people, the number of the rule that forbids it, and details."""

    code: str
    message: str
    rule: int | None = None
    detail: dict[str, Any] | None = None


class Refusal(Struct):
    error: Problem


class OptionInfo(Struct):
    """An option of a game: a whole number within limits, one of a few words, or a text of its own kind."""

    name: str
    kind: Literal["whole", "choice", "text"]
    default: int | str
    meaning: str
    allowed: str
    low: int | None = None
    high: int | None = None
    words: list[str] | None = None


class GameInfo(Struct):
    name: str
    title: str
    summary: str
    seats: Seat
    options: list[OptionInfo]
    opponents: dict[str, str]
    known: str


class Games(Struct):
    games: list[GameInfo]


class Outcome(Struct):
    winner: Seat | None
    reason: str


class Standing(Struct):
    """Where a match stands."""

    code: Code
    game: str
    options: dict[str, Any]
    played: list[str]
    to_move: Seat | None
    over: bool
    outcome: Outcome | None


class Position(Standing):
    """The object of `fathom analyze --json`, with the board in characters and drawn."""

    value: dict[str, Any]
    moves: list[dict[str, Any]]
    board: list[str]
    drawing: Svg
    said: list[str]


class HintText(Struct):
    level: int
    levels: int
    text: str


class Gauge(Struct):
    """Something to keep an eye on beside the board: points spent, things held."""

    name: str
    values: list[str]


class View(Standing):
    """A position as front ends draw it."""

    moves: list[str]
    last: str | None
    board: list[str]
    said: list[str]
    gauges: list[Gauge]
    drawing: Svg


class RematchState(Struct):
    offers: list[Seat]
    match: str | None


class Snapshot(Struct):
    id: str
    sequence: Sequence
    game: str
    options: dict[str, Any]
    names: list[str]
    seats: list[Literal["person", "machine", "open"]]
    you: list[Seat]
    watch: bool
    solo: bool
    state: State
    rematch: RematchState
    view: View


class Event(Struct):
    """Something that happened; what else it holds depends on its kind."""

    sequence: Sequence
    kind: Literal[
        "created", "joined", "moved", "taken-back", "hinted", "renamed", "resigned", "rematch-offered", "rematched"
    ]
    at: str


class Events(Struct):
    events: list[Event]


class Made(Struct):
    match: Snapshot
    token: str
    invite: str | None


class Joined(Struct):
    match: Snapshot
    token: str


class Done(Struct):
    event: Event
    repeated: bool | None = None


class Hinted(Struct):
    event: Event
    text: str
    levels: int
    repeated: bool | None = None


class Listed(Struct):
    id: str
    game: str
    title: str
    options: str
    names: list[str]
    state: State
    created: str
    changed: str
    outcome: Outcome | None


class Matches(Struct):
    matches: list[Listed]


class KeptMatch(Struct):
    id: str
    code: Code
    state: State


class Kept(Struct):
    matches: list[KeptMatch]


class Review(Struct):
    """The object of `fathom review --json`, with a picture of the values."""

    code: Code
    game: str
    moves: list[dict[str, Any]]
    players: list[dict[str, Any]]
    picture: Svg


class Health(Struct):
    status: Literal["ok"]
    version: str
