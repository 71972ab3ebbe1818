"""Records in and out, and reviews: the same as in the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.web.site import Site
from tests.web.visitor import Seat, problem

RECORD = """\
[Game "range-war"]
[Options "highest=10,second_move=lower"]
[Player1 "Alice"]
[Player2 "Bob"]
[Result "0-1"]

1. 6 4 2. 10 9 0-1
"""
LEFT = RECORD.replace("2. 10 9 0-1", "*").replace('"0-1"', '"*"')


def taken(site: Site, text: str) -> list[Seat]:
    """The matches created from a record, as a watcher sees them."""
    answer = site.ask("POST", "/api/v1/records", content=text.encode(), headers={"Content-Type": "text/plain"})
    assert answer.status_code == 201, answer.text
    return [Seat(site, match["id"], None) for match in answer.json()["matches"]]


def test_a_record_that_is_taken_in_comes_out_the_same(site: Site) -> None:
    (seat,) = taken(site, RECORD)
    answer = seat.get("/record")
    assert answer.text == RECORD
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert seat.snapshot["state"] == "over"
    assert seat.snapshot["names"] == ["Alice", "Bob"]


@pytest.mark.parametrize("moves", ["1. 6 4 *", "1. 6 4 2. 5 {after hint 3} *"], ids=["left", "hinted"])
def test_what_was_left_or_hinted_comes_out_the_same(site: Site, moves: str) -> None:
    text = LEFT.replace("1. 6 4 *", moves)
    (seat,) = taken(site, text)
    assert seat.get("/record").text == text


def test_a_resignation_comes_out_the_same(site: Site) -> None:
    text = LEFT.replace("*", "0-1").replace('"0-1"]\n', '"0-1"]\n[Resigned "1"]\n')
    (seat,) = taken(site, text)
    assert seat.get("/record").text == text
    assert seat.snapshot["view"]["outcome"]["winner"] == 2


def test_a_forfeit_comes_out_the_same(site: Site) -> None:
    text = LEFT.replace("*", "0-1").replace('"0-1"]\n', '"0-1"]\n[Forfeited "1: it answered \'<b>\'"]\n')
    (seat,) = taken(site, text)
    assert seat.get("/record").text == text
    assert seat.snapshot["view"]["outcome"] == {"winner": 2, "reason": "seat 1 forfeited: it answered '<b>'"}


def test_a_match_that_was_played_here_goes_out_and_in_again(site: Site) -> None:
    played = site.sits(name='A "B" \\ C')
    played.plays("6", "4", "5", "3")
    text = played.get("/record").text
    (seat,) = taken(site, text)
    assert seat.get("/record").text == text
    assert seat.snapshot["view"] == played.snapshot["view"]


def test_a_file_of_records_makes_a_match_of_each(site: Site) -> None:
    seats = taken(site, RECORD + "\n" + RECORD.replace("Alice", "Älice"))
    assert [seat.snapshot["names"][0] for seat in seats] == ["Alice", "Älice"]


def test_nobody_has_a_seat_in_a_record(site: Site) -> None:
    (seat,) = taken(site, LEFT)
    for token in (None, "x", ""):
        answer = seat._replace(token=token).move("5", 1)
        assert (answer.status_code, problem(answer)["code"]) == (403, "no-seat")


@pytest.mark.parametrize(
    "text, status, code",
    [
        (RECORD.replace("4", "7"), 422, "unreadable-record"),
        (RECORD.replace("range-war", "x"), 422, "unreadable-record"),
        (LEFT.replace("highest=10", "highest=100000"), 422, "bad-option"),
        (RECORD * 21, 400, "bad-request"),
        ("x" * 300_000, 413, "too-large"),
        ("{" * 1000, 422, "unreadable-record"),
    ],
    ids=["illegal", "no game", "too large options", "too many", "too large", "no record"],
)
def test_a_record_that_cannot_be_is_refused_and_nothing_is_kept(site: Site, text: str, status: int, code: str) -> None:
    before = site.get("/api/v1/matches?state=over&limit=100").json()
    answer = site.ask("POST", "/api/v1/records", content=text.encode(), headers={"Content-Type": "text/plain"})
    assert (answer.status_code, problem(answer)["code"]) == (status, code)
    assert site.get("/api/v1/matches?state=over&limit=100").json() == before


def test_bytes_that_are_no_text_are_refused(site: Site) -> None:
    answer = site.ask("POST", "/api/v1/records", content=b"\xff\xfe", headers={"Content-Type": "text/plain"})
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")


def test_a_review_is_what_the_terminal_prints_of_the_record(
    site: Site, fathom: Callable[..., CompletedProcess[str]], tmp_path: Path
) -> None:
    seat = site.sits(name="Ada")
    seat.plays("6", "4", "10", "9")
    (tmp_path / "match.txt").write_text(seat.get("/record").text, encoding="utf-8")
    printed = json.loads(fathom("review", "--json", "--all", "match.txt").stdout)
    served = seat.get("/review").json()
    assert served.pop("picture").rstrip().endswith("</svg>")
    assert served == (printed[0] if isinstance(printed, list) else printed)


def test_a_match_that_is_not_over_has_no_review(site: Site) -> None:
    answer = site.sits().get("/review")
    assert (answer.status_code, problem(answer)["code"]) == (409, "not-now")
