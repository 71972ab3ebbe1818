"""An audit in words: every figure with its name and one sentence that says what it means.

The terminal, the page and `docs/audit.md` show the same rows, each in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from fathom.core.value import Value
from fathom.workshop.audit import RESTRICTED, RUNG, SLIPPING, Audit
from fathom.workshop.census import Positions
from fathom.workshop.readings import Reading
from fathom.workshop.row import Row

_LISTED: Final = 12


class Section(NamedTuple):
    """Some rows under a title."""

    title: str
    rows: tuple[Row, ...]


def sections(audit: Audit) -> tuple[Section, ...]:
    """Everything but the tables and the pictures."""
    return (
        Section("Result", _result(audit)),
        Section("Plays", _plays(audit)),
        Section("Positions", _positions(audit)),
        Section("Ladder of levels", _ladder(audit)),
        Section("Rules", _rules(audit)),
    )


def percent(share: Fraction) -> str:
    """`42.4%`; what is a whole number exactly is written without a decimal."""
    if (100 * share).denominator == 1:
        return f"{100 * share}%"
    tenths = round(1000 * share)
    return f"{tenths // 10}.{tenths % 10}%"


def decimal(figure: Fraction) -> str:
    """`7.61`; a whole number is written without decimals."""
    if figure.denominator == 1:
        return str(figure)
    hundredths = round(100 * figure)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def describe_value(value: Value) -> str:
    if value.winner is None:
        return "nobody wins"
    return f"seat {value.winner} wins in {_plies(value.plies or 0)}"


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def list_moves(moves: Sequence[str]) -> str:
    """The first few moves."""
    more = len(moves) - _LISTED
    return ", ".join(moves[:_LISTED]) + (f" and {more} more" if more > 0 else "")


def _result(audit: Audit) -> tuple[Row, ...]:
    openings = audit.openings
    spoiling = [move for move in openings.legal if move not in openings.keeping]
    named = list_moves(openings.keeping)
    if spoiling and len(spoiling) < len(openings.keeping):
        named = f"all but {list_moves(spoiling)}"
    return (
        Row("Perfect play", describe_value(audit.value), "Who wins if both seats play perfectly, and how soon."),
        Row(
            "Good first moves",
            f"{len(openings.keeping):,} of {len(openings.legal):,}: {named}",
            "First moves after which the result of perfect play is still the same.",
        ),
        Row(
            "Quickest first moves",
            f"{len(openings.best):,}: {list_moves(openings.best)}",
            "First moves that win soonest or, where all lose, hold out longest.",
        ),
        *(
            Row(f"Score of seat 1, {how}", percent(means.score), meaning)
            for how, means, meaning in (
                ("perfect play", audit.perfect, "Wins plus half the draws if both seats play perfectly."),
                (
                    "with slips",
                    audit.slipping,
                    f"The same if both slip {_often()} of the time: they play any legal move.",
                ),
                ("random play", audit.random, "The same if both play any legal move, all equally likely."),
            )
        ),
        Row(
            "Draws in random play",
            percent(1 - audit.random.first - audit.random.second),
            "The chance that nobody wins if both play at random.",
        ),
    )


def _often() -> str:
    return percent(SLIPPING.mistake)


def _plays(audit: Audit) -> tuple[Row, ...]:
    lengths = audit.lengths
    return (
        Row("Different plays", f"{lengths.plays:,}", "Ways to play from the start to an end."),
        Row("Shortest play", _plies(lengths.shortest), "The fewest plies in which a play can end."),
        Row("Longest play", _plies(lengths.longest), "The most plies that a play can take."),
        Row("Average play, random", f"{decimal(audit.random.length)} plies", "The mean length of a play at random."),
        Row("Average play, slips", f"{decimal(audit.slipping.length)} plies", "The mean length of a play with slips."),
        Row(
            "Drama, random",
            f"{decimal(audit.random.changes)} changes",
            "How often, on average, a move changes who wins with perfect play, if both play at random.",
        ),
        Row("Drama, slips", f"{decimal(audit.slipping.changes)} changes", "The same for a play with slips."),
        Row(
            "Comebacks, random",
            percent(audit.random.comebacks),
            "The chance that the winner of a random play once had a position that was lost with perfect play.",
        ),
        Row("Comebacks, slips", percent(audit.slipping.comebacks), "The same for a play with slips."),
    )


def _positions(audit: Audit) -> tuple[Row, ...]:
    found = audit.positions
    if found is None and audit.census:
        return (
            Row("Reachable positions", f"{audit.census.positions:,}", "Positions that can come up."),
            Row(
                "Only moves",
                f"{audit.census.only_moves:,}",
                "Open positions where exactly one of several moves keeps the result.",
            ),
            Row("Other counts", f"not counted: {_reason(audit)}", "They need a visit to every position."),
        )
    if found is None:
        return (Row("Reachable positions", f"not counted: {_reason(audit)}", "Positions that can come up."),)
    return (
        Row("Reachable positions", f"{found.reachable:,}", "Positions that can come up."),
        Row("Over", _of(found.over, found.reachable), "Positions in which the game has ended."),
        Row("Deadlocks", f"{found.deadlocks:,}", "Positions that are not over and have no legal move; none may exist."),
        Row("Drawn", _of(found.drawn, found.open), "Open positions that nobody wins with perfect play."),
        Row("Tests", _of(found.tested, found.open), "Open positions where some moves keep the result and some do not."),
        Row(
            "Only moves",
            _of(found.only_moves, found.open),
            "Open positions where exactly one of several moves keeps the result.",
        ),
        Row("Only moves by depth", _by_depth(found), "The same by the plies to the end with perfect play."),
        Row("Forced", _of(found.forced, found.open), "Open positions with a single legal move."),
        Row(
            "Branching",
            f"{decimal(found.branching)}, at most {found.most_moves:,}",
            "Legal moves of an open position, on average and at most.",
        ),
    )


def _reason(audit: Audit) -> str:
    return (audit.not_counted or "").removesuffix(".")


def _of(count: int, total: int) -> str:
    return f"{count:,} ({percent(Fraction(count, max(1, total)))})"


def depths(found: Positions) -> list[tuple[str, int]]:
    """The only moves by depth, the shallowest first; those that hold a draw come last."""
    known = sorted((depth, count) for depth, count in found.only_moves_by_depth.items() if depth is not None)
    drawn = found.only_moves_by_depth.get(None, 0)
    return [(str(depth), count) for depth, count in known] + ([("draw", drawn)] if drawn else [])


def _by_depth(found: Positions) -> str:
    return ", ".join(f"{depth}: {count:,}" for depth, count in depths(found)) or "none"


def _ladder(audit: Audit) -> tuple[Row, ...]:
    rungs = ", ".join(f"{rung.name} {percent(rung.score)}" for rung in audit.ladder)
    meaning = (
        f"Levels from @random up, each of which scores at least {percent(RUNG)} against the one before it, "
        "half of the games in each seat."
    )
    return (Row("Rungs", f"{len(audit.ladder)}{': ' if rungs else ''}{rungs}", meaning),)


def _rules(audit: Audit) -> tuple[Row, ...]:
    rows = [
        Row(f"Ending {end.name.replace('_', ' ')}", _occurs(end.occurs), f"A way of ending, by rule {end.rule}.")
        for end in audit.endings
    ]
    rows += [
        Row(f"Clause “{clause.text}”", _occurs(clause.occurs), "A case that the rule book provides for.")
        for clause in audit.rules.clauses
    ]
    rows += [
        Row(f"Rule {rule.number}", _refuses(rule.refuses), "Whether the rule forbids any move in any open position.")
        for rule in audit.rules.rules
    ]
    rows += [
        Row(
            f"Reading {reading.option}={reading.other}",
            _changed(reading),
            f"Of the open positions that come up with {reading.option}={reading.value} and {reading.other} alike.",
        )
        for reading in audit.readings
    ]
    return tuple(rows)


def _changed(reading: Reading) -> str:
    if reading.positions is None or reading.changed is None:
        return f"not compared: {(reading.not_compared or '').removesuffix('.')}"
    return f"changes the winner of {_of(reading.changed, reading.positions)} positions"


def _occurs(occurs: bool | None) -> str:
    return {True: "occurs", False: "can never occur", None: "not known"}[occurs]


def _refuses(refuses: bool | None) -> str:
    return {True: "refuses moves", False: "never refuses a move", None: "not known to refuse a move"}[refuses]


def player_names() -> list[str]:
    """The players of the table of scores, the weakest first."""
    return [level.name for level in RESTRICTED]
