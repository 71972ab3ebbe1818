"""The inputs of commands: a game, a code or a puzzle file; a file to read; the store."""

from __future__ import annotations

import argparse
import os
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import suppress
from io import BufferedReader, IncrementalNewlineDecoder
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from fathom import games
from fathom.core.match import AnyMatch, Match
from fathom.core.options import assignments
from fathom.core.words import counted, quoted
from fathom.errors import BadOption, FathomError, UnknownMatch, UnreadableRecord
from fathom.storage.location import store_location, user_path

if TYPE_CHECKING:
    from fathom.core.game import AnyGame
    from fathom.core.options import Options
    from fathom.core.record import Record
    from fathom.storage.log import Kept
    from fathom.storage.sqlite import SqliteStore

_LARGEST_FILE = 10_000_000
_BYTES_READ = 1 << 16
#: A file name that stands for what is piped in.
STANDARD_INPUT = "-"


def opening(what: str, settings: list[str], preset: str | None) -> AnyMatch:
    """The match that GAME, CODE or a puzzle FILE names, with the options of `--preset` and `--set`."""
    given = "--set" if settings else "--preset" if preset else None
    if is_puzzle_file(what):
        if given:
            raise BadOption(f"A puzzle file sets everything about its puzzle, so it cannot be combined with {given}.")
        return read_puzzle_file(what)
    match = games.read_code(what)
    if not given:
        return match
    if what != match.game.name:
        raise BadOption(f"Give options in the code or with {given}, not both.")
    return Match(match.game, read_options(match.game, settings, preset))


def read_options(game: AnyGame, settings: list[str], preset: str | None) -> Options:
    """The options of `--preset`, with the changes of `--set`."""
    texts = assignments(settings)
    if preset:
        from fathom.show.preset import find_preset

        texts = find_preset(games.room(game.name).presets, preset).options.changed() | texts
    return game.options_type.read(texts)


def is_puzzle_file(name: str) -> bool:
    """Is it the name of a file rather than a code? `p.yaml#2` names one puzzle of several."""
    return name.partition("#")[0].lower().endswith((".yaml", ".yml"))


def is_file(name: str) -> bool:
    """Is there a file of that name? A long code is too long for one."""
    try:
        return user_path(name).is_file()
    except (OSError, ValueError):
        return False


def read_puzzle_file(name: str) -> AnyMatch:
    """The puzzle in a file, read by the first room that has puzzles."""
    file, _, which = name.partition("#")
    for room in map(games.room, games.names()):
        if room.puzzles:
            return Match(room.game, room.puzzles.read_file(read_file(file), which or None))
    raise BadOption("No game here has puzzles to read from a file.")


def open_store(arguments: argparse.Namespace) -> SqliteStore:
    from fathom.storage.sqlite import SqliteStore

    return SqliteStore(store_location(arguments.store), fathom_command())


def read_file(name: str) -> str:
    """The text of a file, or of standard input for `-`; raises a `FathomError` that says why it cannot be read."""
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(_LARGEST_FILE + 1)
        else:
            with user_path(name).open("rb") as file:
                content = file.read(_LARGEST_FILE + 1)
        if len(content) > _LARGEST_FILE:
            raise FathomError(f"{quoted(name)} is too large: at most {_LARGEST_FILE:,} bytes are read.")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FathomError(f"{quoted(name)} is not a text file in UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FathomError(f"{quoted(name)} cannot be read: {reason}.") from error


def read_blocks(stream: TextIO) -> Iterator[list[str]]:
    """The lines of a stream as they come: those that are there already, without waiting for more."""
    decoder = IncrementalNewlineDecoder(getincrementaldecoder(stream.encoding)(stream.errors or "strict"), True)
    source, begun = cast(BufferedReader, stream.buffer), list[str]()
    while data := source.read1(_BYTES_READ):
        first, *others = decoder.decode(data).split("\n")
        begun.append(first)
        if others:
            yield ["".join(begun), *others[:-1]]
            begun = others[-1:]
    yield ["".join([*begun, decoder.decode(b"", final=True)])]


def read_records_of(arguments: argparse.Namespace) -> list[Record] | Kept:
    """The records in the file that `what` names, in the standard input for `-`, or the saved match with that id."""
    what: str = arguments.what
    if what == STANDARD_INPUT or is_file(what) or (os.path.lexists(what) and not Path(what).is_dir()):
        try:
            return games.read_records(read_file(what))
        except UnreadableRecord as error:
            raise FathomError(f"{'Standard input' if what == STANDARD_INPUT else quoted(what)}, {error}") from error
    try:
        return open_store(arguments).load(what)
    except UnknownMatch as error:
        reason = str(error)
        raise UnknownMatch(f"There is no file {quoted(what)}, and {reason[0].lower()}{reason[1:]}") from error


def fathom_command() -> str:
    """How to type the name of this program: `fathom`, or where it is if that is not on the PATH."""
    from shlex import quote
    from shutil import which

    if which("fathom"):
        return "fathom"
    program = Path(sys.argv[0])
    if program.name != "fathom":  # started as a module
        python = Path(sys.executable)
        return f"{python.name if which(python.name) == str(python) else quote(str(python))} -m fathom"
    with suppress(ValueError):
        program = program.absolute().relative_to(Path.cwd())
    return quote(str(program))


def how_many_plies(match: AnyMatch) -> str:
    return counted(len(match.plies), "move")
