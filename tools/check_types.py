"""Compares the types of the scripts with the OpenAPI document: `python tools/check_types.py [TYPES.JS]`.

Each `@typedef` of `types.js` stands for a schema: the one of the same name, or the one that `@schema` names before it.
It may leave out properties that no script uses; those that it has must be there, be of the same type, and be optional
or null exactly where the schema says so. Where the schema lists words, `string` is good enough.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

TYPES = Path(__file__).resolve().parents[1] / "src/fathom/web/static/types.js"
_TAG = re.compile(r"@(schema|typedef|property)\s+(.*)")
_TOKEN = re.compile(r'\s*("[^"]*"|\w+|\[\]|[{}()|:,?])')
_REFERENCE = "#/components/schemas/"
#: What JSON Schema calls the plain types, and what JavaScript does.
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]
#: What a value may be: `string`, the word `"over"`, the object `Snapshot`, or a list `string[]`.
Kind = frozenset[str]


class Property(NamedTuple):
    """One property, of a typedef or of a schema."""

    kind: Kind
    is_optional: bool


class Typedef(NamedTuple):
    """A type of the scripts, as it is written."""

    name: str
    schema: str
    properties: dict[str, tuple[str, bool]]


# ------------------------------------------------------------ the scripts' side


def read_typedefs(text: str) -> list[Typedef]:
    """The typedefs of a script, in order."""
    found: list[Typedef] = []
    schema = ""
    for line in text.splitlines():
        tag = _TAG.search(line)
        if tag is None:
            continue
        if tag[1] == "schema":
            schema = tag[2].split()[0]
            continue
        written, rest = _split_braces(tag[2])
        if tag[1] == "typedef":
            name = rest.split()[0]
            found.append(Typedef(name, schema or name, {} if written == "object" else dict(_read_object(written))))
            schema = ""
        else:
            name = rest.split()[0]
            found[-1].properties[name.strip("[]")] = written, name.startswith("[")
    return found


def _split_braces(text: str) -> tuple[str, str]:
    """`{{a: b}} Name what it is` -> what the outer braces hold, and what follows them."""
    depth = 0
    for index, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0:
            return text[1:index], text[index + 1 :].strip()
    raise SystemExit(f"{text!r} has no end.")


def _read_object(written: str) -> Iterator[tuple[str, tuple[str, bool]]]:
    """The properties of `{a: b, c?: d}`."""
    if not written.startswith("{"):
        raise SystemExit(f"{written!r} is not an object: only objects can be compared.")
    for part in re.split(r",(?![^(]*\))", written[1:-1]):
        name, _, kind = part.partition(":")
        yield name.strip().rstrip("?"), (kind.strip(), name.strip().endswith("?"))


class _Reader:
    """Reads the type of one property."""

    def __init__(self, written: str, schemas: Mapping[str, str]) -> None:
        self._tokens = _TOKEN.findall(written)
        self._schemas = schemas

    def read(self) -> Kind:
        kind = self._one()
        while self._take("|"):
            kind |= self._one()
        return kind

    def _one(self) -> Kind:
        token = self._tokens.pop(0)
        if token == "(":
            kind = self.read()
            self._take(")")
        elif token in _PLAIN.values() or token.startswith('"'):
            kind = frozenset({token})
        else:
            kind = frozenset({self._schemas.get(token, token)})
        while self._take("[]"):
            kind = frozenset({_list_of(kind)})
        return kind

    def _take(self, token: str) -> bool:
        if self._tokens[:1] != [token]:
            return False
        self._tokens.pop(0)
        return True


def _list_of(kind: Kind) -> str:
    return f"({_write(kind)})[]" if len(kind) > 1 else f"{_write(kind)}[]"


def _write(kind: Kind) -> str:
    return " | ".join(sorted(kind))


# ------------------------------------------------------------ the document's side


def read_schema(schema: Schema, schemas: Mapping[str, Schema]) -> Kind:
    """The type that a schema describes. A schema of words only is those words, whatever it is called."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_REFERENCE)
        named = schemas[name]
        return frozenset({name}) if "properties" in named else read_schema(named, schemas)
    if "anyOf" in schema:
        return frozenset[str]().union(*(read_schema(one, schemas) for one in schema["anyOf"]))
    if "enum" in schema:
        return frozenset(f'"{word}"' for word in schema["enum"])
    if schema.get("type") == "array":
        return frozenset({_list_of(read_schema(schema["items"], schemas))})
    return frozenset({_PLAIN.get(schema.get("type", ""), "object")})


# ------------------------------------------------------------ comparing


def find_differences(text: str, schemas: Mapping[str, Schema]) -> list[str]:
    """Where the typedefs of a script differ from the schemas, in one sentence each."""
    typedefs = read_typedefs(text)
    names = {typedef.name: typedef.schema for typedef in typedefs}
    return [found for typedef in typedefs for found in _compare(typedef, names, schemas)]


def _compare(typedef: Typedef, names: Mapping[str, str], schemas: Mapping[str, Schema]) -> Iterator[str]:
    schema = schemas.get(typedef.schema)
    if schema is None or "properties" not in schema:
        yield f"{typedef.name} has no schema: there is no object {typedef.schema} in the OpenAPI document."
        return
    for name, (written, is_optional) in typedef.properties.items():
        where = f"{typedef.name}.{name}"
        if name not in schema["properties"]:
            yield f"{where} is not sent: {typedef.schema} has no such property."
            continue
        ours = Property(_Reader(written, names).read(), is_optional)
        theirs = Property(read_schema(schema["properties"][name], schemas), name not in schema.get("required", ()))
        yield from _compare_properties(where, ours, theirs)


def _compare_properties(where: str, ours: Property, theirs: Property) -> Iterator[str]:
    if theirs.is_optional and not ours.is_optional:
        yield f"{where} may be left out by the API, and types.js does not say so."
    if ours.is_optional and not theirs.is_optional:
        yield f"{where} is always there in the API, and optional in types.js."
    if "null" in theirs.kind - ours.kind:
        yield f"{where} may be null in the API, and types.js does not say so."
    if "null" in ours.kind - theirs.kind:
        yield f"{where} is never null in the API, and may be in types.js."
    kind, sent = ours.kind - {"null"}, theirs.kind - {"null"}
    if kind not in (sent, _without_words(sent)):
        yield f"{where} is {_write(sent)} in the API, and {_write(kind)} in types.js."


def _without_words(kind: Kind) -> Kind:
    """The same with `string` in the place of words."""
    return frozenset(re.sub(r'\("[^)]*"\)|"[^"]*"', "string", one) for one in kind)


def main() -> int:
    from fathom.web.api.openapi import document
    from fathom.web.api.routes import LIVE
    from fathom.web.application import OPERATIONS

    path = Path(sys.argv[1]) if len(sys.argv) > 1 else TYPES
    described: Any = document(OPERATIONS, [LIVE])
    found = find_differences(path.read_text(encoding="utf-8"), described["components"]["schemas"])
    for sentence in found:
        print(f"{path.name}: {sentence}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
