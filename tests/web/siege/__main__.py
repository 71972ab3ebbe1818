"""`make siege`: every attack for a while, and what the other visitors notice of it.

    python -m tests.web.siege --seconds 20 ping_flood many_options

A run of all attacks replaces its own part of docs/results.md. Progress goes to standard error. Exit codes: 0 every
attack is withstood, 1 one is not, 130 interrupted, and then nothing is written.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import aligned, machine_line
from benchmarks.results import PAGE, ROOT, markdown, put_between
from tests.web.siege.attacks import ATTACKS
from tests.web.siege.watch import MOST_MEMORY, MOST_STALL, Measured, percentile, withstand

BEGIN, END = "<!-- made by `make siege`: begin -->", "<!-- made by `make siege`: end -->"
_SECONDS = 20.0
_SHORTEST = 2.0
_HEAD = [
    "attack",
    "health p50 ms",
    "p99",
    "max",
    "move p50 ms",
    "p99",
    "max",
    "longer by ms",
    "memory MB",
    "",
]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    parser = ArgumentParser(prog="python -m tests.web.siege", description="Attack the server, and watch the others.")
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="for each attack (default: %(default)g)")
    parser.add_argument("--no-results", action="store_true", help="leave docs/results.md as it is")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"default: all of them: {', '.join(ATTACKS)}")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.attacks if name not in ATTACKS]:
        parser.error(f"there is no attack {unknown[0]!r}; the attacks are: {', '.join(ATTACKS)}")
    if not chosen.seconds >= _SHORTEST:
        parser.error(f"an attack takes at least {_SHORTEST:g} seconds, not {chosen.seconds:g}")
    try:
        measured = measure_all(chosen.attacks or list(ATTACKS), chosen.seconds)
    except KeyboardInterrupt:
        print("interrupted: nothing was written", file=sys.stderr)
        return 130
    print(*aligned(table(measured)), sep="\n")
    if not chosen.attacks and not chosen.no_results:
        put_between(root / PAGE, BEGIN, END, describe(measured, chosen.seconds))
        print(f"wrote {PAGE}")
    missed = [str(one) for one in measured if not one.is_withstood]
    print(*(f"not withstood: {one}" for one in missed), sep="\n")
    return 1 if missed else 0


def measure_all(attacks: Sequence[str], seconds: float) -> list[Measured]:
    measured = []
    for number, attack in enumerate(attacks, 1):
        print(f"{number} of {len(attacks)}: {attack} for {seconds:g} s ...", end=" ", file=sys.stderr, flush=True)
        with TemporaryDirectory(prefix="siege-") as folder:
            measured.append(withstand(attack, Path(folder), seconds))
        print("withstood" if measured[-1].is_withstood else "NOT withstood", file=sys.stderr, flush=True)
    return measured


def table(measured: Sequence[Measured]) -> list[list[str]]:
    """The cells, the head first; each figure without the attack and with it."""
    return [_HEAD, *(_row(one) for one in measured)]


def _row(one: Measured) -> list[str]:
    waits = [
        f"{1000 * percentile(before, percent):.1f} → {1000 * percentile(during, percent):.1f}"
        for before, during in zip(one.control, one.attacked, strict=True)
        for percent in (50, 99, 100)
    ]
    stall, memory = f"{max(0.0, 1000 * one.stall):.0f}", f"{max(0, one.memory) >> 20}"
    return [one.attack.replace("_", " "), *waits, stall, memory, "pass" if one.is_withstood else "FAIL"]


def describe(measured: Sequence[Measured], seconds: float) -> str:
    """The part of the page that holds these figures."""
    how = (
        f"One hostile address at a time, each for {seconds:g} s, on a fresh server with its usual limits. "
        "The waits of two other visitors, one who asks for `/healthz` and one who begins matches and moves, "
        f"before it → during it. Allowed: the longest wait {1000 * MOST_STALL:.0f} ms longer, "
        f"and {MOST_MEMORY >> 20} MB more memory of the server and its processes."
    )
    return "\n\n".join(["## The server under attack", machine_line(), how, markdown(table(measured))]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
