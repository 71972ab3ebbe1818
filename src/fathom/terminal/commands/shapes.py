"""The types of what commands print as JSON.

They are apart from the commands, which need none of these imports to run.
"""

from __future__ import annotations

from typing import TypedDict

from fathom.coach.progress import ShareDict, WeekDict
from fathom.core.outcome import Seat
from fathom.core.value import ValueDict
from fathom.errors import ErrorDict
from fathom.show.preset import PresetDict
from fathom.show.view import ViewDict


class OptionDict(TypedDict):
    """An option of a game as JSON."""

    name: str
    default: int | str
    allowed: str
    meaning: str


class GameDict(TypedDict):
    """A game as JSON: its options, and what is known of it at its defaults."""

    name: str
    title: str
    summary: str
    seats: int
    options: list[OptionDict]
    presets: list[PresetDict]
    positions: int
    winner: Seat | None
    plies: int | None
    mp: int | None


class KeptDict(TypedDict):
    """A stored match as JSON; `result` is `damaged` if it cannot be replayed."""

    id: str
    created: str
    game: str
    players: list[str]
    plies: int
    result: str
    series: str | None


class NumberedRuleDict(TypedDict):
    """A numbered rule as JSON."""

    rule: int
    text: str


class RulesDict(TypedDict):
    """What `fathom rules --json` prints."""

    game: str
    rules: list[NumberedRuleDict]


class ReplayedDict(ViewDict):
    """A record after its last move, as `fathom replay --json` prints it, with its other tags."""

    tags: dict[str, str]


class ProgressDict(TypedDict):
    """What `fathom progress --json` prints; `damaged` counts the answers in the store that cannot be read."""

    games: list[ShareDict]
    weeks: list[WeekDict]
    damaged: int


class SolvedDict(TypedDict):
    """What `fathom solve --json` prints."""

    game: str
    options: dict[str, int | str]
    value: ValueDict | None
    unknown: str | None
    keeping: list[str] | None
    best: list[str] | None
    positions: int | None
    only_moves: int | None
    not_counted: str | None
    seconds: float
    megabytes: int


class VerifiedDict(TypedDict):
    """What `fathom verify --json` prints."""

    proved: bool
    game: str | None
    options: dict[str, int | str] | None
    start: str | None
    winner: Seat | None
    plies: int | None
    lines: int | None
    positions: int | None
    error: ErrorDict | None
    line: int | None
    position: str | None
