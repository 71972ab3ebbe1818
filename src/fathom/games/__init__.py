"""The registry: the rooms there are, and how to enter them.

A room is a package with `rules.py` (GAME), `text.py` (TEXT), `svg.py` (drawing), `theory.py` (KNOWN) and `rules.md`;
`theory.py` may have an `oracle` and a `shape`, and there may be a `reasons.py` (why), a `hints.py` (hint, RUNGS) and
an `examples.py` (EXAMPLES). It is imported when it is asked for, so that starting one game does not load the others.
Adding a game means adding its room and its line here.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fathom.core import code, record
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.words import did_you_mean, quoted
from fathom.errors import UnknownGame

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from fathom.core.game import Game, Known
    from fathom.core.match import Match
    from fathom.core.options import Options
    from fathom.core.record import Record
    from fathom.core.value import Oracle, Why
    from fathom.show.board import Drawing
    from fathom.show.example import Examples
    from fathom.show.text import GameText, HintLadder

#: Names in the order in which people see them, and the package of each room.
ROOMS = {
    "pyramid-challenge": "fathom.games.pyramid_challenge",
    "digit-dilemma": "fathom.games.digit_dilemma",
    "range-war": "fathom.games.range_war",
    "pocket-addition": "fathom.games.pocket_addition",
    "pyramid-puzzle": "fathom.games.pyramid_puzzle",
}


def game(name: str) -> Game[Any]:
    """The rules of the game with that name."""
    return _enter(name, "rules").GAME  # type: ignore[no-any-return]


def text(name: str) -> GameText:
    """How that game draws itself and words its prompts."""
    return _enter(name, "text").TEXT  # type: ignore[no-any-return]


def drawing(name: str) -> Drawing:
    """How that game draws itself in a page: `drawing(name)(match, coach=True)` is one SVG element."""
    return _enter(name, "svg").drawing  # type: ignore[no-any-return]


def known(name: str) -> Known:
    """What is known of the game at its default options."""
    return _enter(name, "theory").KNOWN  # type: ignore[no-any-return]


def oracle(name: str, options: Options, meter: Meter = UNLIMITED) -> Oracle | None:
    """The room's own way to exact values, if it has one; raises `Unknown` when making it takes more than is allowed."""
    make = getattr(_enter(name, "theory"), "oracle", None)
    return make(options, meter) if make else None


def shape(name: str) -> Callable[[Any, Meter], Hashable]:
    """What decides the tree of choices below a position, up to the names of moves: the room's `shape`, or else the key.

    Positions of one shape have the same seat to move, and lead to the same shapes, each by as many moves.
    """
    return getattr(_enter(name, "theory"), "shape", None) or (lambda position, _meter=UNLIMITED: position.key())


def why(name: str) -> Why | None:
    """The room's own reasons for moves, if it has them."""
    return getattr(_optional(name, "reasons"), "why", None)


def idea(name: str) -> Why | None:
    """The room's own ideas, which do not name the move, if it has them."""
    return getattr(_optional(name, "reasons"), "idea", None)


def analysis(name: str) -> Callable[[Match], dict[str, Any]] | None:
    """The room's own analysis of a position as data, where its values are not wins and losses."""
    return getattr(_optional(name, "solve.analysis"), "analysis_json", None)


def hint_ladder(name: str) -> HintLadder | None:
    """The room's own hints, `hint` and `RUNGS` in its `hints.py`; a game without them has those of the coach."""
    from fathom.show.text import HintLadder

    module = _optional(name, "solve.hints")
    return HintLadder(module.RUNGS, module.hint) if module else None


def examples(name: str) -> Examples:
    """The room's own examples; a game without them shows itself as it begins."""
    from fathom.show.example import Examples

    module = _optional(name, "examples")
    return module.EXAMPLES if module else Examples(name)


@cache
def _optional(name: str, module: str) -> Any:
    room = _room(name)
    if "." in module and not find_spec(f"{room}.{module.split('.', maxsplit=1)[0]}"):
        return None
    return import_module(f"{room}.{module}") if find_spec(f"{room}.{module}") else None


def rules_page(name: str) -> str:
    """The game's page: numbered rules, options, errata and what is known, in Markdown."""
    from importlib import resources  # costly to import, and only pages need it

    return resources.files(_room(name)).joinpath("rules.md").read_text(encoding="utf-8")


def read_code(line: str) -> Match:
    """The match that a code such as `range-war:6.4.9` names."""
    return code.read_code(line, game)


def read_records(content: str) -> list[Record]:
    """The matches of a record file."""
    return record.read_records(content, game)


def _room(name: str) -> str:
    if name not in ROOMS:
        hint = did_you_mean(name, ROOMS)
        raise UnknownGame(f"There is no game {quoted(name)}; there are: {', '.join(ROOMS)}.{hint}")
    return ROOMS[name]


@cache
def _enter(name: str, module: str) -> Any:
    return import_module(f"{_room(name)}.{module}")
