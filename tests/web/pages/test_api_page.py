"""The reference of the API at `/api`: complete, linked, and served by this server alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import httpx
import pytest
import uvicorn

from fathom import errors
from fathom.web import app
from tests.web.crawling import addresses_in
from tests.web.reading import PageRead
from tests.web.site import Site, running
from tests.web.visitor import Json


@pytest.fixture(scope="module")
def page(site: Site) -> PageRead:
    answer = site.get("/api")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return PageRead(answer.text)


@pytest.fixture(scope="module")
def document(site: Site) -> Json:
    described: Json = site.get("/api/v1/openapi.json").json()
    return described


def anchors(page: PageRead) -> list[str]:
    return [element.attributes["id"] for element in page.elements if "id" in element.attributes]


def test_everything_that_is_described_can_be_linked_to(page: PageRead, document: Json) -> None:
    operations = {one["operationId"] for methods in document["paths"].values() for one in methods.values()}
    kinds = {f"type-{name}" for name in document["components"]["schemas"]}
    frames = {
        f"frame-{one['$ref'].rpartition('/')[2]}"
        for socket in document["x-sockets"].values()
        for one in socket["takes"]["anyOf"] + socket["sends"]["anyOf"]
    }
    assert operations | kinds | frames <= set(anchors(page))


def test_every_link_on_the_page_leads_somewhere(page: PageRead) -> None:
    found = anchors(page)
    assert [name for name, number in Counter(found).items() if number > 1] == []
    inner = {link["href"][1:] for link in page.all("a") if link["href"].startswith("#")}
    assert inner - set(found) == set()


def test_nothing_comes_from_elsewhere(page: PageRead) -> None:
    assert all(address.startswith("/") for address in addresses_in(page))
    on_every_page = ["/static/theme.js", "/static/shell.js"]
    assert [script.get("src") for script in page.all("script")] == on_every_page


def test_every_operation_is_shown_with_its_path_its_fields_and_its_examples(page: PageRead, document: Json) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}" in page.words
            assert operation["summary"] in page.words
            assert " ".join(operation["x-codeSamples"][0]["source"].split()) in page.words
            for parameter in operation["parameters"]:
                assert parameter["description"] in page.words


def test_every_field_is_named_in_its_type(page: PageRead, document: Json) -> None:
    for name, schema in document["components"]["schemas"].items():
        for field in schema.get("properties", {}):
            assert field in page.words, f"{name}.{field}"


def test_every_code_of_a_refusal_is_listed(site: Site) -> None:
    table = site.get("/api").text.partition('<h2 id="errors">')[2].partition("</table>")[0]
    refused = {kind.code for kind in errors.RequestError.__subclasses__()}
    moves = {kind.code for kind in errors.RefusedMove.__subclasses__()}
    for code in refused | moves | {"stale", "store", "unreadable-move", "bad-option", "error"}:
        assert f"<code>{code}</code>" in table


def test_the_footer_of_every_page_leads_there(site: Site) -> None:
    assert {"href": "/api"} in PageRead(site.get("/rules").text).all("a")


def test_the_page_knows_its_prefix(tmp_path: Path) -> None:
    with running(uvicorn.Config(app(tmp_path / "server.db", prefix="/fathom"), log_config=None)) as address:
        page = PageRead(httpx.get(f"http://{address}/fathom/api", trust_env=False).text)
    assert all(link.startswith("/fathom/") for link in addresses_in(page))


def test_the_old_address_of_the_document_still_answers(site: Site) -> None:
    assert site.get("/api/openapi.json").status_code == 200
