"""``python -m tests.games.sufficiency``: how many reasons explain the result, written into docs/results.md.

Every sentence is read and checked, as in the tests of each room. Fails if one is not true.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.results import ROOT, markdown, put_between
from fathom import games
from tests.games.claims import Tally

PAGE = Path("docs", "results.md")
BEGIN, END = "<!-- made by `make truth`: begin -->", "<!-- made by `make truth`: end -->"
_SAMPLED = 20_000


class Case(NamedTuple):
    """A game with options, and which positions are looked at."""

    name: str
    values: dict[str, Any]
    looked_at: str = "all"

    def tally(self) -> Tally:
        room = importlib.import_module(f"tests.games.{self.name.replace('-', '_')}.test_reasons")
        numbers = [_SAMPLED] if self.looked_at.startswith(f"{_SAMPLED:,}") else []
        found: Tally = room.tally(*numbers, **self.values)
        return found

    def row(self) -> list[str]:
        found = self.tally()
        options = ", ".join(f"{name}={value}" for name, value in self.values.items()) or "default"
        share = f"{100 * found.share:.2f}%".replace("100.00%", "100%" if not found.insufficient else "99.99%")
        return [games.game(self.name).title, options, self.looked_at, f"{found.told:,}", share]


_SAMPLE = f"{_SAMPLED:,} at random"
_PAIRS = "all pairs of essentially different pyramids"
CASES = [
    Case("range-war", {}),
    Case("range-war", {"second_move": "free"}),
    Case("pocket-addition", {}),
    Case("pocket-addition", {"target": 20}),
    Case("pyramid-challenge", {}, _PAIRS),
    Case("digit-dilemma", {}, _SAMPLE),
    Case("digit-dilemma", {"leading_zero": "forbidden"}, _SAMPLE),
    Case("digit-dilemma", {"divisor": 13}, _SAMPLE),
]


def main() -> None:
    rows = [["game", "options", "positions", "reasons", "sufficient"]]
    for case in CASES:
        rows.append(case.row())
        print(*rows[-1], sep="  ", flush=True)
    put_between(ROOT / PAGE, BEGIN, END, f"## Reasons that explain the result\n\n{markdown(rows)}\n")


if __name__ == "__main__":
    main()
