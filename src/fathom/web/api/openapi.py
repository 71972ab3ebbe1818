"""The OpenAPI 3.1 document, made from the same operations and sockets that the server serves.

OpenAPI has no sockets: their frames are described beside the paths, under `x-sockets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus

import msgspec

from fathom import __version__
from fathom.web.api.operations import Operation, Parameter, Schema, Socket
from fathom.web.http.responses import Refusal

_REFERENCE = "#/components/schemas/{name}"
_ANY_OPERATION = (400, 429, 503)
_ABOUT = (
    "Five number games: live matches that never lose a move, and exact values of every position. "
    "Commands carry the last event seen and a key made by the client; a repeated key gets the first answer again."
)


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
    described: Schema = {
        "operationId": "-".join([operation.method.lower(), *re.findall(r"[a-z-]+", _plain(operation.path))]),
        "summary": operation.summary,
        "parameters": [_parameter(parameter) for parameter in operation.parameters],
        "responses": {
            str(operation.status): {
                "description": HTTPStatus(operation.status).phrase,
                "content": {operation.answer_type: {"schema": schemas[operation.answer]}},
            },
            **{str(status): _refusal(status, schemas) for status in sorted({*operation.statuses, *_ANY_OPERATION})},
        },
    }
    if operation.body:
        content = {operation.body_type: {"schema": schemas[operation.body]}}
        described["requestBody"] = {"required": True, "content": content}
    if operation.method == "POST" and "{id}" in operation.path:
        described["security"] = [{"seat": []}, {}]
    return described


def _socket(socket: Socket, schemas: Mapping[type, Schema]) -> Schema:
    return {
        "summary": socket.summary,
        "takes": {"anyOf": [schemas[kind] for kind in socket.takes]},
        "sends": {"anyOf": [schemas[kind] for kind in socket.sends]},
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


def _refusal(status: int, schemas: Mapping[type, Schema]) -> Schema:
    content = {"application/json": {"schema": schemas[Refusal]}}
    return {"description": HTTPStatus(status).phrase, "content": content}
