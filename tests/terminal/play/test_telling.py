"""What people at a terminal are told: goal, what happened and what to do now, in a line each."""

from __future__ import annotations

from typing import Any, cast

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.terminal.play.telling import Teller
from fathom.terminal.screen import Screen, TerminalCanvas


class Wide:
    """A window of 80 columns without colour."""

    canvas = TerminalCanvas(80, colour=False)


def tell(code: str, *names: str) -> Teller:
    read = games.read_code(code)
    match: Match[Any, Any] = Match(read.game, read.options, names)
    match.play_all(read.moves)
    return Teller(cast("Screen", Wide()), match)


def test_who_plays_alone_is_you_and_a_machine_has_its_name_in_words() -> None:
    assert tell("digit-dilemma:7R.1M", "Ann", "@casual").turn() == [
        "",
        "Your Number:      _  _  7 ",
        "Casual's Number:  _ <1> _ ",
        "Digits: [0] [2] [3] [4] [5] [6] [8] [9]",
        "",
        "Goal: Make a multiple of 7.",
        "Casual placed 1 on the Middle.",
        "Your move: choose a digit, then a place.",
    ]


def test_two_people_go_by_their_names() -> None:
    lines = tell("range-war:6", "Ann", "Bob").turn()
    assert lines[-2:] == ["Ann claimed 6.", "Bob: choose a number lower than 6."]


@pytest.mark.parametrize(
    "names, last",
    [
        (("Ann", "@casual"), "You win! No number lower than 1 is left for Casual."),
        (("@casual", "Ann"), "You lose: Casual wins. No number lower than 1 is left for you."),
        (("Ann", "Bob"), "Ann wins! No number lower than 1 is left for Bob."),
        (("@casual", "@novice"), "Casual wins! No number lower than 1 is left for Novice."),
    ],
)
def test_the_end_says_who_won_and_why(names: tuple[str, str], last: str) -> None:
    assert tell("range-war:1", *names).ending()[-1] == last


def test_before_the_first_move_nothing_has_happened() -> None:
    lines = tell("range-war", "Ann", "Bob").turn()
    assert lines[-2:] == ["Goal: Leave your opponent without a number to claim.", "Ann: choose any number."]


def test_the_opening_names_the_players_and_options_that_are_not_the_books() -> None:
    assert tell("range-war,highest=12", "Ann", "@casual").opening() == [
        "Range War, Ann against Casual",
        "Options: highest=12",
        "Type help at any time to see the commands, q to leave.",
    ]


@pytest.mark.parametrize(
    "code",
    ["range-war:6.4", "pocket-addition:6.9", "digit-dilemma:7L.3M", "pyramid-challenge:3.9.5.9.4.1"],
)
def test_no_line_below_the_board_says_what_the_board_shows(code: str) -> None:
    """The book's dialogue lists what is available, and totals; the drawn board has them already."""
    teller = tell(code, "Ann", "Bob")
    below = "\n".join(teller.turn()[len(games.room(teller.shown.game.name).text.board(teller.shown, Wide.canvas)) :])
    assert not any(word in below for word in ("Available", "Total Sum", "Trend", "Digit Pool", "Number:"))


def test_a_puzzle_fills_a_window_of_24_rows_and_no_more() -> None:
    code = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
    for moves in ("", "/E1", "/E1.D1"):
        assert len(tell(f"{code}{moves}", "Ann").turn()) <= 24  # the first is blank; the question comes below
