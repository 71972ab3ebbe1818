"""The list of games, and the analysis of any position."""

from __future__ import annotations

import json
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from tests.web.site import Site
from tests.web.visitor import problem

CODES = [
    "range-war",
    "range-war:6.4",
    "range-war:1",
    "range-war,highest=12,second_move=free:6.7",
    "pocket-addition:5",
    "digit-dilemma:0L",
    "pyramid-challenge:1",
]


def test_the_five_games_are_told_with_their_options_and_opponents(site: Site) -> None:
    told = {game["name"]: game for game in site.get("/api/v1/games").json()["games"]}
    assert told.keys() == {"range-war", "pocket-addition", "digit-dilemma", "pyramid-challenge", "pyramid-puzzle"}
    assert told["pyramid-puzzle"]["seats"] == 1
    assert told["pyramid-puzzle"]["opponents"] == {}
    war = told["range-war"]
    assert (war["title"], war["seats"]) == ("Range War", 2)
    assert {"@random", "@perfect"} <= war["opponents"].keys()
    highest, second_move, reach = war["options"]
    assert (highest["kind"], highest["default"], highest["low"]) == ("whole", 10, 2)
    assert (second_move["kind"], second_move["words"]) == ("choice", ["lower", "free"])
    assert (reach["kind"], reach["default"], reach["low"], reach["high"]) == ("whole", 0, 0, 16)


def test_one_game_is_told_as_in_the_list(site: Site) -> None:
    listed = site.get("/api/v1/games").json()["games"]
    assert [site.get(f"/api/v1/games/{game['name']}").json() for game in listed] == listed


def test_a_game_that_is_not_there_is_refused_by_its_name(site: Site) -> None:
    answer = site.get("/api/v1/games/rage-war")
    assert answer.status_code == 404
    assert problem(answer)["code"] == "unknown-game"
    assert "Did you mean range-war?" in problem(answer)["message"]


@pytest.mark.parametrize("code", CODES)
def test_a_position_is_what_the_terminal_analyzes(
    site: Site, fathom: Callable[..., CompletedProcess[str]], code: str
) -> None:
    printed = json.loads(fathom("analyze", "--json", code).stdout)
    served = site.get(f"/api/v1/positions/{code}").json()
    board, drawing, said = served.pop("board"), served.pop("drawing"), served.pop("said")
    for name in ("stem", "standing", "worth"):
        del served[name]
    for move in served["moves"]:
        for name in ("explanation", "words", "worth", "rank", "code"):
            del move[name]
    assert served == printed
    assert all(isinstance(line, str) for line in board)
    assert drawing.startswith("<svg")
    assert said


def test_a_position_is_told_in_words_too(site: Site) -> None:
    # By `fathom analyze range-war:6.4`: of five moves only 5 wins, with the last of seven plies.
    position = site.get("/api/v1/positions/range-war:6.4").json()
    assert position["standing"] == "Player 1 to move: you win in 7 moves."
    assert position["worth"] == "you win in 7 moves"
    told = {move["move"]: (move["words"], move["worth"], move["code"]) for move in position["moves"]}
    assert told["5"] == ("only", "you win in 7 moves", "range-war:6.4.5")
    assert told["7"][0] == "throws the win"
    assert told["7"][1].startswith("you lose in ")
    best = min(position["moves"], key=lambda move: move["rank"])
    assert best["move"] == "5"


def test_what_is_over_says_how_it_ended_and_is_worth_nothing_more(site: Site) -> None:
    position = site.get("/api/v1/positions/range-war:1").json()
    assert position["standing"] == "Player 1 has won: no number lower than 1 is left for Player 2."
    assert position["worth"] is None


@pytest.mark.parametrize("code", [*CODES, "pyramid-puzzle:kC4.xB2", "pyramid-puzzle:kC4.xB2/E1.D1"])
def test_every_code_of_a_position_begins_with_its_stem(site: Site, code: str) -> None:
    position = site.get(f"/api/v1/positions/{code}").json()
    start, joiner, played = position["stem"]["start"], position["stem"]["joiner"], position["played"]
    assert position["code"] == (f"{start}{joiner}{'.'.join(played)}" if played else start)
    for move in position["moves"]:
        assert move["code"] == f"{start}{joiner}{'.'.join([*played, move['move']])}"


def test_one_more_move_is_made_as_a_player_would_type_it(site: Site) -> None:
    assert (
        site.get("/api/v1/positions/digit-dilemma:7L?move=3 middle").json()
        == site.get("/api/v1/positions/digit-dilemma:7L.3M").json()
    )
    refused = site.get("/api/v1/positions/range-war:6?move=7")
    assert (refused.status_code, problem(refused)["rule"]) == (422, 3)
    assert problem(site.get("/api/v1/positions/range-war:6?move=x/../y"))["code"] == "unreadable-move"
    assert problem(site.get("/api/v1/positions/range-war:1?move=2"))["code"] == "game-over"


def test_the_coach_draws_more_than_the_rules(site: Site) -> None:
    plain = site.get("/api/v1/positions/digit-dilemma:0L").json()
    coached = site.get("/api/v1/positions/digit-dilemma:0L?coach=1").json()
    assert coached["drawing"] != plain["drawing"]
    assert coached | {"drawing": ""} == plain | {"drawing": ""}


@pytest.mark.parametrize(
    "path, status, code",
    [
        ("/api/v1/positions/rage-war:6", 404, "unknown-game"),
        ("/api/v1/positions/range-war:x", 422, "unreadable-code"),
        ("/api/v1/positions/range-war:6.7", 422, "unreadable-code"),
        ("/api/v1/positions/range-war,highest=99999999:6", 422, "bad-option"),
        ("/api/v1/positions/range-war,highest=100000:6", 422, "bad-option"),
        ("/api/v1/positions/range-war?coach=2", 400, "bad-request"),
        ("/api/v1/positions/range-war?coach=yes", 400, "bad-request"),
        ("/api/v1/hints/range-war?level=0", 400, "bad-request"),
        ("/api/v1/hints/range-war?level=6", 400, "bad-request"),
        ("/api/v1/hints/range-war?level=9999999999999999999999", 400, "bad-request"),
        ("/api/v1/hints/range-war:1", 400, "bad-request"),
        ("/api/v1/hints/nothing", 404, "unknown-game"),
    ],
)
def test_what_cannot_be_read_is_refused(site: Site, path: str, status: int, code: str) -> None:
    answer = site.get(path)
    assert (answer.status_code, problem(answer)["code"]) == (status, code)


def test_hints_tell_more_from_level_to_level(site: Site) -> None:
    hints = [site.get(f"/api/v1/hints/range-war:6.4?level={level}").json() for level in range(1, 6)]
    levels = hints[0]["levels"]
    assert [hint["level"] for hint in hints] == [min(level, levels) for level in range(1, 6)]
    assert len({hint["text"] for hint in hints}) == levels


def test_the_last_hint_names_the_only_winning_move(site: Site) -> None:
    # By `fathom solve`: of 5, 7, 8, 9 and 10 only 5 wins.
    assert "5" in site.get("/api/v1/hints/range-war:6.4?level=5").json()["text"]
