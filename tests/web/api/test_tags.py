"""Lists that a client has already: 304 instead of a copy, by RFC 9110."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.web.site import Site, serving
from tests.web.visitor import Json, Seat

LISTS = (
    "/api/v1/challenges",
    "/api/v1/games",
    "/api/v1/games/range-war",
    "/api/v1/matches",
    "/api/v1/matches?state=over&limit=3",
    "/api/v1/puzzles/daily?date=2026-11-10",
    "/api/v1/puzzles/daily/results?date=2026-11-10",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of its own, on which nothing happens but what these tests do."""
    with serving(str(tmp_path_factory.mktemp("site") / "server.db")) as running:
        yield running


@pytest.fixture(scope="module")
def seat(site: Site) -> Seat:
    return site.sits()


def tag_of(site: Site, path: str) -> str:
    tag = site.get(path).headers["etag"]
    assert re.fullmatch(r'W/"[0-9a-f]+"', tag)
    return tag


@pytest.mark.parametrize("path", LISTS)
def test_whoever_has_a_list_is_told_so(site: Site, seat: Seat, path: str) -> None:
    first = site.get(path)
    again = site.get(path, headers={"If-None-Match": tag_of(site, path)})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert first.headers["cache-control"] == again.headers["cache-control"] == "private, no-cache"
    assert "content-type" not in again.headers


@pytest.mark.parametrize(
    "named, status",
    [
        ("{weak}", 304),
        ("{strong}", 304),
        ('"other", {weak}', 304),
        ('W/"other",{strong},"more"', 304),
        ("*", 304),
        ('"other"', 200),
        ('W/"other", "more"', 200),
        ("", 200),
        ("{bare}", 200),
        ('"*"', 200),
        ("*, *", 200),
        ('"{bare}', 200),
        ('"x{bare}"', 200),
        ("nonsense, {weak}", 304),
    ],
)
def test_tags_are_compared_by_what_is_between_the_quotes(site: Site, seat: Seat, named: str, status: int) -> None:
    weak = tag_of(site, "/api/v1/games")
    strong = weak.removeprefix("W/")
    header = named.format(weak=weak, strong=strong, bare=strong.strip('"'))
    assert site.get("/api/v1/games", headers={"If-None-Match": header}).status_code == status


def test_tags_may_be_spread_over_several_headers(site: Site) -> None:
    tag = tag_of(site, "/api/v1/games")
    answer = site._http.get("/api/v1/games", headers=[("If-None-Match", '"other"'), ("If-None-Match", tag)])
    assert answer.status_code == 304


def test_compressed_or_not_the_data_has_one_tag(site: Site) -> None:
    plain = site.get("/api/v1/games", headers={"Accept-Encoding": "identity"})
    packed = site.get("/api/v1/games", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.headers["etag"] == packed.headers["etag"]


def test_a_new_match_is_a_new_list(site: Site, seat: Seat) -> None:
    before = tag_of(site, "/api/v1/matches")
    site.sits()
    answer = site.get("/api/v1/matches", headers={"If-None-Match": before})
    assert answer.status_code == 200
    assert answer.headers["etag"] != before


def test_different_lists_have_different_tags(site: Site, seat: Seat) -> None:
    assert tag_of(site, "/api/v1/games/range-war") != tag_of(site, "/api/v1/games/digit-dilemma")


def test_events_are_new_when_there_are_new_ones(site: Site) -> None:
    seat = site.sits()
    path = f"/api/v1/matches/{seat.match}/events?after=1"
    seat.plays("6")
    tag = tag_of(site, path)
    assert site.get(path, headers={"If-None-Match": tag}).status_code == 304
    seat.plays("4")
    answer = site.get(path, headers={"If-None-Match": tag})
    assert [event["sequence"] for event in answer.json()["events"]] == [2, 3]


def test_events_of_a_private_match_are_not_told_by_their_tag(site: Site) -> None:
    seat = site.sits(watch=False)
    path = f"/api/v1/matches/{seat.match}/events"
    assert site.get(path, seat.token, headers={"If-None-Match": "*"}).status_code == 304
    assert site.get(path, headers={"If-None-Match": "*"}).status_code == 404


def test_a_head_request_has_the_tag_too(site: Site) -> None:
    head = site.ask("HEAD", "/api/v1/games")
    assert (head.headers["etag"], head.content) == (tag_of(site, "/api/v1/games"), b"")


def test_the_description_says_which_answers_have_tags(site: Site) -> None:
    described: Json = site.get("/api/v1/openapi.json").json()["paths"]
    tagged = {
        path for path, methods in described.items() if "304" in methods.get("get", {"responses": ()})["responses"]
    }
    assert tagged == {re.sub(r"\?.*", "", path).replace("range-war", "{game}") for path in LISTS} | {
        "/api/v1/matches/{id}/events"
    }
    for path in tagged:
        operation = described[path]["get"]
        assert "If-None-Match" in [parameter["name"] for parameter in operation["parameters"]]
        assert "ETag" in operation["responses"]["200"]["headers"]


def test_style_sheets_are_revalidated_the_same_way(site: Site) -> None:
    tag = site.get("/style.css").headers["etag"]
    for named in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        assert site.get("/style.css", headers={"If-None-Match": named}).status_code == 304
