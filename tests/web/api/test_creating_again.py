"""A match that is asked for again with the same key is the same match, on any server, before and after a restart."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fathom.storage.journal import Search
from fathom.web.http.limits import Limits
from tests.postgres import PostgreSQL
from tests.web.site import GENEROUS, Site, serving
from tests.web.visitor import Json, Seat, problem

PATH = "/api/v1/matches"


@pytest.fixture
def site(either_site: Site) -> Site:
    return either_site


@pytest.fixture(params=["file", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return str(tmp_path / "server.db")
    postgresql: PostgreSQL = request.getfixturevalue("postgresql")
    return postgresql.fresh_database()


def wish(**more: Any) -> Json:
    return {"game": "range-war", "opponent": "friend", "name": "Ada", "key": secrets.token_urlsafe(16), **more}


def essence(made: Json) -> tuple[str, str, str]:
    """What a client must not lose: the match, its seat and the invitation."""
    return made["match"]["id"], made["token"], made["invite"]


def test_the_same_key_gives_the_same_match_seat_and_invitation(site: Site) -> None:
    wanted = wish()
    first, second = site.post(PATH, wanted), site.post(PATH, wanted)
    assert (first.status_code, second.status_code) == (201, 201)
    then = {"presence": second.json()["match"]["presence"]}  # which says how long nobody has been here
    assert second.json() == {**first.json(), "match": first.json()["match"] | then, "repeated": True}
    assert first.headers.get_list("set-cookie") == second.headers.get_list("set-cookie")
    assert first.json()["match"]["you"] == [1]


def test_another_key_gives_another_match(site: Site) -> None:
    one, two = site.post(PATH, wish()).json(), site.post(PATH, wish()).json()
    assert len({*essence(one), *essence(two)}) == 6


def test_the_same_key_shows_the_match_as_it_stands_now(site: Site) -> None:
    wanted = wish(opponent="same-screen")
    made = site.post(PATH, wanted).json()
    assert made["invite"] is None
    Seat(site, made["match"]["id"], made["token"]).plays("6", "4")
    again = site.post(PATH, wanted).json()
    assert again["match"]["sequence"] == 3
    assert again["match"]["view"]["played"] == ["6", "4"]


def test_the_same_key_gives_the_invitation_again_after_it_was_used(site: Site) -> None:
    wanted = wish()
    made = site.post(PATH, wanted).json()
    join = f"{PATH}/{made['match']['id']}/join"
    assert site.post(join, {"secret": made["invite"]}).status_code == 200
    assert essence(site.post(PATH, wanted).json()) == essence(made)
    assert site.post(join, {"secret": made["invite"]}).status_code == 409


@pytest.mark.parametrize("change", [{"game": "digit-dilemma"}, {"name": "Eve"}, {"watch": False}, {"seat": 2}])
def test_the_same_key_with_another_wish_is_refused(site: Site, change: Json) -> None:
    wanted = wish()
    made = site.post(PATH, wanted).json()
    answer = site.post(PATH, wanted | change)
    assert (answer.status_code, problem(answer)) == (
        409,
        {
            "code": "key-taken",
            "message": "This key has created a different match before: make a new key for each match.",
        },
    )
    assert "set-cookie" not in answer.headers
    assert essence(site.post(PATH, wanted).json()) == essence(made)


def test_how_a_wish_is_written_makes_no_difference(site: Site) -> None:
    wanted = wish()
    made = site.post(PATH, wanted).json()
    spelled_out = {"watch": True, "seat": 1, "options": {}, **dict(reversed(wanted.items()))}
    assert essence(site.post(PATH, spelled_out).json()) == essence(made)


@pytest.mark.parametrize("key", ["short", "a" * 21, "a" * 65, "ä" * 22, "a b" * 8, ""])
def test_a_key_that_could_be_guessed_is_refused(site: Site, key: str) -> None:
    answer = site.post(PATH, wish(key=key))
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")


def test_requests_that_race_create_one_match(site: Site) -> None:
    wanted = wish()
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: site.post(PATH, wanted).json(), range(16)))
    assert len({essence(one) for one in made}) == 1
    assert sum("repeated" not in one for one in made) == 1


def test_the_store_holds_neither_the_key_nor_what_is_made_of_it(site: Site) -> None:
    wanted = wish()
    made = site.post(PATH, wanted).json()
    stored = str(site.ledger(lambda ledger: ledger.entries(made["match"]["id"])))
    assert "Ada" in stored
    assert [secret for secret in (wanted["key"], made["token"], made["invite"]) if secret in stored] == []


def test_the_same_key_gives_the_same_match_after_a_restart(place: str) -> None:
    wanted = wish()
    with serving(place) as site:
        made = site.post(PATH, wanted).json()
    with serving(place) as site:
        assert essence(site.post(PATH, wanted).json()) == essence(made)
        assert problem(site.post(PATH, wanted | {"name": "Eve"}))["code"] == "key-taken"
        assert len(site.ledger(lambda ledger: ledger.matches(Search(open_only=False)))) == 1


def test_the_same_key_gives_the_same_match_on_another_server(postgresql: PostgreSQL) -> None:
    place = postgresql.fresh_database()
    with serving(place) as one, serving(place) as two:
        wishes = [wish() for _ in range(10)]
        ask: Callable[[tuple[Site, Json]], Json] = lambda asked: asked[0].post(PATH, asked[1]).json()  # noqa: E731
        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(ask, [(server, wanted) for wanted in wishes for server in (one, two)]))
        assert [essence(left) for left in made[::2]] == [essence(right) for right in made[1::2]]
        assert len({essence(one) for one in made}) == 10
        match, token, _ = essence(made[0])
        assert Seat(two, match, token).snapshot["you"] == Seat(one, match, token).snapshot["you"] == [1]


def test_a_match_that_is_given_again_does_not_count_as_a_new_one(tmp_path: Path) -> None:
    limits: Limits = GENEROUS._replace(matches_per_minute=1)
    with serving(str(tmp_path / "server.db"), limits) as site:
        wanted = wish()
        assert [site.post(PATH, wanted).status_code for _ in range(5)] == [201] * 5
        assert site.post(PATH, wish()).status_code == 429
