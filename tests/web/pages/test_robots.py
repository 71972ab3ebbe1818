"""What crawlers are asked to read, and what not, by the rules of RFC 9309."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import uvicorn

from fathom.web import app
from tests.web.site import Site, running
from tests.web.visitor import Visitor

OPEN = ("/", "/rules", "/rules/range-war", "/teach/range-war", "/puzzles", "/puzzles/daily", "/play", "/drills", "/api")
CLOSED = (
    "/m/bpf3c3rqf6c2zz8yh2qkj",
    "/m/bpf3c3rqf6c2zz8yh2qkj/review",
    "/join/bpf3c3rqf6c2zz8yh2qkj",
    "/watch",
    "/lobby",
    "/a/range-war:6.4.9",
    "/p/pyramid-puzzle:kC4",
    "/p?code=kC4",
    "/puzzles/new",
    "/puzzles/daily?date=2026-11-17",
    "/play/range-war?from=range-war:6",
    "/api/v1/games",
    "/api/matches",
)


def may_read(robots: str, path: str, name: str = "somebot") -> bool:
    """Does a file without `Allow` lines let a crawler of this name read a path?"""
    groups = [group.splitlines() for group in robots.split("\n\n")]
    (everyone,) = [group for group in groups if "User-agent: *" in group]
    group = next((group for group in groups if f"User-agent: {name}" in group), everyone)
    rules = [line.removeprefix("Disallow: ") for line in group if not line.startswith("User-agent: ")]
    assert rules
    return not any(re.match(".*".join(map(re.escape, rule.split("*"))), path) for rule in rules)


def test_crawlers_may_read_what_is_finite_and_nobody_s(site: Site) -> None:
    answer = site.get("/robots.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert [path for path in OPEN if not may_read(answer.text, path)] == []
    assert [path for path in CLOSED if may_read(answer.text, path)] == []


@pytest.mark.parametrize("name", ["Twitterbot", "WhatsApp", "facebookexternalhit"])
def test_programs_that_show_previews_may_read_every_link_but_not_the_api(site: Site, name: str) -> None:
    robots = site.get("/robots.txt").text
    links = [path for path in (*OPEN, *CLOSED, "/preview.png?code=range-war:6") if not path.startswith("/api/")]
    assert [path for path in links if not may_read(robots, path, name)] == []
    assert not may_read(robots, "/api/v1/games", name)


@pytest.mark.parametrize("path", [path for path in OPEN if path != "/api"])
def test_what_they_may_read_exists(site: Site, path: str) -> None:
    assert site.get(path).status_code == 200


def test_the_lines_have_the_prefix(tmp_path: Path) -> None:
    with running(uvicorn.Config(app(tmp_path / "server.db", prefix="/fathom"), log_config=None)) as address:
        visitor = Visitor(address)
        robots = visitor.get("/fathom/robots.txt").text
        visitor.close()
    assert not any(may_read(robots, f"/fathom{path}") for path in CLOSED)
    assert all(may_read(robots, path) for path in ("/m/x", "/fathom/", "/fathom/rules", "/?q=1"))
