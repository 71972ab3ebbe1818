"""Puzzle files are written in the published shape, and read back as they were."""

from __future__ import annotations

import pytest

from fathom.games.pyramid_puzzle.board import read_layout
from fathom.games.pyramid_puzzle.rules import DEFAULTS, Options
from fathom.games.pyramid_puzzle.scenario.read import read_scenario, read_scenarios
from fathom.games.pyramid_puzzle.scenario.write import write_scenario
from fathom.games.pyramid_puzzle.solve.solution import solve


def test_the_published_scenario_as_it_is_written():
    assert (
        write_scenario(solve(DEFAULTS), ["Open a tile."], metadata={"author": "Ann"})
        == """\
pyramid_scenario_001:
  metadata:
    author: "Ann"
  configuration:
    blocked:
      - tile: B2
      - tile: B3
      - tile: C2
      - tile: C6
      - tile: D4
      - tile: D15
    collectibles:
      - type: key
        location: C4
      - type: ladder
        location: E24
      - type: dynamite
        location: D1
    objective:
      goal_tile: A1
      requires: ["key"]
  solution:
    optimal_mp: 12
    route: "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1"
    hint_1: "Open a tile."
"""
    )


@pytest.mark.parametrize(
    "options",
    [
        DEFAULTS,
        Options(layout=read_layout("kE1")),
        Options(levels=2, layout=read_layout("kB1.dB2")),
        Options(levels=7, layout=read_layout("kC4.lD1.xB1")),
        Options(layout=read_layout("kC4.xB1.xB2.xB3.xB4")),
    ],
    ids=lambda options: f"{options.levels}:{options.layout}",
)
def test_what_is_written_is_read_back(options):
    assert read_scenario(write_scenario(solve(options))) == options
    assert read_scenario(write_scenario(solve(options), ['Say "no": it is\\not so.', "Two\nlines # and é"])) == options


def test_names_and_metadata_are_read_back():
    about = {"author": 'Ann "A" O\'Hara', "a note": "a: b # c"}
    text = write_scenario(solve(DEFAULTS), name="one", metadata=about) + write_scenario(solve(DEFAULTS), name="two")
    assert [(name, metadata) for name, _, metadata in read_scenarios(text)] == [("one", about), ("two", {})]
