"""Generated puzzles keep the promises of their grade, by the solver and by a plain search apart from it."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest

from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.board import make_layout
from fathom.games.pyramid_puzzle.make.generate import FEWEST_LEVELS, generate
from fathom.games.pyramid_puzzle.make.greedy import greedy_mp
from fathom.games.pyramid_puzzle.make.rate import GRADES, rate
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.bitboard import bitboard, encode_layout
from fathom.games.pyramid_puzzle.solve.solution import least_mp, solve
from tests.games.pyramid_puzzle import plain

SEEDS = 1000


def without(options, tile):
    """The same puzzle with an item taken away."""
    things = [(letter, at) for letter, at in options.layout.things() if at != tile]
    return Options(levels=options.levels, layout=make_layout(things))


def items(options):
    return [tile for letter, tile in options.layout.things() if letter in "ld"]


def goes_outward(route):
    levels = [plain.spot(tile)[0] for tile in route]
    return any(there > here for here, there in pairwise(levels))


def has_twist(options, route):
    return goes_outward(route) or any(route.count(tile) > 1 for tile in options.layout.blocked)


def check_promises(options, grade, mp, tails, route, greedy, mp_without):
    """What every grade promises, from facts found in one way or another."""
    assert mp is not None
    gap = None if greedy is None else greedy - mp
    if grade == "easy":
        assert gap == 0
        return
    assert tails == 1
    if grade == "medium":
        return
    assert any(mp_without(tile) != mp for tile in items(options)), "an item is needed"
    decoys = [tile for tile in items(options) if tile not in route and mp_without(tile) == mp]
    assert decoys or gap is None or gap >= 2
    assert has_twist(options, route) == (grade == "fiendish")


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
def test_a_thousand_puzzles_keep_the_promises_of_their_grade(grade):
    for seed in range(SEEDS):
        options = generate(Random(seed), grade).options
        answer = solve(options)
        assert answer.routes
        greedy = greedy_mp(bitboard(options.levels), encode_layout(options.layout, options.levels))
        tails, route = answer.routes.count_apart_from_start(), answer.routes.first()
        check_promises(options, grade, answer.mp, tails, route, greedy, lambda tile: least_mp(without(options, tile)))  # noqa: B023


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
def test_a_plain_search_finds_the_promises_kept_as_well(grade):
    for seed in range(SEEDS, SEEDS + 25):
        options = generate(Random(seed), grade).options
        puzzle, routes = plain.Puzzle(options), plain.best_routes(plain.Puzzle(options))
        mp, tails = plain.least(puzzle), len({route[1:] for route in routes})
        assert mp == least_mp(options)

        def mp_without(tile, options=options):
            return plain.least(plain.Puzzle(options, [tile]))

        check_promises(options, grade, mp, tails, routes[0], plain.greedy(puzzle), mp_without)


@pytest.mark.parametrize("grade", GRADES)
def test_the_rating_of_a_generated_puzzle_is_its_grade(grade):
    rng = Random(f"{grade} puzzles")
    assert {rate(generate(rng, grade).options).grade for _ in range(60)} == {grade}


@pytest.mark.parametrize("levels", range(3, 11))
@pytest.mark.parametrize("grade", GRADES)
def test_every_grade_exists_from_three_levels_to_ten(grade, levels):
    options = generate(Random(levels), grade, levels).options
    assert options.levels == levels
    assert rate(options).grade == grade


@pytest.mark.parametrize(
    "grade, layout",
    [
        ("easy", "kE3.lC3.xE5.xE12.xE13.xE14.xE17.xE32"),
        ("medium", "kE6.lE5.xC6.xD3.xE7.xE11.xE12.xE15.xE28.xE29.xE31"),
        ("hard", "kB2.lE3.dE31.xB1.xB3.xB4.xC4.xD2.xD5.xD12.xD15.xD16.xE2.xE8.xE21.xE23"),
        ("fiendish", "kC3.lE3.dE30.xB2.xC2.xC4.xD5.xD6.xD9.xE7.xE12.xE17.xE31"),
    ],
)
def test_a_seed_gives_the_same_puzzle_for_ever(grade, layout):
    assert str(generate(Random(2026), grade).options.layout) == layout


def test_the_generator_uses_nothing_but_random():
    """Python guarantees the numbers of `random()` forever, those of the other methods only within a version."""

    class Bare(Random):
        def getrandbits(self, k):
            raise AssertionError("only random() is stable")

    for grade in GRADES:
        assert generate(Bare(5), grade).options == generate(Random(5), grade).options


def test_one_generator_gives_different_puzzles_in_a_row():
    rng = Random(1)
    assert len({generate(rng, "medium").options for _ in range(50)}) == 50


def test_two_levels_hold_easy_puzzles_only():
    """All layouts of four tiles: a walk may start on the key, next to the peak, so nothing else can matter."""
    found = set()
    for letters in product("-kldx", repeat=4):
        if letters.count("k") == 1 and letters.count("l") <= 1:
            things = [(letter, f"B{y}") for y, letter in enumerate(letters, 1) if letter != "-"]
            found.add(rate(Options(levels=2, layout=make_layout(things))).grade)
    assert found == {"easy"}
    assert rate(generate(Random(1), "easy", 2).options).grade == "easy"


@pytest.mark.parametrize("grade", ["medium", "hard", "fiendish"])
def test_a_grade_that_two_levels_cannot_hold_is_refused(grade):
    with pytest.raises(BadOption, match=f"No puzzle of 2 levels is {grade}: that takes 3 levels at least."):
        generate(Random(1), grade, 2)
    assert FEWEST_LEVELS[grade] == 3


@pytest.mark.parametrize(
    "grade, levels, said",
    [
        ("hrad", 5, "'hrad' is not a difficulty. Did you mean hard?"),
        ("", 5, "'' is not a difficulty. There are easy, medium, hard, fiendish."),
        ("hard", 11, "A pyramid has 2 to 10 levels, not 11."),
        ("easy", 1, "A pyramid has 2 to 10 levels, not 1."),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(grade, levels, said):
    with pytest.raises(BadOption) as error:
        generate(Random(1), grade, levels)
    assert str(error.value) == said


@pytest.mark.parametrize("grade", GRADES)
def test_a_puzzle_comes_with_what_solving_it_again_would_find(grade):
    puzzle = generate(Random(31), grade)
    again = solve(puzzle.options)
    assert puzzle.grade == rate(puzzle.options).grade == grade
    assert puzzle.mp == again.mp == least_mp(puzzle.options)
    assert puzzle.solution.routes
    assert again.routes
    assert list(puzzle.solution.routes.all(limit=100)) == list(again.routes.all(limit=100))
