"""Solving all of Digit Dilemma: fathom beside OpenSpiel's MinimaxSolver on the same game.

The peer's call is ``open_spiel.python.algorithms.minimax_solver.MinimaxSolver(game_string).solve()``: the value of
every state, without distances. Ours is ``fathom.games.room(name).oracle(options)``: the value of every position,
with the distance.
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from benchmarks.peers import load
from fathom import games

ROOM = "digit-dilemma"
ROUNDS = 2
"""The peer takes half a minute."""
QUICK_SLOTS = 2
GAMES_COMPARED = 300


def run(effort: Effort) -> Section:
    """Measure both; raise BenchmarkError when they disagree about a state."""
    slots = QUICK_SLOTS if effort.quick else 3
    options = games.game(ROOM).options_type(slots=slots)
    census = games.room(ROOM).oracle(options).census()  # type: ignore[union-attr]
    assert census is not None
    peer = load(ROOM, {"slots": slots})
    solver = MinimaxSolver(str(peer))

    def our_rate(_: int) -> float:
        start = perf_counter()
        games.room(ROOM).oracle(options)
        return census.positions / (perf_counter() - start)

    def peer_rate(_: int) -> float:
        nonlocal solver
        solver = MinimaxSolver(str(peer))
        start = perf_counter()
        solver.solve()
        return census.positions / (perf_counter() - start)

    ours, theirs = in_turns((our_rate, peer_rate), ROUNDS, warm_up=False)
    require_same_values(options, peer, solver)
    return Section(
        name="minimax",
        title=f"Digit Dilemma solved completely, {slots} places, {census.positions:,} positions",
        unit="positions/s",
        comparisons=(Comparison(ROOM, Series("fathom", ours), Series("MinimaxSolver", theirs), Floor(at_least=120)),),
    )


def require_same_values(options: Any, peer: Any, solver: Any) -> None:
    """Raise BenchmarkError unless both name the same winner all along random games."""
    oracle: Any = games.room(ROOM).oracle(options)
    random = Random(0)
    for _ in range(GAMES_COMPARED):
        position, state = games.game(ROOM).start(options), peer.new_initial_state()
        while position.outcome is None:
            ours = 1.0 if oracle.value(position).winner == position.to_move else -1.0
            theirs = float(solver.values_from_string(str(state)))
            if ours != theirs:
                raise BenchmarkError(f"{position} is worth {ours} to fathom and {theirs} to OpenSpiel.")
            choice = random.randrange(len(position.moves()))
            position = position.after(position.moves()[choice])
            state.apply_action(state.legal_actions()[choice])
