"""A match as it stood after any of its moves, for whoever may see the match."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.web.api import looking_back
from tests.web.site import Site
from tests.web.visitor import Seat, problem


def test_every_step_shows_what_the_rules_make_of_the_first_moves(site: Site) -> None:
    seat = site.sits(name="Ada")
    seat.plays("6", "4", "9")
    for number, code in enumerate(("range-war", "range-war:6", "range-war:6.4", "range-war:6.4.9")):
        view = seat.get(f"/views/{number}").json()
        match = games.read_code(code)
        assert (view["code"], view["played"], view["to_move"]) == (code, match.moves, match.position.to_move)
        assert view["moves"] == [match.game.format_move(move) for move in match.position.moves()]
        played = ".".join(match.moves)
        assert view["drawing"] == site.get(f"/m/{seat.match}/drawing.svg?moves={played}", seat.token).text
    assert seat.get("/views/1").json()["guide"]["told"][0]["happened"] == "Ada claimed 6."


def test_a_match_that_was_broken_off_ends_after_its_last_move_and_not_before(site: Site) -> None:
    seat = site.sits()
    seat.plays("6", "4")
    assert seat.get("/views/2").json()["over"] is False
    seat.command("resign", 3)
    assert seat.get("/views/1").json()["over"] is False
    last = seat.get("/views/2").json()
    assert (last["over"], last["outcome"]) == (True, seat.snapshot["view"]["outcome"])


def test_what_was_taken_back_is_not_shown_any_more(site: Site) -> None:
    seat = site.sits()
    seat.plays("6", "4")
    assert seat.get("/views/2").json()["played"] == ["6", "4"]
    seat.command("take-back", 3, plies=1)
    assert problem(seat.get("/views/2"))["message"] == (
        "There is no position after '2' moves: this match has 1 move, so it is a whole number from 0 to 1."
    )
    seat.move("3", 4)
    assert seat.get("/views/2").json()["played"] == ["6", "3"]


@pytest.mark.parametrize("number", ["-1", "1.5", "x", "1", "999999999999999999999", "%00"])
def test_a_number_that_makes_no_sense_is_refused(site: Site, number: str) -> None:
    answer = site.sits().get(f"/views/{number}")
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")


def test_a_match_that_is_not_for_everybody_is_not_shown_to_strangers(site: Site) -> None:
    seat = site.sits(watch=False)
    assert seat.get("/views/0").status_code == 200
    assert problem(Seat(site, seat.match, None).get("/views/0"))["code"] == "not-found"


def test_a_view_is_made_once_for_everybody_who_looks(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = site.sits()
    seat.plays("6")
    first = seat.get("/views/1").text
    monkeypatch.setattr(looking_back, "make_view", None)
    assert Seat(site, seat.match, None).get("/views/1").text == first
