"""Machines in a match: they play by the same path as people."""

from __future__ import annotations

import time

import pytest

from fathom import games
from fathom.web.live import machines
from tests.patience import PATIENCE
from tests.web.site import Site
from tests.web.visitor import Seat


@pytest.fixture
def site(either_site: Site) -> Site:
    return either_site


def awaited(seat: Seat, sequence: int) -> None:
    """Wait until a match has reached a sequence number."""
    deadline = time.monotonic() + PATIENCE
    while seat.sequence < sequence:
        assert time.monotonic() < deadline, "The machine does not move."
        time.sleep(0.01)


@pytest.mark.parametrize(
    "level",
    [
        *("@random", "@novice", "@casual", "@skilled", "@expert", "@perfect", "@trickster", "@student"),
        *("@greedy", "@minimax-3", "@mcts-50"),
    ],
)
def test_every_machine_answers_a_move(site: Site, level: str) -> None:
    seat = site.sits(opponent=level)
    assert seat.move("6", 1).status_code == 200
    awaited(seat, 3)
    answer = seat.events[2]
    assert (answer["kind"], answer["seat"]) == ("moved", 2)
    assert answer["move"] in {"1", "2", "3", "4", "5"}


@pytest.mark.parametrize("game", ["range-war", "pocket-addition", "digit-dilemma", "pyramid-challenge"])
def test_a_machine_in_seat_1_begins(site: Site, game: str) -> None:
    seat = site.sits(game=game, opponent="@casual", seat=2)
    awaited(seat, 2)
    assert seat.events[1]["seat"] == 1


def test_the_perfect_machine_wins_from_the_opening(site: Site) -> None:
    # Rule 4 of Range War: an opening with 1 wins on the spot.
    seat = site.sits(opponent="@perfect", seat=2)
    awaited(seat, 2)
    assert seat.events[1]["move"] == "1"
    assert seat.snapshot["view"]["outcome"]["winner"] == 1


def test_the_machine_moves_again_when_its_move_is_taken_back(site: Site) -> None:
    seat = site.sits(opponent="@perfect")
    seat.move("6", 1)
    awaited(seat, 3)
    assert seat.command("take-back", 3, plies=1).status_code == 200
    awaited(seat, 5)
    assert [event["kind"] for event in seat.events] == ["created", "moved", "moved", "taken-back", "moved"]


def test_a_machine_match_is_played_to_its_end(site: Site) -> None:
    seat = site.sits(game="pocket-addition", opponent="@expert")
    deadline = time.monotonic() + PATIENCE
    while (match := seat.snapshot)["state"] == "playing":
        assert time.monotonic() < deadline
        if match["view"]["to_move"] == 1:
            seat.move(match["view"]["moves"][0], match["sequence"])
    assert seat.snapshot["view"]["outcome"]["winner"] in {1, 2}


def test_what_the_machine_does_is_told_to_whoever_listens(site: Site) -> None:
    seat = site.sits(opponent="@perfect")
    with seat.subscribed(views=True) as socket:
        assert socket.ask("move", move="6", expected=1)["event"]["sequence"] == 2
        told = socket.receive()
    assert (told["type"], told["event"]["seat"], told["view"]["last"]) == ("event", 2, told["event"]["move"])


def test_a_machine_that_could_think_for_long_moves_when_its_seconds_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "_THINKING_SECONDS", 0)
    match = games.read_code("digit-dilemma")
    match.names = ("@mcts-100000", "Ann")
    assert match.read(machines.choose_move(match, 1)) in match.legal_moves
