"""The OpenAPI 3.1 document, made from the same operations and sockets that the server serves.

OpenAPI has no sockets: their frames are described beside the paths, under `x-sockets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus

import msgspec

from fathom import __version__
from fathom.web.api.examples import OperationExample, as_json, examples
from fathom.web.api.operations import Operation, Parameter, Schema, Socket
from fathom.web.api.protocol import CLOSE_CODES
from fathom.web.http.paths import API
from fathom.web.http.responses import Refusal

_REFERENCE = "#/components/schemas/{name}"
_ANY_OPERATION = (400, 429, 503)
_ABOUT = (
    "Five number games: live matches that never lose a move, and exact values of every position. "
    "Commands carry the last event seen and a key made by the client; a repeated key gets the first answer again."
)
#: The part of the reference that an operation is in, by the first word of its path.
_SERVER = "The server"
_GAMES = "Games and positions"
_TAGS = {
    "games": _GAMES,
    "positions": _GAMES,
    "hints": _GAMES,
    "matches": "Matches",
    "records": "Matches",
    "puzzles": "Puzzles",
    "drills": "Drills",
}
_IF_NONE_MATCH: Schema = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "the tags of the answers that you have, or *",
    "schema": {"type": "string"},
    "example": 'W/"7f1c0e5ba9d2"',
}
_TAGGED: Schema = {
    "headers": {"ETag": {"description": "stands for this answer, in If-None-Match", "schema": {"type": "string"}}}
}


def document(operations: Iterable[Operation], sockets: Iterable[Socket]) -> Schema:
    """The whole document."""
    operations, sockets = list(operations), list(sockets)
    types = [kind for operation in operations for kind in (operation.answer, operation.body) if kind]
    types += [kind for socket in sockets for kind in (*socket.takes, *socket.sends)]
    types.append(Refusal)
    schemas, components = msgspec.json.schema_components(types, schema_hook=_describe_object, ref_template=_REFERENCE)
    by_type: dict[type, Schema] = dict(zip(types, schemas, strict=True))
    paths: dict[str, Schema] = {}
    for operation in operations:
        paths.setdefault(_plain(operation.path), {})[operation.method.lower()] = _describe(operation, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fathom", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "x-sockets": {socket.path: _socket(socket, by_type) for socket in sockets},
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "a seat token"}},
        },
    }


def _describe_object(kind: type) -> Schema:
    """The schema of an `object`, which may be anything."""
    if kind is not object:
        raise NotImplementedError
    return {"description": "anything"}


def _describe(operation: Operation, schemas: Mapping[type, Schema]) -> Schema:
    name, path = operation_id(operation), operation.path.removeprefix(API)
    example = examples().operations.get(name)
    described: Schema = {
        "operationId": name,
        "tags": [_TAGS.get(path.split("/")[1], _SERVER)],
        "summary": operation.summary,
        "parameters": [
            *(_parameter(parameter) for parameter in operation.parameters),
            *([_IF_NONE_MATCH] if operation.is_tagged else []),
        ],
        "responses": {
            str(operation.status): {
                "description": HTTPStatus(operation.status).phrase,
                "content": {
                    operation.answer_type: {
                        "schema": schemas[operation.answer],
                        **_find_example(example, operation.status),
                    }
                },
                **(_TAGGED if operation.is_tagged else {}),
            },
            **({"304": {"description": "You have this answer already", **_TAGGED}} if operation.is_tagged else {}),
            **{
                str(status): _refusal(status, schemas, example)
                for status in sorted({*operation.statuses, *_ANY_OPERATION})
            },
        },
    }
    if example:
        described["x-codeSamples"] = [{"lang": "HTTP", "source": example.write_request(operation.method)}]
    if operation.body:
        body = {"example": as_json(example.body)} if example else {}
        content = {operation.body_type: {"schema": schemas[operation.body], **body}}
        described["requestBody"] = {"required": True, "content": content}
    if operation.method == "POST" and "{id}" in operation.path:
        described["security"] = [{"seat": []}, {}]
    return described


def operation_id(operation: Operation) -> str:
    """`post-matches-id-moves`: also the anchor of an operation in the reference."""
    return "-".join([operation.method.lower(), *re.findall(r"[a-z-]+", _plain(operation.path.removeprefix(API)))])


def _find_example(example: OperationExample | None, status: int) -> Schema:
    found = example.responses.get(str(status)) if example else None
    return {} if found is None else {"example": as_json(found)}


def _socket(socket: Socket, schemas: Mapping[type, Schema]) -> Schema:
    return {
        "summary": socket.summary,
        "takes": {"anyOf": [schemas[kind] for kind in socket.takes]},
        "sends": {"anyOf": [schemas[kind] for kind in socket.sends]},
        "closeCodes": {str(one.code): {"meaning": one.meaning, "advice": one.advice} for one in CLOSE_CODES},
        "examples": [as_json(msgspec.to_builtins(conversation)) for conversation in examples().conversations],
    }


def _plain(path: str) -> str:
    """A path as OpenAPI writes it."""
    return path.replace(":code}", "}")


def _parameter(parameter: Parameter) -> Schema:
    return {
        "name": parameter.name,
        "in": "path" if parameter.in_path else "query",
        "required": parameter.in_path or parameter.required,
        "description": parameter.meaning,
        "schema": parameter.schema,
    }


def _refusal(status: int, schemas: Mapping[type, Schema], example: OperationExample | None) -> Schema:
    content = {"application/json": {"schema": schemas[Refusal], **_find_example(example, status)}}
    return {"description": HTTPStatus(status).phrase, "content": content}
