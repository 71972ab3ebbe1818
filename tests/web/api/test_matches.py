"""Making matches, joining them, looking at them and listing them."""

from __future__ import annotations

import re
from math import log2

import httpx
import pytest

from tests.web.site import Site
from tests.web.visitor import Json, Seat, problem


def test_a_new_match_is_shown_to_whoever_made_it(site: Site) -> None:
    made = site.create(game="range-war", options={"highest": "12"}, opponent="same-screen", name="Ada")
    match = made["match"]
    assert (match["game"], match["options"]) == ("range-war", {"highest": 12, "second_move": "lower"})
    assert (match["names"], match["seats"]) == (["Ada", "Player 2"], ["person", "person"])
    assert (match["sequence"], match["state"], match["you"]) == (1, "playing", [1, 2])
    assert match["view"]["moves"] == [str(number) for number in range(1, 13)]
    assert made["invite"] is None


def test_the_first_event_tells_how_a_match_was_made(site: Site) -> None:
    seat = site.sits(opponent="@perfect", seat=2, name="Ada", watch=False, **{"from": "range-war:6.4"}, game=None)
    (created,) = seat.events[:1]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", created.pop("at"))
    assert created == {
        "sequence": 1,
        "kind": "created",
        "game": "range-war",
        "options": {"highest": "10", "second_move": "lower"},
        "names": ["@perfect", "Ada"],
        "seats": ["machine", "person"],
        "watch": False,
        "solo": True,
        "from": ["6", "4"],
    }


def test_a_match_goes_on_from_a_code(site: Site) -> None:
    seat = site.sits(opponent="same-screen", game=None, **{"from": "range-war,highest=12:6.4"})
    assert seat.snapshot["view"]["code"] == "range-war,highest=12:6.4"
    assert seat.snapshot["options"]["highest"] == 12


def test_a_puzzle_has_one_seat(site: Site) -> None:
    code = site.get("/api/v1/positions/pyramid-puzzle").json()["code"]
    seat = site.sits(game=None, **{"from": code})
    assert (seat.snapshot["seats"], seat.snapshot["you"]) == (["person"], [1])
    move = seat.snapshot["view"]["moves"][0]
    assert seat.move(move, 1).status_code == 200


def test_ids_have_at_least_64_bits_and_do_not_repeat(site: Site) -> None:
    ids = [site.create()["match"]["id"] for _ in range(40)]
    assert len(set(ids)) == len(ids)
    # The first seven letters are the moment; each of the fourteen behind them varies.
    secret = [match_id[7:] for match_id in ids]
    assert {len(part) for part in secret} == {14}
    assert 14 * log2(len(set("".join(secret)))) >= 64
    assert min(len(set(column)) for column in zip(*secret, strict=True)) > 10


@pytest.mark.parametrize("seat", [1, 2])
def test_whoever_makes_a_match_chooses_a_seat(site: Site, seat: int) -> None:
    match = site.create(opponent="friend", seat=seat)["match"]
    assert match["you"] == [seat]
    assert match["seats"][seat - 1] == "person"
    assert match["seats"][2 - seat] == "open"


def test_a_random_seat_is_sometimes_the_first_and_sometimes_the_second(site: Site) -> None:
    seats = {site.create(opponent="friend", seat="random")["match"]["you"][0] for _ in range(40)}
    assert seats == {1, 2}


@pytest.mark.parametrize(
    "wish, status, code",
    [
        ({}, 400, "bad-request"),
        ({"game": "rage-war"}, 404, "unknown-game"),
        ({"game": "range-war", "options": {"highest": "1"}}, 422, "bad-option"),
        ({"game": "range-war", "options": {"lowest": "1"}}, 422, "bad-option"),
        ({"game": "range-war", "options": {"highest": "100000"}}, 422, "bad-option"),
        ({"game": "range-war", "options": {"highest": 12}}, 400, "bad-request"),
        ({"game": "range-war", "opponent": "@grandmaster"}, 422, "unknown-player"),
        ({"game": "range-war", "opponent": "nobody"}, 422, "unknown-player"),
        ({"game": "range-war", "opponent": "@mcts-1000000"}, 422, "unknown-player"),
        ({"game": "range-war", "opponent": "profile:bot.json"}, 422, "unknown-player"),
        ({"game": "range-war", "name": "@perfect"}, 422, "unknown-player"),
        ({"game": "range-war", "name": "a\x1b[31mb"}, 422, "bad-name"),
        ({"game": "range-war", "name": "x" * 41}, 422, "bad-name"),
        ({"game": "range-war", "seat": 3}, 400, "bad-request"),
        ({"game": "range-war", "watch": "yes"}, 400, "bad-request"),
        ({"game": "range-war", "surprise": 1}, 400, "bad-request"),
        ({"from": "range-war:1"}, 400, "bad-request"),
        ({"from": "range-war:6.7"}, 422, "unreadable-code"),
        ({"from": "range-war:6", "options": {"highest": "12"}}, 400, "bad-request"),
        ([], 400, "bad-request"),
        (None, 400, "bad-request"),
    ],
)
def test_a_match_that_cannot_be_is_refused(site: Site, wish: object, status: int, code: str) -> None:
    answer = site.post("/api/v1/matches", wish)
    assert (answer.status_code, problem(answer)["code"]) == (status, code)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b'{"game": "range-war"} x', b"[" * 5000, b'{"name":"\\ud800"}']
)
def test_a_body_that_is_no_json_is_refused(site: Site, body: bytes) -> None:
    answer = site.ask("POST", "/api/v1/matches", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_that_does_not_say_it_is_json_is_refused(site: Site, kind: str) -> None:
    answer = site.ask("POST", "/api/v1/matches", content=b'{"game": "range-war"}', headers={"Content-Type": kind})
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")


def test_a_friend_joins_with_the_invitation_and_the_match_begins(site: Site) -> None:
    host, guest = site.two(name="Ada")
    match = guest.snapshot
    assert (match["state"], match["seats"], match["you"]) == ("playing", ["person", "person"], [2])
    assert match["names"] == ["Ada", "Bob"]
    joined = host.events[1]
    assert {name: joined[name] for name in ("sequence", "kind", "seat", "name")} == {
        "sequence": 2,
        "kind": "joined",
        "seat": 2,
        "name": "Bob",
    }


def test_a_friend_whose_answer_got_lost_joins_again_with_the_same_key(site: Site) -> None:
    made = site.create(opponent="friend")
    path, wish = f"/api/v1/matches/{made['match']['id']}/join", {"secret": made["invite"], "name": "Bob"}
    first = site.post(path, wish | {"key": "0123456789abcdef0123456789abcdef"}).json()
    again = site.post(path, wish | {"key": "0123456789abcdef0123456789abcdef"})
    assert (again.status_code, again.json()["token"]) == (200, first["token"])
    assert [event["kind"] for event in Seat(site, made["match"]["id"], first["token"]).events] == ["created", "joined"]
    for other in ({"key": "0123456789abcdef0123456789abcdeF"}, {}):
        assert site.post(path, wish | other).status_code == 409  # used
    assert site.post(path, wish | {"secret": "x", "key": "0" * 32}).status_code == 404
    assert site.post(path, wish | {"key": "too-short"}).status_code == 400


def test_the_cookie_of_a_seat_is_sent_to_its_match_alone(site: Site) -> None:
    answer = site.post("/api/v1/matches", {"game": "range-war"})
    made = answer.json()["match"]["id"]
    cookies = [dict(part.partition("=")[::2] for part in cookie.split("; ")) for cookie in set_cookies(answer)]
    assert [cookie["Path"] for cookie in cookies] == [f"/m/{made}", f"/api/v1/matches/{made}"]


def set_cookies(answer: httpx.Response) -> list[str]:
    return answer.headers.get_list("set-cookie")


def test_two_people_of_one_name_cannot_be_told_apart(site: Site) -> None:
    answer = site.post("/api/v1/matches", {"game": "range-war", "name": "Ada", "opponent_name": "Ada"})
    sentence = "Both players are called Ada; give one of them another name."
    assert (answer.status_code, problem(answer)["message"]) == (422, sentence)
    made = site.create(opponent="friend", name="Ada")
    path = f"/api/v1/matches/{made['match']['id']}/join"
    assert problem(site.post(path, {"secret": made["invite"], "name": " Ada "}))["message"] == sentence
    assert site.post(path, {"secret": made["invite"], "name": "Adam"}).status_code == 200


def test_nothing_happens_in_a_match_that_waits_for_a_friend(site: Site) -> None:
    host = site.sits(opponent="friend")
    commands: list[tuple[str, Json]] = [
        ("moves", {"move": "6"}),
        ("resign", {}),
        ("hint", {"level": 1}),
        ("take-back", {}),
        ("rename", {"name": "Eve"}),
    ]
    for action, more in commands:
        answer = host.command(action, 1, **more)
        assert (answer.status_code, problem(answer)["code"]) == (409, "not-now")
    assert (host.sequence, host.snapshot["state"]) == (1, "waiting")


@pytest.mark.parametrize(
    "wish, status, code",
    [
        ({"secret": "", "name": "Bob"}, 400, "bad-request"),
        ({"name": "Bob"}, 400, "bad-request"),
        ({"secret": "wrong", "name": "Bob"}, 404, "not-found"),
        ({"secret": "right", "name": "@expert"}, 422, "unknown-player"),
        ({"secret": "right", "name": "B\nob"}, 422, "bad-name"),
    ],
)
def test_a_refused_guest_leaves_the_seat_free(site: Site, wish: dict[str, str], status: int, code: str) -> None:
    made = site.create(opponent="friend")
    path = f"/api/v1/matches/{made['match']['id']}/join"
    sent = wish | ({"secret": made["invite"]} if wish.get("secret") == "right" else {})
    answer = site.post(path, sent)
    assert (answer.status_code, problem(answer)["code"]) == (status, code)
    assert site.post(path, {"secret": made["invite"], "name": "Bob"}).status_code == 200


def test_an_invitation_tells_what_it_is_for_to_whoever_has_its_secret(site: Site) -> None:
    made = site.create(game="range-war", options={"highest": "12"}, opponent="friend", name="Ada", seat=2)
    path = f"/api/v1/matches/{made['match']['id']}"
    told = site.post(f"{path}/invitation", {"secret": made["invite"]}).json()
    assert (told["by"], told["title"], told["options"], told["begins"]) == ("Ada", "Range War", "highest 12", True)
    assert len(told["rules"]) == 4  # as its page numbers them
    wrong = site.post(f"{path}/invitation", {"secret": "A" * 22})
    assert (wrong.status_code, problem(wrong)["code"]) == (404, "not-found")
    missing = site.post("/api/v1/matches/q7m2x9dk4hbn3cva/invitation", {"secret": made["invite"]})
    assert (missing.status_code, problem(missing)["message"]) == (404, problem(wrong)["message"])
    assert site.post(f"{path}/join", {"secret": made["invite"], "name": "Bob"}).status_code == 200
    for action in ("invitation", "join"):
        used = site.post(f"{path}/{action}", {"secret": made["invite"]})
        assert (used.status_code, problem(used)["code"]) == (409, "not-now")


def test_a_list_of_matches_holds_those_that_anybody_may_watch(site: Site) -> None:
    shown, hidden, waiting = site.sits(), site.sits(watch=False), site.sits(opponent="friend")
    over = site.sits(game="pocket-addition", options={"highest": "2", "target": "1"})
    over.plays("1")

    def listed(query: str) -> set[str]:
        return {match["id"] for match in site.get(f"/api/v1/matches{query}").json()["matches"]}

    assert shown.match in listed("")
    assert shown.match in listed("?state=playing&game=range-war")
    assert shown.match not in listed("?game=pocket-addition")
    assert waiting.match in listed("?state=waiting")
    assert over.match in listed("?state=over&game=pocket-addition")
    assert hidden.match not in listed("") | listed("?state=over") | listed("?state=waiting")


def test_a_match_of_a_list_tells_what_it_is(site: Site) -> None:
    seat = site.sits(game="pocket-addition", options={"highest": "2", "target": "1"}, name="Ada")
    seat.plays("1")
    (found,) = [one for one in site.get("/api/v1/matches?state=over").json()["matches"] if one["id"] == seat.match]
    assert (found["title"], found["names"], found["options"]) == (
        "Pocket Addition",
        ["Ada", "Player 2"],
        "highest=2,target=1",
    )
    assert found["outcome"]["winner"] == 1
    assert found["created"] <= found["changed"]


def test_a_long_list_comes_in_parts_that_are_the_whole(site: Site) -> None:
    options = {"highest": "2", "target": "1"}
    for _ in range(5):
        site.sits(game="pocket-addition", options=options).plays("1")
    path = "/api/v1/matches?state=over&game=pocket-addition"
    whole = site.get(f"{path}&limit=100").json()
    answer = site.get(f"{path}&limit=2").json()
    parts = answer["matches"]
    while answer["next"] and len(parts) < 100:
        assert len(answer["matches"]) == 2
        answer = site.get(f"{path}&limit=2&after={answer['next']}").json()
        parts += answer["matches"]
    assert (parts, whole["next"]) == (whole["matches"], None)
    assert len(parts) >= 5


def test_a_match_that_changes_between_two_parts_hides_no_other(site: Site) -> None:
    options = {"highest": "9", "target": "44"}
    seats = [site.sits(game="pocket-addition", options=options) for _ in range(4)]
    path = "/api/v1/matches?game=pocket-addition&limit=2"
    first = site.get(path).json()
    assert [match["id"] for match in first["matches"]] == [seats[3].match, seats[2].match]
    assert seats[2].command("resign", 1).status_code == 200  # it leaves the list, at that very place
    second = site.get(f"{path}&after={first['next']}").json()
    assert [match["id"] for match in second["matches"]] == [seats[1].match, seats[0].match]


@pytest.mark.parametrize(
    "query, status",
    [
        ("?state=lost", 400),
        ("?limit=0", 400),
        ("?limit=101", 400),
        ("?game=x", 404),
        ("?limit=x", 400),
        ("?after=", 400),
        ("?after=2026", 400),
        ("?after=_", 400),
    ],
)
def test_a_list_that_cannot_be_is_refused(site: Site, query: str, status: int) -> None:
    answer = site.get(f"/api/v1/matches{query}")
    assert answer.status_code == status
    assert problem(answer)


def test_events_are_told_behind_the_last_one_seen(site: Site) -> None:
    seat = site.sits()
    seat.plays("6", "4")
    assert [event["sequence"] for event in seat.get("/events?after=1").json()["events"]] == [2, 3]
    assert [event.get("move") for event in seat.events] == [None, "6", "4"]
    assert seat.get("/events?after=3").json()["events"] == []
    assert seat.get("/events?after=999").json()["events"] == []
    assert seat.get("/events?after=-1").status_code == 400


@pytest.mark.parametrize(
    "path", ["", "/events", "/views/0", "/record", "/review", "/live", "/nothing"], ids=lambda path: path or "itself"
)
def test_a_match_that_is_not_there_is_not_found(site: Site, path: str) -> None:
    answer = site.get(f"/api/v1/matches/aaaaaaaaaaaaaaaa{path}")
    assert (answer.status_code, problem(answer)["code"]) == (404, "not-found")


@pytest.mark.parametrize("match_id", ["x" * 5000, "%00", "%2e%2e", "'--", "é", "%ff", "a%0Ab"])
def test_an_id_that_cannot_be_is_not_found(site: Site, match_id: str) -> None:
    answer = site.get(f"/api/v1/matches/{match_id}")
    assert (answer.status_code, problem(answer)["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "method, path", [("DELETE", "/api/v1/games"), ("PUT", "/api/v1/matches"), ("GET", "/api/v1/records")]
)
def test_a_method_that_does_not_work_is_refused_with_those_that_do(site: Site, method: str, path: str) -> None:
    answer = site.ask(method, path)
    assert answer.status_code == 405
    assert problem(answer)["message"] == f"{method} is not allowed here."
    assert answer.headers["allow"]


def test_nobody_takes_a_seat_at_a_machine_or_at_a_screen(site: Site) -> None:
    for seat in (site.sits(opponent="@random"), site.sits()):
        answer = Seat(site, seat.match, None).visitor.post(
            f"/api/v1/matches/{seat.match}/join", {"secret": "A" * 22, "name": "Eve"}
        )
        assert (answer.status_code, problem(answer)["code"]) == (404, "not-found")
