"""How many ways the games can go: the rooms agree with figures obtained apart from them.

`tree_counts.json` says for each ply how many lines there are and how many of them end the game there; its source note
says where it comes from. The lines of Range War are alternating permutations as well, and those have been
counted since 1879: André's zigzag numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import accumulate
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fathom import games

FIGURES = json.loads(Path(__file__).with_name("tree_counts.json").read_text(encoding="utf-8"))
SLOW = {"digit-dilemma", "digit-dilemma,leading_zero=forbidden", "pyramid-challenge"}


class Ply(NamedTuple):
    """The lines of one ply, and how many of them end the game there, by winner."""

    lines: int
    ends: dict[int | None, int]


def counted(code: str, plies: int) -> list[Ply]:
    """The plies from the start to the last that has lines, up to a limit.

    Layer by layer: a position is kept with the number of lines that lead to it, so that lines which meet are walked
    on together. Options are the same everywhere, so a position is known by its other fields.
    """
    start: Any = games.read_code(code).position
    layer: dict[Any, tuple[Any, int]] = {start[1:]: (start, 1)}
    found: list[Ply] = []
    while layer and len(found) < plies:
        following: dict[Any, tuple[Any, int]] = {}
        total, ends = 0, Counter[int | None]()
        is_last = len(found) + 1 == plies
        for position, lines in layer.values():
            for move in position.moves():
                child = position.after(move)
                total += lines
                if child.outcome:
                    ends[child.outcome.winner] += lines
                elif not is_last:
                    key = child[1:]
                    before = following.get(key)
                    following[key] = (child, lines + before[1]) if before else (child, lines)
        found.append(Ply(total, dict(ends)))
        layer = following
    return found


def figures(code: str) -> list[Ply]:
    """The same from the file."""
    return [
        Ply(
            row["lines"],
            {
                winner: row[name]
                for winner, name in ((1, "ends_won_by_1"), (2, "ends_won_by_2"), (None, "ends_drawn"))
                if row[name]
            },
        )
        for row in FIGURES["counts"][code]
    ]


def codes() -> list[Any]:
    return [pytest.param(code, marks=pytest.mark.slow if code in SLOW else ()) for code in FIGURES["counts"]]


def test_the_figures_say_where_they_come_from():
    assert "not by the project" in FIGURES["source"]
    assert {code.partition(",")[0] for code in FIGURES["counts"]} == set(games.ROOMS) - {"pyramid-puzzle"}


@pytest.mark.parametrize("code", codes())
def test_the_room_has_as_many_lines_as_were_counted_apart_from_it(code):
    expected = figures(code)
    assert counted(code, len(expected)) == expected


@pytest.mark.parametrize("code", [code for code in FIGURES["counts"] if code != "pyramid-challenge"])
def test_the_figures_account_for_every_line_to_its_end(code):
    """A line that does not end continues: the file stops where no line is left (one of them stops before, by ply 7)."""
    last = figures(code)[-1]
    assert last.lines == sum(last.ends.values())


def zigzag_numbers(count: int) -> list[int]:
    """1, 1, 1, 2, 5, 16, 61, ...: how many permutations of n numbers alternate, beginning with a fall.

    Seidel's triangle: each row is the running sum of the row before, read backwards, and begins with 0; its last
    number is the next zigzag number.
    """
    numbers, row = [1], [1]
    while len(numbers) < count:
        row = list(accumulate(reversed(row), initial=0))
        numbers.append(row[-1])
    return numbers


def test_the_zigzag_numbers_are_the_published_ones():
    # OEIS A000111
    assert zigzag_numbers(11) == [1, 1, 1, 2, 5, 16, 61, 272, 1385, 7936, 50521]


@pytest.mark.rule("range-war:2")
@pytest.mark.parametrize("highest", range(2, 10))
def test_lines_that_claim_the_whole_line_are_the_alternating_permutations(highest):
    """A full-length line is a permutation of 1..n that falls first and then alternates."""
    plies = counted(f"range-war,highest={highest}", highest)
    assert plies[highest - 1].lines == zigzag_numbers(highest + 1)[highest]


@pytest.mark.rule("range-war:3")
@pytest.mark.parametrize("highest", range(2, 10))
def test_a_free_second_move_doubles_them(highest):
    """Turned upside down (n + 1 - number), a line that rises first is one that falls first."""
    plies = counted(f"range-war,second_move=free,highest={highest}", highest)
    assert plies[highest - 1].lines == 2 * zigzag_numbers(highest + 1)[highest]


@pytest.mark.rule("range-war:2")
@pytest.mark.parametrize("highest", range(2, 10))
def test_shorter_lines_alternate_within_the_numbers_they_claim(highest):
    """Choose which k of the n numbers get claimed; in which order is an alternating permutation of those k."""
    zigzag = zigzag_numbers(highest + 1)
    expected = [comb(highest, k) * zigzag[k] for k in range(1, highest + 1)]
    assert [ply.lines for ply in counted(f"range-war,highest={highest}", highest)] == expected
