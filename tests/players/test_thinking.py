"""Machines with a budget: what they play when they cannot see to the end, and what they say of it."""

from __future__ import annotations

from contextlib import nullcontext
from random import Random

import pytest

from fathom import games
from fathom.analysis import adviser as advisers
from fathom.analysis.levels import LEVELS
from fathom.core.budget import Budget, Meter
from fathom.players import MACHINES, RANDOM, machine
from fathom.players.thinking import Choice, Shortfall, choose_within

GRADED = [level.name for level in LEVELS if level.name != RANDOM and not level.by_rules]
CAREFUL = ["@perfect", "@trickster"]
#: Too large to solve at once; near the end its last moves can be.
LARGE = "pocket-addition,highest=20,target=30"
NOTHING = Budget(seconds=0)


@pytest.fixture
def no_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the game is too large as well."""
    monkeypatch.setattr(advisers, "_FROM_HERE", Budget(states=10))


def chosen(name: str, code: str, budget: Budget = NOTHING, seed: int = 1) -> Choice:
    match = games.read_code(code)
    player = machine(name, Random(seed), match.game, match.options)
    return choose_within(player, match, nullcontext(Meter(budget)))


@pytest.mark.parametrize("name", GRADED)
def test_a_machine_out_of_time_still_makes_a_legal_move_and_says_how_far_it_saw(name: str, no_solving: None) -> None:
    choice = chosen(name, LARGE)
    assert choice.ply.move in games.read_code(LARGE).position.moves()
    assert choice.shortfall
    assert choice.shortfall.reason == "it takes more than 0 s."
    assert int(choice.shortfall.instead.split()[1]) >= 3


@pytest.mark.parametrize("name", CAREFUL)
@pytest.mark.parametrize("seed", range(5))
def test_a_machine_out_of_time_takes_a_win_at_once(name: str, seed: int, no_solving: None) -> None:
    # Seat 1 has 10 and takes the 20: that makes 30.
    assert chosen(name, f"{LARGE}:10.1", seed=seed).ply.move == 20


@pytest.mark.parametrize("name", CAREFUL)
@pytest.mark.parametrize("seed", range(5))
def test_a_machine_out_of_time_prevents_a_loss_at_once(name: str, seed: int, no_solving: None) -> None:
    # Seat 1 has 10. Unless seat 2 takes the 20 now, seat 1 makes 30 with it.
    assert chosen(name, f"{LARGE}:10", seed=seed).ply.move == 20


def test_a_novice_out_of_time_slips_as_often_as_ever(no_solving: None) -> None:
    # The chance of the only move that does not lose is 30 in 100, and of a slip onto it 70 in 100 over 19 numbers.
    draws = 150
    found = sum(chosen("@novice", f"{LARGE}:10", seed=seed).ply.move == 20 for seed in range(draws))
    expected = draws * (0.3 + 0.7 / 19)
    assert abs(found - expected) < 5 * (draws * 0.34 * 0.66) ** 0.5


def test_where_the_rest_of_a_large_game_can_be_solved_nothing_is_lost() -> None:
    # Ten places to fill are too many; six are not. Nobody says that the end was not seen.
    choice = chosen("@perfect", "digit-dilemma,slots=5:1L.2L.3R.4R")
    assert choice.shortfall is None


def test_once_a_game_was_too_large_the_rest_of_it_is_tried_first() -> None:
    match = games.read_code("digit-dilemma,slots=5:1L.2L.3R.4R")
    player = machine("@perfect", Random(1), match.game, match.options)
    assert choose_within(player, match, nullcontext(Meter(NOTHING))).shortfall is None
    meter = Meter(Budget(seconds=60))
    assert choose_within(player, match, nullcontext(meter)).shortfall is None
    assert meter.positions == 0  # no time was spent on the whole game


def test_enough_time_gives_the_move_of_the_machine_without_a_budget() -> None:
    for name in MACHINES:
        match = games.read_code("pocket-addition")
        unlimited = machine(name, Random(3), match.game, match.options).draw(match.position)
        choice = chosen(name, "pocket-addition", Budget(seconds=60), seed=3)
        assert (choice.ply.move, choice.shortfall) == (unlimited, None)


def test_a_random_mover_never_thinks() -> None:
    assert chosen(RANDOM, LARGE).shortfall is None


def test_a_shortfall_is_one_sentence() -> None:
    assert Shortfall("it takes more than 5 s.", "looked 4 moves ahead").describe("@perfect") == (
        "@perfect did not see to the end (it takes more than 5 s), so it looked 4 moves ahead."
    )


def test_out_of_memory_is_a_shortfall_too(monkeypatch: pytest.MonkeyPatch, no_solving: None) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(advisers, "adviser_for", exhausted)
    choice = chosen("@perfect", LARGE)
    assert choice.shortfall
    assert choice.shortfall.reason == "this machine ran out of memory."
