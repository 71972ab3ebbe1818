"""Least costs and best routes are exact."""

from __future__ import annotations

from random import Random

import pytest

from fathom.games.pyramid_puzzle.board import read_layout
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.scenario.route import check_route, read_route, write_route
from fathom.games.pyramid_puzzle.solve.solution import (
    Without,
    least_mp,
    least_mp_by_start,
    least_mp_without,
    solve,
    solve_from,
)
from tests.games.pyramid_puzzle import plain
from tests.games.pyramid_puzzle.reference import best_walks, least_from, random_puzzle, start

PUBLISHED = Options()


def puzzle(layout, levels=5):
    return Options(levels=levels, layout=read_layout(layout))


def test_the_published_scenario_costs_12():
    """RULINGS: optimum 12 MP, 13 without dynamite; 15 without both."""
    assert least_mp(PUBLISHED) == 12
    assert least_mp_without(PUBLISHED) == Without(ladder=12, dynamite=13, both=15)


def test_the_published_route_is_the_canonical_one():
    answer = solve(PUBLISHED)
    assert answer.routes
    route = write_route(PUBLISHED, answer.routes.first())
    assert route == "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1"


@pytest.mark.parametrize("seed", range(40))
def test_the_least_cost_equals_plain_dijkstra(seed):
    rng = Random(seed)
    options = random_puzzle(rng, rng.choice([2, 3, 4, 5]))
    assert least_mp(options) == least_from(start(options))


@pytest.mark.parametrize("seed", range(6))
def test_many_sticks_are_no_problem(seed):
    options = random_puzzle(Random(seed), 4, sticks=5, blocked=14)
    assert least_mp(options) == least_from(start(options))


@pytest.mark.parametrize("seed", range(25))
def test_best_routes_are_counted_and_listed_exactly(seed):
    rng = Random(1000 + seed)
    options = random_puzzle(rng, rng.choice([2, 3]), blocked=4)
    answer = solve(options)
    if answer.mp is None or answer.mp > 9:
        assert answer.mp == least_from(start(options))
        return
    walks = best_walks(start(options), answer.mp)
    assert answer.routes
    assert answer.routes.count() == len(walks)
    assert answer.routes.count_apart_from_start() == len({walk[1:] for walk in walks})
    assert sorted(map(tuple, answer.routes.all(limit=10_000))) == sorted(walks)
    assert sorted(answer.routes.starts()) == sorted({walk[0] for walk in walks})


@pytest.mark.parametrize("seed", range(8))
def test_every_start_has_its_own_least_cost(seed):
    options = random_puzzle(Random(seed), 3)
    position = start(options)
    expected = {move.tile: least_from(position.after(move)) for move in position.moves()}
    assert least_mp_by_start(options) == expected


@pytest.mark.parametrize("seed", range(12))
def test_in_mid_play_the_rest_is_exact(seed):
    """With things held, tiles opened (also ahead, by clearing) and MP spent."""
    rng = Random(seed)
    position = start(random_puzzle(rng, 4))
    for _ in range(rng.randint(1, 14)):
        if position.outcome is None:
            position = position.after(rng.choice(position.moves()))
    if position.outcome is None:
        assert solve_from(position).mp == least_from(position)


def test_every_listed_route_is_legal_and_costs_the_optimum():
    answer = solve(PUBLISHED)
    assert answer.routes
    for tiles in answer.routes.all(limit=100):
        checked = check_route(PUBLISHED, read_route(write_route(PUBLISHED, tiles)))
        assert (checked.legal, checked.mp, checked.over) == (True, 12, 0)


def test_a_given_start_is_kept():
    answer = solve(PUBLISHED, "E24")
    assert answer.routes
    assert answer.mp == 12
    assert answer.routes.starts() == ["E24"]


@pytest.mark.parametrize("levels", range(2, 11))
def test_an_empty_pyramid_costs_two_for_each_level(levels):
    """The key on a base tile: start there and climb. Without a ladder each level up costs 2."""
    base = "ABCDEFGHIJ"[levels - 1]
    assert least_mp(puzzle(f"k{base}1", levels)) == 2 * (levels - 1)
    assert least_mp(puzzle(f"k{base}1.l{base}2", levels)) == min(2 * (levels - 1), 1 + levels - 1)


@pytest.mark.parametrize(
    "layout, levels, reason",
    [
        ("kB1.xB2.xB3.xB4", 2, None),
        ("kB1.xC1.xC2.xC3.xC4.xC5.xC6.xC7.xC8", 3, "every base tile is blocked"),
        ("kC1.xB1.xB2.xB3.xB4", 3, "the peak A1 is walled in"),
        ("kB1.xB2.xB4.xC1.xC2", 3, "the key on B1 is walled in"),
    ],
)
def test_a_puzzle_without_a_solution_says_why(layout, levels, reason):
    assert solve(puzzle(layout, levels)).reason == reason


@pytest.mark.parametrize(
    "route, step, rule",
    [
        ("E1|D1|C1|B1|A1", 5, 5),
        ("E1|D1:key", 2, 4),
        ("E1|D1:dynamite|D1:ladder", 3, 4),
        ("E1|clear:B2", 2, 6),
        ("E1|D1|clear:B1", 3, 6),
        ("E1|E3", 2, 2),
        ("D1", 1, 3),
        ("E40", 1, 1),
        ("E1|D1|C1", 3, 5),
        ("E1|D1|C1|B1|B2|C4|B2|A1|B1", 9, 5),
        ("E1|D1|C1|B1|B2|B3", 6, 6),
        ("E1|D1:dynamite|C1|D1:dynamite", 4, 4),
    ],
)
def test_a_wrong_route_fails_at_its_step_and_rule(route, step, rule):
    checked = check_route(PUBLISHED, read_route(route))
    assert (checked.legal, checked.step, checked.rule) == (False, step, rule)
    assert checked.reason


@pytest.mark.parametrize(
    "route",
    [
        "E1|D1|C1|B1|B2|C4|B2|A1",
        " e1 | d1:Dynamite|c1|b1 |CLEAR:b2|b2|c4:KEY|b2|a1 ",
        "E1|D1|D1:dynamite|C1|B1|B2|C4|C4:key|B2|A1",
    ],
)
def test_both_item_forms_any_case_and_spaces_are_read(route):
    checked = check_route(PUBLISHED, read_route(route))
    assert (checked.legal, checked.mp, checked.over) == (True, 12, 0)


@pytest.mark.parametrize("text", ["", "E1||D1", "E1|foo", "E1|D1:hammer", "E1|D1:key:key", "clear:", "E0", "E01", "É1"])
def test_text_that_is_no_route_is_called_unreadable(text):
    from fathom.errors import UnreadableRoute

    with pytest.raises(UnreadableRoute):
        read_route(text)


@pytest.mark.parametrize("seed", range(10))
def test_written_routes_are_read_back_and_legal(seed):
    options = random_puzzle(Random(50 + seed), 5)
    answer = solve(options)
    if answer.routes:
        checked = check_route(options, read_route(write_route(options, answer.routes.first())))
        assert (checked.legal, checked.mp) == (True, answer.mp)
    else:
        assert answer.reason


def test_routes_are_counted_apart_from_their_start_however_many_there_are():
    """68 was counted by listing all routes of this puzzle, apart from this code."""
    layout = "kF52.lF54.dF17.dF18.xB1.xD10.xE26.xF13.xF31.xF49.xF51.xF53"
    routes = solve(puzzle(layout, 6)).routes
    assert routes
    assert routes.count() > 64
    assert routes.count_apart_from_start() == 68


@pytest.mark.parametrize("seed", range(30))
def test_many_routes_are_counted_apart_from_their_start_as_the_rule_book_lists_them(seed):
    options = random_puzzle(Random(2000 + seed), 5, blocked=2)
    answer = solve(options)
    if answer.routes:
        listed = plain.best_routes(plain.Puzzle(options))
        assert answer.routes.count_apart_from_start() == len({route[1:] for route in listed})


def test_what_things_are_worth_depends_on_the_start():
    """The figures were worked out apart from this code."""
    assert least_mp_without(PUBLISHED, "E9") == Without(ladder=16, dynamite=15, both=16)


def _why_by_the_rule_book(options):
    """Replayed in the plainest way: which tiles can be stood on at all?"""
    walked = plain.Puzzle(options)
    seen = set(walked.starts())
    queue = list(seen)
    for state in queue:
        for _, after in walked.steps(state):
            if after not in seen:
                seen.add(after)
                queue.append(after)
    tiles = {plain.name(state.tile) for state in seen}
    key = options.layout.key
    if not tiles:
        return "every base tile is blocked"
    if key not in tiles:
        return f"the key on {key} is walled in"
    if not tiles & {"B1", "B2", "B3", "B4"}:
        return "the peak A1 is walled in"
    return f"no way leads from the key on {key} to the peak"


def test_the_reason_is_the_one_that_the_rule_book_gives():
    whys = set()
    for seed in range(600):
        rng = Random(seed)
        options = random_puzzle(rng, 3, blocked=rng.randint(4, 9))
        answer = solve(options)
        if answer.mp is None:
            assert answer.reason == _why_by_the_rule_book(options)
            whys.add(str(answer.reason).partition(" on ")[0])
    assert whys == {"the key", "the peak A1 is walled in", "no way leads from the key"}


def test_the_tile_of_the_key_may_be_the_prison():
    assert solve(puzzle("kE29.xD15.xE28.xE30")).reason == "no way leads from the key on E29 to the peak"


@pytest.mark.parametrize(
    "start, reason",
    [("E29", "the peak cannot be reached from E29"), ("E1", "the key on E29 cannot be reached from E1")],
)
def test_from_a_given_start_the_reason_is_that_of_the_start(start, reason):
    assert solve(puzzle("kE29.xD15.xE28.xE30"), start).reason == reason
