"""Solved tables beside others: a plain program in C, OpenSpiel's MinimaxSolver, and a plain table in a dictionary.

All of it is measured in CPU time, from the options to the value of every state. The large options need numpy.
"""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

from benchmarks.c_programs import build
from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from benchmarks.peers import load
from benchmarks.peers.plain_table import PlainTable
from fathom import games
from fathom.core.budget import Meter

SOURCE = "digit_dilemma.c"
ROUNDS = 11
LARGE, QUICK_LARGE = {"highest": 24, "target": 40}, {"highest": 13, "target": 15}


def run(effort: Effort) -> Section:
    """Measure all; raise BenchmarkError where two disagree."""
    with TemporaryDirectory() as folder:
        compared = [*against_c(effort, Path(folder)), against_minimax(effort), against_plain_table(effort)]
    return Section(
        name="tables", title="Tables solved completely, in CPU time", unit="states/s", comparisons=tuple(compared)
    )


def our_rate(room: str, states: int, values: dict[str, Any], _round: int = 0) -> float:
    """States per second of solving once."""
    options = games.game(room).options_type(**values)
    start = games.game(room).start(options)
    began = process_time()
    oracle: Any = games.room(room).oracle(options)
    oracle.value(start)
    return states / (process_time() - began)


def against_c(effort: Effort, folder: Path) -> list[Comparison]:
    """Digit Dilemma beside the program in C, where there is a compiler."""
    program = build(SOURCE, folder)
    if program is None:
        return []
    meter = Meter()
    games.room("digit-dilemma").oracle(games.game("digit-dilemma").options_type(), meter)
    states = meter.positions

    def peer(_: int) -> float:
        seconds, totals = subprocess.run([program, "1"], capture_output=True, text=True, check=True).stdout.splitlines()
        if sum(map(int, totals.split())) != states:
            raise BenchmarkError(f"The program in C valued {totals}, and fathom {states} positions.")
        return states / float(seconds)

    ours, theirs = in_turns([partial(our_rate, "digit-dilemma", states, {}), peer], effort.rounds(ROUNDS))
    return [Comparison("digit-dilemma", Series("fathom", ours), Series("plain C", theirs), Floor(at_least=1 / 3))]


def against_minimax(effort: Effort) -> Comparison:
    """Pocket Addition beside OpenSpiel's solver of every state."""
    room = "pocket-addition"
    game, states = str(load(room, {})), games.room(room).known.positions

    def peer(_: int) -> float:
        solver = MinimaxSolver(game)
        began = process_time()
        solver.solve()
        return states / (process_time() - began)

    ours, theirs = in_turns([partial(our_rate, room, states, {}), peer], effort.rounds(ROUNDS))
    return Comparison(room, Series("fathom", ours), Series("MinimaxSolver", theirs), Floor(at_least=100))


def against_plain_table(effort: Effort) -> Comparison:
    """Pocket Addition with large options beside a table in a dictionary; both rates in the states of that table."""
    room, values = "pocket-addition", QUICK_LARGE if effort.quick else LARGE
    found: list[PlainTable] = []

    def peer(_: int) -> float:
        found.clear()
        began = process_time()
        found.append(PlainTable(**values))
        return found[0].states / (process_time() - began)

    [theirs] = in_turns([peer], effort.rounds(3), warm_up=False)
    options = games.game(room).options_type(**values)
    oracle: Any = games.room(room).oracle(options)
    value = oracle.value(games.game(room).start(options))
    if (value.winner == 1, value.plies) != (found[0].start > 0, abs(found[0].start)):
        raise BenchmarkError(f"{room} is worth {value} to fathom and {found[0].start} to the plain table.")
    [ours] = in_turns([partial(our_rate, room, found[0].states, dict(values))], len(theirs))
    name = f"{room}, {', '.join(f'{option}={number}' for option, number in values.items())}"
    return Comparison(name, Series("fathom", ours), Series("plain table", theirs), Floor(at_least=25))
