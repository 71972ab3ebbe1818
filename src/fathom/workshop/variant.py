"""A variant of a game with the figures by which variants are compared, as a line of JSON.

    variant = audit_variant("pocket-addition,target=20", states=100_000)
    variant.figures.score            0.6645: seat 1's score if both players slip now and then

All figures are exact in the audit, and rounded to the nearest floating-point number here. They depend on the code and
on the limit of states alone: not on the machine, its speed or its memory.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import NamedTuple, TypedDict

from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.core.code import write_code
from fathom.errors import FathomError, Unknown
from fathom.solver.walk import walk
from fathom.workshop.audit import Audit, audit


class BrokenRow(ValueError):
    """A line that is not a variant."""


class Figures(NamedTuple):
    """What an audit found."""

    #: With perfect play: who wins (None: nobody), and in how many plies.
    winner: int | None
    plies: int | None
    #: How many first moves there are, and how many of them keep the result.
    openings: int
    keeping: int
    #: Seat 1's score if both players play perfectly except for slips, one time in five; and if both play at random.
    score: float
    random: float
    #: With the same slips: the plies of a game, and how often its result changes.
    length: float
    changes: float
    #: How many levels in a row beat the one before clearly.
    rungs: int
    #: Reachable positions, those with exactly one right move, and the share of open ones that test the player.
    positions: int
    only_moves: int
    tested: float

    @property
    def unevenness(self) -> float:
        """0 if both seats have the same chances in play with slips, 1 if one seat always wins."""
        return abs(2 * self.score - 1)

    @property
    def depth(self) -> float:
        """The length of a game with slips, times the share of positions that test the player."""
        return self.length * self.tested


class VariantDict(TypedDict):
    """A variant as JSON; without figures, `unknown` says why, and `states` is the limit under which it was audited."""

    code: str
    options: dict[str, int | str]
    states: int | None
    unknown: str | None
    figures: dict[str, int | float | None] | None


class Variant(NamedTuple):
    """A code, and what was found; or why nothing was, within how many states."""

    code: str
    figures: Figures | None
    unknown: str | None
    states: int | None = None

    def is_done(self, states: int | None) -> bool:
        """Has it been audited within as many states, or as far as it goes?"""
        return self.states is None or (states is not None and self.states >= states)

    def as_dict(self) -> VariantDict:
        return {
            "code": self.code,
            "options": games.read_code(self.code).options.as_dict(),
            "states": self.states,
            "unknown": self.unknown,
            "figures": self.figures._asdict() if self.figures else None,
        }

    def encode(self) -> bytes:
        """As a line."""
        return json.dumps(self.as_dict(), separators=(",", ":")).encode() + b"\n"


def audit_variant(code: str, states: int) -> Variant:
    """Audit one variant, unless it has more positions than `states`: so it is neither endless nor a matter of luck."""
    match = games.read_code(code)
    try:
        for _ in walk(match.position, meter=Meter(Budget(states=states))):
            pass
        return Variant(code, _figures(audit(match, read_rules=False)), None)
    except Unknown as unknown:  # the chances of players have a limit of their own
        return Variant(code, None, str(unknown), states)


def _figures(found: Audit) -> Figures:
    positions = found.positions
    assert positions, "nothing limits the count"
    return Figures(
        winner=found.value.winner,
        plies=found.value.plies,
        openings=len(found.openings.legal),
        keeping=len(found.openings.keeping),
        score=float(found.slipping.score),
        random=float(found.random.score),
        length=float(found.slipping.length),
        changes=float(found.slipping.changes),
        rungs=len(found.ladder),
        positions=positions.reachable,
        only_moves=positions.only_moves,
        tested=positions.tested / positions.open,
    )


def decode(line: bytes) -> Variant:
    """The variant of a line; raises `BrokenRow`."""
    try:
        content: object = json.loads(line)
    except (ValueError, RecursionError):
        raise BrokenRow("it is not JSON") from None
    if not isinstance(content, dict) or set(content) != set(VariantDict.__annotations__):
        raise BrokenRow("it is not a variant")
    code, figures, unknown, states = content["code"], content["figures"], content["unknown"], content["states"]
    try:
        named = games.read_code(str(code))
    except FathomError as error:
        raise BrokenRow(f"its code cannot be read: {error}") from None
    if write_code(named) != code or named.moves:
        raise BrokenRow("its code is not written as Fathom writes it")
    if isinstance(unknown, str) and type(states) is int and figures is None:
        return Variant(str(code), None, unknown, states)
    if not isinstance(figures, dict) or set(figures) != set(Figures._fields) or (unknown, states) != (None, None):
        raise BrokenRow("its figures are not complete")
    values = [figures[name] for name in Figures._fields]
    if any(type(value) not in (int, float) or not isfinite(value) for value in values if value is not None):
        raise BrokenRow("a figure is not a number")
    read = Figures._make(values)
    if not _is_possible(read):
        raise BrokenRow("its figures are not possible")
    return Variant(str(code), read, None)


def _is_possible(figures: Figures) -> bool:
    """Only a draw has no distance, and every game has an opening."""
    given = [value for name, value in figures._asdict().items() if name not in {"winner", "plies"}]
    return None not in given and figures.winner in {1, 2, None} and 1 <= figures.keeping <= figures.openings
