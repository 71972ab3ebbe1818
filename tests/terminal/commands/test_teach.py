"""The command `teach`: the rules for winning, their examples and the proof, for people and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fathom import games
from fathom.coach.strategies import strategy_for
from fathom.show.canvas import Canvas
from fathom.terminal.commands.teach import strategy_lines
from tests.conftest import Fathom

JSON_PAGE = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")
TAUGHT = ["pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition"]


def test_the_rule_for_range_war_comes_with_its_reason_an_example_and_the_proof(fathom: Fathom) -> None:
    done = fathom("teach", "range-war")
    assert (done.returncode, done.stderr) == (0, "")
    # After 6 and 4 the numbers 1, 2 and 3 lie below 5, and 7 to 10 above it.
    assert (
        done.stdout
        == """\
How to win Range War

All that matters is how many free numbers lie on each side of the last one: the
player to move wins if more of them lie ahead, where they must go, than behind.

1. No more ahead than behind
Claim a number that leaves your opponent no more free numbers ahead, on the side
where they must go, than behind.

Example, range-war:6.4: Player 1 is to move, and the rule says 5.
 1    2    3   <4>  [5]   .   [7]  [8]  [9]  [10]
Claimed: 6 > 4

Where the rule does not apply, play anything.

Proved: whoever follows this rule never gives away a win. Checked in every
position that can arise, whatever the opponent plays: 186 for the player who
moves first, 1,593 for the other.
"""
    )


@pytest.mark.parametrize("game", TAUGHT)
def test_every_two_player_game_is_taught_by_rules_that_are_proved(fathom: Fathom, game: str) -> None:
    done = fathom("teach", game)
    assert (done.returncode, done.stderr) == (0, "")
    assert "never gives away a win" in done.stdout
    assert "\n1. " in done.stdout


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("width", [50, 80])
def test_the_rules_fit_the_window(game: str, width: int) -> None:
    canvas = Canvas()
    canvas.width = width
    found = games.game(game)
    lines = strategy_lines(found, strategy_for(found, found.options_type()), canvas)
    assert max(map(canvas.length, lines)) <= width


def test_the_json_holds_the_rules_and_the_proof_and_every_key_is_documented(fathom: Fathom) -> None:
    shown = json.loads(fathom("teach", "pocket-addition", "--json").stdout)
    assert list(shown) == ["game", "options", "insight", "rules", "proof", "unknown"]
    assert [rule["rule"] for rule in shown["rules"]] == list(range(1, len(shown["rules"]) + 1))
    assert shown["rules"][0]["example"] == {"code": "pocket-addition:6.8", "moves": ["9"]}  # 6 + 9 = 15
    assert shown["proof"]["perfect"] is True
    assert shown["unknown"] is None
    for seat in shown["proof"]["seats"]:
        assert (seat["right"], seat["exceptions"]) == (seat["decisions"], [])
    section = JSON_PAGE.split("## How to win: `fathom teach GAME --json`")[1].split("\n## ")[0]
    keys = {*shown, *shown["rules"][0], *shown["proof"], *shown["proof"]["seats"][0]}
    assert [key for key in keys if f"`{key}`" not in section and f'"{key}"' not in section] == []


def test_what_takes_too_long_to_check_is_taught_and_said_not_to_be_checked(fathom: Fathom) -> None:
    done = fathom("teach", "range-war", "--set", "highest=1000000")
    assert done.returncode == 0
    assert "Not checked with these options: there are more than 200,000 positions." in done.stdout
    shown = json.loads(fathom("teach", "range-war", "--set", "highest=1000000", "--json").stdout)
    assert (shown["proof"], shown["unknown"]) == (None, "there are more than 200,000 positions.")


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["pyramid-puzzle"], "Pyramid Puzzle has no opponent, so there are no rules for winning it; hints help"),
        (
            ["pocket-addition", "--set", "target=20"],
            "The rules for winning Pocket Addition are for the default",
        ),
        (["range-wor"], "Did you mean range-war?"),
        ([], "GAME"),
    ],
)
def test_what_cannot_be_taught_is_refused_in_a_sentence(fathom: Fathom, arguments: list[str], said: str) -> None:
    done = fathom("teach", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
