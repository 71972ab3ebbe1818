"""The file of answers: what was said, word for word, and nothing about how good it is.

    {"schema": "fathom-bench-answer-1", "id": "best-3f0c...", "text": "... {\"move\": \"7\"}", ...}

A file that you write yourself needs `id` and `text` only (for `match` and `profile`: `id` and `turns`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, NamedTuple, TypedDict

from fathom.core.words import quoted
from fathom.errors import FathomError

SCHEMA: Final = "fathom-bench-answer-1"


class TurnDict(TypedDict):
    """One question of many, as JSON."""

    code: str
    text: str | None


class AnswerDict(TypedDict):
    """An answer as JSON: a line of the file."""

    schema: str
    id: str
    player: str
    text: str | None
    turns: list[TurnDict]
    end: str | None
    attempts: int
    seconds: float
    error: str | None


class Turn(NamedTuple):
    """One question of many: the code of the position, and what was said; None if nothing was in time."""

    code: str
    text: str | None


class Answer(NamedTuple):
    """What was said to one item.

    `text` is None if nothing was said in time; `error` says why, if the player broke. Tasks of many questions have
    `turns` instead, and a match its `end`, the code of the last position.
    """

    id: str
    text: str | None
    turns: tuple[Turn, ...] = ()
    end: str | None = None
    player: str = ""
    attempts: int = 1
    seconds: float = 0.0
    error: str | None = None

    def as_dict(self) -> AnswerDict:
        return {
            "schema": SCHEMA,
            "id": self.id,
            "player": self.player,
            "text": self.text,
            "turns": [{"code": turn.code, "text": turn.text} for turn in self.turns],
            "end": self.end,
            "attempts": self.attempts,
            "seconds": self.seconds,
            "error": self.error,
        }


def write_answer(answer: Answer) -> str:
    """A line of the file."""
    return json.dumps(answer.as_dict(), ensure_ascii=False) + "\n"


def write_answers(answers: Iterable[Answer]) -> str:
    return "".join(map(write_answer, answers))


def read_answers(content: str, name: str) -> list[Answer]:
    """The answers of a file called `name`, the last one to each item; raises a `FathomError` that names the line."""
    found: dict[str, Answer] = {}
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            answer = _read(line, f"Line {number} of {name}")
            found[answer.id] = answer
    return list(found.values())


def _read(line: str, where: str) -> Answer:
    try:
        given: object = json.loads(line)
    except (ValueError, RecursionError):
        raise FathomError(f"{where} is not JSON.") from None
    if not isinstance(given, dict) or not isinstance(given.get("id"), str):
        raise FathomError(f'{where} is not an answer: it needs an "id", as the items have it, and a "text".')
    text, turns, end = given.get("text"), given.get("turns", []), given.get("end")
    error, attempts, seconds = given.get("error"), given.get("attempts", 1), given.get("seconds", 0.0)
    player = given.get("player", "")
    if not _is_text(text) or not _is_text(end) or not _is_text(error) or not isinstance(player, str):
        raise FathomError(f"{where} is not an answer: text, end, error and player are texts, not {quoted(text)}.")
    if type(attempts) is not int or isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise FathomError(f"{where} is not an answer: attempts and seconds are numbers.")
    if not isinstance(turns, list) or ("text" not in given and not turns):
        raise FathomError(f'{where} is not an answer: it has no "text".')
    return Answer(
        given["id"], text, tuple(_read_turn(turn, where) for turn in turns), end, player, attempts, seconds, error
    )


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _read_turn(turn: object, where: str) -> Turn:
    if isinstance(turn, dict) and isinstance(code := turn.get("code"), str) and _is_text(text := turn.get("text")):
        return Turn(code, text)
    raise FathomError(f"{where} has a turn without a code and a text.")
