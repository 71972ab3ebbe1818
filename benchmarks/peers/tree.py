"""Whether a peer is the same game: its lines of play counted ply by ply against known figures.

The figures come from the project's tree counts, which separate reference code counted: neither the peers nor
fathom. A line is a legal move sequence of exactly that many plies from the start; passes are plies and a
finished game has no further lines.

Every run of the benchmarks checks ``QUICK``; ``python -m benchmarks.peers.tree`` checks ``FULL`` too, which
takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from benchmarks.peers import load
from benchmarks.peers.spiel import Parameters


class Ply(NamedTuple):
    """The lines of one length: how many there are and how many of them end the game, by result."""

    lines: int
    won_by_1: int
    won_by_2: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Known:
    """The first plies of one game, or all of them, as counted by the reference code."""

    room: str
    options: Parameters
    plies: tuple[Ply, ...]


def table(*rows: tuple[int, int, int, int]) -> tuple[Ply, ...]:
    """Plies from rows of plain numbers, one row for each ply from the first."""
    return tuple(Ply(*row) for row in rows)


# Both copied from tree-counts.json, the tree counts of the separate reference code.
QUICK = (
    Known(
        "range-war",
        {"highest": 5},
        table((5, 1, 0, 0), (10, 0, 1, 0), (20, 4, 0, 0), (25, 0, 9, 0), (16, 16, 0, 0)),
    ),
    Known(
        "range-war",
        {"second_move": "free"},
        table((10, 0, 0, 0), (90, 0, 2, 0), (480, 18, 0, 0)),
    ),
    Known(
        "pocket-addition",
        {"highest": 5, "target": 7},
        table(
            (5, 0, 0, 0),
            (20, 0, 0, 0),
            (48, 12, 0, 0),
            (50, 0, 16, 0),
            (36, 2, 0, 0),
            (34, 8, 24, 0),
            (2, 2, 0, 0),
        ),
    ),
    Known("pocket-addition", {}, table((9, 0, 0, 0), (72, 0, 0, 0), (476, 28, 0, 0))),
    Known("digit-dilemma", {}, table((30, 0, 0, 0), (810, 0, 0, 0))),
    Known("digit-dilemma", {"leading_zero": "forbidden"}, table((29, 0, 0, 0), (756, 0, 0, 0))),
    Known(
        "pyramid-challenge",
        {"highest": 3},
        table(
            (3, 0, 0, 0),
            (9, 0, 0, 0),
            (27, 0, 0, 0),
            (81, 0, 0, 0),
            (243, 0, 0, 0),
            (729, 0, 0, 0),
            (891, 0, 0, 0),
            (1089, 0, 0, 36),
            (1284, 0, 0, 30),
            (1534, 0, 0, 55),
            (1719, 1120, 0, 77),
            (630, 0, 504, 126),
        ),
    ),
    Known("pyramid-challenge", {}, table((9, 0, 0, 0), (81, 0, 0, 0), (729, 0, 0, 0))),
)
FULL = (
    Known(
        "range-war",
        {},
        table(
            (10, 1, 0, 0),
            (45, 0, 1, 0),
            (240, 9, 0, 0),
            (1050, 0, 44, 0),
            (4032, 231, 0, 0),
            (12810, 0, 1006, 0),
            (32640, 3801, 0, 0),
            (62325, 0, 11804, 0),
            (79360, 28839, 0, 0),
            (50521, 0, 50521, 0),
        ),
    ),
    Known(
        "pocket-addition",
        {},
        table(
            (9, 0, 0, 0),
            (72, 0, 0, 0),
            (476, 28, 0, 0),
            (2520, 0, 160, 0),
            (6988, 1284, 0, 0),
            (10924, 0, 2680, 0),
            (9132, 1404, 0, 0),
            (8116, 1800, 3748, 0),
            (2568, 1344, 300, 0),
            (924, 152, 772, 0),
        ),
    ),
    Known(
        "digit-dilemma",
        {},
        table(
            (30, 0, 0, 0),
            (810, 0, 0, 0),
            (12960, 0, 0, 0),
            (181440, 0, 0, 0),
            (1088640, 157248, 0, 0),
            (4656960, 1992960, 2664000, 0),
        ),
    ),
    Known(
        "pyramid-challenge",
        {"levels": 2},
        table(
            (9, 0, 0, 0),
            (81, 0, 0, 0),
            (729, 0, 0, 0),
            (6561, 0, 0, 0),
            (9153, 8748, 0, 0),
            (565, 0, 540, 25),
        ),
    ),
)


def count(state: Any, depth: int) -> tuple[Ply, ...]:
    """The lines from ``state``, one row for each of the next ``depth`` plies that has any."""
    totals = [[0, 0, 0, 0] for _ in range(depth)]

    def walk(node: Any, ply: int) -> None:
        for action in node.legal_actions():
            child = node.child(action)
            row = totals[ply]
            row[0] += 1
            if child.is_terminal():
                score = child.returns()[0]
                row[1 if score > 0 else 2 if score < 0 else 3] += 1
            elif ply + 1 < depth:
                walk(child, ply + 1)

    walk(state, 0)
    return tuple(Ply(*row) for row in totals if row[0])


def differences(known: tuple[Known, ...] = QUICK) -> Iterator[str]:
    """One sentence for each known tree that a peer does not reproduce; none when every peer is right."""
    for tree in known:
        counted = count(load(tree.room, tree.options).new_initial_state(), len(tree.plies))
        if counted != tree.plies:
            yield f"The peer of {tree.room} {dict(tree.options)} counts {counted}, not {tree.plies}."


if __name__ == "__main__":
    sys.exit("\n".join(differences(QUICK + FULL)) or 0)
