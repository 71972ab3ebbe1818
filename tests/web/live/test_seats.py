"""Who may do what: seats are held by tokens, and without one there is only watching."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.site import Site, serving
from tests.web.visitor import Seat, new_key, problem

MISSING = "aaaaaaaaaaaaaaaa"
COMMANDS: dict[str, dict[str, Any]] = {
    "moves": {"move": "6"},
    "resign": {},
    "rematch": {},
    "take-back": {},
    "hint": {"level": 1},
    "rename": {"name": "Eve"},
}


def essence(answer: httpx.Response) -> tuple[int, dict[str, str], bytes]:
    """Everything that an answer gives away, apart from when it was given and which one it is."""
    headers = {name: value for name, value in answer.headers.items() if name not in {"date", "x-request-id"}}
    return answer.status_code, headers, answer.content


def test_a_token_has_128_bits_and_every_seat_its_own(site: Site) -> None:
    tokens = [site.create()["token"] for _ in range(20)]
    assert len(set(tokens)) == 20
    # 22 characters of base64 hold 132 bits.
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", token) for token in tokens)


def test_a_seat_comes_as_a_cookie_out_of_reach_of_scripts_and_other_sites(site: Site) -> None:
    answer = site.post("/api/v1/matches", {"game": "range-war", "opponent": "friend"})
    made = answer.json()
    name, _, rest = answer.headers["set-cookie"].partition("=")
    value, *attributes = [part.strip().lower() for part in rest.split(";")]
    assert name == f"seat-{made['match']['id']}"
    assert value == made["token"].lower()
    assert {"httponly", "samesite=lax", f"path=/m/{made['match']['id']}"} <= set(attributes)
    joined = site.post(f"/api/v1/matches/{made['match']['id']}/join", {"secret": made["invite"]})
    assert joined.headers["set-cookie"].startswith(f"{name}={joined.json()['token']};")


def test_a_seat_is_held_by_header_or_by_cookie(site: Site) -> None:
    seat = site.sits()
    path = f"/api/v1/matches/{seat.match}"
    assert site.get(path, headers={"Authorization": f"Bearer {seat.token}"}).json()["you"] == [1, 2]
    assert site.get(path, headers={"Authorization": f"bearer  {seat.token}"}).json()["you"] == [1, 2]
    assert site.get(path, headers={"Cookie": f"other=1; seat-{seat.match}={seat.token}"}).json()["you"] == [1, 2]


def test_a_seat_is_not_held_by_anything_in_an_address(site: Site) -> None:
    seat = site.sits()
    for name in ("token", "access_token", "bearer", "seat", f"seat-{seat.match}"):
        assert site.get(f"/api/v1/matches/{seat.match}?{name}={seat.token}").json()["you"] == []


@pytest.mark.parametrize("how", ["Basic {}", "{}", "Bearer", "Bearer {}x", "Bearer x{}", "Bearer é"])
def test_what_only_looks_like_a_token_holds_nothing(site: Site, how: str) -> None:
    seat = site.sits()
    said = how.format(seat.token).encode("latin-1")
    assert site.get(f"/api/v1/matches/{seat.match}", headers={"Authorization": said}).json()["you"] == []


def test_a_token_holds_nothing_in_another_match(site: Site) -> None:
    one, two = site.sits(), site.sits()
    assert two._replace(token=one.token).snapshot["you"] == []
    cookie = {"Cookie": f"seat-{one.match}={one.token}"}
    assert site.get(f"/api/v1/matches/{two.match}", headers=cookie).json()["you"] == []


@pytest.mark.parametrize("action", COMMANDS)
def test_without_a_seat_one_only_watches(site: Site, action: str) -> None:
    seat = site.sits()
    for token in (None, "x", "A" * 22):
        answer = seat._replace(token=token).command(action, 1, **COMMANDS[action])
        assert (answer.status_code, problem(answer)["code"]) == (403, "no-seat")
    assert seat.sequence == 1
    assert Seat(site, seat.match, None).snapshot["you"] == []


def test_without_a_seat_one_only_watches_at_a_socket_too(site: Site) -> None:
    seat = site.sits()
    with Seat(site, seat.match, None).subscribed() as socket:
        for kind, more in COMMANDS.items():
            asked = socket.ask({"moves": "move"}.get(kind, kind), expected=1, **more)
            assert asked["error"]["code"] == "no-seat"
        seat.plays("6")
        assert socket.receive()["event"]["move"] == "6"
    assert seat.sequence == 2


def test_watchers_see_the_same_as_players_but_for_their_seats(site: Site) -> None:
    host, guest = site.two()
    watcher = Seat(site, host.match, None)
    assert watcher.events == host.events == guest.events
    here = {"presence": watcher.snapshot["presence"]}  # which says how long nobody has been here
    assert watcher.snapshot | {"you": [1]} | here == host.snapshot | here


def test_an_invitation_works_once(site: Site) -> None:
    made = site.create(opponent="friend")
    path, wish = f"/api/v1/matches/{made['match']['id']}/join", {"secret": made["invite"], "name": "Bob"}
    assert site.post(path, wish).status_code == 200
    again = site.post(path, wish)
    assert (again.status_code, problem(again)["code"]) == (409, "not-now")
    missing = site.post("/api/v1/matches/q7m2x9dk4hbn3cva/join", wish)
    assert essence(missing) == essence(site.post(path, wish | {"secret": "A" * 22}))


def test_an_invitation_is_no_token_and_a_token_no_invitation(site: Site) -> None:
    made = site.create(opponent="friend", watch=False)
    match_id = made["match"]["id"]
    assert site.get(f"/api/v1/matches/{match_id}", made["invite"]).status_code == 404
    assert site.post(f"/api/v1/matches/{match_id}/join", {"secret": made["token"]}).status_code == 404


def test_a_closed_match_is_open_to_its_players(site: Site) -> None:
    host, guest = site.two(watch=False)
    assert (host.snapshot["you"], guest.snapshot["you"]) == ([1], [2])
    assert host.move("6", 2).status_code == 200
    with guest.subscribed() as socket:
        assert socket.ask("move", move="4", expected=3)["event"]["sequence"] == 4


@pytest.mark.parametrize("path", ["", "/events", "/events?after=1", "/record", "/review"])
def test_a_closed_match_looks_like_one_that_is_not_there(site: Site, path: str) -> None:
    closed = site.sits(watch=False)
    closed.plays("1")
    for token in (None, "A" * 22):
        seen = site.get(f"/api/v1/matches/{closed.match}{path}", token)
        assert seen.status_code == 404
        assert essence(seen) == essence(site.get(f"/api/v1/matches/{MISSING}{path}", token))


@pytest.mark.parametrize("action", COMMANDS)
def test_commands_to_a_closed_match_are_refused_as_if_it_were_not_there(site: Site, action: str) -> None:
    closed = site.sits(watch=False)
    body = {"expected": 1, "key": new_key(), **COMMANDS[action]}
    seen = site.post(f"/api/v1/matches/{closed.match}/{action}", body)
    assert essence(seen) == essence(site.post(f"/api/v1/matches/{MISSING}/{action}", body))
    assert seen.status_code == 404


def test_joining_a_closed_match_with_a_wrong_secret_looks_like_joining_none(site: Site) -> None:
    closed, wish = site.sits(watch=False, opponent="friend"), {"secret": "A" * 22}
    seen = site.post(f"/api/v1/matches/{closed.match}/join", wish)
    assert essence(seen) == essence(site.post(f"/api/v1/matches/{MISSING}/join", wish))


def test_the_page_of_a_closed_match_looks_like_one_that_is_not_there(site: Site) -> None:
    closed = site.sits(watch=False)
    seen, missing = (site.get(f"/m/{match_id}") for match_id in (closed.match, MISSING))
    assert seen.status_code == missing.status_code == 404
    assert seen.text.replace(closed.match, MISSING) == missing.text


def test_tokens_and_invitations_are_kept_only_as_hashes(tmp_path: Path) -> None:
    with serving(str(tmp_path / "server.db")) as site:
        host, guest = site.two()
        waiting = site.create(opponent="friend")
        secrets = [host.token, guest.token, waiting["token"], waiting["invite"]]
        host.move("6", 2)
        kept = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
        assert host.match.encode() in b"".join(kept.values())
        found = [(name, secret) for name, data in kept.items() for secret in secrets if str(secret).encode() in data]
    assert found == []


def test_no_event_tells_a_key_or_a_hash(site: Site) -> None:
    host, guest = site.two()
    key = new_key()
    host.move("6", 2, key)
    told = guest.get("/events").text + guest.get().text
    assert key not in told
    assert "hash" not in told
    assert "private" not in told
