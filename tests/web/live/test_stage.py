"""Places on the page of live matches: few for each visitor, kept as long as people move."""

from __future__ import annotations

import pytest

from fathom.web.live import stage
from fathom.web.live.stage import MOST_PLACES, Stage


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(stage, "time", clock)
    return clock


def test_a_visitor_has_a_few_places_and_others_have_theirs(clock: Clock) -> None:
    places = Stage()
    taken = [places.find_place("ada", f"m{number}") for number in range(10)]
    assert [place is not None for place in taken] == [True] * MOST_PLACES + [False] * (10 - MOST_PLACES)
    assert len(set(taken[:MOST_PLACES])) == MOST_PLACES
    assert places.find_place("bob", "m9") not in {None, *taken}


def test_a_match_in_which_people_move_is_written_down_once_a_minute_in_the_same_place(clock: Clock) -> None:
    places = Stage()
    first = places.find_place("ada", "m")
    clock.now += 59
    assert places.find_place("ada", "m") is None
    clock.now += 1
    assert places.find_place("ada", "m") == first


def test_a_match_that_was_left_makes_room_and_one_that_goes_on_does_not(clock: Clock) -> None:
    places = Stage()
    left, *playing = [places.find_place("ada", f"m{number}") for number in range(MOST_PLACES)]
    clock.now += 119
    for number in range(1, MOST_PLACES):
        assert places.find_place("ada", f"m{number}") == playing[number - 1]
    assert places.find_place("ada", "new") is None
    clock.now += 1
    assert places.find_place("ada", "new") == left
    assert places.find_place("ada", "newer") is None


def test_a_place_says_nothing_about_a_visitor_to_another_run_of_the_server() -> None:
    marks = {str(Stage().find_place("203.0.113.7", "m")) for _ in range(8)}
    assert len(marks) > 1
    assert all(len(mark) == len("3fa9-0") for mark in marks)


def test_only_so_many_visitors_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "_VISITORS_REMEMBERED", 2)
    places = Stage()
    for visitor in ("ada", "bob", "cid"):
        assert places.find_place(visitor, "m")
    assert places.find_place("bob", "m") is None
    assert places.find_place("ada", "m") is not None, "she has been forgotten, and begins again"
