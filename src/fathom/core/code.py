"""Codes: one line that names a game, its options and its moves.

    GAME[,OPTION=VALUE]...[:MOVE.MOVE...]            range-war,highest=12:6.4.9
    GAME[,OPTION=VALUE]...:LAYOUT[/MOVE.MOVE...]     pyramid-puzzle:kC4.xB2/E1.D1

A code needs no quoting in a shell or in a URL. Options at their defaults are left out, so equal matches
have equal codes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypedDict

from fathom.core.game import AnyGame, M, P
from fathom.core.match import AnyMatch, Match
from fathom.core.options import Options, assignments
from fathom.core.words import quoted
from fathom.errors import InputError, RefusedMove, UnreadableCode

_SHAPE = re.compile(
    r"(?P<game>[A-Za-z0-9-]+)(?P<options>(?:,[a-z_]+=[A-Za-z0-9._-]+)*)(?::(?P<rest>[A-Za-z0-9.:/-]*))?"
)
_LONGEST = 20_000


class StemDict(TypedDict):
    """A stem as JSON."""

    start: str
    joiner: str


class Stem(NamedTuple):
    """A code without its moves, and the separator before the first move: `Stem("range-war", ":")`."""

    start: str
    joiner: str

    def after(self, moves: Sequence[str]) -> str:
        """The code of the position after these moves."""
        return f"{self.start}{self.joiner}{'.'.join(moves)}" if moves else self.start

    def as_dict(self) -> StemDict:
        return {"start": self.start, "joiner": self.joiner}


def stem_of(match: Match[P, M]) -> Stem:
    """What the codes of all positions of a match have in common: game, options and layout."""
    return _stem(match.game, match.options)


@lru_cache(maxsize=1 << 8)
def _stem(game: AnyGame, options: Options) -> Stem:
    changed = {name: text for name, text in options.changed().items() if name != game.layout_option}
    head = "".join([game.name, *(f",{name}={text}" for name, text in changed.items())])
    if game.layout_option is None:
        return Stem(head, ":")
    return Stem(f"{head}:{options.write()[game.layout_option]}", "/")


def write_code(match: Match[P, M]) -> str:
    """The code of a match as it stands (without names, resignation or forfeit)."""
    return stem_of(match).after(match.moves)


def read_code(text: str, find_game: Callable[[str], AnyGame]) -> AnyMatch:
    """The match that a code names, with all its moves played."""
    if len(text) > _LONGEST:
        raise UnreadableCode(f"A code of {len(text)} characters is too long: at most {_LONGEST}.")
    shape = _SHAPE.fullmatch(text)
    if not shape:
        raise UnreadableCode(f"{quoted(text)} is not a code: write GAME, GAME,OPTION=VALUE or GAME:MOVE.MOVE.")
    game = find_game(shape["game"])
    texts = assignments(shape["options"].split(",")[1:])
    moves = shape["rest"] or ""
    if game.layout_option and moves:
        layout, _, moves = moves.partition("/")
        if game.layout_option in texts:
            raise UnreadableCode(f"{quoted(text)} gives the {game.layout_option} twice.")
        texts[game.layout_option] = layout
    match = Match(game, game.options_type.read(texts))
    for number, move in enumerate(moves.split(".") if moves else (), 1):
        try:
            match.play(move)
        except (RefusedMove, InputError) as error:
            unreadable = UnreadableCode(f"Move {number} of the code, {quoted(move)}: {error}")
            unreadable.rule = error.rule
            raise unreadable from error
    return match
