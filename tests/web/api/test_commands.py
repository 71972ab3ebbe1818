"""Playing: what is accepted, what is refused, and that a command always gets the same answer."""

from __future__ import annotations

import pytest

from tests.web.site import Site
from tests.web.visitor import Json, new_key, problem


@pytest.fixture
def site(either_site: Site) -> Site:
    return either_site


def told(event: Json) -> Json:
    return {name: value for name, value in event.items() if name != "at"}


def test_an_accepted_move_is_answered_with_its_event(site: Site) -> None:
    seat = site.sits()
    answer = seat.move("6", 1)
    assert answer.status_code == 200
    assert answer.json().keys() == {"event"}
    assert told(answer.json()["event"]) == {"sequence": 2, "kind": "moved", "seat": 1, "move": "6"}
    assert seat.events[1] == answer.json()["event"]
    assert seat.snapshot["view"]["last"] == "6"


def test_the_sequence_of_a_match_counts_from_1_without_gaps(site: Site) -> None:
    seat = site.sits()
    seat.plays("6", "4", "5", "3", "7")
    assert [event["sequence"] for event in seat.events] == [1, 2, 3, 4, 5, 6]
    assert [event["seat"] for event in seat.events[1:]] == [1, 2, 1, 2, 1]


@pytest.mark.parametrize(
    "moves, move, status, code, rule",
    [
        ([], "11", 422, "illegal-move", 1),
        (["6"], "6", 422, "illegal-move", 1),
        (["6"], "7", 422, "illegal-move", 3),
        (["6", "4"], "3", 422, "illegal-move", 2),
        ([], "six", 422, "unreadable-move", None),
        ([], " ", 422, "unreadable-move", None),
        ([], "٣", 422, "unreadable-move", None),
        ([], "9" * 40, 422, None, None),
        ([], "", 400, "bad-request", None),
        ([], "9" * 41, 400, "bad-request", None),
        (["1"], "2", 409, "game-over", None),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(
    site: Site, moves: list[str], move: str, status: int, code: str | None, rule: int | None
) -> None:
    seat = site.sits()
    seat.plays(*moves)
    before = seat.snapshot
    answer = seat.move(move, before["sequence"])
    assert answer.status_code == status
    assert problem(answer)["code"] == (code or problem(answer)["code"])
    assert problem(answer).get("rule") == rule
    assert seat.snapshot == before


def test_a_move_for_the_other_seat_is_refused(site: Site) -> None:
    host, guest = site.two(name="Ada")
    answer = guest.move("6", 2)
    assert answer.status_code == 409
    assert problem(answer) == {"code": "not-your-turn", "message": "It is Ada's turn, not Bob's."}
    assert host.move("6", 2).status_code == 200


@pytest.mark.parametrize("expected", [0, 1, 4, 2**31 - 1])
def test_a_stale_command_carries_what_was_missed_and_does_nothing(site: Site, expected: int) -> None:
    seat = site.sits()
    seat.plays("6", "4")
    answer = seat.move("5", expected)
    assert (answer.status_code, problem(answer)["code"]) == (409, "stale")
    assert problem(answer)["detail"]["events"] == seat.events[expected:]
    assert seat.sequence == 3


@pytest.mark.parametrize(
    "change",
    [
        {"expected": -1},
        {"expected": 2**31},
        {"expected": 1.5},
        {"expected": "1"},
        {"expected": None},
        {"key": "short"},
        {"key": "x" * 65},
        {"key": "with space"},
        {"key": "@created"},
        {"key": "new-line-\n"},
        {"key": "zero-\0-zero"},
        {"key": 12345678},
        {"move": 6},
        {"move": ["6"]},
        {"extra": 1},
    ],
)
def test_a_command_that_cannot_be_read_is_refused(site: Site, change: dict[str, object]) -> None:
    seat = site.sits()
    body = {"move": "6", "expected": 1, "key": new_key()} | change
    answer = site.post(f"/api/v1/matches/{seat.match}/moves", body, seat.token)
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")
    assert seat.sequence == 1


@pytest.mark.parametrize("missing", ["move", "expected", "key"])
def test_a_command_that_lacks_something_is_refused(site: Site, missing: str) -> None:
    seat = site.sits()
    body = {name: value for name, value in {"move": "6", "expected": 1, "key": new_key()}.items() if name != missing}
    answer = site.post(f"/api/v1/matches/{seat.match}/moves", body, seat.token)
    assert answer.status_code == 400
    assert missing in problem(answer)["message"]


def test_a_repeated_key_gets_the_first_answer_again_however_late(site: Site) -> None:
    seat, key = site.sits(), new_key()
    first = seat.move("6", 1, key)
    again = seat.move("6", 1, key)
    assert again.status_code == 200
    assert again.json() == first.json() | {"repeated": True}
    seat.plays("4", "5")
    assert seat.move("6", 1, key).json() == again.json()
    assert [event.get("move") for event in seat.events] == [None, "6", "4", "5"]


def test_a_repeated_key_gets_the_first_answer_whatever_else_is_asked(site: Site) -> None:
    seat, key = site.sits(), new_key()
    first = seat.move("6", 1, key)
    assert seat.move("4", 2, key).json() == first.json() | {"repeated": True}
    assert seat.command("resign", 2, key).json() == first.json() | {"repeated": True}
    assert seat.snapshot["state"] == "playing"


def test_a_repeated_key_of_an_illegal_move_is_refused_the_same_even_when_it_would_work_now(site: Site) -> None:
    seat, key = site.sits(), new_key()
    first = seat.move("11", 1, key)
    assert problem(first)["code"] == "illegal-move"
    again = seat.move("6", 1, key)
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert seat.sequence == 1


def test_a_repeated_key_of_a_stale_command_is_stale_again_with_what_was_missed_then(site: Site) -> None:
    seat, key = site.sits(), new_key()
    seat.plays("6")
    first = seat.move("4", 1, key)
    assert problem(first)["code"] == "stale"
    seat.plays("4")
    again = seat.move("4", 1, key)
    assert (again.status_code, again.json()) == (409, first.json())
    assert len(problem(again)["detail"]["events"]) == 1
    assert seat.sequence == 3


def test_the_same_key_may_be_used_in_another_match(site: Site) -> None:
    one, two, key = site.sits(), site.sits(), new_key()
    assert one.move("6", 1, key).json()["event"]["move"] == "6"
    assert two.move("5", 1, key).json()["event"]["move"] == "5"


def test_a_seat_resigns_and_the_other_wins(site: Site) -> None:
    host, guest = site.two(name="Ada")
    answer = guest.command("resign", 2)
    assert told(answer.json()["event"]) == {"sequence": 3, "kind": "resigned", "seat": 2}
    assert host.snapshot["state"] == "over"
    assert host.snapshot["view"]["outcome"]["winner"] == 1
    refused = host.command("resign", 3)
    assert (refused.status_code, problem(refused)["code"]) == (409, "game-over")


def test_moves_are_taken_back_where_one_person_plays(site: Site) -> None:
    seat = site.sits()
    seat.plays("6", "4", "5")
    answer = seat.command("take-back", 4, plies=2)
    assert told(answer.json()["event"]) == {"sequence": 5, "kind": "taken-back", "seat": 2, "plies": 2}
    assert seat.snapshot["view"]["played"] == ["6"]
    assert seat.command("take-back", 5).json()["event"]["plies"] == 1
    assert seat.snapshot["view"]["played"] == []
    refused = seat.command("take-back", 6)
    assert (refused.status_code, problem(refused)["code"]) == (409, "nothing-to-undo")


def test_a_finished_game_goes_on_when_its_last_move_is_taken_back(site: Site) -> None:
    seat = site.sits()
    seat.plays("1")
    assert seat.snapshot["state"] == "over"
    assert seat.command("take-back", 2).status_code == 200
    assert seat.snapshot["state"] == "playing"
    assert seat.move("6", 3).status_code == 200


def test_moves_that_were_there_at_the_beginning_cannot_be_taken_back(site: Site) -> None:
    seat = site.sits(game=None, **{"from": "range-war:6.4"})
    seat.plays("5")
    assert problem(seat.command("take-back", 2, plies=2))["code"] == "nothing-to-undo"
    assert seat.command("take-back", 2, plies=1).status_code == 200


@pytest.mark.parametrize("action, more", [("hint", {"level": 1}), ("rename", {"name": "Eve"})])
def test_between_two_people_nothing_is_hinted_or_renamed(site: Site, action: str, more: Json) -> None:
    host, guest = site.two()
    host.move("6", 2)
    for seat in (host, guest):
        answer = seat.command(action, 3, **more)
        assert (answer.status_code, problem(answer)["code"]) == (409, "not-now")
    assert host.sequence == 3


@pytest.mark.parametrize(
    "action, change", [("take-back", {"plies": 0}), ("hint", {"level": 6}), ("hint", {"level": 0})]
)
def test_numbers_out_of_range_are_refused(site: Site, action: str, change: Json) -> None:
    answer = site.sits().command(action, 1, **change)
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")


def test_a_hint_is_told_and_marked_in_the_record(site: Site) -> None:
    seat = site.sits(game=None, **{"from": "range-war:6.4"})
    answer = seat.command("hint", 1, level=4).json()
    assert told(answer["event"]) == {"sequence": 2, "kind": "hinted", "seat": 1, "level": 4}
    assert answer["text"] == site.get("/api/v1/hints/range-war:6.4?level=4").json()["text"]
    seat.plays("5")
    assert "{after hint 4}" in seat.get("/record").text


def test_a_repeated_hint_is_the_first_hint_and_tells_nothing_of_later_positions(site: Site) -> None:
    seat, key = site.sits(game=None, **{"from": "range-war:6.4"}), new_key()
    first = seat.command("hint", 1, key, level=2).json()
    seat.plays("5")
    assert seat.command("hint", 1, key, level=5).json() == first | {"repeated": True}


def test_a_finished_game_has_no_hints(site: Site) -> None:
    seat = site.sits()
    seat.plays("1")
    assert problem(seat.command("hint", 2, level=1))["code"] == "game-over"
