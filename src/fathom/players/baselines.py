"""Machines that are known from other programs: `@greedy`, `@minimax-N` and `@mcts-N`. Here their names are read.

    read_baseline("@minimax-4")              -> Baseline(family=..., number=4)
    read_baseline("@expert")                 -> None

`@greedy` takes a win that it has at once, and otherwise plays any move. `@minimax-N` looks N moves ahead and `@mcts-N`
plays N random games before each move; both are explained where they are made (`fathom.analysis.levels` and
`fathom.players.mcts`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from fathom.core.numerals import read_number
from fathom.core.words import quoted
from fathom.errors import UnknownPlayer


class Family(NamedTuple):
    """Machines that differ by a number: the part of their names before it, its limits, and the ones to list."""

    stem: str
    about: str
    highest: int
    listed: tuple[int, ...]

    @property
    def pattern(self) -> str:
        """What a person writes: `@minimax-N`."""
        return f"{self.stem}N"

    def describe(self, number: int) -> str:
        return self.about.format(number=number, s="" if number == 1 else "s")


MINIMAX: Final = Family("@minimax-", "looks {number} move{s} ahead, and no further", 99, (2, 4))
MCTS: Final = Family("@mcts-", "tries {number} random game{s} before each move", 100_000, (100, 1000))
FAMILIES: Final = (MINIMAX, MCTS)
GREEDY: Final = "@greedy"

#: Those to list, and how each one plays.
LISTED: Final = {GREEDY: "takes a win at once, else plays any legal move"} | {
    f"{family.stem}{number}": family.describe(number) for family in FAMILIES for number in family.listed
}

#: The names in help and messages.
PATTERNS: Final = (GREEDY, *(family.pattern for family in FAMILIES))


class Baseline(NamedTuple):
    """One of these machines; `@greedy` has no family."""

    family: Family | None
    number: int = 0


def read_baseline(name: str) -> Baseline | None:
    """The machine of that name, or None if it is none of these; raises `UnknownPlayer` if its number is not allowed."""
    if name == GREEDY:
        return Baseline(None)
    for family in FAMILIES:
        if name.startswith(family.stem):
            written = name.removeprefix(family.stem)
            number = read_number(written)
            if number is None or str(number) != written or not 1 <= number <= family.highest:
                raise UnknownPlayer(
                    f"There is no player {quoted(name)}: in {family.pattern}, N is a whole number from 1 to "
                    f"{family.highest:,}, such as {family.stem}{family.listed[0]}."
                )
            return Baseline(family, number)
    return None
