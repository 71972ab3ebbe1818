"""Another match with the seats swapped."""

from __future__ import annotations

import pytest

from tests.web.site import Site
from tests.web.visitor import Seat, new_key, problem


@pytest.fixture
def site(either_site: Site) -> Site:
    return either_site


def finished(site: Site) -> tuple[Seat, Seat]:
    host, guest = site.two(name="Ada", options={"highest": "12"})
    assert host.move("1", 2).status_code == 200
    return host, guest


def test_a_match_that_is_not_over_has_no_rematch(site: Site) -> None:
    host, _ = site.two()
    answer = host.command("rematch", 2)
    assert (answer.status_code, problem(answer)["code"]) == (409, "not-now")


def test_an_offer_waits_for_the_other_seat(site: Site) -> None:
    host, guest = finished(site)
    answer = guest.command("rematch", 3)
    assert answer.json()["event"]["kind"] == "rematch-offered"
    assert host.snapshot["rematch"] == {"offers": [2], "match": None}


def test_offering_twice_does_not_make_the_rematch_alone(site: Site) -> None:
    host, _ = finished(site)
    host.command("rematch", 3)
    host.command("rematch", 4)
    assert host.snapshot["rematch"] == {"offers": [1], "match": None}


def test_an_accepted_offer_makes_a_match_with_the_seats_swapped_and_the_old_tokens(site: Site) -> None:
    host, guest = finished(site)
    guest.command("rematch", 3)
    event = host.command("rematch", 4).json()["event"]
    assert (event["kind"], event["sequence"]) == ("rematched", 5)
    again, guest_again = host._replace(match=event["match"]), guest._replace(match=event["match"])
    match = again.snapshot
    assert (match["names"], match["you"], guest_again.snapshot["you"]) == (["Bob", "Ada"], [2], [1])
    assert (match["state"], match["options"]["highest"], match["sequence"]) == ("playing", 12, 1)
    assert problem(again.move("6", 1))["code"] == "not-your-turn"
    assert guest_again.move("6", 1).status_code == 200
    assert again.move("4", 2).status_code == 200


def test_whoever_has_no_name_is_called_by_the_new_seat(site: Site) -> None:
    seat = site.sits(opponent="@perfect", seat=1)
    seat.command("resign", 1)
    again = seat._replace(match=seat.command("rematch", 2).json()["event"]["match"])
    assert (again.snapshot["names"], again.snapshot["you"]) == (["@perfect", "Player 2"], [2])


def test_both_find_the_rematch_and_it_is_made_once(site: Site) -> None:
    host, guest = finished(site)
    key = new_key()
    guest.command("rematch", 3)
    event = host.command("rematch", 4, key).json()["event"]
    assert host.command("rematch", 4, key).json() == {"event": event, "repeated": True}
    assert guest.snapshot["rematch"] == {"offers": [2], "match": event["match"]}
    assert problem(guest.command("rematch", 5))["code"] == "not-now"


def test_alone_with_a_machine_nobody_has_to_agree(site: Site) -> None:
    seat = site.sits(opponent="@random", name="Ada")
    assert seat.move("1", 1).status_code == 200
    event = seat.command("rematch", 2).json()["event"]
    assert event["kind"] == "rematched"
    match = seat._replace(match=event["match"]).snapshot
    assert (match["seats"], match["names"], match["you"]) == (["machine", "person"], ["@random", "Ada"], [2])


def test_a_closed_match_has_a_closed_rematch(site: Site) -> None:
    seat = site.sits(watch=False)
    seat.plays("1")
    event = seat.command("rematch", 2).json()["event"]
    assert site.get(f"/api/v1/matches/{event['match']}").status_code == 404
    assert seat._replace(match=event["match"]).snapshot["you"] == [1, 2]


def test_a_pair_is_two_games_with_the_seats_swapped_whose_points_are_counted(site: Site) -> None:
    first = site.sits(game="range-war", opponent="same-screen", pair=True, name="Ada", opponent_name="Bob")
    assert first.snapshot["pair"] == {"game": 1, "halves": [0, 0]}
    first.move("1", 1)  # wins on the spot, by rule 4
    second = first._replace(match=first.command("rematch", 2).json()["event"]["match"])
    assert second.snapshot["pair"] == {"game": 2, "halves": [0, 2]}
    second.command("resign", 1)
    third = second._replace(match=second.command("rematch", 2).json()["event"]["match"])
    assert third.snapshot["pair"] == {"game": 1, "halves": [0, 0]}


def test_another_game_is_not_the_second_of_a_pair(site: Site) -> None:
    host, guest = site.two(pair=True)
    host.move("1", 2)
    host.command("rematch", 3, game="digit-dilemma")
    begun = guest.command("rematch", 4).json()["event"]["match"]
    shown = host._replace(match=begun).snapshot
    assert (shown["game"], shown["pair"]) == ("digit-dilemma", {"game": 1, "halves": [0, 0]})


def test_a_single_game_and_a_puzzle_are_no_pair(site: Site) -> None:
    assert site.sits(opponent="same-screen").snapshot["pair"] is None
    refused = site.post("/api/v1/matches", {"game": "pyramid-puzzle", "pair": True})
    assert (refused.status_code, problem(refused)["code"]) == (400, "bad-request")


def test_a_drawn_game_of_a_pair_gives_half_a_point_each(site: Site) -> None:
    # Both bottom rows are dead: 9 and 9 differ by 0 and add up to 18, so both players are stuck.
    moves = ["9", "9", "9", "9", "9", "9"]
    code = f"pyramid-challenge:{'.'.join(moves)}"
    first = site.sits(**{"from": code, "game": "pyramid-challenge"}, opponent="same-screen", pair=True)
    for sequence in (1, 2):
        first.move("pass", sequence)
    assert first.snapshot["view"]["outcome"]["winner"] is None
    second = first._replace(match=first.command("rematch", 3).json()["event"]["match"])
    assert second.snapshot["pair"]["halves"] == [1, 1]
