"""Codes of puzzles: `pyramid-puzzle:kC4.xB2`, or only the layout."""

from __future__ import annotations

from typing import cast

from fathom.core.code import read_code, write_code
from fathom.core.game import AnyGame
from fathom.core.match import AnyMatch
from fathom.core.words import quoted
from fathom.errors import BadOption, UnreadableCode
from fathom.games.pyramid_puzzle.board import Tile, pyramid, read_tile
from fathom.games.pyramid_puzzle.rules import GAME, Options, new_match, puzzle_options


def read_puzzle_code(text: str) -> AnyMatch:
    """The puzzle that a code or a bare layout names."""

    def only_this(name: str) -> AnyGame:
        if name != GAME.name:
            raise UnreadableCode(
                f"{quoted(text)} is not a puzzle: write {GAME.name}:LAYOUT or a layout such as kC4.xB2."
            )
        return cast("AnyGame", GAME)

    return read_code(text if text.startswith(GAME.name) else f"{GAME.name}:{text}", only_this)


def write_puzzle_code(options: Options) -> str:
    """The code of a puzzle before its first move."""
    return write_code(new_match(options))


def whole_puzzle(match: AnyMatch) -> Options:
    """The options of a puzzle that has not been started; refuses one with moves."""
    if match.plies:
        raise BadOption("This takes a whole puzzle from its start: give its code without moves.")
    return puzzle_options(match)


def read_start(options: Options, text: str | None) -> Tile | None:
    """The base tile that is named, if one is."""
    if text is None:
        return None
    tile = read_tile(text)
    if tile is None or tile not in pyramid(options.levels).base or tile in options.layout.blocked:
        raise BadOption(f"{quoted(text)} is not a free tile of the base, where a walk starts (rule 3).")
    return tile
