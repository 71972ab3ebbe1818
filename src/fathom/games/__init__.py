"""The registry of rooms, one for each game.

A room is a package with a `ROOM` object (see `fathom.show.room`). It is imported on demand, so that starting one game
does not load the others. To add a game, add its room and its line here; a plugin adds one by an entry point of the
group `fathom.games`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from fathom.core import code
from fathom.core.plugins import GAMES, plugins, warn_of
from fathom.core.words import did_you_mean, quoted
from fathom.errors import BrokenPlugin, UnknownGame

if TYPE_CHECKING:
    from fathom.core.game import AnyGame
    from fathom.core.match import AnyMatch
    from fathom.core.record import Record
    from fathom.show.room import AnyRoom

#: The rooms that come with Fathom: their names, in the order in which users see them, and packages.
ROOMS = {
    "pyramid-challenge": "fathom.games.pyramid_challenge",
    "digit-dilemma": "fathom.games.digit_dilemma",
    "range-war": "fathom.games.range_war",
    "pocket-addition": "fathom.games.pocket_addition",
    "pyramid-puzzle": "fathom.games.pyramid_puzzle",
}


def names() -> tuple[str, ...]:
    """Every game: Fathom's own, then those that plugins add. A broken plugin is left out."""
    return (*ROOMS, *(name for name in plugins(GAMES) if name not in ROOMS and _works(name)))


def _works(name: str) -> bool:
    try:
        room(name)
    except BrokenPlugin as error:
        warn_of(error)
        return False
    return True


def room(name: str) -> AnyRoom:
    """The room of the game with that name."""
    if name in ROOMS:
        return _enter(ROOMS[name])
    if name in plugins(GAMES):
        return _enter_added(name)
    known = names()
    raise UnknownGame(f"There is no game {quoted(name)}; the games are: {', '.join(known)}.{did_you_mean(name, known)}")


@cache
def _enter(package: str) -> AnyRoom:
    # Every room has its own types; users of the registry treat their values as opaque.
    return cast("AnyRoom", import_module(package).ROOM)


@cache
def _enter_added(name: str) -> AnyRoom:
    """The room that a plugin adds."""
    from fathom.show.room import Room

    plugin = plugins(GAMES)[name]
    added = cast("AnyRoom", plugin.load(lambda loaded: isinstance(loaded, Room), "a Room"))
    if added.name != name:
        raise plugin.broken(f"its room is called {added.name!r}")
    return added


@cache
def game(name: str) -> AnyGame:
    """The rules of the game with that name."""
    return room(name).game


def read_code(line: str) -> AnyMatch:
    """The match that a code such as `range-war:6.4.9` names."""
    return code.read_code(line, game)


def read_records(content: str) -> list[Record]:
    """The matches of a record file."""
    from fathom.core import record  # few need it

    return record.read_records(content, game)
