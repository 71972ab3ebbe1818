"""``python -m benchmarks.levels``: the exact chances of all pairs of levels in Digit Dilemma, judged by CPU time.

The table of kinds is compared with a walk over positions, which is what games without such a table get. Both must find
the same chances. Exit codes: 0 the floor is met (or a quick run), 1 it is not, 2 the two disagree.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from time import process_time

from benchmarks.measure import BenchmarkError, Comparison, Floor, Series, in_turns
from benchmarks.report import machine_line
from fathom import games
from fathom.analysis.chances import chances, odds
from fathom.analysis.filing import fold
from fathom.analysis.levels import LEVELS
from fathom.analysis.reckoning import Odds
from fathom.core.options import Options

ROOM = "digit-dilemma"
FLOOR = Floor(at_least=4)
ROUNDS = 3


def compare(options: Options, rounds: int) -> Comparison:
    """Both as tables per second; raises BenchmarkError where they disagree."""
    room = games.room(ROOM)
    found: list[dict[tuple[str, str], Odds]] = []

    def by_table(_: int) -> float:
        start = process_time()
        found.append(chances(room.game, options))
        return 1 / (process_time() - start)

    def by_walk(_: int) -> float:
        start = process_time()
        found.append(odds(fold(room.game.start(options), room.shape, room.strategy(options)), LEVELS))
        return 1 / (process_time() - start)

    ours, walk = in_turns([by_table, by_walk], rounds, warm_up=False)
    if any(other != found[0] for other in found):
        raise BenchmarkError("The table of kinds and the walk do not find the same chances.")
    return Comparison(ROOM, Series("table", ours), Series("walk", walk), FLOOR)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and judge."""
    parser = ArgumentParser(prog="python -m benchmarks.levels", description="Measure the chances of levels.")
    parser.add_argument("--quick", action="store_true", help="small options and one round; judges no floor")
    asked = parser.parse_args(arguments)
    options = games.game(ROOM).options_type(**({"slots": 2} if asked.quick else {}))
    print(machine_line())
    try:
        compared = compare(options, 1 if asked.quick else ROUNDS)
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    ours, walk = [f"{1 / series.median:.2f} s" for series in (compared.ours, compared.peer)]
    print(f"All pairs of levels, CPU time: {ours}, by a walk over positions {walk}: {compared.ratio:.1f} times")
    if asked.quick:
        print("Quick run: the floor was not judged.")
        return 0
    print(f"floor {FLOOR}: {'met' if compared.met else 'missed'}")
    return 0 if compared.met else 1


if __name__ == "__main__":
    sys.exit(main())
