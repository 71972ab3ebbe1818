"""The audit of a game: what a rule book is worth as a game, exactly.

    found = audit("pocket-addition,target=12", meter)
    found.value, found.openings.keeping, found.positions.tested, found.as_dict()

Everything is computed from the solved game; nothing is sampled or rounded. Where a game has too many positions to be
counted, `positions` is None, and `not_counted` says why.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from fathom import games
from fathom.analysis.adviser import adviser_for, make_oracle
from fathom.analysis.chances import odds
from fathom.analysis.graph import Graph, graph_of
from fathom.analysis.levels import GREEDY, LEVELS, Level, minimax_level
from fathom.analysis.strength import Table, score
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.core.options import Options
from fathom.core.outcome import Ending
from fathom.core.value import Census, Value
from fathom.errors import FathomError
from fathom.workshop.audit_dict import AuditDict, audit_dict
from fathom.workshop.census import Positions, count_positions
from fathom.workshop.plays import Lengths, Means, lengths, mean_play
from fathom.workshop.readings import Reading, compare_readings
from fathom.workshop.rules import RulesTried, try_rules

#: The chances of a slip on the curve: with this chance a player plays any legal move, and else perfectly.
SLIPS: Final = tuple(Fraction(percent, 100) for percent in (0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100))
#: The players who slip in the figures about drama.
SLIPPING: Final = Level("slips", Fraction(20, 100), None)
RANDOM: Final = LEVELS[0]
#: The levels from the weakest to the strongest that does not set traps.
GRADED: Final = tuple(level for level in LEVELS if not level.by_rules and not level.tricks)
PERFECT: Final = GRADED[-1]
#: Players who see little, between one who sees nothing and one who sees all.
RESTRICTED: Final = (RANDOM, GREEDY, *(minimax_level(plies) for plies in (2, 4, 6)), PERFECT)
_SLIPPING: Final = tuple(Level(f"slip-{slip}", slip, None) for slip in SLIPS)
_LEVELS: Final = tuple(dict.fromkeys((*RESTRICTED, *GRADED, *_SLIPPING)))
#: What an audit asks for: worked out together.
_PAIRS: Final = frozenset(
    [
        *((first.name, second.name) for some in (RESTRICTED, GRADED) for first in some for second in some),
        *((level.name, level.name) for level in _SLIPPING),
    ]
)
#: A level is a rung of the ladder if it scores at least this against the rung below.
RUNG: Final = Fraction(60, 100)


class Openings(NamedTuple):
    """The first moves: all, those that keep the result, and those of them that reach it soonest."""

    legal: tuple[str, ...]
    keeping: tuple[str, ...]
    best: tuple[str, ...]


class Rung(NamedTuple):
    """A level that is a rung of the ladder, and its score against the rung below, half of the games in each seat."""

    name: str
    score: Fraction


class EndingFound(NamedTuple):
    """A way in which a game may end, by its rule; `occurs` is None if that is not known."""

    name: str
    rule: int | None
    occurs: bool | None


class Audit(NamedTuple):
    """Every figure of an audit."""

    code: str
    game: str
    options: Options
    value: Value
    openings: Openings
    lengths: Lengths
    #: Both seats play perfectly, both play at random, both slip with the chance of `SLIPPING`.
    perfect: Means
    random: Means
    slipping: Means
    #: Seat 1's score if both seats slip with this chance.
    curve: tuple[tuple[Fraction, Fraction], ...]
    #: The odds of the players in `RESTRICTED`, by the names of those in seat 1 and in seat 2.
    players: Table
    ladder: tuple[Rung, ...]
    endings: tuple[EndingFound, ...]
    rules: RulesTried
    #: Only of a whole game.
    readings: tuple[Reading, ...]
    positions: Positions | None
    not_counted: str | None
    #: What the room can count all the same, without visiting positions.
    census: Census | None = None

    def as_dict(self) -> AuditDict:
        return audit_dict(self)


def audit(what: str | AnyMatch, meter: Meter = UNLIMITED, *, read_rules: bool = True) -> Audit:
    """The audit of the game that a code names, or from the position of a match on.

    Without `read_rules` it neither tries the rules nor compares readings: both visit every position.
    Raises `Unknown` if the game is too large for it, and `FathomError` for a puzzle or for a game that is over.
    """
    match = games.read_code(what) if isinstance(what, str) else what
    if not match.game.is_contest:
        raise FathomError(f"{match.game.title} is for one player: an audit needs two, and somebody who wins.")
    if match.outcome:
        raise FathomError(f"{write_code(match)} is over, so there is nothing to audit.")
    census = None if match.plies else make_oracle(match.game, match.options, meter).census(meter)
    meter.recount()
    graph = graph_of(match.game, match.position, meter, census)
    meter.recount()
    kinds = graph.kinds
    table = odds(kinds, _LEVELS, meter, _PAIRS)
    shown = [level.name for level in RESTRICTED]
    return Audit(
        code=write_code(match),
        game=match.game.name,
        options=match.options,
        value=kinds[-1].value,
        openings=_openings(match, kinds[-1].value, meter),
        lengths=lengths(kinds),
        perfect=mean_play(kinds, PERFECT, meter),
        random=mean_play(kinds, RANDOM, meter),
        slipping=mean_play(kinds, SLIPPING, meter),
        curve=tuple((level.mistake, table[level.name, level.name].score) for level in _SLIPPING),
        players={pair: found for pair, found in table.items() if {*pair} <= {*shown}},
        ladder=_climb(table),
        endings=_endings(graph),
        rules=try_rules(match.game, match.position, meter) if read_rules else RulesTried(),
        readings=compare_readings(match.game, match.options, meter) if read_rules and not match.plies else (),
        positions=None if graph.counts is None else count_positions(kinds, graph.counts),
        not_counted=graph.not_counted,
        census=None if graph.counts else census,
    )


def _openings(match: AnyMatch, start: Value, meter: Meter) -> Openings:
    """Of the first moves, by the values after them."""
    values = adviser_for(match.game, match.options, meter).values_after(match.position)
    texts = [match.game.format_move(move) for move in match.position.moves()]
    seat = match.position.to_move
    top = max(value.score(seat) for value in values)
    return Openings(
        tuple(texts),
        tuple(text for text, value in zip(texts, values, strict=True) if value.winner == start.winner),
        tuple(text for text, value in zip(texts, values, strict=True) if value.score(seat) == top),
    )


def _climb(table: Table) -> tuple[Rung, ...]:
    """From the weakest level up: the next rung is the next level that scores enough against the last rung."""
    rungs: list[Rung] = []
    standing = GRADED[0].name
    for level in GRADED[1:]:
        scored = score(table, level.name, standing)
        if scored >= RUNG:
            rungs.append(Rung(level.name, scored))
            standing = level.name
    return tuple(rungs)


def _endings(graph: Graph) -> tuple[EndingFound, ...]:
    """Every way of ending that the rules name, in their order."""
    kinds: list[type[Ending]] = list({type(ending): None for ending in graph.endings})
    unseen = None if graph.counts is None else False
    return tuple(
        EndingFound(ending.name.lower(), ending.rule, True if ending in graph.endings else unseen)
        for kind in kinds
        for ending in kind
    )
