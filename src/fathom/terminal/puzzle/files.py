"""Puzzles that a command line names, by code or by file."""

from __future__ import annotations

from fathom.core.match import AnyMatch
from fathom.games.pyramid_puzzle.solve.codes import read_puzzle_code
from fathom.terminal.inputs import is_file, is_puzzle_file, read_puzzle_file


def read_puzzle(what: str) -> AnyMatch:
    """The puzzle that a code, a bare layout or a file names."""
    if is_puzzle_file(what) or is_file(what):
        return read_puzzle_file(what)
    return read_puzzle_code(what)
