"""The reference of the API for people, made from the document that programs read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import NamedTuple

from markupsafe import Markup, escape
from msgspec import Struct, convert, field
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from fathom.errors import (
    BadName,
    BadOption,
    BadRequest,
    Blocked,
    FathomError,
    GameOver,
    IllegalMove,
    KeyTaken,
    NoSeat,
    NotFound,
    NothingToUndo,
    NotNow,
    NotYourTurn,
    StaleMatch,
    StoreError,
    TooLarge,
    TooMany,
    TooMuch,
    UnknownGame,
    UnknownPlayer,
    UnreadableCode,
    UnreadableMove,
    UnreadableRecord,
    UnreadableRoute,
    WrongOrigin,
)
from fathom.web.api.examples import Conversation, write_json
from fathom.web.api.operations import Schema, in_thread
from fathom.web.api.protocol import passages
from fathom.web.http.links import root_of
from fathom.web.pages.errors import status_of
from fathom.web.pages.schema_words import FieldWords, SchemaWords, describe_fields, describe_kind
from fathom.web.rendering import page

_MOST_PAGES = 8
_INLINE = re.compile(r"`([^`]+)`")
#: The errors that a client may meet.
_ERRORS: tuple[type[FathomError], ...] = (
    BadRequest,
    NoSeat,
    WrongOrigin,
    Blocked,
    NotFound,
    UnknownGame,
    StaleMatch,
    NotYourTurn,
    GameOver,
    NotNow,
    NothingToUndo,
    KeyTaken,
    TooLarge,
    IllegalMove,
    UnreadableMove,
    UnreadableCode,
    UnreadableRecord,
    UnreadableRoute,
    BadOption,
    BadName,
    UnknownPlayer,
    TooMuch,
    TooMany,
    FathomError,
    StoreError,
)


class _Media(Struct):
    schema: dict[str, object] = field(default_factory=dict)
    example: object = None


class _Answer(Struct):
    description: str
    content: dict[str, _Media] = {}


class _Body(Struct):
    content: dict[str, _Media]


class _Parameter(Struct, rename={"place": "in"}):
    name: str
    place: str
    required: bool
    description: str
    schema: dict[str, object]


class _Sample(Struct):
    source: str


class _Operation(Struct, rename={"samples": "x-codeSamples", "name": "operationId", "body": "requestBody"}):
    name: str
    tags: list[str]
    summary: str
    parameters: list[_Parameter]
    responses: dict[str, _Answer]
    body: _Body | None = None
    samples: list[_Sample] = []
    security: list[dict[str, list[str]]] = []


class _CloseCode(Struct):
    meaning: str
    advice: str


class _Frames(Struct, rename={"any_of": "anyOf"}):
    any_of: list[dict[str, str]]


class _Socket(Struct, rename={"close_codes": "closeCodes"}):
    summary: str
    takes: _Frames
    sends: _Frames
    close_codes: dict[str, _CloseCode]
    examples: list[Conversation]


class _Components(Struct):
    schemas: dict[str, dict[str, object]]


class _Document(Struct, rename={"sockets": "x-sockets"}):
    paths: dict[str, dict[str, _Operation]]
    sockets: dict[str, _Socket]
    components: _Components


class Refused(NamedTuple):
    """An error answer of an operation, with an example if there is one."""

    status: str
    phrase: str
    example: str


class ShownOperation(NamedTuple):
    """An operation, ready for the template."""

    anchor: str
    method: str
    path: str
    summary: str
    needs_seat: bool
    parameters: list[FieldWords]
    body_kind: str
    body: list[FieldWords]
    request: str
    status: str
    answer_kind: str
    answer: str
    refusals: list[Refused]


class Group(NamedTuple):
    """Operations that belong together."""

    title: str
    operations: list[ShownOperation]

    @property
    def anchor(self) -> str:
        return self.title.lower().replace(" ", "-")


class ShownFrame(NamedTuple):
    """A kind of frame, and the first one of its kind in the examples."""

    anchor: str
    type: str
    meaning: str
    fields: list[FieldWords]
    example: str


class ShownError(NamedTuple):
    """A code of refusals."""

    code: str
    status: int
    meaning: str


class ShownSocket(NamedTuple):
    """A socket, ready for the template."""

    path: str
    takes: list[ShownFrame]
    sends: list[ShownFrame]
    close_codes: dict[str, _CloseCode]
    conversations: list[Conversation]


class Reference(NamedTuple):
    """The whole page."""

    groups: list[Group]
    sockets: list[ShownSocket]
    kinds: list[SchemaWords]
    errors: list[ShownError]


def make_route(describe: Callable[[], Schema]) -> Route:
    """The route of the page; `describe` gives the document."""
    #: The page is long, and always the same under the same path.
    pages: dict[str, bytes] = {}

    @in_thread
    def show(request: Request) -> Response:
        root = root_of(request.scope)
        if root not in pages:
            if len(pages) >= _MOST_PAGES:
                pages.clear()
            pages[root] = bytes(_render(request, make_reference(describe())).body)
        return HTMLResponse(pages[root])

    return Route("/api", show)


def _render(request: Request, reference: Reference) -> HTMLResponse:
    names = re.compile(rf"\b({'|'.join(kind.name for kind in reference.kinds)})\b")
    return page(
        request,
        "api.html",
        reference=reference,
        requests=passages("Requests"),
        talking=passages("Sockets"),
        inline=inline,
        linked=lambda text: _link(names, text),
        write_json=write_json,
    )


def make_reference(document: Schema) -> Reference:
    """What the page shows of a document."""
    read = convert(document, _Document)
    groups: dict[str, list[ShownOperation]] = {}
    for path, methods in read.paths.items():
        for method, operation in methods.items():
            groups.setdefault(operation.tags[0], []).append(_show(path, method, operation, read.components.schemas))
    return Reference(
        [Group(title, operations) for title, operations in groups.items()],
        [_show_socket(path, socket, read.components.schemas) for path, socket in read.sockets.items()],
        [describe_kind(name, schema) for name, schema in sorted(read.components.schemas.items())],
        [ShownError(kind.code, _status_of(kind), _first_sentence(kind)) for kind in _ERRORS],
    )


def _show(path: str, method: str, operation: _Operation, schemas: dict[str, dict[str, object]]) -> ShownOperation:
    status, answer = next(iter(operation.responses.items()))
    media = next(iter(answer.content.values()))
    body_type, body = next(iter(operation.body.content.items())) if operation.body else ("", _Media())
    name = str(body.schema.get("$ref", "")).rpartition("/")[2]
    return ShownOperation(
        anchor=operation.name,
        method=method.upper(),
        path=path,
        summary=operation.summary,
        needs_seat=bool(operation.security),
        parameters=[_show_parameter(parameter) for parameter in operation.parameters],
        body_kind=name or body_type,
        body=describe_fields(schemas[name]) if name else [],
        request=operation.samples[0].source if operation.samples else "",
        status=f"{status} {answer.description}",
        answer_kind=SchemaWords.kind_of(media.schema)
        if "application/json" in answer.content
        else next(iter(answer.content)),
        answer="" if media.example is None else write_json(media.example),
        refusals=list(_show_refusals(operation)),
    )


def _show_parameter(parameter: _Parameter) -> FieldWords:
    words = describe_fields({"properties": {parameter.name: parameter.schema}, "required": []})[0]
    place = "" if parameter.place == "query" else f", in the {parameter.place}"
    return words._replace(is_required=parameter.required, meaning=f"{parameter.description}{place}")


def _show_refusals(operation: _Operation) -> Iterator[Refused]:
    for status, answer in list(operation.responses.items())[1:]:
        example = next((media.example for media in answer.content.values() if media.example is not None), None)
        yield Refused(status, answer.description, "" if example is None else write_json(example))


def _show_socket(path: str, socket: _Socket, schemas: dict[str, dict[str, object]]) -> ShownSocket:
    examples = [spoken for conversation in socket.examples for spoken in conversation.frames]

    def show(name: str, speaker: str) -> ShownFrame:
        schema = schemas[name]
        fields = describe_fields(schema)
        word = fields[0].allowed
        meaning = str(schema.get("description", "")) or _meaning_of(name, schemas)
        said = (spoken.frame for spoken in examples if spoken.speaker == speaker and spoken.frame["type"] == word)
        found = next(frame for frame in said if _fits(frame, schema, schemas))
        return ShownFrame(f"frame-{name}", word, meaning, fields[1:], write_json(found))

    takes = [show(one["$ref"].rpartition("/")[2], "client") for one in socket.takes.any_of]
    sends = [show(one["$ref"].rpartition("/")[2], "server") for one in socket.sends.any_of]
    return ShownSocket(path, takes, sends, socket.close_codes, socket.examples)


def _fits(value: object, schema: Mapping[str, object], schemas: Mapping[str, Mapping[str, object]]) -> bool:
    """Does an example have the fields of a schema, and no others?"""
    if reference := schema.get("$ref"):
        return _fits(value, schemas[str(reference).rpartition("/")[2]], schemas)
    fields = convert(schema.get("properties", {}), dict[str, dict[str, object]])
    required = convert(schema.get("required", []), set[str])
    if not fields or not isinstance(value, dict):
        return True
    is_whole = required <= value.keys() <= fields.keys()
    return is_whole and all(_fits(part, fields[name], schemas) for name, part in value.items())


def _meaning_of(name: str, schemas: dict[str, dict[str, object]]) -> str:
    """A frame with a command is described where the command is."""
    return str(schemas.get(name.removesuffix("Frame"), {}).get("description", ""))


def _status_of(kind: type[FathomError]) -> int:
    """The status of an error's answers; an error of no other kind is a failure of ours."""
    if kind is FathomError:
        return HTTPStatus.INTERNAL_SERVER_ERROR
    return status_of(kind.__new__(kind))


def _first_sentence(kind: type[FathomError]) -> str:
    if kind is FathomError:
        return "Something went wrong on the server."
    return " ".join((kind.__doc__ or "").split())


def inline(text: str) -> Markup:
    """Escaped text, with what is between backquotes as code."""
    parts = _INLINE.split(text)
    return Markup().join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )


def _link(names: re.Pattern[str], text: str) -> Markup:
    """Escaped text, in which the names of types lead to their descriptions."""
    parts = names.split(text)
    return Markup().join(
        Markup('<a href="#type-{}">{}</a>').format(part, part) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )
