"""An audit as JSON: every exact figure as a fraction in text, and as a decimal."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from fathom.core.game import PLIES
from fathom.core.value import ValueDict
from fathom.workshop.census import PositionsDict
from fathom.workshop.readings import ReadingDict

if TYPE_CHECKING:
    from fathom.workshop.audit import Audit
    from fathom.workshop.plays import Means


class ExactDict(TypedDict):
    """A figure: a decimal, and the fraction that it is."""

    decimal: float
    exact: str


class OpeningsDict(TypedDict):
    """The first moves."""

    legal: list[str]
    keeping: list[str]
    best: list[str]


class LengthsDict(TypedDict):
    """The plies of plays, and how many plays there are."""

    shortest: int
    longest: int
    plays: str


class MeansDict(TypedDict):
    """What is to be expected of a play."""

    score: ExactDict
    first_wins: ExactDict
    second_wins: ExactDict
    length: ExactDict
    changes: ExactDict
    comebacks: ExactDict


class SlipDict(TypedDict):
    """A point of the curve."""

    slip: str
    score: ExactDict


class PairDict(TypedDict):
    """Two players, and the score of the first, in seat 1."""

    first: str
    second: str
    score: ExactDict


class RungDict(TypedDict):
    """A rung of the ladder of levels."""

    name: str
    score: ExactDict


class EndingDict(TypedDict):
    """A way of ending; `occurs` is null if not every position was visited."""

    name: str
    rule: int | None
    occurs: bool | None


class ClauseDict(TypedDict):
    """A case that the rule book provides for; `occurs` is null if not every position was visited."""

    text: str
    occurs: bool | None


class RuleDict(TypedDict):
    """A numbered rule; `refuses` is null if not every position was visited."""

    rule: int
    refuses: bool | None


class CensusDict(TypedDict):
    """What can be counted without visiting positions."""

    reachable: int
    only_moves: int


class AuditDict(TypedDict):
    """What `fathom audit --json` prints."""

    code: str
    game: str
    options: dict[str, int | str]
    value: ValueDict
    openings: OpeningsDict
    lengths: LengthsDict
    perfect: MeansDict
    random: MeansDict
    slipping: MeansDict
    curve: list[SlipDict]
    players: list[PairDict]
    ladder: list[RungDict]
    endings: list[EndingDict]
    rules: list[RuleDict]
    clauses: list[ClauseDict]
    readings: list[ReadingDict]
    positions: PositionsDict | None
    not_counted: str | None
    census: CensusDict | None


def exact(figure: Fraction) -> ExactDict:
    return {"decimal": float(figure), "exact": str(figure)}


def _means(means: Means) -> MeansDict:
    return {
        "score": exact(means.score),
        "first_wins": exact(means.first),
        "second_wins": exact(means.second),
        "length": exact(means.length),
        "changes": exact(means.changes),
        "comebacks": exact(means.comebacks),
    }


def audit_dict(audit: Audit) -> AuditDict:
    """The documented keys."""
    openings = audit.openings
    return {
        "code": audit.code,
        "game": audit.game,
        "options": audit.options.as_dict(),
        "value": audit.value.as_dict(PLIES),
        "openings": {
            "legal": list(openings.legal),
            "keeping": list(openings.keeping),
            "best": list(openings.best),
        },
        "lengths": {
            "shortest": audit.lengths.shortest,
            "longest": audit.lengths.longest,
            "plays": str(audit.lengths.plays),
        },
        "perfect": _means(audit.perfect),
        "random": _means(audit.random),
        "slipping": _means(audit.slipping),
        "curve": [{"slip": str(slip), "score": exact(score)} for slip, score in audit.curve],
        "players": [
            {"first": first, "second": second, "score": exact(odds.score)}
            for (first, second), odds in audit.players.items()
        ],
        "ladder": [{"name": rung.name, "score": exact(rung.score)} for rung in audit.ladder],
        "endings": [{"name": end.name, "rule": end.rule, "occurs": end.occurs} for end in audit.endings],
        "rules": [{"rule": rule.number, "refuses": rule.refuses} for rule in audit.rules.rules],
        "clauses": [{"text": clause.text, "occurs": clause.occurs} for clause in audit.rules.clauses],
        "readings": [reading.as_dict() for reading in audit.readings],
        "positions": audit.positions.as_dict() if audit.positions else None,
        "not_counted": audit.not_counted,
        "census": {"reachable": audit.census.positions, "only_moves": audit.census.only_moves}
        if audit.census
        else None,
    }
