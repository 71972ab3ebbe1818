"""The pages of play, as the server writes them: positions, values, roles, and who may see what."""

from __future__ import annotations

import re

import pytest

from fathom import games
from fathom.analysis.analysis import Analysis, AnalyzedMove
from fathom.core.code import stem_of
from fathom.core.value import Value
from fathom.show.verdicts import Verdict
from fathom.web.api.positions import describe_moves, describe_standing
from fathom.web.live.views import announce
from fathom.web.pages.values import rows, steps, trail
from tests.web.site import Site

ANALYZED = Analysis(
    games.read_code("range-war:6.4"),
    Value(1, 7),
    (
        AnalyzedMove("7", Value(2, 7), Verdict.THROWS, ("5",), "so you lose"),
        AnalyzedMove("5", Value(1, 6), Verdict.ONLY, tuple("3728194650123"), "so you win"),
    ),
)


def test_the_move_one_would_like_best_comes_first_in_words() -> None:
    best, worst = rows(describe_moves(ANALYZED))
    assert best[:6] == ("5", "range-war:6.4.5", "only", "only", "you win in 7 moves", "So you win.")
    assert best.line == "3 7 2 8 1 9 4 6 5 0 1 2 …"
    assert (worst.words, worst.worth) == ("throws the win", "you lose in 8 moves")
    assert describe_standing(ANALYZED) == "Player 1 to move: you win in 7 moves."


def test_a_puzzle_without_a_way_to_the_peak_says_so_instead_of_none_mp(site: Site) -> None:
    page = site.get("/a/pyramid-puzzle,levels=3:kC4.dC1.xB2.xC3.xC5.xB4/C1.clear:B4").text
    assert "None MP" not in page
    assert "With best play: out of reach." in page


@pytest.mark.parametrize(
    "code, move, after",
    [
        ("range-war", "6", "range-war:6"),
        ("range-war,highest=12:6.4", "9", "range-war,highest=12:6.4.9"),
        ("pyramid-puzzle:kC4.xB2", "E1", "pyramid-puzzle:kC4.xB2/E1"),
        ("pyramid-puzzle:kC4.xB2/E1", "D1", "pyramid-puzzle:kC4.xB2/E1.D1"),
    ],
)
def test_the_code_after_one_more_move_is_one_that_can_be_read(code: str, move: str, after: str) -> None:
    before = games.read_code(code)
    assert stem_of(before).after([*before.moves, move]) == after
    assert games.read_code(after).moves == [*before.moves, move]


def test_every_step_that_led_here_has_its_code() -> None:
    assert [step.code for step in steps(games.read_code("range-war:6.4"))] == [
        "range-war",
        "range-war:6",
        "range-war:6.4",
    ]


@pytest.mark.parametrize(
    "code, sentence",
    [
        ("digit-dilemma:7L.3M", "Player 2 places 3 on the Middle."),
        ("pyramid-challenge:3.6", "Player 2 places 6 at Bottom Level Position 1."),
        ("range-war:6.4", "Player 2 selected 4."),
        ("pocket-addition:6.9", "Player 2 selects 9."),
    ],
)
def test_what_is_announced_begins_with_who_made_which_move(code: str, sentence: str) -> None:
    assert announce(games.read_code(code)) == [sentence, "Player 1 to move."]


def test_a_match_between_friends_keeps_its_values_to_itself_until_it_is_over(site: Site) -> None:
    host = site.sits(game="range-war", opponent="friend")
    shown = site.get(f"/m/{host.match}").text
    assert "values-without-script" not in shown
    assert "You are watching." in shown
    alone = site.sits(game="range-war", opponent="same-screen")
    assert "values-without-script" in site.get(f"/m/{alone.match}").text


@pytest.mark.parametrize(
    "wish, role",
    [
        ({"opponent": "friend", "name": "Ada"}, "You play Ada."),
        ({"opponent": "friend"}, "You play first."),
        ({"opponent": "friend", "seat": 2}, "You play second."),
        ({"opponent": "same-screen", "name": "Ada"}, "You play both sides."),
    ],
)
def test_nobody_is_told_that_they_are_player_1(site: Site, wish: dict[str, str | int], role: str) -> None:
    seat = site.sits(game="range-war", **wish)
    assert f">{role}" in site.get(f"/m/{seat.match}", seat.token).text


def test_a_match_that_is_not_open_looks_like_one_that_is_not_there(site: Site) -> None:
    closed = site.sits(game="range-war", opponent="same-screen", watch=False)
    hidden, missing = site.get(f"/m/{closed.match}"), site.get("/m/q7m2x9dk4hbn3cva")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.text == missing.text
    assert site.get(f"/m/{closed.match}", closed.token).status_code == 200


def test_a_match_is_drawn_after_any_moves_with_its_own_names(site: Site) -> None:
    seat = site.sits(game="range-war", opponent="same-screen", name="Ada")
    drawn = site.get(f"/m/{seat.match}/drawing.svg?moves=6.4.9")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "Claimed: 6 by Ada, 4 by Player 2, 9 by Ada." in drawn.text
    assert site.get(f"/m/{seat.match}/drawing.svg?moves=6.8").status_code == 422


def test_the_way_to_the_rematch_takes_the_seat_along(site: Site) -> None:
    seat = site.sits(game="range-war", opponent="same-screen")
    seat.move("1", expected=1)
    following = seat.command("rematch", expected=2).json()["event"]["match"]
    led = site.get(f"/m/{seat.match}/rematch", headers={"Cookie": f"seat-{seat.match}={seat.token}"})
    assert led.headers["location"] == f"/m/{following}"
    assert re.match(f"seat-{following}={seat.token}; HttpOnly", led.headers["set-cookie"])
    assert "set-cookie" not in site.get(f"/m/{seat.match}/rematch").headers


def test_the_form_shows_every_option_with_its_limits(site: Site) -> None:
    shown = site.get("/play/range-war").text
    assert 'data-option="highest" data-usual="10"' in shown
    assert "<option selected>lower</option><option>free</option>" in shown


def test_a_game_with_puzzles_is_led_to_where_it_is_played(site: Site) -> None:
    led = site.get("/play/pyramid-puzzle?opponent=perfect")
    assert (led.status_code, led.headers["location"]) == (303, "/puzzles")
    assert site.get("/play/no-such-game").status_code == 404


def test_a_trail_is_cut_where_its_codes_become_too_long() -> None:
    walk = [f"E{number % 32 + 1}" for number in range(900)]
    shown = trail(games.read_code(f"pyramid-puzzle:kC4/{'.'.join(walk)}"))
    assert [step.text for step in shown] == walk[-len(shown) :]
    assert [step.number for step in shown] == list(range(901 - len(shown), 901))
    assert 10 < sum(len(step.code) for step in shown) <= 50_000
    assert [step.text for step in trail(games.read_code("range-war:6.4"))] == ["start", "6", "4"]
