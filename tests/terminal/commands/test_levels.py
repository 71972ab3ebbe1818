"""The command `levels`, and levels as players at the table."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from fathom import games
from fathom.analysis.chances import chances
from fathom.analysis.strength import score
from fathom.players import MACHINES
from fathom.show.canvas import Canvas
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.commands.grid import percent
from fathom.terminal.commands.levels import report
from tests.conftest import Fathom

JSON_PAGE = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")


def lines_at(width: int, code: str) -> list[str]:
    match, canvas = games.read_code(code), Canvas()
    canvas.width = width
    return report(match.game, match.options, chances(match.game, match.options), canvas)


def test_the_table_has_a_row_for_seat_1_and_a_column_for_seat_2(fathom: Fathom) -> None:
    done = fathom("levels", "range-war", "--set", "highest=2", "--set", "second_move=free")
    assert (done.returncode, done.stderr) == (0, "")
    # Two numbers, two plies: seat 2 always makes the last move.
    row = "      0       0       0        0       0        0          0        0"
    assert (
        done.stdout
        == f"""\
Range War, highest=2, second_move=free: exact chances in percent. Row: the level
in seat 1; column: the level in seat 2. 100 and 0 without a decimal are certain.

Seat 1 wins
           random  novice  casual  skilled  expert  perfect  trickster  student
random    {row}
novice    {row}
casual    {row}
skilled   {row}
expert    {row}
perfect   {row}
trickster {row}
student   {row}

Each level against the one before it (half of the matches in each seat): novice
50.0, casual 50.0, skilled 50.0, expert 50.0, perfect 50.0, trickster 50.0.
"""
    )


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("code", ["range-war", "pyramid-challenge,highest=3"])
def test_the_table_fits_the_window(width: int, code: str) -> None:
    assert max(map(len, lines_at(width, code))) <= width


def test_a_narrow_table_holds_the_same_figures_in_parts() -> None:
    def figures(lines: list[str]) -> dict[str, list[str]]:
        rows = [line.split() for line in lines if line.split() and f"@{line.split()[0]}" in MACHINES]
        rows = [row for row in rows if f"@{row[-1]}" not in MACHINES and "," not in row[-1]]
        return {name: [cell for row in rows if row[0] == name for cell in row[1:]] for name in {row[0] for row in rows}}

    assert figures(lines_at(40, "range-war")) == figures(lines_at(80, "range-war"))
    assert len(figures(lines_at(80, "range-war"))["random"]) == len(MACHINES)


def test_draws_are_shown_where_there_are_any() -> None:
    assert "Nobody wins" in lines_at(80, "pyramid-challenge,highest=3")
    assert "Seat 2 wins" in lines_at(80, "pyramid-challenge,highest=3")
    assert "Nobody wins" not in lines_at(80, "range-war")


@pytest.mark.parametrize(
    "chance, shown",
    [("0", "0"), ("1", "100"), ("1/3", "33.3"), ("9999/10000", "100.0"), ("1/10000", "0.0"), ("1/8", "12.5")],
)
def test_only_what_is_certain_is_written_without_a_decimal(chance: str, shown: str) -> None:
    assert percent(Fraction(chance)) == shown


def test_a_level_scores_half_against_itself() -> None:
    match = games.read_code("pyramid-challenge,highest=3")
    table = chances(match.game, match.options)
    assert {score(table, name, name) for name in MACHINES} == {Fraction(1, 2)}


def test_json_has_every_pair_and_exact_fractions_that_sum_to_one(fathom: Fathom) -> None:
    done = fathom("levels", "pyramid-challenge", "--set", "highest=3", "--json")
    shown = json.loads(done.stdout)
    assert list(shown) == ["game", "options", "levels", "chances"]
    assert (shown["game"], shown["options"]) == ("pyramid-challenge", {"levels": 3, "highest": 3})
    assert [level["name"] for level in shown["levels"]] == list(MACHINES)
    assert shown["levels"][2] == {"name": "@casual", "mistake": "9/20", "sight": 7, "tricks": False, "by_rules": False}
    assert [(pair["first"], pair["second"]) for pair in shown["chances"]] == list(product(MACHINES, repeat=2))
    for pair in shown["chances"]:
        assert sum(map(Fraction, pair["exact"].values())) == 1
        for name, text in pair["exact"].items():
            assert pair[name] == float(Fraction(text))


def test_every_key_of_the_json_is_documented(fathom: Fathom) -> None:
    shown = json.loads(fathom("levels", "range-war", "--json").stdout)
    section = JSON_PAGE.split("## Levels: `fathom levels GAME --json`")[1].split("\n## ")[0]
    keys = {*shown, *shown["levels"][0], *shown["chances"][0]}
    assert [key for key in keys if f"`{key}`" not in section and f'"{key}"' not in section] == []


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["pyramid-puzzle"], "Pyramid Puzzle is for one player, so there are no chances to work out.\n"),
        (["range-wor"], "Did you mean range-war?"),
        (["range-war", "--set", "highest=1"], "highest"),
        (["range-war", "--set", "colour=red"], "colour"),
        (["range-war", "--set", "highest"], "highest"),
        (["range-war", "--set", "highest=1000000"], "moves were not enough to work out the chances"),
        ([], "GAME"),
    ],
)
def test_what_cannot_be_worked_out_is_refused_in_a_sentence(fathom: Fathom, arguments: list[str], said: str) -> None:
    done = fathom("levels", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


# ---------------------------------------------------------------- at the table


@pytest.mark.parametrize("game", [name for name in games.ROOMS if games.game(name).seats == 2])
@pytest.mark.parametrize("name", MACHINES)
def test_every_level_plays_every_game_to_its_end(fathom: Fathom, store: SqliteStore, game: str, name: str) -> None:
    done = fathom("play", game, name, "@skilled", "--seed", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert store.history()[0].match().outcome


def test_a_seed_makes_a_level_repeatable(fathom: Fathom) -> None:
    first, again = (fathom("play", "digit-dilemma", "@casual", "@trickster", "--seed", "9") for _ in range(2))
    assert first.stdout == again.stdout


def test_a_level_is_chosen_from_the_menu_by_its_word(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom(typed="range-war\nopponent\nperfect\nname\nAnn\n\n6\nquit\n")
    assert "Perfect" in done.stdout
    assert "never slips" in done.stdout
    assert store.history()[0].players == ("Ann", "@perfect")


def test_a_kept_match_against_a_level_is_resumed(fathom: Fathom, store: SqliteStore) -> None:
    fathom("play", "range-war", "Ann", "@perfect", typed="6\n")
    moves = store.history()[0].match().moves
    assert len(moves) == 2
    assert fathom("resume", typed="").returncode == 0


def test_a_level_is_refused_at_the_puzzle_before_anything_is_kept(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom("play", "pyramid-puzzle", "@expert")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "@expert plays by exact values, and there are none for Pyramid Puzzle; @random needs none.\n"
    )
    assert store.history() == []
