"""What the page of the workshop says about presets is what the workshop finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fathom import games
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.show.preset import find_preset
from fathom.terminal.arguments import parser
from fathom.workers import Workers
from fathom.workshop.grid import read_grid
from fathom.workshop.ranking import NOT_AT_ONCE, rank_deep, rank_fair
from fathom.workshop.variants import Rows, run

PAGE = (Path(__file__).parents[2] / "docs" / "workshop.md").read_text(encoding="utf-8")
CHOICES = re.findall(r"^\| ([\w ]+), (Fair|Deep)( \*)? \| (?:`fathom (.*)`|the same) \|$", PAGE, re.M)


def command_of(place: int) -> str:
    """The command of a row; "the same" is that of the row before."""
    return CHOICES[place][3] or command_of(place - 1)


def test_every_preset_that_was_chosen_has_its_grid() -> None:
    contests = [room for room in map(games.room, games.ROOMS) if room.game.is_contest]
    chosen = {(room.game.title, preset.name) for room in contests for preset in room.presets[1:]}
    assert sorted((title, name) for title, name, _, _ in CHOICES) == sorted(chosen)


@pytest.mark.slow
@pytest.mark.parametrize("place", [place for place, row in enumerate(CHOICES) if row[2] and row[3]])
def test_the_presets_are_the_fairest_and_the_deepest_of_their_grids(place: int) -> None:
    words = command_of(place).split()
    arguments = parser(words).read(words)
    room, rows = games.room(arguments.game), Rows(None, {})
    grid = read_grid(room.game, arguments.grid)
    run(grid, rows, Workers(None, 1), arguments.states, lambda _: True)
    checked = 0
    for row, (title, name, starred, _) in enumerate(CHOICES):
        if starred and title == room.game.title and command_of(row) == command_of(place):
            rank = rank_fair if name == "Fair" else rank_deep
            preset = find_preset(room.presets, name.lower())
            assert rank(rows.of(grid))[0].code == write_code(Match(room.game, preset.options))
            checked += 1
    assert checked


def test_the_criteria_are_those_of_the_code() -> None:
    assert f"if perfect play takes at least {NOT_AT_ONCE} moves, or is a draw" in PAGE


def test_every_option_of_the_command_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser(["variants", "--help"]).read(["variants", "--help"])
    for option in set(re.findall(r"(?<!\w)--[a-z]+", capsys.readouterr().out)) - {"--help", "--json", "--output"}:
        assert f"`{option}" in PAGE or f" {option} " in PAGE, option
