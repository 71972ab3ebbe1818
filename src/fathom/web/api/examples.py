"""Examples of everything that the API answers and sends, written by `make docs` from what a real server did."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Literal, cast

import msgspec
from msgspec import Struct

from fathom.web.api.operations import Json

_PLACE = Path(__file__).with_name("examples.json")
_LONGEST_LINE = 100


class OperationExample(Struct):
    """A request, and the answers by their status; with another body, where the status is not the usual one."""

    path: str
    token: str
    body: object
    responses: dict[str, object]

    def write_request(self, method: str) -> str:
        """The request as text: its first line, what matters of its headers, and its body."""
        lines = [f"{method} {self.path}"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if self.body is None:
            return "\n".join(lines)
        is_text = isinstance(self.body, str)
        lines.append(f"Content-Type: {'text/plain' if is_text else 'application/json'}")
        return "\n".join([*lines, "", write_json(self.body)])


class SpokenFrame(Struct, rename={"speaker": "from"}):
    """A frame, and who sends it."""

    speaker: Literal["client", "server"]
    frame: dict[str, object]


class Conversation(Struct):
    """What goes over one socket, in order."""

    title: str
    frames: list[SpokenFrame]


class Examples(Struct):
    """All examples; those of operations by their ids."""

    operations: dict[str, OperationExample]
    conversations: list[Conversation]


@cache
def examples() -> Examples:
    return msgspec.json.decode(_PLACE.read_bytes(), type=Examples)


def write_json(value: object) -> str:
    """JSON for people: what fits on a line is on one. Text stays as it is."""
    return value if isinstance(value, str) else _write(value, 0)


def _write(value: object, depth: int) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | dict) or len(line) + 2 * depth <= _LONGEST_LINE:
        return line
    start, end = ("[", "]") if isinstance(value, list) else ("{", "}")
    if isinstance(value, list):
        parts = [_write(item, depth + 1) for item in value]
    else:
        parts = [f"{json.dumps(name)}: {_write(item, depth + 1)}" for name, item in value.items()]
    inside, outside = "  " * (depth + 1), "  " * depth
    return f"{start}\n" + ",\n".join(f"{inside}{part}" for part in parts) + f"\n{outside}{end}"


def as_json(value: object) -> Json:
    """A value that was read from JSON."""
    return cast("Json", value)
