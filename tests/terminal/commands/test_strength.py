"""The command `strength`."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from fathom import games
from fathom.analysis.strength import strengths
from fathom.players import policy_named
from fathom.show.canvas import Canvas
from fathom.terminal.commands.strength import report
from tests.conftest import Fathom


def test_the_table_has_a_row_for_the_player_and_a_column_for_the_opponent(fathom: Fathom) -> None:
    done = fathom("strength", "range-war:10", "@random", "@perfect", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["code"], told["players"]) == ("range-war:10", ["@random", "@perfect"])
    assert [(one["player"], one["opponent"]) for one in told["scores"]] == [
        ("@random", "@random"),
        ("@random", "@perfect"),
        ("@perfect", "@random"),
        ("@perfect", "@perfect"),
    ]
    for one in told["scores"]:
        assert one["score"] == pytest.approx(float(Fraction(one["exact"])))
    # 9 wins at once for seat 2, so perfect against perfect scores 0 and then 1.
    assert told["scores"][3]["exact"] == "1/2"
    assert {one["exact"]["second_wins"] for one in told["chances"] if one["second"] == "@perfect"} == {"1"}


def test_without_players_the_baselines_are_compared(fathom: Fathom) -> None:
    done = fathom("strength", "range-war", "--set", "second_move=free")
    assert done.returncode == 0
    assert done.stdout == (
        """\
range-war,second_move=free: exact scores in percent. Row: the player; column:
the opponent; half of the games in each seat, and a draw is half a win. 100 and
0 without decimals are certain.

           random  greedy  minimax-2  minimax-4  perfect
random      50.00   21.91      10.51       3.53     0.23
greedy      78.09   50.00      17.21       7.01     0.23
minimax-2   89.49   82.79      50.00      15.56     1.19
minimax-4   96.47   92.99      84.44      50.00     5.00
perfect     99.77   99.77      98.81      95.00    50.00
"""
    )


@pytest.mark.parametrize(
    "words, said",
    [
        (["pyramid-puzzle"], "Pyramid Puzzle is for one player"),
        (["range-war", "@random", "@random"], "'@random' is named twice"),
        (["range-war", "@minimax-0"], "N is a whole number from 1 to 99"),
        (["range-war", "Ann"], "How 'Ann' chooses is not known before it is asked"),
        (["range-war,highest=2000"], "2,000,000 moves were not enough"),
    ],
)
def test_what_cannot_be_worked_out_is_said_in_one_sentence(fathom: Fathom, words: list[str], said: str) -> None:
    done = fathom("strength", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("width", [30, 80])
def test_the_table_fits_the_window(width: int) -> None:
    match, canvas, names = games.read_code("range-war"), Canvas(), ["@random", "@greedy", "@minimax-12", "@perfect"]
    canvas.width = width
    table = strengths(match.game, match.position, [policy_named(name, match.game, match.options) for name in names])
    assert max(map(len, report(match, names, table, canvas))) <= width
