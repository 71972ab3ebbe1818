"""Keeping solved tables: `fathom solve --keep`, `--list` and `--forget`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from fathom import games
from fathom.core.code import write_code
from fathom.core.words import counted
from fathom.errors import BadOption
from fathom.show.room import Keepable
from fathom.solver.kept import users_shelf
from fathom.terminal.json_output import print_json
from fathom.terminal.screen import Screen, printable

if TYPE_CHECKING:
    from fathom.core.match import AnyMatch
    from fathom.core.value import AnyOracle
    from fathom.show.room import AnyTableForm
    from fathom.solver.kept import KeptTable


_NONE = "No such table is kept."


class KeptTableDict(TypedDict):
    """A kept table as `fathom solve --list --json` prints it; a file that is no table has neither game nor options."""

    game: str | None
    options: str | None
    bytes: int
    path: str


class ForgottenDict(TypedDict):
    """What `fathom solve --forget --json` prints."""

    forgotten: int


def form_of(match: AnyMatch) -> AnyTableForm:
    """How the table of a game is kept; raises `BadOption` if it has none."""
    form = games.room(match.game.name).table_form(match.options)
    if form is None:
        raise BadOption(f"{write_code(match)} has no table that can be kept: it is solved each time.")
    return form


def keep(match: AnyMatch, oracle: AnyOracle, as_json: bool) -> None:
    """Keep the table of a game that has just been solved."""
    assert isinstance(oracle, Keepable)
    path = users_shelf().keep(match.game, match.options, form_of(match), oracle.pack())
    if not as_json:
        Screen().say([printable(f"Kept in {path}; later runs load it instead of solving.")])


def show(match: AnyMatch | None, as_json: bool) -> int:
    """List the kept tables: that of a game, or all of them."""
    shelf = users_shelf()
    only = shelf.path(match.game, match.options) if match else None
    tables = [_as_dict(kept) for kept in shelf.tables() if only in (None, kept.path)]
    if as_json:
        print_json(tables)
    else:
        Screen().say([_line(kept) for kept in tables] or [_NONE if match else "No table is kept."])
    return 0


def forget(match: AnyMatch | None, as_json: bool) -> int:
    """Delete the kept table of a game, or all of them."""
    shelf = users_shelf()
    forgotten = int(shelf.forget(match.game, match.options)) if match else shelf.forget_all()
    if as_json:
        told: ForgottenDict = {"forgotten": forgotten}
        print_json(told)
    else:
        print(f"Forgotten: {counted(forgotten, 'table')}." if forgotten else _NONE)
    return 0


def _as_dict(kept: KeptTable) -> KeptTableDict:
    game, options, _ = kept.identity or (None, None, None)
    return {"game": game, "options": options, "bytes": kept.size, "path": str(kept.path)}


def _line(kept: KeptTableDict) -> str:
    what = f"{kept['game']} ({kept['options']})" if kept["game"] else "not a table of Fathom"
    return printable(f"{kept['path']}: {what}, {kept['bytes']:,} bytes")
