"""Solved tables kept in files, so that later runs load them instead of solving.

    shelf = Shelf(directory)
    shelf.keep(game, options, form, table.pack())       writes `range-war,highest=24,reach=8.table`
    shelf.load(game, options, form, meter)              -> the oracle, or None

A file is one line that says what it is, a header in JSON on one line, and the bytes of the table:

    fathom table
    {"game": "range-war", "options": "highest=24,second_move=lower,reach=8", "version": 1,
     "bytes": 402653184, "sha256": "..."}

The checksum covers the header as well as the bytes. A file that is damaged, of another game or of another version of
the table is refused, never believed: the game is solved again, and `keep` replaces the file. A file gets its name when
it is complete, so interrupted work leaves nothing behind.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.directories import data_directory
from fathom.core.files import sync
from fathom.core.game import AnyGame
from fathom.core.options import Options
from fathom.core.value import AnyOracle
from fathom.core.words import quoted
from fathom.errors import FathomError, StoreError
from fathom.show.room import AnyTableForm

_MAGIC = b"fathom table\n"
_LONGEST_HEADER = 4096
_AT_ONCE = 1 << 22
_SUFFIX, _UNFINISHED = ".table", ".part"


class Identity(NamedTuple):
    """What a table is of: the game, its options on one line, and the version of the table's layout."""

    game: str
    options: str
    version: int


class KeptTable(NamedTuple):
    """A file on the shelf: its path, its size, and what it says it is of; None if that cannot be read."""

    path: Path
    size: int
    identity: Identity | None


class RefusedTable(Exception):
    """A file that is not the table it should be; the message says why."""


class Shelf:
    """The kept tables of a directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def path(self, game: AnyGame, options: Options) -> Path:
        name = ",".join([game.name, *(f"{name}={text}" for name, text in options.changed().items())])
        return self.directory / f"{name}{_SUFFIX}"

    def keep(self, game: AnyGame, options: Options, form: AnyTableForm, packed: bytes) -> Path:
        """Write a table, in place of an older one."""
        path = self.path(game, options)
        unfinished = path.with_name(f".{path.name}.{os.getpid()}{_UNFINISHED}")
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            with unfinished.open("xb") as file:
                _write(file, _identity(game, options, form), memoryview(packed))
            unfinished.replace(path)
        except OSError as error:
            raise FathomError(f"{quoted(str(path))} cannot be written: {error.strerror or error}.") from error
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
        return path

    def load(self, game: AnyGame, options: Options, form: AnyTableForm, meter: Meter = UNLIMITED) -> AnyOracle | None:
        """The kept table, or None if there is none that can be believed."""
        try:
            return self.read(game, options, form, meter)
        except (RefusedTable, OSError):
            return None

    def read(self, game: AnyGame, options: Options, form: AnyTableForm, meter: Meter = UNLIMITED) -> AnyOracle:
        """The kept table; raises `RefusedTable` if it is damaged or foreign, and `OSError` if there is none."""
        with self.path(game, options).open("rb") as file:
            packed = _read(file, _identity(game, options, form), meter)
        try:
            return form.restore(packed, meter)
        except ValueError as error:
            raise RefusedTable(str(error)) from error

    def tables(self) -> Iterator[KeptTable]:
        """Every file of the shelf, in the order of their names."""
        for path in sorted(self.directory.glob(f"*{_SUFFIX}")):
            if path.is_file():
                yield KeptTable(path, path.stat().st_size, _identity_in(path))

    def forget(self, game: AnyGame, options: Options) -> bool:
        """Delete a table, and what a killed process has left of it; False if there was none."""
        path = self.path(game, options)
        was_there = path.exists()
        path.unlink(missing_ok=True)
        self._drop_unfinished(path.name)
        return was_there

    def forget_all(self) -> int:
        """Delete every table; returns how many there were."""
        paths = [kept.path for kept in self.tables()]
        for path in paths:
            path.unlink(missing_ok=True)
        self._drop_unfinished("*")
        return len(paths)

    def _drop_unfinished(self, name: str) -> None:
        for path in self.directory.glob(f".{name}.*{_UNFINISHED}"):
            path.unlink(missing_ok=True)


def users_shelf() -> Shelf:
    """The shelf in the user's data directory."""
    return Shelf(data_directory() / "fathom" / "tables")


def load_kept(game: AnyGame, options: Options, form: AnyTableForm, meter: Meter = UNLIMITED) -> AnyOracle | None:
    """The user's kept table, or None."""
    try:
        shelf = users_shelf()
    except StoreError:  # no home directory
        return None
    return shelf.load(game, options, form, meter)


def _identity(game: AnyGame, options: Options, form: AnyTableForm) -> Identity:
    return Identity(game.name, options.write_line(), form.version)


def _header(identity: Identity, size: int) -> bytes:
    return json.dumps(identity._asdict() | {"bytes": size}, separators=(", ", ": ")).encode()


def _write(file: BinaryIO, identity: Identity, packed: memoryview) -> None:
    from hashlib import sha256  # it takes longer to load than everything else here, and most runs find no table

    header = _header(identity, packed.nbytes)
    digest = sha256(header)
    for start in range(0, packed.nbytes, _AT_ONCE):
        digest.update(packed[start : start + _AT_ONCE])
    file.write(_MAGIC)
    file.write(header[:-1] + f', "sha256": "{digest.hexdigest()}"}}\n'.encode())
    file.write(packed)
    file.flush()
    sync(file.fileno())


def _read(file: BinaryIO, expected: Identity, meter: Meter) -> bytes:
    """The bytes of the table that is expected; raises `RefusedTable` for anything else."""
    from hashlib import sha256

    identity, size, checksum = _read_header(file)
    if identity != expected:
        raise RefusedTable(f"it is a table of {identity}, not of {expected}")
    digest, parts = sha256(_header(identity, size)), []
    while part := file.read(_AT_ONCE):
        meter.look()
        digest.update(part)
        parts.append(part)
    packed = b"".join(parts)
    if len(packed) != size:
        raise RefusedTable(f"it has {len(packed):,} bytes and should have {size:,}")
    if digest.hexdigest() != checksum:
        raise RefusedTable("its checksum is not that of its bytes")
    return packed


def _identity_in(path: Path) -> Identity | None:
    """What a file says it is of; None if it cannot be read."""
    try:
        with path.open("rb") as file:
            return _read_header(file)[0]
    except (RefusedTable, OSError):
        return None


def _read_header(file: BinaryIO) -> tuple[Identity, int, str]:
    """What the file says it is, the number of its bytes and their checksum."""
    if file.read(len(_MAGIC)) != _MAGIC:
        raise RefusedTable("it is not a table of Fathom")
    line = file.readline(_LONGEST_HEADER)
    try:
        header = json.loads(line)
        identity = Identity(header["game"], header["options"], header["version"])
        size, checksum = header["bytes"], header["sha256"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise RefusedTable("its header cannot be read") from error
    if line != _header(identity, size)[:-1] + f', "sha256": "{checksum}"}}\n'.encode():
        raise RefusedTable("its header is not written as Fathom writes it")
    return identity, size, checksum
