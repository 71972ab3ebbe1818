"""The exact chances of all pairs of levels in Digit Dilemma, in CPU time.

The table of kinds is compared with a walk over positions, which is what games without such a table get. Both must find
the same chances.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series, in_turns
from fathom import games
from fathom.analysis.chances import chances, odds
from fathom.analysis.filing import fold
from fathom.analysis.levels import LEVELS
from fathom.analysis.reckoning import Odds
from fathom.core.options import Options

ROOM = "digit-dilemma"
ROUNDS = 5


def run(effort: Effort) -> Section:
    """Measure both; raise BenchmarkError where they disagree."""
    options = games.game(ROOM).options_type(**({"slots": 2} if effort.quick else {}))
    return Section(
        name="levels",
        title="Exact chances of all pairs of levels, in CPU time",
        unit="pairs/s",
        comparisons=(compare(options, effort.rounds(ROUNDS)),),
    )


def compare(options: Options, rounds: int) -> Comparison:
    """Pairs per second of the table and of the walk."""
    room = games.room(ROOM)
    found: list[dict[tuple[str, str], Odds]] = []

    def rate(find: Callable[[], dict[tuple[str, str], Odds]]) -> float:
        start = process_time()
        found.append(find())
        return len(found[-1]) / (process_time() - start)

    def by_table(_: int) -> float:
        return rate(lambda: chances(room.game, options))

    def by_walk(_: int) -> float:
        return rate(lambda: odds(fold(room.game.start(options), room.shape, room.strategy(options)), LEVELS))

    ours, walk = in_turns([by_table, by_walk], rounds, warm_up=False)
    if any(other != found[0] for other in found):
        raise BenchmarkError("The table of kinds and the walk do not find the same chances.")
    return Comparison(ROOM, Series("table", ours), Series("walk over positions", walk), Floor(at_least=4))
