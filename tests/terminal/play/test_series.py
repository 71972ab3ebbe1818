"""Who begins, and several matches in a row."""

from __future__ import annotations

import random
import re
from typing import Any, cast

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.errors import BadName
from fathom.show.canvas import Canvas
from fathom.storage.log import Series
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.play import seating
from fathom.terminal.play.keeper import Keeper
from fathom.terminal.play.series import half_points, next_in_series
from fathom.terminal.screen import Screen, TerminalCanvas
from tests.conftest import Fathom


def test_players_who_are_not_named_are_called_by_their_number() -> None:
    assert seating.name_players(games.game("range-war"), []) == ("Player 1", "Player 2")
    assert seating.name_players(games.game("range-war"), ["Ann"]) == ("Ann", "Player 2")
    assert seating.name_players(games.game("pyramid-puzzle"), []) == ("Player 1",)


@pytest.mark.parametrize(
    "game, names",
    [
        ("range-war", ["Ann", "Bob", "Cid"]),
        ("pyramid-puzzle", ["Ann", "Bob"]),
        ("range-war", ["Ann", " Ann "]),
        ("range-war", ["Player 2"]),
    ],
)
def test_players_that_do_not_fit_the_game_are_refused(game: str, names: list[str]) -> None:
    with pytest.raises(BadName):
        seating.name_players(games.game(game), names)


def test_two_machines_may_have_the_same_name() -> None:
    assert seating.name_players(games.game("range-war"), ["@random", "@random"]) == ("@random", "@random")


def test_first_says_which_of_the_named_players_begins(fathom: Fathom) -> None:
    assert "Ann's turn." in fathom("play", "range-war", "Ann", "Bob").stdout
    assert "Bob's turn." in fathom("play", "range-war", "Ann", "Bob", "--first", "2").stdout


@pytest.mark.parametrize("order", ["--first 2 Ann Bob", "Ann --first 2 Bob", "Ann Bob --first 2"])
def test_options_and_players_come_in_any_order(fathom: Fathom, order: str) -> None:
    done = fathom("play", "range-war", *order.split())
    assert done.returncode == 0
    assert "Bob's turn." in done.stdout


def test_the_coin_falls_on_both_sides() -> None:
    rng = random.Random(5)
    begun = {seating.seat_players(("Ann", "Bob"), "random", rng) for _ in range(50)}
    assert begun == {("Ann", "Bob"), ("Bob", "Ann")}


def test_a_seed_makes_coin_and_machine_repeatable(fathom: Fathom) -> None:
    def played(seed: str) -> str:
        return fathom("play", "pyramid-challenge", "Ann", "@random", "--first", "random", "--seed", seed).stdout

    shown = {seed: re.sub("resume .*", "", played(seed)) for seed in ("1", "2", "3", "4")}
    assert re.sub("resume .*", "", played("1")) == shown["1"]
    assert len(set(shown.values())) > 1


def test_in_a_series_the_first_move_alternates_and_the_score_runs(fathom: Fathom) -> None:
    # Opening with 1 wins on the spot, so the first player wins.
    done = fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", typed="1\n1\n1\n")
    assert done.returncode == 0
    said = [
        line for line in done.stdout.splitlines() if line.startswith(("Score", "Game 2", "Game 3")) or "wins" in line
    ]
    assert said == [
        "Ann wins!",
        "Score after game 1 of 3: Ann 1, Bob 0.",
        "Game 2: Bob moves first.",
        "Bob wins!",
        "Score after game 2 of 3: Ann 1, Bob 1.",
        "Game 3: Ann moves first.",
        "Ann wins!",
        "Score after game 3 of 3: Ann 2, Bob 1.",
        "Ann wins the series!",
    ]


def test_a_series_ends_as_soon_as_it_is_decided(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", typed="1\nresign\n")
    assert "Score after game 2 of 3: Ann 2, Bob 0.\nAnn wins the series!\n" in done.stdout
    assert "Game 3" not in done.stdout


def test_the_second_named_player_begins_the_series_when_first_says_so(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "Ann", "Bob", "--first", "2", "--best-of", "3", typed="1\n")
    assert "Score after game 1 of 3: Bob 1, Ann 0.\nGame 2: Ann moves first." in done.stdout


def test_an_even_series_may_be_drawn(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "--best-of", "2", typed="1\n1\n")
    assert done.stdout.endswith("Score after game 2 of 2: Player 1 1, Player 2 1.\nThe series is drawn.\n")


def test_a_drawn_game_counts_for_nobody(fathom: Fathom) -> None:
    dead_ends = "5\n9\n5\n9\n1\n2\n"  # 5 5 and 9 9 side by side carry no number
    done = fathom("play", "pyramid-challenge", "Ann", "Bob", "--best-of", "2", typed=dead_ends)
    assert "Score after game 1 of 2: Ann 0, Bob 0.\nGame 2: Bob moves first." in done.stdout


def test_two_machines_play_a_series_by_themselves(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom("play", "pocket-addition", "@random", "@random", "--best-of", "5", "--seed", "1")
    assert done.returncode == 0
    assert done.stdout.rstrip().endswith(("@random wins the series!", "The series is drawn."))
    assert 3 <= len(store.history()) <= 5


def test_a_series_goes_on_in_the_middle_of_a_game(fathom: Fathom) -> None:
    fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", typed="1\n2\n")
    done = fathom("resume", typed="1\n10\n9\n1\n")
    assert "Range War: Bob against Ann, 1 move made." in done.stdout
    assert "Score after game 2 of 3: Ann 2, Bob 0." in done.stdout
    assert done.stdout.endswith("Ann wins the series!\n")


def test_a_series_left_between_two_games_is_not_lost(fathom: Fathom) -> None:
    left = fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", typed="1\nquit\n")
    said = re.search("The series is saved. .*: fathom resume (.*)\n", left.stdout)
    assert said
    for arguments in (["resume"], ["resume", said[1]]):
        done = fathom(*arguments, typed="quit\n")
        assert done.returncode == 0
        assert "Score after game 1 of 3: Ann 1, Bob 0.\nGame 2: Bob moves first." in done.stdout


def test_the_id_of_the_first_match_leads_to_the_latest_of_its_series(fathom: Fathom, store: SqliteStore) -> None:
    fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", typed="1\n6\n")
    first = store.history()[-1]
    assert "Bob against Ann, 1 move made." in fathom("resume", first.id).stdout


def test_a_decided_series_is_over(fathom: Fathom, store: SqliteStore) -> None:
    fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", typed="1\nresign\n")
    done = fathom("resume", store.history()[0].id)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is over" in done.stderr
    assert "There is no match to resume in" in fathom("resume").stderr


def test_the_score_is_counted_by_player_and_not_by_seat(store: SqliteStore) -> None:
    series = Series("", 1, 4)
    for number, names in enumerate([("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Bob")], 1):
        match = Match(games.game("range-war"), names=names)
        match.play("1", 1)  # wins on the spot
        kept = store.create(match, series._replace(game=number))
        assert kept.series
        series = kept.series
    assert half_points(store, series.id) == (4, 2)


@pytest.mark.parametrize("number", ["0", "-1", "x", "٣", "1_000", "9" * 5000, "", "3.0"])
def test_a_series_of_no_number_of_games_is_refused(fathom: Fathom, number: str) -> None:
    done = fathom("play", "range-war", "--best-of", number)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--best-of" in done.stderr


def test_there_is_no_series_of_a_puzzle(fathom: Fathom) -> None:
    done = fathom("play", "pyramid-puzzle", "--best-of", "3")
    assert done.returncode == 2
    assert "is for one player" in done.stderr


class Window:
    """Keeps what it is told to say; it is as wide as a window."""

    def __init__(self, live: bool) -> None:
        self.canvas = TerminalCanvas(80, colour=False) if live else Canvas()
        self.said: list[str] = []

    def say(self, lines: list[str]) -> None:
        self.said += lines


@pytest.mark.parametrize("live, name", [(True, "Casual"), (False, "@casual")])
def test_in_a_window_the_score_names_machines_in_words(store: SqliteStore, live: bool, name: str) -> None:
    match: Match[Any, Any] = Match(games.game("range-war"), names=("Ann", "@casual"))
    keeper = Keeper(store, match, series=Series("a-series", 1, 3))
    keeper.play(1, "1")
    window = Window(live)
    assert next_in_series(keeper, cast("Screen", window), store)
    assert window.said == ["", f"Score after game 1 of 3: Ann 1, {name} 0.", f"Game 2: {name} moves first.", ""]
