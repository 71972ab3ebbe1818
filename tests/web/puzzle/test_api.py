"""Puzzles over the API: the same as in the terminal, within the limits of a server."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from fathom.games.pyramid_puzzle.board import pyramid
from fathom.storage.journal import Addition, Ledger, Search
from fathom.web.live import entrants
from tests.web.site import Site, serving
from tests.web.visitor import Json, problem

Fathom = Callable[..., CompletedProcess[str]]

#: The scenario of the rule book, its published route of 12 MP, and that it takes 13 without the dynamite.
PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
PUBLISHED_ROUTE = "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1"
WALLED_IN = "pyramid-puzzle:kC4.xB2.xC3.xC5.xD7.xD8"


def printed(fathom: Fathom, *arguments: str) -> Json:
    told: Json = json.loads(fathom("puzzle", *arguments, "--json").stdout)
    return told


def solve(site: Site, code: str, name: str, *moves: str) -> None:
    """A visitor solves a puzzle."""
    site.sits(game=None, **{"from": code}, name=name).plays(*moves)


# ------------------------------------------------------------ making


def test_a_new_puzzle_is_what_the_terminal_makes_with_the_same_seed(site: Site, fathom: Fathom) -> None:
    made = site.post("/api/v1/puzzles", {"difficulty": "hard", "levels": 4, "seed": 7})
    assert made.status_code == 201
    (known,) = json.loads(
        fathom("puzzle", "new", "--difficulty", "hard", "--levels", "4", "--seed", "7", "--format", "json").stdout
    )["puzzles"]
    assert made.json() == {**known, "difficulty": "hard", "seed": 7, "generator": 2}


def test_the_first_generator_makes_what_its_seeds_made(site: Site) -> None:
    """The layout is that of version 0.1.0."""
    made = site.post("/api/v1/puzzles", {"difficulty": "hard", "seed": 7, "generator": 1}).json()
    assert made["layout"] == "kD12.lC3.dE18.xB3.xB4.xC6.xD9.xD13.xE1.xE5.xE7.xE23.xE24"
    assert made["generator"] == 1
    assert site.post("/api/v1/puzzles", {"difficulty": "hard", "generator": 3}).status_code == 400
    wanted = {"difficulty": "hard", "count": 1, "seed": 7, "generator": 1}
    sheet = site.get("/api/v1/puzzles/sheet", params=wanted).text
    assert "made with seed 7 by generator 1." in sheet
    assert made["layout"] in sheet


def test_without_a_seed_every_puzzle_is_another(site: Site) -> None:
    made = [site.post("/api/v1/puzzles", {"difficulty": "easy"}).json() for _ in range(3)]
    assert len({puzzle["code"] for puzzle in made}) == 3
    assert all(site.get("/api/v1/puzzles/rating", params={"code": p["code"]}).json()["grade"] == "easy" for p in made)


@pytest.mark.parametrize("wish", [{"difficulty": "silly"}, {"difficulty": "easy", "levels": 8}, {"levels": 5}])
def test_a_wish_that_is_not_possible_is_refused(site: Site, wish: Json) -> None:
    answer = site.post("/api/v1/puzzles", wish)
    assert (answer.status_code, problem(answer)["code"]) == (400, "bad-request")


def test_a_difficulty_that_needs_more_levels_says_so(site: Site) -> None:
    answer = site.post("/api/v1/puzzles", {"difficulty": "fiendish", "levels": 2})
    assert answer.status_code == 422
    assert problem(answer)["message"] == "No puzzle of 2 levels is fiendish: that takes 3 levels at least."


# ------------------------------------------------------------ the daily puzzle


def test_the_puzzle_of_a_day_is_the_same_everywhere(site: Site, fathom: Fathom) -> None:
    served = site.get("/api/v1/puzzles/daily", params={"date": "2026-01-31"}).json()
    assert served == printed(fathom, "daily", "--date", "2026-01-31")


def test_the_puzzle_of_tomorrow_is_not_told(site: Site) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    for what in ("daily", "daily/results"):
        answer = site.get(f"/api/v1/puzzles/{what}", params={"date": tomorrow})
        assert (answer.status_code, problem(answer)["code"]) == (404, "not-found")


def test_a_date_that_is_none_is_refused(site: Site) -> None:
    answer = site.get("/api/v1/puzzles/daily", params={"date": "2026-02-30"})
    assert answer.status_code == 422
    assert "is not a date" in problem(answer)["message"]


def test_the_table_of_a_day_has_everybody_once_and_the_best_first(site: Site) -> None:
    day = {"date": "2025-06-02"}
    code = site.get("/api/v1/puzzles/daily", params=day).json()["code"]
    best = site.get("/api/v1/puzzles/result", params={"code": code}).json()["best_moves"]
    around = [best[0], best[1], best[0], *best[1:]]  # a step back and forth
    solve(site, code, "Bob", *around)
    solve(site, code, "Ada", *around)
    solve(site, code, "Ada", *best)
    site.sits(game=None, **{"from": code}, name="Carol").plays(*best[:-1])  # not there yet
    table = site.get("/api/v1/puzzles/daily/results", params=day).json()
    assert table["code"] == code
    assert [(row["player"], row["over"] == 0) for row in table["results"]] == [("Ada", True), ("Bob", False)]
    assert table["results"][1]["mp"] > table["results"][0]["mp"]


def test_people_without_a_name_are_one_line_with_their_number(site: Site) -> None:
    day = {"date": "2025-06-04"}
    code = site.get("/api/v1/puzzles/daily", params=day).json()["code"]
    best = site.get("/api/v1/puzzles/result", params={"code": code}).json()["best_moves"]
    for _ in range(2):
        site.sits(game=None, **{"from": code}, watch=False).plays(*best)
    rows = site.get("/api/v1/puzzles/daily/results", params=day).json()["results"]
    assert [(row["player"], row["match"]) for row in rows] == [("Anonymous (2)", "")]


def test_walks_that_were_given_up_push_nobody_out_of_the_table(site: Site) -> None:
    code, best, table = daily(site, "2025-06-06")
    solve(site, code, "Ada", *best)
    given_up = site.sits(game=None, **{"from": code}, name="Mallory")
    assert given_up.command("resign", 1).status_code == 200
    copies = 501  # once, the table was made from the last 500 walks that had ended
    site.ledger(lambda ledger: copy_match(ledger, given_up.match, copies))
    over = site.get("/api/v1/matches", params={"state": "over", "game": "pyramid-puzzle", "limit": 100}).json()
    assert {one["names"][0] for one in over["matches"]} == {"Mallory"}
    assert [row["player"] for row in table()] == ["Ada"]


def test_one_visitor_cannot_fill_the_table_with_names(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "MOST_NAMES", 3)
    code, best, table = daily(site, "2025-06-07")
    for name in ("Ada", "Bob", "Cid", "Dan", "Ada", "Eve"):
        solve(site, code, name, *best)
    assert [row["player"] for row in table()] == ["Ada", "Bob", "Cid"]
    seat = site.sits(game=None, **{"from": code})
    seat.plays(*best)
    for name in ("Fay", "Gus"):
        assert seat.command("rename", seat.sequence, name=name).status_code == 200
    assert [row["player"] for row in table()] == ["Ada", "Bob", "Cid"]


def test_imported_walks_are_in_the_table_and_count_for_their_visitor(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "MOST_NAMES", 2)
    code, best, table = daily(site, "2025-06-08")
    record = site.sits(game=None, **{"from": code}, name="Ada")
    record.plays(*best)
    text = record.get("/record").text
    for name in ("Ada", "Bob", "Cid"):
        sent = site.ask("POST", "/api/v1/records", content=text.replace("Ada", name))
        assert sent.status_code == 201, sent.text
    assert [row["player"] for row in table()] == ["Ada", "Bob"]


def test_a_result_stays_when_moves_are_taken_back_afterwards(site: Site) -> None:
    code, best, table = daily(site, "2025-06-09")
    seat = site.sits(game=None, **{"from": code}, name="Ada")
    seat.plays(*best)
    before = table()
    assert seat.command("take-back", seat.sequence, plies=1).status_code == 200
    assert table() == before != []


def copy_match(ledger: Ledger, match: str, copies: int) -> None:
    """Write a match again, under other ids."""
    (summary,) = [one for one in ledger.matches(Search()) if one.id == match]
    entries = ledger.entries(match)
    for number in range(copies):
        other = f"{match}{number}"
        ledger.write([Addition(entry._replace(match=other), summary._replace(id=other)) for entry in entries])


def daily(site: Site, day: str) -> tuple[str, list[str], Callable[[], list[Json]]]:
    """The puzzle of a day, its best walk, and how to get the table of its results."""
    asked = {"date": day}
    code = site.get("/api/v1/puzzles/daily", params=asked).json()["code"]
    best = site.get("/api/v1/puzzles/result", params={"code": code}).json()["best_moves"]
    return code, best, lambda: site.get("/api/v1/puzzles/daily/results", params=asked).json()["results"]


def test_a_name_can_be_given_when_the_puzzle_is_solved(site: Site) -> None:
    day = {"date": "2025-06-05"}
    code = site.get("/api/v1/puzzles/daily", params=day).json()["code"]
    best = site.get("/api/v1/puzzles/result", params={"code": code}).json()["best_moves"]
    seat = site.sits(game=None, **{"from": code})
    seat.plays(*best)
    sequence = seat.sequence
    for name, shown in (("Ada", "Ada"), ("  Bob ", "Bob"), ("", "Anonymous")):
        assert seat.command("rename", sequence, name=name).status_code == 200
        sequence += 1
        rows = site.get("/api/v1/puzzles/daily/results", params=day).json()["results"]
        assert [row["player"] for row in rows] == [shown]
        latest, *_ = site.get("/api/v1/matches", params={"state": "over", "game": "pyramid-puzzle"}).json()["matches"]
        assert latest["names"] == [shown if name else "Player 1"]
        assert latest["outcome"]["winner"] == 1
    assert problem(seat.command("rename", sequence, name="@perfect"))["code"] == "unknown-player"
    assert problem(seat.command("rename", sequence, name="x" * 41))["code"] == "bad-name"
    assert seat.sequence == sequence


def test_a_name_that_was_given_later_is_still_known_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "server.db")
    with serving(store) as site:
        seat = site.sits(game="pyramid-puzzle")
        assert seat.command("rename", 1, name="Ada").status_code == 200
    with serving(store) as site:
        assert site.get(f"/api/v1/matches/{seat.match}").json()["names"] == ["Ada"]


def test_hints_show_in_the_table_and_lose_against_none(site: Site) -> None:
    day = {"date": "2025-06-03"}
    code = site.get("/api/v1/puzzles/daily", params=day).json()["code"]
    best = site.get("/api/v1/puzzles/result", params={"code": code}).json()["best_moves"]
    helped = site.sits(game=None, **{"from": code}, name="Helped")
    assert helped.command("hint", 1, level=5).status_code == 200
    helped.plays(*best)
    solve(site, code, "Alone", *best)
    rows = site.get("/api/v1/puzzles/daily/results", params=day).json()["results"]
    assert [(row["player"], row["hints"]) for row in rows] == [("Alone", 0), ("Helped", 1)]


# ------------------------------------------------------------ solutions


def test_a_solution_is_what_the_terminal_tells(site: Site, fathom: Fathom) -> None:
    for code in (PUBLISHED, f"{PUBLISHED}/E1.D1", WALLED_IN):
        assert site.get("/api/v1/puzzles/solution", params={"code": code}).json() == printed(fathom, "solve", code)
    told = site.get("/api/v1/puzzles/solution", params={"code": PUBLISHED}).json()
    assert (told["mp"], told["without"]["dynamite"]) == (12, 13)  # as the rule book says


def test_a_route_is_checked_as_in_the_terminal(site: Site, fathom: Fathom) -> None:
    for route in (PUBLISHED_ROUTE, "E1|D1|C1|B1|A1", "E1|C4"):
        answer = site.post("/api/v1/puzzles/check", {"code": PUBLISHED, "route": route})
        assert answer.json() == printed(fathom, "check", PUBLISHED, route)
    assert site.post("/api/v1/puzzles/check", {"code": PUBLISHED, "route": PUBLISHED_ROUTE}).json()["mp"] == 12


def test_a_rating_is_what_the_terminal_tells(site: Site, fathom: Fathom) -> None:
    assert site.get("/api/v1/puzzles/rating", params={"code": PUBLISHED}).json() == printed(fathom, "rate", PUBLISHED)


@pytest.mark.parametrize(
    "code, said",
    [
        ("", "does not name a puzzle"),
        ("range-war:6", "range-war"),
        ("kC4.kC5", "exactly one key"),
        ("kE1.dE2.dE3.dE4.dE5", "up to 3 sticks"),
        ("pyramid-puzzle,levels=6:kB1." + ".".join(f"x{tile}" for tile in pyramid(6).base[:61]), "60 blocked tiles"),
        ("pyramid-puzzle,levels=8:kC4", "levels goes up to 7 here"),
    ],
)
@pytest.mark.parametrize("what", ["solution", "rating", "result"])
def test_what_is_no_puzzle_for_a_server_is_refused(site: Site, what: str, code: str, said: str) -> None:
    answer = site.get(f"/api/v1/puzzles/{what}", params={"code": code})
    assert answer.status_code in {400, 422}
    assert said in problem(answer)["message"]


def test_no_match_is_made_of_a_puzzle_that_is_too_much(site: Site) -> None:
    answer = site.post("/api/v1/matches", {"from": "pyramid-puzzle:kE1.dE2.dE3.dE4.dE5"})
    assert (answer.status_code, problem(answer)["code"]) == (422, "bad-option")


# ------------------------------------------------------------ walking


def test_a_walk_is_told_with_what_one_keeps_an_eye_on(site: Site) -> None:
    walk = site.sits(game=None, **{"from": PUBLISHED}, name="Ada")
    walk.plays("E1", "D1", "C1", "B1", "clear:B2")
    seen = walk.snapshot["view"]
    gauges = {gauge["name"]: gauge["values"] for gauge in seen["gauges"]}
    assert gauges == {"MP spent": ["6"], "Holding": [], "Opened": ["B2"]}  # three steps inward, 2 MP each
    assert seen["said"] == ["Ada clears B2.", "MP spent: 6. Holding: nothing. Opened: B2."]


def test_games_for_two_have_no_gauges(site: Site) -> None:
    assert site.sits(game="range-war").snapshot["view"]["gauges"] == []


def test_a_walk_is_told_where_it_lost_something(site: Site) -> None:
    walked = f"{PUBLISHED}/E1.D1.C1.B1.clear:B2.B2.B1.B2.C4.B2.A1"  # B2 to B1 and back: 2 MP for nothing
    told = site.get("/api/v1/puzzles/result", params={"code": walked}).json()
    assert (told["mp"], told["best"], told["solved"]) == (14, 12, True)
    assert told["sentence"] == "14 MP, two over the best."
    assert told["lost"] == [{"number": 7, "move": "B1", "mp": 2}]
    assert told["symbols"] == "🟢🟢🟢🟢🟢🟢🔶🟢🟢🟢🏁"
    assert (
        site.post("/api/v1/puzzles/check", {"code": PUBLISHED, "route": "|".join(told["best_moves"])}).json()["over"]
        == 0
    )


# ------------------------------------------------------------ drafts


def draft(site: Site, **asked: Any) -> Json:
    answer = site.get("/api/v1/puzzles/draft", params=asked)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def test_a_draft_without_a_key_says_what_is_missing(site: Site) -> None:
    told = draft(site, things="xB2.lC4")
    assert (told["things"], told["code"], told["mp"]) == ("lC4.xB2", None, None)
    assert told["said"] == "A puzzle needs a key: put one on a tile."
    assert told["drawing"].count('role="button"') == len(pyramid(5).tiles) - 1  # every tile but the peak


def test_a_draft_that_is_a_puzzle_is_solved(site: Site) -> None:
    told = draft(site, things=PUBLISHED.partition(":")[2])
    assert (told["code"], told["mp"]) == (PUBLISHED, 12)
    assert told["said"].startswith("12 MP is the best there is, with ")


def test_a_draft_without_a_way_says_why(site: Site) -> None:
    told = draft(site, things=WALLED_IN.partition(":")[2])
    assert (told["code"], told["mp"]) == (WALLED_IN, None)
    assert told["said"] == "There is no way to the peak: the key on C4 is walled in."


def test_in_a_draft_the_last_thing_wins(site: Site) -> None:
    assert draft(site, things="kC4.xB2.kC5.dB2")["things"] == "kC5.dB2"


def test_fewer_levels_drop_what_lay_on_the_others(site: Site) -> None:
    assert draft(site, levels=3, things="kC4.lE24.xB2.xA1")["things"] == "kC4.xB2"


def test_a_draft_that_is_too_much_is_told_so(site: Site) -> None:
    assert "up to 3 sticks of dynamite" in draft(site, things="kE1.dE2.dE3.dE4.dE5")["said"]


@pytest.mark.parametrize("asked", [{"levels": "8"}, {"things": "zz"}, {"things": "kC4." * 600}])
def test_a_draft_that_cannot_be_read_is_refused(site: Site, asked: dict[str, str]) -> None:
    assert site.get("/api/v1/puzzles/draft", params=asked).status_code in {400, 422}


# ------------------------------------------------------------ print


def test_a_sheet_is_a_file_with_as_many_puzzles_as_are_wanted(site: Site) -> None:
    answer = site.get("/api/v1/puzzles/sheet", params={"difficulty": "easy", "count": 3, "seed": 5})
    assert answer.headers["content-disposition"] == 'attachment; filename="pyramid-puzzles-easy-5.html"'
    assert answer.text.count("<h2>Puzzle") == 6  # three to solve, and their solutions
    assert answer.text == site.get("/api/v1/puzzles/sheet", params={"difficulty": "easy", "count": 3, "seed": 5}).text
