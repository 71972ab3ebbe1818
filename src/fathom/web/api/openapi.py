"""The OpenAPI 3.1 document, made from the same operations that the server serves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec

from fathom import __version__
from fathom.web.api.operations import Operation, Parameter
from fathom.web.api.shapes import Refusal

_REFERENCE = "#/components/schemas/{name}"
_ANY_OPERATION = (400, 429, 503)
_ABOUT = (
    "Five number games: live matches that never lose a move, and exact values of every position. "
    "Commands carry the last event seen and a key made by the client; a repeated key is answered as the first time."
)


def document(operations: Iterable[Operation]) -> dict[str, Any]:
    """The whole document."""
    listed = list(operations)
    types = [kind for operation in listed for kind in (operation.answer, operation.body) if kind] + [Refusal]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    by_type = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for operation in listed:
        paths.setdefault(_plain(operation.path), {})[operation.method.lower()] = _describe(operation, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fathom", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "a seat token"}},
        },
    }


def _describe(operation: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
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


def _plain(path: str) -> str:
    """A path as OpenAPI writes it."""
    return path.replace(":code}", "}")


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": "path" if parameter.in_path else "query",
        "required": parameter.in_path or parameter.required,
        "description": parameter.meaning,
        "schema": parameter.schema,
    }


def _refusal(status: int, schemas: dict[Any, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": schemas[Refusal]}}
    return {"description": HTTPStatus(status).phrase, "content": content}
