"""Puzzles that a command line names, by code or by file. Nothing of the game is imported before one is read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fathom.terminal.read_file import read_file

if TYPE_CHECKING:
    from fathom.core.match import AnyMatch


def is_puzzle_file(name: str) -> bool:
    """Is it the name of a file rather than a code?"""
    return name.lower().endswith((".yaml", ".yml"))


def read_puzzle_file(name: str) -> AnyMatch:
    """The puzzle of a file, before its first move."""
    from fathom.games.pyramid_puzzle.rules import new_match
    from fathom.games.pyramid_puzzle.scenario import read_scenario

    return new_match(read_scenario(read_file(name)))


def read_puzzle(what: str) -> AnyMatch:
    """The puzzle that a code, a bare layout or a file names."""
    from fathom.games.pyramid_puzzle.solve.codes import read_puzzle_code

    if is_puzzle_file(what) or Path(what).is_file():
        return read_puzzle_file(what)
    return read_puzzle_code(what)
