"""What the page of the levels says about sight and budgets is what the program does."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from fathom import games
from fathom.analysis.chances import odds
from fathom.analysis.filing import fold
from fathom.analysis.levels import LEVELS, Level
from fathom.players.baselines import FAMILIES
from fathom.players.graded import POSITIONS_AHEAD
from fathom.terminal.arguments import parser
from fathom.terminal.play.thinking import MEGABYTES, SECONDS
from fathom.web.live.machines import _THINKING_SECONDS

PAGE = (Path(__file__).parents[2] / "docs" / "levels.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_short_sight_helps_little_in_pyramid_challenge():
    paragraph = " ".join(PAGE.partition("The figures were chosen")[2].partition("\n\n")[0].split())
    told = re.search(r"(\S+)% of the .* wins (\S+)% with a sight of 5 plies, (\S+)% with 6 and all with 8", paragraph)
    assert told
    random = Level("@random", Fraction(1), 0)
    sighted = [Level(f"@sees-{sight}", Fraction(0), sight) for sight in (5, 6, 8)]
    kinds = fold(games.game("pyramid-challenge").start(), games.room("pyramid-challenge").shape)
    found = odds(kinds, (random, *sighted))
    wins = [found[level.name, "@random"].first for level in (random, *sighted)]
    assert [f"{float(100 * chance):.1f}" for chance in wins] == [*told.groups(), "100.0"]
    assert wins[-1] == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["digit-dilemma", "pyramid-challenge"])
def test_the_page_says_how_many_kinds_of_positions_there_are(name: str) -> None:
    game, room = games.game(name), games.room(name)
    kinds = fold(game.start(), room.shape, room.strategy(game.options_type()))
    told = f"{game.title} has {room.known.positions:,} positions and {len(kinds):,} kinds"
    assert told in " ".join(PAGE.split())


def test_no_level_that_looks_sees_less_than_6_plies():
    assert "no level except `@random` sees less than 6" in PAGE
    assert min(level.sight for level in LEVELS[1:] if level.sight is not None and not level.by_rules) == 6


def test_the_budget_of_a_machine_is_the_one_in_the_code_and_in_the_help(capsys: pytest.CaptureFixture[str]):
    said = " ".join(PAGE.partition("## When a game is too large")[2].partition("\n## ")[0].split())
    assert f"at most {SECONDS} seconds at a time (`--think SECONDS`) and stops at {MEGABYTES:,} MB of memory" in said
    assert f"as many moves ahead as fit into {POSITIONS_AHEAD:,} positions" in said
    for command in (["play", "range-war"], ["resume"]):
        assert parser(command).read(command).think == SECONDS
        asked = [command[0], "--help"]
        with pytest.raises(SystemExit):
            parser(asked).read(asked)
        text = " ".join(capsys.readouterr().out.split())
        assert f"(default {SECONDS}; all but programs also stop at {MEGABYTES} MB)" in text


def test_the_baselines_have_the_limits_of_the_code():
    said = " ".join(PAGE.partition("## Baselines")[2].split())
    for family in FAMILIES:
        assert f"**`{family.pattern}`** (N from 1 to {family.highest:,})" in said
    assert f"({SECONDS} seconds at the table, {_THINKING_SECONDS} on a server)" in said


def test_the_scores_of_the_baselines_are_shown_for_every_game_of_two():
    shown = set(re.findall(r"<!-- strength: (.*?) -->\n```\n", PAGE))
    assert shown >= {name for name in games.ROOMS if games.game(name).is_contest}
