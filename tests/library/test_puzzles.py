"""`fathom.puzzles`, as a program meets it."""

from __future__ import annotations

from datetime import date
from itertools import islice

import pytest

import fathom
from fathom.errors import BadOption, UnreadableRoute, UnreadableScenario
from tests.pictures import colours

WALLED_IN = "pyramid-puzzle,levels=3:kB1.xB2.xB4.xC1.xC2"


def test_a_seed_makes_the_puzzles_of_the_command(fathom_command):
    made = fathom_command("puzzle", "new", "--difficulty", "hard", "--seed", "7", "--count", "3").stdout.split()
    assert [puzzle.code for puzzle in fathom.puzzles.many("hard", 3, seed=7)] == made
    assert fathom.puzzles.new("hard", seed=7).code == made[0]
    assert len(set(islice(fathom.puzzles.many("easy", seed=1), 5))) == 5


def test_the_first_generator_makes_what_its_seeds_made():
    """The layout is that of version 0.1.0."""
    kept = fathom.puzzles.read("kD12.lC3.dE18.xB3.xB4.xC6.xD9.xD13.xE1.xE5.xE7.xE23.xE24")
    assert fathom.puzzles.new("hard", seed=7, generator=1) == kept
    with pytest.raises(BadOption, match="There is no generator 3"):
        fathom.puzzles.new("hard", generator=3)


def test_the_daily_puzzle_is_the_same_for_everyone(fathom_command):
    shown = fathom_command("puzzle", "daily", "--date", "2026-01-31").stdout
    assert fathom.puzzles.daily("2026-01-31").code in shown
    assert fathom.puzzles.daily(date(2026, 1, 31)) == fathom.puzzles.daily("2026-01-31")
    assert fathom.puzzles.daily().solve().mp


def test_a_puzzle_is_read_from_code_layout_yaml_and_file(tmp_path):
    puzzle = fathom.puzzles.new("easy", seed=3)
    path = tmp_path / "p.yaml"
    path.write_text(puzzle.yaml, encoding="utf-8")
    for source in (puzzle.code, puzzle.code.partition(":")[2], puzzle.yaml, path):
        assert fathom.puzzles.read(source) == puzzle
    assert eval(repr(puzzle)) == puzzle
    assert puzzle != puzzle.code


def test_a_file_of_several_puzzles_is_read_with_names_and_metadata(tmp_path):
    text = fathom.puzzles.new("easy", seed=1).yaml
    both = text + text.replace("pyramid_scenario_001:", "second:\n  metadata: {author: Ann}", 1)
    path = tmp_path / "both.yaml"
    path.write_text(both, encoding="utf-8")
    first, second = fathom.puzzles.read_all(path)
    assert (first.name, first.metadata, second.name, second.metadata) == (
        "pyramid_scenario_001",
        {},
        "second",
        {"author": "Ann"},
    )
    assert fathom.puzzles.read(second.yaml).metadata == {"author": "Ann"}
    with pytest.raises(UnreadableScenario, match="The file has 2 puzzles, not one"):
        fathom.puzzles.read(path)


def test_the_published_scenario_takes_12_mp():
    """The figure is the rule book's."""
    solution = fathom.puzzles.read("pyramid-puzzle").solve()
    assert (solution.mp, solution.reason) == (12, None)
    assert solution.route
    checked = fathom.puzzles.read("pyramid-puzzle").check(solution.route)
    assert (checked.legal, checked.over) == (True, 0)


def test_a_puzzle_without_a_solution_says_why():
    solution = fathom.puzzles.read(WALLED_IN).solve()
    assert solution == (None, None, 0, "the key on B1 is walled in")
    assert fathom.puzzles.read(WALLED_IN).rate().grade is None


def test_a_puzzle_can_be_played_and_drawn():
    puzzle = fathom.puzzles.new("medium", seed=1)
    match = puzzle.match
    match.play_all(fathom.best_line(match))
    assert match.outcome
    assert match.outcome.winner == 1
    assert str(puzzle) == str(puzzle.match)
    assert puzzle._repr_svg_() == puzzle.svg()
    assert len(colours(puzzle.svg())) > 2


def test_what_cannot_be_done_is_refused():
    with pytest.raises(BadOption, match="Did you mean hard"):
        fathom.puzzles.new("hardd")
    with pytest.raises(BadOption, match="2026-13-01"):
        fathom.puzzles.daily("2026-13-01")
    with pytest.raises(BadOption, match="without moves"):
        fathom.puzzles.read("pyramid-puzzle:kC4/E1")
    with pytest.raises(UnreadableRoute):
        fathom.puzzles.read("pyramid-puzzle").check("")
