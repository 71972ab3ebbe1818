"""The description of the API: valid, complete, and true."""

from __future__ import annotations

import re
from collections.abc import Iterator

import jsonschema_rs
import pytest
from starlette.routing import Route

from fathom.web.application import API_ROUTES
from tests.web.site import Site
from tests.web.visitor import Json

#: Where the description itself is; it describes everything else.
ITSELF = "/api/v1/openapi.json"


@pytest.fixture
def document(site: Site) -> Json:
    described: Json = site.get(ITSELF).json()
    return described


def served() -> Iterator[tuple[str, str]]:
    """Every address of the API with each of its methods."""
    for route in API_ROUTES:
        if isinstance(route, Route) and route.path != ITSELF:
            for method in (route.methods or set()) - {"HEAD"}:
                yield re.sub(r":\w+\}", "}", route.path), method.lower()


def references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        yield from ([part["$ref"]] if "$ref" in part else [])
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


@pytest.mark.slow
def test_the_description_is_a_valid_openapi_3_1_document(document: Json) -> None:
    import schemathesis  # takes a second, which other tests need not wait for

    assert document["openapi"].startswith("3.1.")
    schemathesis.openapi.from_dict(document).validate()


def test_everything_that_is_served_is_described_and_the_other_way_round(document: Json) -> None:
    described = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert described == set(served())


def test_every_schema_is_valid_and_used(document: Json) -> None:
    schemas = document["components"]["schemas"]
    for schema in schemas.values():
        jsonschema_rs.meta.validate({**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"})
    assert {f"#/components/schemas/{name}" for name in schemas} == set(references(document))


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does(document: Json) -> None:
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names))
    assert all(operation["summary"] for operation in operations)


def test_every_refusal_has_the_one_shape(document: Json) -> None:
    refusals = [
        response["content"]["application/json"]["schema"]["$ref"]
        for methods in document["paths"].values()
        for operation in methods.values()
        for status, response in operation["responses"].items()
        if status >= "400"
    ]
    assert set(refusals) == {"#/components/schemas/Refusal"}


def test_parameters_of_a_path_are_described(document: Json) -> None:
    for path, methods in document["paths"].items():
        for operation in methods.values():
            named = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"}
            assert named == set(re.findall(r"\{(\w+)\}", path))


def test_wrong_methods_are_told_all_the_right_ones(site: Site) -> None:
    allowed = site.ask("PUT", "/api/v1/matches").headers["allow"]
    assert set(allowed.split(", ")) == {"GET", "HEAD", "POST"}
