"""Drills over the API: the browser sends its answers; the server asks and judges, and stores nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fathom import games
from fathom.coach.boxes import TIMES
from fathom.coach.learner import drilled_games
from tests.web.site import Site
from tests.web.visitor import Json, problem

#: By the theorem of Range War (n ahead, m behind: won when n > m): after 6.4 the 5 alone wins.
ONLY_FIVE = "range-war:6.4"


def ago(**time: float) -> str:
    return (datetime.now(UTC) - timedelta(**time)).isoformat()


def given(position: str, *, right: bool = True, hinted: bool = False, **time: float) -> Json:
    game = position.partition(":")[0]
    return {"game": game, "position": position, "is_right": right, "hinted": hinted, "at": ago(**time)}


def choose_drill(site: Site, **wish: Any) -> Json:
    answer = site.post("/api/v1/drills/next", wish)
    assert answer.status_code == 200, answer.text
    drill: Json = answer.json()["drill"]
    return drill


def answered(site: Site, move: str, **more: Any) -> Json:
    answer = site.post("/api/v1/drills/answer", {"code": ONLY_FIVE, "move": move, **more})
    assert answer.status_code == 200, answer.text
    judged: Json = answer.json()
    return judged


# ------------------------------------------------------------ asking


@pytest.mark.parametrize("game", drilled_games())
def test_a_new_drill_of_a_level_has_one_move_that_wins_and_others_that_do_not(site: Site, game: str) -> None:
    drill = choose_drill(site, game=game, level=2)
    assert (drill["game"], drill["again"], drill["due"]) == (game, False, 0)
    analyzed = site.get(f"/api/v1/positions/{drill['code']}").json()
    winning = [move for move in analyzed["moves"] if move["winner"] == analyzed["to_move"]]
    assert len(winning) == 1 < len(analyzed["moves"])
    assert drill["view"]["moves"] == [move["move"] for move in analyzed["moves"]]
    assert f"only one of {len(analyzed['moves'])} moves keeps the win" in drill["standing"]


@pytest.mark.parametrize("game", drilled_games())
def test_the_first_drill_of_a_game_is_the_example_of_a_rule_for_winning(site: Site, game: str) -> None:
    strategy = games.room(game).strategy(games.game(game).options_type())
    assert strategy
    assert choose_drill(site, game=game)["code"] in {rule.example for rule in strategy.rules}


def test_a_level_says_how_far_away_the_win_is(site: Site) -> None:
    drill = choose_drill(site, game="range-war", level=3)
    plies = site.get(f"/api/v1/positions/{drill['code']}").json()["value"]["plies"]
    assert (drill["level"], plies in {4, 5}) == (3, True)


def test_what_is_due_comes_first_and_the_longest_overdue_before_all(site: Site) -> None:
    answers = [
        given("range-war:6.4", right=False, days=2),
        given("range-war:6", right=False, days=9),
        given("range-war:6.4.9", right=False, hours=1),
    ]
    drill = choose_drill(site, game="range-war", answers=answers)
    assert (drill["code"], drill["again"], drill["due"]) == ("range-war:6", True, 1)


def test_what_was_skipped_does_not_come_back_in_this_sitting(site: Site) -> None:
    answers = [given(ONLY_FIVE, right=False, days=2)]
    assert choose_drill(site, game="range-war", answers=answers)["code"] == ONLY_FIVE
    assert choose_drill(site, game="range-war", answers=answers, skipped=[ONLY_FIVE])["code"] != ONLY_FIVE


def test_what_is_known_rests_for_the_time_of_its_box(site: Site) -> None:
    second_box = TIMES[1]
    rested = given(ONLY_FIVE, days=second_box.days, minutes=1)
    resting = given(ONLY_FIVE, days=second_box.days, minutes=-1)
    assert choose_drill(site, game="range-war", answers=[rested])["again"] is True
    assert choose_drill(site, game="range-war", answers=[resting])["again"] is False


def test_three_known_in_a_row_lead_a_level_up(site: Site) -> None:
    known = [given(code, hours=1) for code in ("range-war", "range-war:6", ONLY_FIVE)]
    assert choose_drill(site, game="range-war", answers=known)["level"] == 2


@pytest.mark.parametrize("game, status", [("pyramid-puzzle", 422), ("chess", 404)])
def test_games_without_drills_are_refused(site: Site, game: str, status: int) -> None:
    answer = site.post("/api/v1/drills/next", {"game": game})
    assert (answer.status_code, bool(problem(answer))) == (status, True)


def test_more_answers_than_a_browser_keeps_are_refused(site: Site) -> None:
    assert site.post("/api/v1/drills/next", {"answers": [given(ONLY_FIVE, days=1)] * 2000}).status_code == 200
    answer = site.post("/api/v1/drills/next", {"answers": [given(ONLY_FIVE, days=1)] * 2001})
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")


# ------------------------------------------------------------ answering


def test_a_wrong_answer_is_refuted_by_a_line_that_wins_for_the_other_side(site: Site) -> None:
    judged = answered(site, "9")
    assert (judged["right"], judged["verdict"], judged["keeping"]) == (False, "throws the win", ["5"])
    assert judged["solution"].startswith("The only right move is 5: ")
    assert judged["comes_back"] == "It comes back tomorrow."
    match = games.read_code(f"{ONLY_FIVE}.{'.'.join(judged['line'])}")
    assert judged["line"][0] == "9"
    assert match.outcome
    assert match.outcome.winner == 2  # seat 1 was to move


def test_a_right_answer_is_praised_and_rests(site: Site) -> None:
    judged = answered(site, "5")
    assert (judged["right"], judged["verdict"]) == (True, "only")
    assert judged["lesson"] == "This is rule 1, No more ahead than behind."
    assert judged["comes_back"] == "It comes back in 3 days."
    kept = judged["answer"]
    assert (kept["game"], kept["position"], kept["is_right"], kept["hinted"]) == ("range-war", ONLY_FIVE, True, False)


def test_answers_before_lengthen_the_rest_and_a_hint_ends_it(site: Site) -> None:
    earlier = [given(ONLY_FIVE, days=9)]
    assert answered(site, "5", earlier=earlier)["comes_back"] == "It comes back in 7 days."
    assert answered(site, "5", earlier=earlier, hinted=True)["comes_back"] == "It comes back tomorrow."


def test_an_answer_that_the_rules_forbid_is_none(site: Site) -> None:
    answer = site.post("/api/v1/drills/answer", {"code": ONLY_FIVE, "move": "3"})
    assert (answer.status_code, problem(answer)["code"], problem(answer)["rule"]) == (422, "illegal-move", 2)


@pytest.mark.parametrize(
    "code", ["range-war:1", "range-war,highest=12:6.4", "pyramid-puzzle", "nonsense:1", "range-war:99"]
)
def test_what_is_no_drill_cannot_be_answered(site: Site, code: str) -> None:
    answer = site.post("/api/v1/drills/answer", {"code": code, "move": "5"})
    assert answer.status_code in {404, 422}
    assert problem(answer)


# ------------------------------------------------------------ progress


def test_progress_counts_what_is_known_of_every_game(site: Site) -> None:
    answers = [given(ONLY_FIVE, hours=1), given("range-war:6.4.9", right=False, days=2), given("range-war", days=30)]
    told = site.post("/api/v1/drills/progress", {"answers": answers}).json()
    war = next(game for game in told["games"] if game["game"] == "range-war")
    assert war["positions"] == 915  # as `fathom solve range-war` counts them
    assert (war["known"], war["due"]) == (1, 2)  # the start has five winning moves, so it is not an only-move position
    assert war["remembered"] == 2  # but it is known
    assert war["goal"] == "Next: rule 1, No more ahead than behind (1 of 3 right in a row)."
    assert sum(map(sum, war["chart"])) == 3
    assert sum(week["drills"]["total"] for week in told["weeks"]) == 3
    assert [game["known"] for game in told["games"] if game["game"] != "range-war"] == [0, 0, 0]


def test_the_numbers_of_only_move_positions_are_those_of_the_solver(site: Site) -> None:
    told = {game["game"]: game["positions"] for game in site.post("/api/v1/drills/progress", {}).json()["games"]}
    assert told == {"pyramid-challenge": 62143, "digit-dilemma": 36157, "range-war": 915, "pocket-addition": 512}


def test_answers_that_cannot_be_replayed_are_left_out_and_counted(site: Site) -> None:
    broken = [given("range-war:99"), given("range-war:1"), {**given(ONLY_FIVE), "at": "soon"}]
    told = site.post("/api/v1/drills/progress", {"answers": broken}).json()
    assert (told["damaged"], told["weeks"]) == (3, [])
