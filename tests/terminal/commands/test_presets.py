"""`--preset` selects a recommended set of options, wherever a command takes options."""

from __future__ import annotations

import json

import pytest

from fathom import games
from tests.conftest import Fathom


@pytest.fixture
def fair_code() -> str:
    room = games.room("range-war")
    return next(preset.as_dict(room.game)["code"] for preset in room.presets if preset.slug == "fair")


@pytest.mark.parametrize(
    "command",
    [
        ["analyze", "GAME", "--json"],
        ["levels", "GAME"],
        ["strength", "GAME", "@random", "@greedy"],
        ["dataset", "GAME", "-o", "-"],
        ["prove", "GAME", "-o", "-"],
        ["play", "GAME", "@perfect", "@perfect", "--seed", "1"],
    ],
    ids=lambda command: command[0],
)
def test_a_command_does_the_same_with_a_preset_as_with_its_options(
    fathom: Fathom, fair_code: str, command: list[str]
) -> None:
    name, *options = fair_code.split(",")
    by_preset = [*(word.replace("GAME", name) for word in command), "--preset", "fair"]
    if command[0] == "analyze":
        by_options = [word.replace("GAME", fair_code) for word in command]
    else:
        given = [part for option in options for part in ("--set", option)]
        by_options = [*(word.replace("GAME", name) for word in command), *given]
    done = fathom(*by_preset)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == fathom(*by_options).stdout != fathom(*by_preset[:-2]).stdout


def test_set_changes_a_preset(fathom: Fathom, fair_code: str) -> None:
    changed = json.loads(fathom("solve", "range-war", "--preset", "fair", "--set", "highest=11", "--json").stdout)
    assert changed["options"] == games.read_code(fair_code).options.as_dict() | {"highest": 11}


def test_an_arena_has_a_code_for_a_preset(fathom: Fathom, fair_code: str) -> None:
    done = fathom("arena", "range-war", "@random", "@greedy", "--preset", "fair", "--rounds", "1", "--json")
    assert json.loads(done.stdout)["plan"]["games"] == [fair_code]


def test_fathom_games_lists_every_preset_with_its_line(fathom: Fathom) -> None:
    shown = " ".join(fathom("games").stdout.split())
    told = {game["name"]: game["presets"] for game in json.loads(fathom("games", "--json").stdout)}
    for name in games.ROOMS:
        room = games.room(name)
        assert told[name] == [preset.as_dict(room.game) for preset in room.presets]
        for preset in room.presets:
            assert f"--preset {preset.slug} " in shown
            assert preset.line in shown


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["play", "range-war", "--preset", "fare"], "There is no preset 'fare'; the presets are: by-the-book,"),
        (["play", "range-war,highest=5", "--preset", "fair"], "Give options in the code or with --preset, not both."),
        (["play", "p.yaml", "--preset", "fair"], "A puzzle file sets everything about its puzzle"),
        (["analyze", "-", "--preset", "fair"], "--preset needs the name of a game: give it instead of -."),
        (["arena", "range-war:6", "@random", "@greedy", "--preset", "fair"], "Give options in the code or with"),
    ],
)
def test_a_preset_that_cannot_be_used_is_refused_in_one_sentence(
    fathom: Fathom, arguments: list[str], said: str
) -> None:
    done = fathom(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
