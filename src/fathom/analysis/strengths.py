"""How strong the machines of the ladder are: how often a perfect player beats each of them, known exactly.

    rungs("range-war")["by-the-book"]["@casual"].describe()
        -> "a perfect player beats it 66 times in 100"

Working the chances out takes seconds for some games, so they are kept in `strengths.json`, in ten-thousandths; a test
works all of them out again. `python -m fathom.analysis.strengths` writes the file.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from fathom import games
from fathom.analysis.chances import kinds_of, odds
from fathom.analysis.levels import LEVELS
from fathom.analysis.reckoning import Odds

#: The machines that follow one another as somebody gets better.
LADDER: Final = ("@novice", "@casual", "@skilled", "@expert", "@perfect")
PERFECT: Final = "@perfect"
_FILE: Final = "strengths.json"
_WHOLE: Final = 10_000


class Strength(NamedTuple):
    """The share of its games that a perfect player wins against a machine, in ten-thousandths."""

    moving_first: int
    moving_second: int

    @property
    def beaten(self) -> int:
        """Of 100 games, the perfect player moving first in every other one. Rounded, but never to all or none."""
        total = self.moving_first + self.moving_second
        return total // (2 * _WHOLE // 100) if total in (0, 2 * _WHOLE) else _within(round(total * 100 / (2 * _WHOLE)))

    def describe(self) -> str:
        if self.beaten == 0:
            return "a perfect player never beats it"
        return f"a perfect player beats it {self.beaten} times in 100"


def _within(hundredths: int) -> int:
    return min(max(hundredths, 1), 99)


def rungs(game: str) -> dict[str, dict[str, Strength]]:
    """The strengths of the machines, the weakest first, by the slug of each preset that they were worked out for."""
    return {slug: dict(found) for slug, found in _kept().get(game, {}).items()}


@cache
def _kept() -> dict[str, dict[str, dict[str, Strength]]]:
    from importlib import resources  # costly to import, and only the ladder needs it

    written = json.loads(resources.files("fathom.analysis").joinpath(_FILE).read_text(encoding="utf-8"))
    return {
        game: {slug: {name: Strength(*pair) for name, pair in found.items()} for slug, found in presets.items()}
        for game, presets in written.items()
    }


def derive(game: str, slug: str) -> dict[str, Strength]:
    """The strengths in a preset of a game, worked out over the whole game."""
    room = games.room(game)
    options = next(preset.options for preset in room.presets if preset.slug == slug)
    kinds = kinds_of(room.game, room.game.start(options), room.strategy(options))
    pairs = {pair for name in LADDER for pair in ((PERFECT, name), (name, PERFECT))}
    found = odds(kinds, [level for level in LEVELS if level.name in LADDER], pairs=pairs)
    return {name: _strength(found[PERFECT, name], found[name, PERFECT]) for name in LADDER}


def _strength(first: Odds, second: Odds) -> Strength:
    return Strength(_part(first.first), _part(second.second))


def _part(share: Fraction) -> int:
    """In ten-thousandths, rounded; but only all is all, and only nothing is nothing."""
    if share in (0, 1):
        return int(share) * _WHOLE
    return min(max(round(share * _WHOLE), 1), _WHOLE - 1)


def _write() -> None:
    contests = [name for name in games.names() if games.game(name).is_contest]
    found = {name: {slug: derive(name, slug) for slug in ("by-the-book", "fair")} for name in contests}
    Path(__file__).with_name(_FILE).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _write()
