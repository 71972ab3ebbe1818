"""One tap starts a game: the presets of a game as buttons, and the opponent who is waiting there.

The person moves first, which is the more interesting side of every preset shown: whoever starts can win, or hold the
draw, if they find how. The opponent is the usual one until the games kept in the browser say that another fits better.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from fathom import games
from fathom.analysis.strengths import LADDER
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.players.faces import Face, face_of

#: The first opponent of the ladder for somebody new.
USUAL: Final = "@casual"


class Start(NamedTuple):
    """A way to start a game: its name, one true line, and the options that are not the defaults."""

    slug: str
    name: str
    line: str
    options: dict[str, str]
    #: Where a puzzle is; a match has no address before it begins.
    link: str = ""


class Level(NamedTuple):
    """An opponent of the ladder."""

    player: str
    face: Face


@cache
def starts_of(name: str) -> list[Start]:
    """Every preset of a game: by the book first."""
    room = games.room(name)
    return [
        Start(
            preset.slug,
            preset.name,
            preset.line,
            preset.options.changed(),
            f"/p/{write_code(Match(room.game, preset.options))}" if room.puzzles else "",
        )
        for preset in room.presets
    ]


def ladder() -> list[Level]:
    """The opponents of the ladder, the weakest first."""
    return [Level(name, face_of(name)) for name in LADDER]
