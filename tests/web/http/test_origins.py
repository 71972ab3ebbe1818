"""Pages of other sites can neither open sockets nor change anything."""

from __future__ import annotations

import pytest
from websockets.exceptions import InvalidStatus

from fathom.web.serve import find_origins
from fathom.web.settings import Settings
from tests.web.site import ORIGIN, Site
from tests.web.visitor import new_key, problem

FOREIGN = [
    "https://evil.example",
    "http://fathom.example",
    "https://fathom.example:444",
    "https://fathom.example.evil.example",
    "https://sub.fathom.example",
    "https://fathom.example/",
    "HTTPS://FATHOM.EXAMPLE",
    "https://fathom.exampl",
    "null",
    "",
    "https://fathom.example, https://evil.example",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_change_from_another_site_is_refused(site: Site, origin: str) -> None:
    seat = site.sits()
    headers = {"Origin": origin}
    body = {"move": "6", "expected": 1, "key": new_key()}
    for answer in (
        site.post(f"/api/v1/matches/{seat.match}/moves", body, seat.token, headers=headers),
        site.post("/api/v1/matches", {"game": "range-war"}, headers=headers),
        site.ask("POST", "/api/v1/records", content=b"", headers=headers),
        site.ask("DELETE", "/api/v1/matches", headers=headers),
    ):
        assert (answer.status_code, problem(answer)["code"]) == (403, "origin")
        assert "set-cookie" not in answer.headers
    assert seat.sequence == 1


@pytest.mark.parametrize("headers", [{}, {"Origin": ORIGIN}], ids=["a program", "our page"])
def test_our_pages_and_programs_may_change_things(site: Site, headers: dict[str, str]) -> None:
    assert site.post("/api/v1/matches", {"game": "range-war"}, headers=headers).status_code == 201


def test_reading_is_free_but_no_other_site_is_told_it_may_read(site: Site) -> None:
    answer = site.get("/api/v1/games", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]
    preflight = site.ask("OPTIONS", "/api/v1/matches", headers={"Origin": "https://evil.example"})
    assert not [name for name in preflight.headers if name.startswith("access-control")]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_socket_from_another_site_is_refused_before_it_opens(site: Site, origin: str) -> None:
    seat = site.sits()
    with (
        pytest.raises(InvalidStatus) as refused,
        site.connected(seat.match, additional_headers={"Origin": origin}),
    ):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("headers", [{}, {"Origin": ORIGIN}], ids=["a program", "our page"])
def test_a_socket_from_our_pages_and_programs_opens(site: Site, headers: dict[str, str]) -> None:
    seat = site.sits()
    with site.connected(seat.match, additional_headers=headers) as socket:
        assert socket.subscribe()["type"] == "subscribed"


def origins(host: str, port: int, *named: str) -> set[str]:
    return set(find_origins(Settings(host=host, port=port, origins=named)))


def test_a_server_at_home_answers_its_own_pages_by_every_usual_name() -> None:
    assert origins("127.0.0.1", 8000) == {"http://127.0.0.1:8000", "http://localhost:8000"}
    assert origins("::1", 8000) == {"http://[::1]:8000", "http://localhost:8000"}
    assert {"http://127.0.0.1:8000", "http://localhost:8000"} <= origins("0.0.0.0", 8000)


def test_a_server_at_the_usual_port_answers_pages_whose_origin_names_none() -> None:
    assert "http://localhost" in origins("127.0.0.1", 80)


def test_named_sites_replace_the_usual_names() -> None:
    assert origins("127.0.0.1", 8000, "https://fathom.example/") == {"https://fathom.example"}
