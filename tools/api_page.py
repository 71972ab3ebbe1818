"""docs/api.md: the reference of the API, in Markdown, made from the same document as the page at `/api`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from unittest.mock import patch

import msgspec

from fathom.web.api.examples import Conversation, Examples, write_json
from fathom.web.api.protocol import Passage, passages
from fathom.web.application import OPERATIONS
from fathom.web.pages.api_reference import ShownFrame, make_reference
from fathom.web.pages.schema_words import FieldWords

_WIDTH = 132
_HEAD = """\
<!-- Made by `make docs` from the server itself: the prose is in src/fathom/web/api/protocol.md. -->

# The API

Everything that the pages of a server do, a program can do too. A running server shows this page at `/api`, with the
fields of every request and answer and an example of each, and describes itself to machines at `/api/v1/openapi.json`.
The examples are what a real server has answered; long texts and lists are cut short.
"""


def write_page(examples: str) -> str:
    """The page, with these examples."""
    from fathom.web.api import openapi
    from fathom.web.api.routes import LIVE

    read = msgspec.json.decode(examples, type=Examples)
    with patch.object(openapi, "examples", lambda: read):
        reference = make_reference(openapi.document(OPERATIONS, [LIVE]))
    (socket,) = reference.sockets
    lines = [_HEAD, "## How requests work", "", *_prose(passages("Requests")), "## Operations", ""]
    rows = [
        (f"`{operation.method} {operation.path}`", operation.summary)
        for group in reference.groups
        for operation in group.operations
    ]
    lines += [*_table(("operation", "what it does"), rows), "", "## Sockets", "", *_prose(passages("Sockets"))]
    lines += ["### Frames that a client sends", "", *_frames(socket.takes)]
    lines += ["### Frames that the server sends", "", *_frames(socket.sends)]
    codes = [(f"`{code}`", closed.meaning, closed.advice) for code, closed in socket.close_codes.items()]
    lines += ["### Close codes", "", *_table(("code", "meaning", "what to do"), codes), ""]
    lines += ["### Whole conversations", "", *_conversations(socket.conversations)]
    errors = [(f"`{error.code}`", str(error.status), error.meaning) for error in reference.errors]
    lines += ["## Codes of refusals", "", *_table(("code", "status", "meaning"), errors)]
    return "\n".join(lines) + "\n"


def _prose(shown: Sequence[Passage]) -> Iterator[str]:
    for passage in shown:
        yield f"### {passage.title}\n"
        for paragraph in passage.paragraphs:
            yield f"{fill(paragraph, _WIDTH, break_long_words=False, break_on_hyphens=False)}\n"


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _frames(shown: Sequence[ShownFrame]) -> Iterator[str]:
    for frame in shown:
        yield f"**`{frame.type}`** {frame.meaning}\n"
        if frame.fields:
            yield from _table(("field", "type", "meaning"), [_cells(field) for field in frame.fields])
            yield ""
        yield f"```json\n{frame.example}\n```\n"


def _cells(field: FieldWords) -> tuple[str, str, str]:
    allowed = f" ({field.allowed})" if field.allowed else ""
    return f"`{field.name}`{', required' if field.is_required else ''}", f"{field.kind}{allowed}", field.meaning


def _conversations(shown: Sequence[Conversation]) -> Iterator[str]:
    for conversation in shown:
        yield f"{conversation.title} (`->` is the client, `<-` the server):\n\n```"
        for spoken in conversation.frames:
            arrow = "->" if spoken.speaker == "client" else "<-"
            yield f"{arrow} {write_json(spoken.frame)}"
        yield "```\n"
