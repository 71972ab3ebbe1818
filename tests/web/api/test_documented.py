"""Everything that is answered or sent is described, down to the last key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest

from tests.web.site import Site
from tests.web.visitor import Json, Seat, new_key

PUZZLE = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
SOCKET = "/api/v1/matches/{id}/live"
Check = Callable[[Json, Json], None]


@pytest.fixture(scope="module")
def document(site: Site) -> Json:
    """The description, in which no object may have a key that it does not name."""
    described: Json = site.get("/api/v1/openapi.json").json()
    for schema in described["components"]["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    return described


@pytest.fixture(scope="module")
def check(document: Json) -> Check:
    """Raises what is wrong with a value, by its schema."""

    def validate(schema: Json, value: Json) -> None:
        jsonschema_rs.validator_for({**schema, "components": document["components"]}).validate(value)

    return validate


@pytest.fixture(scope="module")
def finished(site: Site) -> Seat:
    seat = site.sits()
    seat.plays("6", "4")
    assert seat.command("resign", 3).status_code == 200
    return seat


def answer_schema(document: Json, method: str, path: str, status: int) -> Any:
    return document["paths"][path][method]["responses"][str(status)]["content"]["application/json"]["schema"]


@pytest.mark.parametrize(
    "path, asked",
    [
        ("/api/v1/games", ""),
        ("/api/v1/games/{game}", "/api/v1/games/range-war"),
        ("/api/v1/games/{game}", "/api/v1/games/pyramid-puzzle"),
        ("/api/v1/positions/{code}", "/api/v1/positions/range-war:6.4?coach=1"),
        ("/api/v1/positions/{code}", "/api/v1/positions/range-war:1"),
        ("/api/v1/positions/{code}", f"/api/v1/positions/{PUZZLE}/E1"),
        ("/api/v1/hints/{code}", "/api/v1/hints/range-war:6.4"),
        ("/api/v1/matches", "/api/v1/matches?state=over"),
        ("/api/v1/matches/{id}", "/api/v1/matches/MATCH"),
        ("/api/v1/matches/{id}/events", "/api/v1/matches/MATCH/events"),
        ("/api/v1/matches/{id}/views/{number}", "/api/v1/matches/MATCH/views/1"),
        ("/api/v1/matches/{id}/review", "/api/v1/matches/MATCH/review"),
        ("/api/v1/puzzles/daily", "/api/v1/puzzles/daily?date=2026-11-02"),
        ("/api/v1/puzzles/daily/results", "/api/v1/puzzles/daily/results?date=2026-11-02"),
        ("/api/v1/puzzles/solution", f"/api/v1/puzzles/solution?code={PUZZLE}"),
        ("/api/v1/puzzles/rating", f"/api/v1/puzzles/rating?code={PUZZLE}"),
        ("/api/v1/puzzles/result", f"/api/v1/puzzles/result?code={PUZZLE}/E1"),
        ("/api/v1/puzzles/draft", "/api/v1/puzzles/draft?levels=3&things=kC4"),
        ("/healthz", ""),
    ],
)
def test_what_is_answered_is_described(
    site: Site, document: Json, check: Check, finished: Seat, path: str, asked: str
) -> None:
    answer = site.get((asked or path).replace("MATCH", finished.match))
    assert answer.status_code == 200
    check(answer_schema(document, "get", path, 200), answer.json())


@pytest.mark.parametrize(
    "path, body",
    [
        ("/api/v1/drills/next", {"game": "range-war"}),
        ("/api/v1/drills/progress", {"answers": []}),
        ("/api/v1/puzzles/check", {"code": PUZZLE, "route": "E1|D1"}),
    ],
)
def test_what_is_answered_to_a_question_with_a_body_is_described(
    site: Site, document: Json, check: Check, path: str, body: Json
) -> None:
    check(answer_schema(document, "post", path, 200), site.post(path, body).json())


def test_an_answer_to_a_drill_and_what_becomes_of_it_are_described(site: Site, document: Json, check: Check) -> None:
    drill = site.post("/api/v1/drills/next", {"game": "range-war"}).json()["drill"]
    given = site.post("/api/v1/drills/answer", {"code": drill["code"], "move": drill["view"]["moves"][0]}).json()
    check(answer_schema(document, "post", "/api/v1/drills/answer", 200), given)
    progress = site.post("/api/v1/drills/progress", {"answers": [given["answer"]]}).json()
    assert progress["weeks"]
    check(answer_schema(document, "post", "/api/v1/drills/progress", 200), progress)


def test_matches_and_commands_are_described(site: Site, document: Json, check: Check) -> None:
    made = site.create(opponent="friend")
    check(answer_schema(document, "post", "/api/v1/matches", 201), made)
    joined = site.post(f"/api/v1/matches/{made['match']['id']}/join", {"secret": made["invite"]}).json()
    check(answer_schema(document, "post", "/api/v1/matches/{id}/join", 200), joined)
    seat, key = site.sits(), new_key()
    for _ in range(2):  # the second time it is repeated
        hinted = site.post(f"/api/v1/matches/{seat.match}/hint", {"expected": 1, "key": key}, seat.token).json()
        check(answer_schema(document, "post", "/api/v1/matches/{id}/hint", 200), hinted)
    moved = seat.move("6", expected=2)
    check(answer_schema(document, "post", "/api/v1/matches/{id}/moves", 200), moved.json())
    stale = seat.move("5", expected=0)
    check(answer_schema(document, "post", "/api/v1/matches/{id}/moves", 409), stale.json())


@pytest.mark.parametrize("views", [False, True])
def test_every_frame_of_a_socket_is_described(site: Site, document: Json, check: Check, views: bool) -> None:
    sent = document["x-sockets"][SOCKET]["sends"]
    seat, key = site.sits(), new_key()
    with seat.subscribed() as other, site.connected(seat.match) as socket:
        check(sent, socket.subscribe(token=seat.token, views=views))
        check(sent, socket.ask("ping"))
        check(sent, socket.ask("move", move="6", expected=1, key=key))
        check(sent, socket.ask("move", move="6", expected=1, key=key))
        check(sent, socket.ask("move", move="7", expected=2))
        check(sent, other.receive())
        other.ask("move", move="4", expected=2)
        check(sent, socket.receive())
        socket.send("nothing")
        told = socket.receive()
        assert told["type"] == "error"
        check(sent, told)
