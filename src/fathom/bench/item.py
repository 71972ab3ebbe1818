"""An item: one question about a position, as it is put to a model.

    Item(id="best-3f0c...", task="best", game="range-war", code="range-war:6.4", prompt=Prompt(...), ...)

The file of items has one JSON object per line. It holds what is needed to ask (the prompt), to score (the code) and to
average (the stratum and the shape). Only items of the split `dev` hold the truth as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypedDict, cast, get_args

from fathom.bench.tasks import SPLITS, TASKS, Split, Style, Task
from fathom.core.outcome import Seat
from fathom.core.words import quoted
from fathom.errors import FathomError
from fathom.show.wording import Naming, same_name
from fathom.solver.lines import ValuedMoveDict

SCHEMA: Final = "fathom-bench-item-1"


class Prompt(NamedTuple):
    """The parts of a question, in the order in which they are read; empty parts are left out."""

    rules: str
    names: str
    position: str
    legal: str
    question: str
    answer: str

    @property
    def text(self) -> str:
        return "\n\n".join(filter(None, self))


class TruthDict(TypedDict):
    """What is true of a position, as JSON: who wins it in how many plies, or its least MP, and every move's value."""

    winner: Seat | None
    plies: int | None
    mp: int | None
    moves: list[ValuedMoveDict]


class PromptDict(TypedDict):
    """A prompt as JSON."""

    rules: str
    names: str
    position: str
    legal: str
    question: str
    answer: str


class ItemDict(TypedDict):
    """An item as JSON: a line of the file."""

    schema: str
    id: str
    task: Task
    split: Split
    game: str
    code: str
    seat: Seat
    depth: int | None
    shape: str
    group: str
    pair: str | None
    style: Style
    paraphrase: int
    names: dict[str, str] | None
    opponent: str | None
    tools: bool
    picture: str | None
    prompt: PromptDict
    truth: TruthDict | None


class Item(NamedTuple):
    """One question.

    `depth` is the plies to the end with perfect play (of a puzzle, the least MP); None for a draw. Items with the same
    `shape` have the same tree of choices up to the names of moves, whoever is to move. Items of one `group` ask the
    same thing of the same position in other words; the two items of a `pair` differ by one move, and the right answer
    to one of them is wrong for the other. `names` is the bijection of the numbers, if they are renamed.
    """

    id: str
    task: Task
    split: Split
    game: str
    code: str
    seat: Seat
    depth: int | None
    shape: str
    group: str
    prompt: Prompt
    style: Style = "numbered"
    paraphrase: int = 0
    names: Mapping[str, str] | None = None
    pair: str | None = None
    opponent: str | None = None
    tools: bool = False
    picture: str | None = None
    truth: TruthDict | None = None

    @property
    def naming(self) -> Naming:
        """From numbers to the names under which they are written here."""
        return _naming(self.names)

    @property
    def reading(self) -> Naming:
        """From names back to numbers."""
        return _naming({name: number for number, name in self.names.items()} if self.names else None)

    @property
    def stratum(self) -> str:
        """Where it is averaged: `depth 3`, `draw`."""
        return "draw" if self.depth is None else f"depth {self.depth}"

    def as_dict(self) -> ItemDict:
        return {
            "schema": SCHEMA,
            "id": self.id,
            "task": self.task,
            "split": self.split,
            "game": self.game,
            "code": self.code,
            "seat": self.seat,
            "depth": self.depth,
            "shape": self.shape,
            "group": self.group,
            "pair": self.pair,
            "style": self.style,
            "paraphrase": self.paraphrase,
            "names": dict(self.names) if self.names else None,
            "opponent": self.opponent,
            "tools": self.tools,
            "picture": self.picture,
            "prompt": cast("PromptDict", self.prompt._asdict()),
            "truth": self.truth,
        }


def _naming(table: Mapping[str, str] | None) -> Naming:
    return (lambda text: table.get(text, text)) if table else same_name


def write_items(items: Iterable[Item]) -> str:
    """The file of items."""
    return "".join(json.dumps(item.as_dict(), ensure_ascii=False) + "\n" for item in items)


def read_items(content: str, name: str) -> list[Item]:
    """The items of a file called `name`; raises a `FathomError` that names the line that cannot be read."""
    items = [_read_item(line, f"Line {number} of {name}") for number, line in _lines(content)]
    if not items:
        raise FathomError(f"{name} has no items.")
    if len({item.id for item in items}) < len(items):
        raise FathomError(f"{name} has two items with the same id.")
    return items


def _lines(content: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(content.split("\n"), 1) if line.strip())


def _read_item(line: str, where: str) -> Item:
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError):
        raise FathomError(f"{where} is not JSON.") from None
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise FathomError(f"{where} is not an item of Fathom Bench: its schema is not {SCHEMA}.")
    wrong = next((name for name, fits in _FIELDS.items() if not fits(found.get(name))), None)
    if wrong:
        raise FathomError(f"{where} is not an item of Fathom Bench: its {wrong} is {quoted(found.get(wrong))}.")
    given = cast("ItemDict", found)
    return Item(
        id=given["id"],
        task=given["task"],
        split=given["split"],
        game=given["game"],
        code=given["code"],
        seat=given["seat"],
        depth=given["depth"],
        shape=given["shape"],
        group=given["group"],
        prompt=Prompt(**given["prompt"]),
        style=given["style"],
        paraphrase=given["paraphrase"],
        names=given["names"],
        pair=given["pair"],
        opponent=given["opponent"],
        tools=given["tools"],
        picture=given["picture"],
        truth=given["truth"],
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_prompt(value: object) -> bool:
    return isinstance(value, dict) and value.keys() == set(Prompt._fields) and all(map(_is_text, value.values()))


def _is_renaming(value: object) -> bool:
    return value is None or (
        isinstance(value, dict) and all(map(_is_text, value.values())) and sorted(value) == sorted(value.values())
    )


_FIELDS: Final[Mapping[str, Callable[[object], bool]]] = {
    **dict.fromkeys(("id", "game", "code", "shape", "group"), _is_text),
    "task": lambda value: value in TASKS,
    "split": lambda value: value in SPLITS,
    "seat": lambda value: value in (1, 2) and type(value) is int,
    "depth": lambda value: value is None or type(value) is int,
    "style": lambda value: value in get_args(Style),
    "paraphrase": lambda value: type(value) is int,
    "names": _is_renaming,
    **dict.fromkeys(("pair", "opponent", "picture"), _is_text_or_none),
    "tools": lambda value: isinstance(value, bool),
    "prompt": _is_prompt,
    "truth": lambda value: value is None or isinstance(value, dict),
}
