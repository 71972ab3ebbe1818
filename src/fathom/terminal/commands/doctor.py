"""`fathom doctor`: what is installed, where data lies, and what is missing."""

from __future__ import annotations

import argparse
import platform
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypedDict

from fathom import __version__
from fathom.core.directories import data_directory
from fathom.core.plugins import GAMES, PLAYERS, plugins
from fathom.core.words import counted
from fathom.errors import FathomError
from fathom.storage.location import VARIABLE, server_store_location, store_location
from fathom.terminal.commands.extras import EXTRAS, Extra, how_to_add, missing_packages
from fathom.terminal.json_output import print_json
from fathom.terminal.screen import Screen, printable


class PlaceDict(TypedDict):
    """A place of data: what it is, where it is, and how large it is if it exists."""

    name: str
    path: str
    bytes: int | None


class ExtraDict(TypedDict):
    """An extra, and the packages that it lacks."""

    name: str
    gives: str
    missing: list[str]


class DoctorDict(TypedDict):
    """What `fathom doctor --json` prints."""

    version: str
    python: str
    system: str
    program: str
    sqlite: str
    places: list[PlaceDict]
    extras: list[ExtraDict]
    plugins: list[str]
    programs: str
    problems: list[str]


class Place(NamedTuple):
    """A place of data, which need not exist yet."""

    name: str
    path: Path


def doctor(arguments: argparse.Namespace) -> int:
    """Exits with 1 if something is wrong. An extra that is not installed is nothing wrong."""
    found = examine(arguments.store)
    if arguments.json:
        print_json(found)
    else:
        Screen().say(report(found))
    return 1 if found["problems"] else 0


def examine(chosen: str | None) -> DoctorDict:
    """Everything that is found; nothing is changed or created."""
    problems: list[str] = []
    places = find_places(chosen, problems)
    for place in places:
        problems += _problems_of(place)
    return {
        "version": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}",
        "system": f"{platform.system()} {platform.release()} ({platform.machine()})",
        "program": str(Path(__file__).parents[2]),
        "sqlite": sqlite3.sqlite_version,
        "places": [{"name": place.name, "path": str(place.path), "bytes": _size(place.path)} for place in places],
        "extras": [_describe(extra) for extra in EXTRAS],
        "plugins": sorted({*plugins(GAMES), *plugins(PLAYERS)}),
        "programs": containment(),
        "problems": problems,
    }


def find_places(chosen: str | None, problems: list[str]) -> list[Place]:
    """Where data lies, or would lie; without a home directory that is a problem."""
    try:
        return [
            Place("your matches", store_location(chosen)),
            Place("a server's matches", Path(server_store_location())),
            Place("solved tables", data_directory() / "fathom" / "tables"),
        ]
    except FathomError as error:
        problems.append(str(error))
        return []


def _problems_of(place: Place) -> list[str]:
    """What is wrong with the data in a place, if there is any."""
    if not place.path.is_file():
        return [] if _can_be_made(place.path) else [f"{place.path} cannot be created: nobody may write there."]
    try:
        with closing(sqlite3.connect(f"{place.path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            damage: str = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        return [f"{place.path} cannot be read: {error}."]
    return [] if damage == "ok" else [f"{place.path} is damaged: {damage}."]


def _can_be_made(path: Path) -> bool:
    """May this user create it, with the folders above it?"""
    import os

    above = next((folder for folder in path.parents if folder.exists()), None)
    return above is not None and above.is_dir() and os.access(above, os.W_OK)


def _size(path: Path) -> int | None:
    if path.is_dir():
        return sum(file.stat().st_size for file in path.iterdir() if file.is_file())
    return path.stat().st_size if path.is_file() else None


def _describe(extra: Extra) -> ExtraDict:
    return {"name": extra.name, "gives": extra.gives, "missing": missing_packages(extra)}


def containment() -> str:
    """How programs that play are contained here."""
    from fathom.players.programs.process import why_none_run
    from fathom.players.programs.program import missing_layers

    if reason := why_none_run():
        return reason
    missing = missing_layers()
    return f"contained, except: {missing}." if missing else "fully contained."


def report(found: DoctorDict) -> list[str]:
    """The findings as lines."""
    width = max(len(extra["name"]) for extra in found["extras"])
    lines = [
        f"Fathom {found['version']} in {found['program']}",
        f"Python: {found['python']}",
        f"System: {found['system']}; SQLite {found['sqlite']}",
        f"Programs that play: {found['programs']}",
        f"Plugins: {', '.join(found['plugins']) or 'none'}",
        "",
        f"Data (--store or {VARIABLE} choose another file for your matches):",
    ]
    for place in found["places"]:
        size = "not there yet" if place["bytes"] is None else counted(place["bytes"], "byte")
        lines.append(f"  {place['name']}: {printable(place['path'])} ({size})")
    lines += ["", "Extras:"]
    for extra in found["extras"]:
        state = f"missing {', '.join(extra['missing'])}" if extra["missing"] else "installed"
        lines.append(f"  {extra['name']:<{width}}  {state}: {extra['gives']}")
    if lacking := [extra["name"] for extra in found["extras"] if extra["missing"]]:
        lines += ["", f"To add one, such as {lacking[0]}: {how_to_add(lacking[0])}"]
    return [*lines, "", *([f"Problem: {printable(problem)}" for problem in found["problems"]] or ["All is well."])]
