"""The OpenSpiel games: its own simulations and solver, and kept playthroughs."""

from __future__ import annotations

from pathlib import Path

import pyspiel
import pytest
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

import fathom
import fathom.adapters.open_spiel
from fathom import games

KEPT = Path(__file__).parent / "playthroughs"
PLAYTHROUGHS = {
    "digit_dilemma": "fathom_digit_dilemma(slots=2)",
    "pocket_addition": "fathom_pocket_addition",
    "pyramid_challenge": "fathom_pyramid_challenge(levels=2,highest=4)",
    "pyramid_puzzle": "fathom_pyramid_puzzle(levels=2,layout=kB3)",
    "range_war": "fathom_range_war(highest=6,second_move=free)",
}
SMALL = {
    "range-war": {"highest": 6, "second_move": "free"},
    "pocket-addition": {"highest": 5, "target": 9},
    "digit-dilemma": {"slots": 2},
    "pyramid-challenge": {"levels": 2, "highest": 3},
}


def load(name: str, options: dict[str, object]):
    return pyspiel.load_game(f"fathom_{name.replace('-', '_')}", options)


@pytest.mark.parametrize("name", games.ROOMS)
def test_random_simulations_with_serialisation_pass(name):
    game = load(name, {})
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    assert game.num_distinct_actions() == len(games.game(name).actions())


@pytest.mark.parametrize("name, options", SMALL.items())
def test_openspiels_solver_agrees_with_ours_on_every_position(name, options):
    game = load(name, options)
    solver = MinimaxSolver(str(game))
    solver.solve()
    solution = fathom.solve(name, **options)
    for reached in fathom.positions(name, **options):
        if reached.position.outcome:
            continue
        state = game.new_initial_state()
        numbers = {move: number for number, move in enumerate(games.game(name).actions(reached.position.options))}
        for move in reached.path:
            state.apply_action(numbers[move])
        winner = solution.value(reached.position).winner
        ours = 0 if winner is None else 1 if winner == reached.position.to_move else -1
        assert solver.values_from_string(str(state)) == ours


@pytest.mark.parametrize("name, game", PLAYTHROUGHS.items())
def test_playthroughs_stay_as_they_are(name, game):
    """If a change is wanted: `python -m tests.adapters.test_open_spiel` writes them again."""
    assert _play(game) == (KEPT / f"{name}.txt").read_text(encoding="utf-8")


def test_a_walk_that_never_ends_is_broken_off():
    state = pyspiel.load_game("fathom_pyramid_puzzle(levels=2,layout=kB3)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(max(action for action in state.legal_actions() if action in (1, 2)))  # to and fro
    assert state.move_number() == 100
    assert state.returns() == [-200.0]


def test_options_that_are_refused_say_why():
    with pytest.raises(fathom.errors.BadOption, match="it must be a whole number from 2 to"):
        pyspiel.load_game("fathom_range_war(highest=1)")


def _play(game: str) -> str:
    # Imported here because it loads every game of OpenSpiel, and scipy: seconds for each worker that collects tests.
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    return playthrough(game, None, seed=7)


if __name__ == "__main__":
    for name, game in PLAYTHROUGHS.items():
        (KEPT / f"{name}.txt").write_text(_play(game), encoding="utf-8")
