"""Solving all of Digit Dilemma: fathom beside a bare sweep with numpy, both from the options to every value."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from benchmarks.sweep import BASE, EMPTY, Swept, sweep
from fathom import games
from fathom.core.value import Value

ROOM = "digit-dilemma"
ROUNDS = 31


def run(effort: Effort) -> Section:
    """Measure both; raise BenchmarkError when they disagree about a position of a smaller game."""
    for difference in differences(slots=2):
        raise BenchmarkError(difference)
    options = games.game(ROOM).options_type()
    positions = games.room(ROOM).known.positions
    subjects = [partial(rate, partial(games.room(ROOM).oracle, options), positions), partial(rate, sweep, positions)]
    ours, numpy = in_turns(subjects, effort.rounds(ROUNDS))
    return Section(
        name="solving",
        title=f"Digit Dilemma solved completely, {positions:,} positions",
        unit="positions/s",
        comparisons=(Comparison(ROOM, Series("fathom", ours), Series("numpy sweep", numpy), Floor(at_least=1 / 3)),),
    )


def rate(solve: Callable[[], object], positions: int, _round: int) -> float:
    """Positions per second of solving once."""
    start = perf_counter()
    solve()
    return positions / (perf_counter() - start)


def differences(**values: Any) -> list[str]:
    """One sentence for each position that the yardstick and fathom value differently; none when both are right."""
    game = games.game(ROOM)
    options: Any = game.options_type(**values)
    oracle: Any = games.room(ROOM).oracle(options)
    swept = sweep(options.slots, options.divisor, options.leading_zero == "allowed")
    expected = dict(swept_values(swept))
    found = {}
    layer: list[Any] = [game.start(options)]
    while layer:
        found.update({(position.board(1), position.board(2)): oracle.value(position) for position in layer})
        following = {position.after(move) for position in layer for move in position.moves()}
        layer = [position for position in following if not position.outcome]
    return [
        f"{boards} is worth {found.get(boards)} to fathom and {expected.get(boards)} to numpy."
        for boards in found | expected
        if found.get(boards) != expected.get(boards)
    ]


def swept_values(swept: Swept) -> list[tuple[tuple[Any, Any], Value]]:
    """The values of the yardstick by both boards."""
    slots = len(swept.layers) // 2
    return [
        ((board(first, slots), board(second, slots)), Value(winner, plies))
        for _, first, second, winner, plies in swept.values()
    ]


def board(code: int, slots: int) -> tuple[int | None, ...]:
    """(7, None, 1) from its number in base 11."""
    digits = [code // BASE**place % BASE for place in reversed(range(slots))]
    return tuple(None if digit == EMPTY else digit for digit in digits)
