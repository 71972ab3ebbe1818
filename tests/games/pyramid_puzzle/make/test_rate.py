"""Every feature of a rating agrees with a plain search, and every puzzle with a solution has one grade."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from fathom.games.pyramid_puzzle.board import read_layout
from fathom.games.pyramid_puzzle.make.rate import GRADES, grade_puzzle, rate, rating_dict
from fathom.games.pyramid_puzzle.rules import DEFAULTS, Options
from tests.games.pyramid_puzzle import plain
from tests.games.pyramid_puzzle.reference import random_puzzle


def puzzle(layout, levels=5):
    return Options(levels=levels, layout=read_layout(layout))


def puzzles():
    rng = Random(11)
    return [random_puzzle(rng, 3 + i % 3, sticks=2, blocked=14) for i in range(60)]


def items(options):
    return [tile for letter, tile in options.layout.things() if letter in "ld"]


def least_collecting(options, tile):
    """The least MP of a route on which this item is collected."""
    wanted, board = plain.spot(tile), plain.Puzzle(options)
    found = plain.dijkstra(board, board.starts(), lambda state: state.tile == plain.PEAK and wanted in state.held)
    return found.cost


@pytest.mark.parametrize("options", puzzles(), ids=lambda options: str(options.layout))
def test_the_features_agree_with_a_plain_search(options):
    rating, board = rate(options), plain.Puzzle(options)
    mp = plain.least(board)
    assert rating.mp == mp
    if mp is None:
        assert rating.grade is None
        return
    routes = plain.best_routes(board)
    assert rating.routes == len({route[1:] for route in routes})
    assert rating.greedy_mp == plain.greedy(board)
    assert set(rating.needed) == {t for t in items(options) if plain.least(plain.Puzzle(options, [t])) != mp}
    assert set(rating.decoys) == {t for t in items(options) if not any(t in route for route in routes)}
    reachable = {tile: least_collecting(options, tile) for tile in rating.decoys}
    assert set(rating.tempting) == {t for t, cost in reachable.items() if cost is not None and cost <= mp + 2}


@pytest.mark.parametrize("options", puzzles(), ids=lambda options: str(options.layout))
def test_the_grade_follows_from_the_panel_and_the_twist(options):
    rating = rate(options)
    assert grade_puzzle(options) == rating.grade
    if rating.mp is None:
        assert rating.grade is None
        return
    assert ("greedy" in rating.found_by) == (rating.greedy_gap == 0)
    twisted = all(has_twist(options, route) for route in plain.best_routes(plain.Puzzle(options)))
    first = next(iter(rating.found_by), None)
    expected = {"greedy": "easy", "two": "medium", "four": "hard", None: "fiendish" if twisted else "hard"}
    assert rating.grade == expected[first]
    assert rating.grade in GRADES


def has_twist(options, route):
    levels = [plain.spot(tile)[0] for tile in route]
    outward = any(there > here for here, there in pairwise(levels))
    return outward or any(route.count(tile) > 1 for tile in options.layout.blocked)


def test_the_published_puzzle_takes_two_decisions_of_foresight():
    rating = rate(DEFAULTS)
    assert rating_dict(DEFAULTS, rating) == {
        "code": "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15",
        "mp": 12,
        "routes": 5,
        "greedy_mp": 13,
        "greedy_gap": 1,
        "needed": ["D1"],
        "decoys": [],
        "tempting": [],
        "crossed_twice": ["B2"],
        "opened_twice": ["B2"],
        "outward": 1,
        "alternatives": 34,
        "found_by": ["two", "four"],
        "grade": "medium",
        "reason": None,
    }


def test_a_puzzle_without_a_solution_has_no_grade():
    rating = rate(puzzle("kC4.xB1.xB2.xB3.xB4"))
    assert (rating.mp, rating.routes, rating.greedy_gap, rating.grade) == (None, 0, None, None)


def test_a_greedy_walker_may_never_get_there():
    """Greed starts on the ladder, and from there B1, B3, C2 and C7 shut every way to the key."""
    rating = rate(puzzle("kB4.lC6.xB1.xB3.xC2.xC7", levels=3))
    assert (rating.mp, rating.greedy_mp, rating.greedy_gap) == (4, None, None)
    assert rating.grade == "medium"


def test_a_decoy_far_off_is_not_tempting():
    rating = rate(puzzle("kE1.dE17"))
    assert rating.decoys == ("E17",)
    assert rating.tempting == ()


def test_a_decoy_next_to_the_route_is_tempting():
    """From E3 by E2 to the key on E1 and up costs two MP more than starting on the key."""
    rating = rate(puzzle("kE1.dE3"))
    assert rating.tempting == ("E3",)
