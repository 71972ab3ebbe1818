"""Rewards: exact, deterministic, and never for what is not a legal move."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fathom
from fathom.core.game import AnyPosition
from fathom.errors import GameOver, UnknownGame, UnreadableCode


def worth(position: AnyPosition, seat: int) -> Fraction:
    """What a position is worth to a seat, by plain search."""
    if position.outcome:
        winner = position.outcome.winner
        return Fraction(1, 2) if winner is None else Fraction(winner == seat)
    follow = [worth(position.after(move), seat) for move in position.moves()]
    return max(follow) if position.to_move == seat else min(follow)


@pytest.mark.parametrize(
    "game, right",
    [
        # What is known of the games, by the rulings: which first moves win.
        ("pocket-addition", {"6", "7", "8"}),
        ("range-war", {"1", "2", "3", "4", "5"}),
    ],
)
def test_first_moves_are_worth_what_is_known_of_them(game: str, right: set[str]):
    moves = map(str, fathom.new(game).legal_moves)
    assert {move for move in moves if fathom.reward(game, f'{{"move": "{move}"}}') == 1.0} == right


@pytest.mark.parametrize(
    "name, options",
    [("pyramid-challenge", {"levels": 2, "highest": 2}), ("range-war", {"highest": 5, "second_move": "free"})],
)
def test_every_move_is_worth_what_plain_search_says(name: str, options: dict[str, Any]):
    seen = set()
    for reached in fathom.positions(name, **options):
        position, match = reached.position, fathom.new(name, **options)
        if position.outcome:
            continue
        match.play_all(reached.path)
        before = worth(position, position.to_move)
        for move in position.moves():
            regret = before - worth(position.after(move), position.to_move)
            seen.add(regret)
            assert fathom.reward(match.code, match.game.format_move(move)) == 1 - float(regret)
    assert len(seen) > 1


@pytest.mark.parametrize(
    "answer, reward",
    [
        ('{"move": "5"}', 1.0),
        ('{"move": 5}', 1.0),
        ("5", 1.0),
        (" 5\n", 1.0),
        ('First {"move": "10"}, no: {"move": "5"}', 1.0),
        ('{"move": "5"} or rather {"move": "10"}', 0.0),
        ('{"move": "5"} {"why": "it is best"}', 1.0),
        ('{"move": "3"} but 5 is good', -1.0),
        ("I play 5.", -1.0),
        ("5 5", -1.0),
        ('{"move": "99"}', -1.0),
        ('{"move": null}', -1.0),
        ('{"move": true}', -1.0),
        ('{"move": ["5"]}', -1.0),
        ('{"move": "5"', -1.0),
        ('{"move": NaN}', -1.0),
        ("٥", -1.0),
        ("", -1.0),
        ("{" * 50_000, -1.0),
    ],
)
def test_answers_are_read_strictly(answer: str, reward: float):
    assert fathom.reward("range-war:6.4", answer) == reward


def test_a_move_may_be_spelled_in_any_way_that_the_game_reads():
    assert fathom.reward("digit-dilemma", "7L") == fathom.reward("digit-dilemma", '{"move": "7 left"}') == 1.0
    # By the rulings, 2-Right and 9-Right are the openings that lose.
    assert fathom.reward("digit-dilemma", "2r") == fathom.reward("digit-dilemma", "9R") == 0.0


def test_a_route_is_worth_its_share_of_the_least():
    # The published scenario: 12 MP at best, 13 without dynamite.
    best = fathom.puzzles.read("pyramid-puzzle").solve().route
    assert best
    tiles = [step.partition(":")[0] for step in best.split("|") if not step.startswith("clear")]
    assert fathom.reward("pyramid-puzzle", f'{{"route": {tiles}}}'.replace("'", '"')) == 1.0
    around = ["E2", *tiles]
    assert fathom.reward("pyramid-puzzle", f'{{"route": {around}}}'.replace("'", '"')) == 12 / 13
    assert fathom.reward("pyramid-puzzle", '{"route": ["E1", "D1"]}') == 0.0
    assert fathom.reward("pyramid-puzzle", '{"route": ["E1", "B1"]}') == -1.0
    assert fathom.reward("pyramid-puzzle", "E1") == -1.0


@pytest.mark.parametrize(
    "code, error",
    [
        ("range-war:1", GameOver),
        ("chess", UnknownGame),
        ("range-war:6.4.3", UnreadableCode),
        ("range-war:x", UnreadableCode),
    ],
)
def test_a_position_without_a_move_is_an_error_of_the_caller(code: str, error: type[Exception]):
    with pytest.raises(error):
        fathom.reward(code, "5")


def test_it_needs_nothing_but_the_standard_library():
    source = Path(fathom.__file__).parents[1]
    asked = "import fathom; print(fathom.reward('range-war:6.4', '5'), fathom.reward('digit-dilemma', '2R'))"
    bare = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(source)!r}); {asked}"]
    done = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("1.0 0.0\n", "")
