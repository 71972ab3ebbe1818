"""Splits: which games are asked about, and which shapes of positions.

    dev         the games of the rule books, with the truth in every item
    test        deeper games: the presets of every room
    held-out    games whose options, and renamings, are drawn from a secret salt; only its hash is published

A shape belongs to one split, by its digest. So no tree of choices that a model has seen solved in `dev` comes back in
`test` under another name. Games with few shapes, such as Range War by the book, are exempt, and the data card says so.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import product
from random import Random
from typing import Final

from fathom import games
from fathom.bench.tasks import SPLITS, Split
from fathom.core.game import AnyGame
from fathom.core.options import Options
from fathom.errors import BadOption
from fathom.show.wording import AnyWording

_SHORTEST_SALT: Final = 16
#: How many sets of options are drawn for a game that is held out.
_DRAWN: Final = 3


def check_salt(split: Split, salt: str | None) -> None:
    """Raise `BadOption` unless there is a salt exactly where one is needed."""
    if split == "held-out" and (salt is None or len(salt) < _SHORTEST_SALT):
        raise BadOption(
            f"The split held-out needs a secret --salt of at least {_SHORTEST_SALT} characters, such as the output of: "
            "openssl rand -hex 16"
        )
    if split != "held-out" and salt is not None:
        raise BadOption(f"The split {split} has no secret: --salt goes with --split held-out.")


def salt_hash(salt: str) -> str:
    """What is published of a salt."""
    return sha256(f"fathom-bench {salt}".encode()).hexdigest()


def split_of(shape: str) -> Split:
    """The split to which a shape belongs."""
    return SPLITS[int(shape, 16) % len(SPLITS)]


def options_of(game: AnyGame, split: Split, salt: str | None) -> list[Options]:
    """The options of the games that are asked about."""
    room = games.room(game.name)
    if split == "dev":
        return [game.options_type()]
    deeper = [preset.options for preset in room.presets[1:]]
    if split == "test":
        return deeper
    wording = room.wording
    unseen = [options for options in _unseen(game, wording) if options not in deeper] if wording else []
    return Random(f"options {game.name} {salt}").sample(unseen, min(_DRAWN, len(unseen)))


def _unseen(game: AnyGame, wording: AnyWording) -> list[Options]:
    """Every combination of the values to draw from that the rules allow, apart from the book's."""
    found: list[Options] = []
    for values in product(*wording.unseen.values()):
        try:
            options = game.options_type.read(dict(zip(wording.unseen, values, strict=True)))
        except BadOption:
            continue
        if options != game.options_type():
            found.append(options)
    return found
