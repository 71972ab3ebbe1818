"""Generated puzzles keep the promises of their grade, by the solver and by a plain search apart from it."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise, product
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.board import make_layout
from fathom.games.pyramid_puzzle.make.generate import FEWEST_LEVELS, generate
from fathom.games.pyramid_puzzle.make.greedy import greedy_mp
from fathom.games.pyramid_puzzle.make.rate import GRADES, grade_puzzle, rate
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.bitboard import bitboard, encode_layout
from fathom.games.pyramid_puzzle.solve.solution import least_mp, solve
from tests import truth
from tests.games.pyramid_puzzle import plain

PAGE = Path(__file__).parents[4] / "docs" / "puzzles.md"
SEEDS = truth.amount(60, 1000)
HARDER = truth.amount(40, 1000)
#: The least MP that a best route costs on five levels: 8 for a straight climb, and something more.
SHORTEST = {"medium": 9, "hard": 11, "fiendish": 13}


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
    """What every grade promises besides the panel, from facts found in one way or another."""
    assert mp is not None
    gap = None if greedy is None else greedy - mp
    if grade == "easy":
        assert gap == 0
        return
    assert gap != 0
    assert tails == 1
    assert mp >= SHORTEST[grade]
    if grade == "medium":
        return
    assert any(mp_without(tile) != mp for tile in items(options)), "an item is needed"
    decoys = [tile for tile in items(options) if tile not in route and mp_without(tile) == mp]
    assert decoys or gap is None or gap >= 2
    assert has_twist(options, route) == (grade == "fiendish")


@pytest.mark.slow
@pytest.mark.truth
@pytest.mark.parametrize("grade", GRADES)
def test_puzzles_keep_the_promises_of_their_grade(grade):
    for seed in range(SEEDS):
        options = generate(Random(seed), grade).options
        answer = solve(options)
        assert answer.routes
        greedy = greedy_mp(bitboard(options.levels), encode_layout(options.layout, options.levels))
        tails, route = answer.routes.count_apart_from_start(), answer.routes.first()
        check_promises(options, grade, answer.mp, tails, route, greedy, lambda tile: least_mp(without(options, tile)))  # noqa: B023


@pytest.mark.slow
@pytest.mark.truth
def test_from_grade_to_grade_everything_gets_harder():
    """No solver of the panel succeeds more often, the least MP and the number of sensible alternatives rise."""
    ratings = {grade: [rate(generate(Random(seed), grade).options) for seed in range(HARDER)] for grade in GRADES}
    found = {
        grade: [sum(name in one.found_by for one in rated) for name in ("greedy", "two", "four")]
        for grade, rated in ratings.items()
    }
    assert found["easy"] == [HARDER, HARDER, HARDER]
    assert found["medium"] == [0, HARDER, HARDER]
    assert found["hard"][:2] == [0, 0]
    assert found["fiendish"] == [0, 0, 0]
    for easier, harder in pairwise(GRADES):
        assert all(before >= after for before, after in zip(found[easier], found[harder], strict=True))
        for of in (lambda one: one.mp, lambda one: one.alternatives):
            assert mean(map(of, ratings[easier])) < mean(map(of, ratings[harder]))
    if truth.IS_FULL:
        for grade, rated in ratings.items():
            means = [f"{mean(map(of, rated)):.1f}" for of in (lambda one: one.mp, lambda one: one.alternatives)]
            shares = [f"{100 * number / HARDER:.1f}%" for number in found[grade]]
            row = " | ".join([grade, str(min(one.mp or 0 for one in rated)), *means, *shares])
            assert f"| {row} |" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("levels", [3, 4, 6])
@pytest.mark.parametrize("grade", ["medium", "hard", "fiendish"])
def test_no_route_is_short_on_other_pyramids_either(grade, levels):
    """A straight climb costs two MP for each level."""
    over = {"medium": 1, "hard": 3, "fiendish": 5}[grade] if levels >= 5 else 1
    assert generate(Random(1), grade, levels).mp >= 2 * (levels - 1) + over


@pytest.mark.slow
@pytest.mark.truth
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
    assert {grade_puzzle(generate(rng, grade).options) for _ in range(15)} == {grade}


@pytest.mark.parametrize("levels", range(3, 11))
@pytest.mark.parametrize("grade", GRADES)
def test_every_grade_exists_from_three_levels_to_ten(grade, levels):
    options = generate(Random(levels), grade, levels).options
    assert options.levels == levels
    assert grade_puzzle(options) == grade


#: Written down from a run of each generator when it was the latest.
KEPT = {
    1: [
        ("easy", 2026, 5, "kE3.lC3.xE5.xE12.xE13.xE14.xE17.xE32"),
        ("easy", 7, 4, "kC1.dC6.xB1.xC7.xD2"),
        ("easy", 3, 3, "kC3.lC8.xB2.xB3.xC5"),
        ("easy", 1, 6, "kF46.xB1.xB4.xC8.xE24.xF21.xF30.xF37.xF40.xF58"),
        ("medium", 2026, 5, "kE6.lE5.xC6.xD3.xE7.xE11.xE12.xE15.xE28.xE29.xE31"),
        ("medium", 7, 4, "kC3.lD15.xB3.xB4.xC4.xC8.xD6.xD7.xD8.xD13.xD14.xD16"),
        ("medium", 3, 3, "kB4.lC4.xB3.xC6.xC7.xC8"),
        ("medium", 1, 6, "kB4.lF56.xB3.xD14.xD15.xD16.xE5.xE24.xE25.xE31.xF2.xF33.xF59.xF60.xF64"),
        ("hard", 2026, 5, "kB2.lE3.dE31.xB1.xB3.xB4.xC4.xD2.xD5.xD12.xD15.xD16.xE2.xE8.xE21.xE23"),
        ("hard", 7, 5, "kD12.lC3.dE18.xB3.xB4.xC6.xD9.xD13.xE1.xE5.xE7.xE23.xE24"),
        ("hard", 7, 4, "kC6.lB4.dB1.xB3.xC1.xC3.xC5.xD4.xD5.xD6.xD10.xD15"),
        ("hard", 3, 3, "kC4.lC2.dC5.xB2.xB4.xC6"),
        ("fiendish", 2026, 5, "kC3.lE3.dE30.xB2.xC2.xC4.xD5.xD6.xD9.xE7.xE12.xE17.xE31"),
        ("fiendish", 7, 4, "kC1.lD3.dB3.xB1.xB4.xC2.xC3.xC6.xC8.xD1.xD2.xD10"),
        ("fiendish", 3, 3, "kC7.lB1.dB3.xB4.xC2.xC5.xC6.xC8"),
        ("fiendish", 1, 6, "kE14.lF13.dF45.xB4.xD7.xD9.xE1.xE13.xE15.xE22.xF4.xF12.xF20.xF27.xF28.xF36"),
    ],
    2: [
        ("easy", 2026, 5, "kC4.lE24.xD3.xD4.xD6.xD9"),
        ("easy", 7, 5, "kD8.lC1.dD11.xB1.xC7.xD2"),
        ("easy", 7, 4, "kC6.lB2.dC7.xB1.xD1.xD4"),
        ("easy", 3, 3, "kC7.dC2.xB2.xC1.xC3"),
        ("easy", 1, 6, "kC5.lE5.xB1.xB3.xD7.xD9.xD10"),
        ("medium", 2026, 5, "kD1.lE14.dE13.xB1.xC2.xC5.xC7.xD4.xD7.xD8.xD14.xD16.xE2"),
        ("medium", 7, 5, "kC4.lC2.dE19.xB2.xC1.xC3.xC6.xD7.xD9.xD10.xD11.xD15.xD16"),
        ("medium", 7, 4, "kC4.lD1.dD15.xC1.xC2.xC5.xC6.xD2.xD5.xD7.xD8.xD12.xD13"),
        ("medium", 3, 3, "kB1.lC4.xB2.xC1.xC2.xC5"),
        ("medium", 1, 6, "kE8.lF40.xC6.xC7.xC8.xD4.xD6.xD7"),
        ("hard", 2026, 5, "kD7.lE7.dE1.dE31.xB1.xB3.xC3.xC4.xC5.xC6.xC8.xD1.xD5.xD6.xD9.xD12.xD13.xD16.xE32"),
        ("hard", 7, 5, "kD5.lE29.dE13.dE31.xB1.xB2.xB4.xC1.xC3.xC4.xD6.xD7.xD15.xE9.xE30"),
        ("hard", 7, 4, "kB2.lD13.dD11.xB1.xB3.xB4.xC1.xC2.xC3.xC4.xC5.xC6.xC8.xD1.xD2.xD7.xD12.xD15.xD16"),
        ("hard", 3, 3, "kB4.lC2.dC4.xB1.xB2.xB3.xC1.xC3.xC7.xC8"),
        ("hard", 1, 6, "kD13.lF22.dF2.dF57.xB2.xB3.xC2.xC6.xC7.xD2.xD3.xD4.xD5.xD7.xD10.xD14.xD16.xE25.xF56"),
        (
            "fiendish",
            2026,
            5,
            "kC8.lB2.dD6.dE4.xB3.xB4.xC1.xC3.xC5.xC7.xD1.xD2.xD3.xD4.xD5.xD7.xD8.xD9.xD10.xD13.xD15.xD16",
        ),
        (
            "fiendish",
            7,
            5,
            "kE14.lE20.dD2.dD11.xB3.xC1.xC2.xC3.xC4.xC7.xC8.xD1.xD3.xD4.xD5.xD7.xD8.xD10.xD12.xD14.xD16.xE13.xE15",
        ),
        ("fiendish", 7, 4, "kC1.lD16.dB3.dD4.xB1.xB2.xC2.xC3.xC6.xC8.xD2.xD3.xD7.xD9.xD10.xD11.xD12.xD13.xD14.xD15"),
        ("fiendish", 3, 3, "kC5.lC3.dC1.dC8.xB1.xB2.xB3.xB4.xC2.xC4.xC6.xC7"),
        (
            "fiendish",
            1,
            6,
            "kD2.lF59.dE10.dE32.xB1.xC1.xC4.xC6.xD1.xD3.xD4.xD7.xD9.xD10.xD11.xD12.xD13.xD14.xD15.xD16.xE3.xE4",
        ),
    ],
}


@pytest.mark.parametrize(
    "generator, grade, seed, levels, layout", [(number, *kept) for number, rows in KEPT.items() for kept in rows]
)
def test_a_seed_gives_the_same_puzzle_for_ever(generator, grade, seed, levels, layout):
    assert str(generate(Random(seed), grade, levels, generator).options.layout) == layout


@pytest.mark.parametrize(
    "grade, digest",
    [
        ("easy", "8c2db7ffafd026ec7f8eb0bd7a155536a03befd133fd32258e9f824e0110afea"),
        ("medium", "d8b9d333579645389ef7ca35105e1ef239431bec2d578be124339ccb912da760"),
        ("hard", "f7f7670a23f4974c12f0cefc172c0b7de3c0e39280a425415731b62a4989fb7e"),
        ("fiendish", "2501e9373899dce7168b0f4d0bbf4ddc336b9bb390ae52732bfda59a94faff92"),
    ],
)
def test_two_hundred_puzzles_in_a_row_are_those_of_the_first_version(grade, digest):
    """The digests are those of version 0.1.0."""
    rng = Random(1)
    layouts = [str(generate(rng, grade, generator=1).options.layout) for _ in range(200)]
    assert sha256("\n".join(layouts).encode()).hexdigest() == digest


@pytest.mark.parametrize("generator", [0, 3])
def test_a_generator_that_does_not_exist_is_refused(generator):
    with pytest.raises(BadOption, match=f"There is no generator {generator}: there are 1 to 2."):
        generate(Random(1), "easy", generator=generator)


def test_the_generator_uses_nothing_but_random():
    """Python guarantees the numbers of `random()` forever, those of the other methods only within a version."""

    class Bare(Random):
        def getrandbits(self, k):
            raise AssertionError("only random() is stable")

    for grade, generator in product(GRADES, KEPT):
        made = generate(Bare(5), grade, generator=generator)
        assert made.options == generate(Random(5), grade, generator=generator).options


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
