"""JSON schemas in words: `list of GameInfo`, `whole number, 1 to 5`, `text or null`."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET, Struct, convert

_WORDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
}


class _Schema(
    Struct,
    rename={
        "reference": "$ref",
        "any_of": "anyOf",
        "more": "additionalProperties",
        "longest": "maxLength",
        "shortest": "minLength",
        "most": "maxItems",
        "below": "exclusiveMaximum",
    },
):
    reference: str = ""
    type: str = ""
    description: str = ""
    any_of: list[_Schema] = []
    items: _Schema | None = None
    more: _Schema | bool | None = None
    enum: list[str | int] = []
    properties: dict[str, _Schema] = {}
    required: list[str] = []
    minimum: int | None = None
    maximum: int | None = None
    below: int | None = None
    shortest: int | None = None
    longest: int | None = None
    most: int | None = None
    pattern: str = ""
    format: str = ""
    default: object = UNSET


class FieldWords(NamedTuple):
    """A field in words: what it is, what it may be, and what it means."""

    name: str
    kind: str
    allowed: str
    is_required: bool
    meaning: str


class SchemaWords(NamedTuple):
    """A named schema in words; a list of words has no fields."""

    name: str
    meaning: str
    allowed: str
    fields: list[FieldWords]

    @staticmethod
    def kind_of(schema: dict[str, object]) -> str:
        """`list of GameInfo`."""
        return _kind(convert(schema, _Schema))


def describe_kind(name: str, schema: dict[str, object]) -> SchemaWords:
    """A named schema in words."""
    read = convert(schema, _Schema)
    return SchemaWords(name, " ".join(read.description.split()), _allowed(read), _fields(read))


def describe_fields(schema: dict[str, object]) -> list[FieldWords]:
    """The fields of an object in words."""
    return _fields(convert(schema, _Schema))


def _fields(schema: _Schema) -> list[FieldWords]:
    return [
        FieldWords(name, _kind(part), _allowed(part), name in schema.required, _meaning(part))
        for name, part in schema.properties.items()
    ]


def _kind(schema: _Schema) -> str:
    if schema.reference:
        return schema.reference.rpartition("/")[2]
    if schema.any_of:
        return " or ".join(map(_kind, schema.any_of))
    if schema.enum:
        return "one of"
    if schema.type == "array":
        return f"list of {_kind(schema.items)}" if schema.items else "list"
    if schema.type == "object":
        return f"object of {_kind(schema.more)}" if isinstance(schema.more, _Schema) else "object"
    return _WORDS.get(schema.type, "anything")


def _allowed(schema: _Schema) -> str:
    """The values that are allowed, where not all of the kind are."""
    parts = [_allowed(part) for part in schema.any_of]
    if schema.enum:
        parts.append(", ".join(map(str, schema.enum)))
    elif schema.minimum is not None or schema.maximum is not None or schema.below is not None:
        high = schema.maximum if schema.below is None else schema.below - 1
        parts.append(f"from {schema.minimum}" + ("" if high is None else f" to {high}"))
    elif schema.longest is not None:
        parts.append(f"{schema.shortest or 0} to {schema.longest} characters")
    elif schema.most is not None:
        parts.append(f"at most {schema.most}")
    if schema.pattern:
        parts.append(schema.pattern.removesuffix(r"(?!\n)").strip("^$"))
    if schema.default not in (UNSET, None, [], {}):
        parts.append(f"default {str(schema.default).lower() if isinstance(schema.default, bool) else schema.default}")
    return "; ".join(part for part in parts if part)


def _meaning(schema: _Schema) -> str:
    return schema.description or next((part.description for part in schema.any_of if part.description), "")
