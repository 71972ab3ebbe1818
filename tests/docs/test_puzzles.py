"""The page on puzzles tells the truth."""

from __future__ import annotations

import re
from pathlib import Path

import fathom

PAGE = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")


def test_the_file_it_shows_is_read_and_has_the_solution_it_claims():
    shown = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert shown
    [puzzle] = fathom.puzzles.read_all(shown[1])
    assert (puzzle.name, puzzle.metadata) == ("pyramid_scenario_001", {"author": "Ann"})
    assert f"optimal_mp: {puzzle.solve().mp}\n" in shown[1]
