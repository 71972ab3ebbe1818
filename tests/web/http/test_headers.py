"""The headers of every response."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.web.site import Site

JSON = {"Content-Type": "application/json"}
ANSWERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "page": ("GET", "/", {}),
    "rules": ("GET", "/rules/range-war", {}),
    "missing page": ("GET", "/nothing", {}),
    "static file": ("GET", "/style.css", {}),
    "missing file": ("GET", "/static/nothing.css", {}),
    "service worker": ("GET", "/sw.js", {}),
    "answer": ("GET", "/api/v1/games", {}),
    "head": ("HEAD", "/api/v1/games", {}),
    "position": ("GET", "/api/v1/positions/range-war", {}),
    "description": ("GET", "/api/v1/openapi.json", {}),
    "refusal": ("GET", "/api/v1/games/nothing", {}),
    "unreadable": ("POST", "/api/v1/matches", {"content": b"{", "headers": JSON}),
    "created": ("POST", "/api/v1/matches", {"content": b'{"game":"range-war"}', "headers": JSON}),
    "wrong method": ("DELETE", "/api/v1/games", {}),
    "wrong origin": ("POST", "/api/v1/matches", {"headers": {"Origin": "https://evil.example"}}),
    "redirect": ("GET", "/api/v1/games/", {"follow_redirects": False}),
    "health": ("GET", "/healthz", {}),
    "metrics": ("GET", "/metrics", {}),
}


@pytest.fixture(params=ANSWERS)
def answer(request: pytest.FixtureRequest, site: Site) -> httpx.Response:
    method, path, more = ANSWERS[request.param]
    return site.ask(method, path, **more)


def test_nothing_runs_or_loads_that_is_not_ours(answer: httpx.Response) -> None:
    policy = dict(rule.split(" ", 1) for rule in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "*" not in answer.headers["content-security-policy"]


def test_the_usual_headers_are_there(answer: httpx.Response) -> None:
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] in {"same-origin", "no-referrer"}
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["permissions-policy"]
    assert answer.headers["cache-control"]
    assert "server" not in answer.headers


def test_each_header_is_there_once(answer: httpx.Response) -> None:
    names = [name for name, _ in answer.headers.multi_items() if name != "set-cookie"]
    assert sorted(names) == sorted(set(names))


def test_an_answer_with_a_seat_is_kept_by_no_cache(site: Site) -> None:
    answer = site.post("/api/v1/matches", {"game": "range-war"})
    assert answer.headers["cache-control"] == "no-store"
