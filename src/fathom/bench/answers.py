"""Finding the structured answer in a text. The rules, in full:

1. Only JSON objects count; prose is never read for an answer.
2. Of the objects that have the key asked for, such as `move`, the last one counts. What comes after it is ignored.
3. What it says is taken as it is. A move that is not legal stays illegal, whatever else the text says.
4. `null` in the place of the answer is a refusal. So is a text without a structured answer that begins by refusing:
   "I cannot ...".
5. Only the last 20,000 characters are read, and no further than the 1,000th brace that begins no object.

    find_answer("I play 7.\n{\"move\": \"7\"}", "move")        -> {"move": "7"}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from fathom.bench.item import Item
from fathom.bench.prompts import wording_of
from fathom.bench.tasks import Task
from fathom.core.match import AnyMatch
from fathom.errors import UnreadableMove

#: An object as JSON gives it, before anything is known of what is in it.
JsonObject = Mapping[str, object]

_LONGEST_READ: Final = 20_000
_MOST_BROKEN: Final = 1000
_REFUSAL: Final = re.compile(
    r"\s*(?:i['’]?m sorry|i am sorry|sorry|i can(?:no|['’]?)t|i can not|i won['’]?t|i will not|i refuse|i decline"
    r"|i['’]?m (?:unable|not able)|i am (?:unable|not able)|as an ai)\b",
    re.IGNORECASE,
)

#: The key by which an answer to a task is known.
KEYS: Final[dict[Task, str]] = {
    "legal": "moves",
    "track": "to_move",
    "value": "probability",
    "best": "move",
    "only": "move",
    "reason": "move",
    "profile": "move",
    "match": "move",
    "picture": "move",
    "puzzle": "route",
}


def find_answer(text: str, key: str) -> JsonObject | None:
    """The last object in a text that has the key, or None."""
    found = None
    for each in find_objects(text[-_LONGEST_READ:]):
        if key in each:
            found = each
    return found


def find_objects(text: str) -> Iterator[JsonObject]:
    """Every JSON object in a text, the outermost ones only."""
    decoder = json.JSONDecoder(parse_constant=_refuse_constant)
    at, broken = text.find("{"), 0
    while at >= 0 and broken < _MOST_BROKEN:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end, broken = at + 1, broken + 1
        else:
            yield value
        at = text.find("{", end)


def _refuse_constant(text: str) -> None:
    """NaN and Infinity are not JSON."""
    raise ValueError(text)


def is_refusal(text: str) -> bool:
    """Does a text without a structured answer begin by refusing?"""
    return _REFUSAL.match(text) is not None


def read_word(value: object) -> str | None:
    """A text or a whole number as a text; None for anything else."""
    if isinstance(value, str):
        return value.strip()
    return str(value) if type(value) is int else None


def read_words(value: object) -> list[str] | None:
    """A list of such texts; None for anything else."""
    if not isinstance(value, list):
        return None
    words = [read_word(each) for each in value]
    return None if None in words else [word for word in words if word is not None]


def read_move(item: Item, match: AnyMatch, text: str) -> str | None:
    """The canonical text of the move that an answer writes in the item's names; None if it spells no move.

    It may not be legal.
    """
    game, rename = match.game, wording_of(match).rename
    try:
        written = game.format_move(game.parse_move(text))
        return game.format_move(game.parse_move(rename(written, item.reading)))
    except UnreadableMove:
        return None
