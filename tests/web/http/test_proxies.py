"""Behind a proxy, its headers give the visitor's address; without one, such headers are ignored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fathom.web.http.limits import Limits
from tests.web.site import Site, serving

ONE_MATCH = Limits(1, 100, 100, 1000)
WISH = {"game": "range-war"}


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Site]:
    with serving(str(tmp_path / "server.db"), ONE_MATCH, proxy="127.0.0.1") as running:
        yield running


@pytest.fixture
def direct(tmp_path: Path) -> Iterator[Site]:
    with serving(str(tmp_path / "server.db"), ONE_MATCH) as running:
        yield running


def test_visitors_behind_a_proxy_are_counted_apart(proxied: Site) -> None:
    statuses = [
        proxied.post("/api/v1/matches", WISH, headers={"X-Forwarded-For": address}).status_code
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")
    ]
    assert statuses == [201, 201, 429]


def test_nobody_escapes_a_limit_by_naming_another_address(direct: Site) -> None:
    statuses = [
        direct.post("/api/v1/matches", WISH, headers={"X-Forwarded-For": address}).status_code
        for address in ("192.0.2.1", "192.0.2.2")
    ]
    assert statuses == [201, 429]


def test_a_seat_behind_https_is_kept_to_https(proxied: Site) -> None:
    answer = proxied.post("/api/v1/matches", WISH, headers={"X-Forwarded-Proto": "https"})
    assert "; secure" in answer.headers["set-cookie"].lower()


def test_a_seat_without_https_comes_back_without_it(direct: Site) -> None:
    answer = direct.post("/api/v1/matches", WISH, headers={"X-Forwarded-Proto": "https"})
    assert "; secure" not in answer.headers["set-cookie"].lower()
