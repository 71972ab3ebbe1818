"""Presets: named sets of options that a room recommends, each with one line that says what to expect.

    Preset("fair", "Fair", Options(highest=9, second_move="free"), "Whoever starts can win, but ...")

A preset is only a name for options: a match started from one has an ordinary code, and that is all that is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypedDict

from fathom.core.code import write_code
from fathom.core.game import AnyGame
from fathom.core.match import Match
from fathom.core.options import Options
from fathom.core.words import did_you_mean, quoted
from fathom.errors import BadOption

#: The slug of the preset that favours neither player.
FAIR: Final = "fair"


class PresetDict(TypedDict):
    """A preset as JSON, with the code of the game that it starts."""

    slug: str
    name: str
    line: str
    options: dict[str, int | str]
    code: str


class Preset(NamedTuple):
    """A set of options by name, and a true line about them in plain words."""

    slug: str
    name: str
    options: Options
    line: str

    def as_dict(self, game: AnyGame) -> PresetDict:
        return {
            "slug": self.slug,
            "name": self.name,
            "line": self.line,
            "options": self.options.as_dict(),
            "code": write_code(Match(game, self.options)),
        }


def by_the_book(options: Options, line: str) -> Preset:
    """The defaults, which are the rule book's."""
    return Preset("by-the-book", "By the book", options, line)


def fair(options: Options, line: str) -> Preset:
    """Options under which neither player has much of an advantage in practice."""
    return Preset(FAIR, "Fair", options, line)


def deep(options: Options, line: str) -> Preset:
    """Options that make the game long and demanding."""
    return Preset("deep", "Deep", options, line)


def find_preset(presets: Sequence[Preset], slug: str) -> Preset:
    """The preset with that slug."""
    for preset in presets:
        if preset.slug == slug:
            return preset
    known = [preset.slug for preset in presets]
    raise BadOption(
        f"There is no preset {quoted(slug)}; the presets are: {', '.join(known)}.{did_you_mean(slug, known)}"
    )
