"""Puzzles played to the end in a pipe, and who has solved them for how many MP."""

from __future__ import annotations

import io
import json
import sqlite3
from argparse import Namespace
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.errors import BadName, BadOption, FathomError
from fathom.games.pyramid_puzzle.make.daily import make_daily
from fathom.games.pyramid_puzzle.rules import Options, new_match, puzzle_options
from fathom.show.canvas import Canvas
from fathom.show.puzzles import PuzzleResult
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.play.results import result_lines, results_of
from fathom.terminal.puzzle import play as puzzle_playing
from fathom.terminal.puzzle.results import streak
from tests.conftest import Fathom
from tests.games.playing import Paper
from tests.games.pyramid_puzzle.reference import least_from

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
BEST = ["E1", "D1", "C1", "B1", "clear:B2", "B2", "C4", "B2", "A1"]
#: The same way in directions.
BEST_BY_DIRECTIONS = ["E1", "in", "in", "i", "cw", "out-right", "in", "in"]
WORSE = ["E1", "cw", "in", "in", "in", "c", "or", "i", "in"]
SMALL = "pyramid-puzzle,levels=2:kB1"
TODAY = date(2026, 3, 1)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: Any, store_path: Path) -> Any:
    """Plays with the words typed in advance: `play("E1", "in", what=PUBLISHED)`; what was shown."""

    def play(*typed: str, **asked: Any) -> str:
        chosen = (
            dict.fromkeys(("what", "difficulty", "levels", "seed", "generator", "player"))
            | {"daily": False, "coach": "off"}
            | asked
        )
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        assert puzzle_playing.play(Namespace(store=str(store_path), **chosen)) == 0
        shown: str = capsys.readouterr().out
        return shown

    return play


def solve(store: SqliteStore, code: str, player: str, moves: list[str]) -> None:
    """Keep a match with those moves."""
    match = Match(games.game("pyramid-puzzle"), games.read_code(code).options, (player,))
    match.play_all(moves)
    store.create(match)


def change(store_path: Path, statement: str, *values: str) -> None:
    """Write to the file behind the store's back."""
    with closing(sqlite3.connect(store_path)) as db, db:
        db.execute(statement, values)


def puzzle(code: str) -> Options:
    return puzzle_options(games.read_code(code))


def results(store_path: Path, what: str = PUBLISHED, *, as_json: bool = False) -> int:
    return puzzle_playing.results(Namespace(what=what, json=as_json, store=str(store_path)))


# ------------------------------------------------------------------ playing


def test_a_puzzle_is_solved_tile_by_tile(play):
    shown = play(*BEST, what=PUBLISHED, player="Ann")
    assert "Ann has reached the peak with the key, for 12 MP in all.\n12 MP, the best there is.\n" in shown


def test_a_puzzle_is_solved_by_directions(play, store):
    shown = play(*BEST_BY_DIRECTIONS, what=PUBLISHED)
    assert shown.rstrip().endswith("12 MP, the best there is.")
    assert store.history()[0].match().moves == ["E1", "D1", "C1", "B1", "B2", "C4", "B2", "A1"]


def test_what_was_lost_is_named_with_its_move(play):
    shown = play(*WORSE, what=PUBLISHED)
    assert shown.rstrip().endswith("13 MP, one over the best; it was lost with 2. E2 (1 MP).")


def test_a_move_taken_back_does_not_count(play):
    shown = play("E1", "cw", "undo", *BEST_BY_DIRECTIONS[1:], what=PUBLISHED)
    assert shown.rstrip().endswith("12 MP, the best there is.")


def test_the_same_holds_for_the_play_command(fathom: Fathom):
    done = fathom("play", "pyramid-puzzle", "Ann", typed="".join(f"{line}\n" for line in WORSE))
    assert done.returncode == 0
    assert done.stdout.rstrip().endswith("it was lost with 2. E2 (1 MP).")


def test_moves_lists_the_directions_and_help_explains_them(play):
    shown = play("E5", "moves", "help", "quit", what="pyramid-puzzle:kC4")
    assert "Allowed now: E6 (cw, 1 MP), E4 (ccw, 1 MP), D3 (in, 2 MP)." in shown
    assert "ccw (cc) counter-clockwise" in shown


def test_a_direction_that_leads_nowhere_costs_no_turn(play, store):
    shown = play("cw", "E5", "ol", "out", "in", "quit", what="pyramid-puzzle:kC4")
    assert "choose where to start first." in shown
    assert "No path leads out-left from E5, which is on the base (rule 2). Allowed now: E6, E4, D3. Try again." in shown
    assert "There are two ways out" in shown
    assert store.history()[0].match().moves == ["E5", "D3"]


def test_hints_climb_a_ladder_and_are_counted(play, store):
    shown = play("E1", "hint", "hint", "hint", "hint", *BEST[1:], what=PUBLISHED)
    assert "Go to D1, for 2 MP." in shown
    (result,) = results_of(store, new_match(puzzle(PUBLISHED)))
    assert result.hints == 1


def test_a_puzzle_goes_on_from_the_moves_of_its_code(play):
    assert "12 MP, the best" in play(*BEST[2:], what=f"{PUBLISHED}/E1.D1")


def test_a_new_puzzle_depends_on_its_seed_alone(play, store):
    for _ in range(2):
        play("quit", difficulty="easy", levels=4, seed=5)
    again = play("moves", "quit", difficulty="easy", levels=4, seed=5)
    assert again == play("moves", "quit", difficulty="easy", levels=4, seed=5)
    assert "any free tile of level D" in again


def test_nothing_said_means_a_puzzle_of_the_usual_kind(play):
    assert "any free tile of level E" in play("quit")


@pytest.mark.parametrize(
    "asked",
    [
        {"what": PUBLISHED, "daily": True},
        {"what": PUBLISHED, "seed": 0},
        {"daily": True, "difficulty": "easy"},
        {"daily": True, "generator": 1},
        {"daily": True, "levels": 5},
    ],
)
def test_a_puzzle_is_chosen_in_one_way(play, asked):
    with pytest.raises(BadOption, match="already says which puzzle to play, so it cannot be combined with"):
        play(**asked)


@pytest.mark.parametrize("name", ["\x1b[31m", "@expert", "x" * 41])
def test_a_name_that_cannot_be_shown_is_refused(play, name):
    with pytest.raises(FathomError):
        play(what=SMALL, player=name)


def test_an_empty_name_is_nobody(play):
    assert "Player 1 starts on B1." in play("B1", "quit", what=SMALL, player="")
    with pytest.raises(BadName):
        play(what=SMALL, player=" ")


# ------------------------------------------------------------------ results


def test_the_first_to_solve_a_puzzle_sees_no_table(play):
    assert "WHO" not in play("B1", "in", what=SMALL)


def test_whoever_solves_it_next_sees_everybody_best_first(play):
    play("B1", "in", what=SMALL, player="Ann")
    play("B2", "B1", "in", what=SMALL, player="Ben")
    shown = play("B1", "in", what=SMALL, player="Cy")
    rows = [line.split()[:4] for line in shown.rstrip().splitlines()[-4:]]
    assert rows == [
        ["MP", "OVER", "HINTS", "WHO"],
        ["2", "best", "0", "Ann"],
        ["2", "best", "0", "Cy"],
        ["3", "+1", "0", "Ben"],
    ]


def test_results_are_those_of_this_puzzle_that_were_solved(store, store_path, capsys):
    solve(store, PUBLISHED, "Ann", BEST)
    solve(store, PUBLISHED, "Ben", BEST[:4])
    solve(store, SMALL, "Cy", ["B1", "A1"])
    assert results(store_path) == 0
    shown = capsys.readouterr().out
    assert "Ann" in shown
    assert "Ben" not in shown
    assert "Cy" not in shown


def test_the_order_of_a_code_does_not_matter(store, store_path, capsys):
    solve(store, "pyramid-puzzle:kC4.xB2.xB3", "Ann", ["E9", "D5", "D6", "C3", "C4", "C5", "C6", "C7", "B4", "A1"])
    assert results(store_path, "pyramid-puzzle:xB3.kC4.xB2/E9.D5") == 0
    assert "Ann" in capsys.readouterr().out


def test_results_as_json(store, store_path, capsys):
    solve(store, PUBLISHED, "Ann <&>", ["E1", "E2", *BEST[1:]])
    assert results(store_path, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    (kept,) = store.history()
    best = least_from(games.read_code(PUBLISHED).start) or 0
    assert told == {
        "code": PUBLISHED,
        "results": [
            {"player": "Ann <&>", "mp": 13, "over": 13 - best, "hints": 0, "solved": kept.changed, "match": kept.id}
        ],
    }


def test_nobody_yet_is_an_answer(store_path, capsys):
    assert results(store_path) == 1
    assert capsys.readouterr().out == "Nobody has solved this puzzle here yet.\n"
    assert results(store_path, as_json=True) == 1
    assert json.loads(capsys.readouterr().out)["results"] == []


def test_a_damaged_match_is_passed_over(store, store_path, capsys):
    solve(store, PUBLISHED, "Ann", BEST)
    solve(store, PUBLISHED, "Ben", BEST)
    change(store_path, "UPDATE events SET data = 'Z9' WHERE match = ? AND sequence = 3", store.history()[0].id)
    assert results(store_path) == 0
    assert "Ben" not in capsys.readouterr().out


def test_a_puzzle_without_a_solution_has_no_results(store):
    assert results_of(store, new_match(puzzle("pyramid-puzzle,levels=3:kB1.xC1.xC2.xB2.xB4"))) == []


def test_of_equal_results_the_one_without_hints_then_the_earlier_comes_first(store):
    for player in ("Ann", "Ben", "Cy"):
        solve(store, SMALL, player, ["B1", "A1"])
    found = results_of(store, new_match(puzzle(SMALL)))
    assert [result.player for result in found] == ["Ann", "Ben", "Cy"]


@pytest.mark.parametrize("canvas", [Canvas(), Paper(40), Paper(20)], ids=["80", "40", "20"])
def test_a_narrow_window_gets_the_essential(canvas):
    listed = [PuzzleResult("Ann", 12, 0, 0, "2026-03-01T10:11:12.000+00:00", "abcdef")] * 25
    lines = result_lines(listed, canvas)
    assert lines[-1] == "... and 5 more."
    assert max(map(len, lines)) <= max(canvas.width, len("Results, best first:"))


# ------------------------------------------------------------------ the daily puzzle and its streak


def solved_on(store: SqliteStore, store_path: Path, day: date, player: str = "Ann", *, on: date | None = None) -> None:
    """Let a player have solved the puzzle of a day, on that day or on another."""
    match = Match(games.game("pyramid-puzzle"), make_daily(day).options, (player,))
    match.play_all(best_walk(match))
    kept = store.create(match)
    at = f"{(on or day).isoformat()}T23:59:59.999+00:00"
    change(store_path, "UPDATE events SET at = ? WHERE match = ?", at, kept.id)
    change(store_path, "UPDATE matches SET created = ? WHERE id = ?", at, kept.id)


def best_walk(match: Match) -> list[str]:
    from fathom.games.pyramid_puzzle.solve.solution import solve as solved

    routes = solved(puzzle_options(match)).routes
    assert routes
    return list(routes.first())


def days_ago(days: int) -> date:
    return TODAY - timedelta(days=days)


def test_a_streak_counts_days_running_up_to_today(store, store_path):
    for days in (0, 1, 2, 4):
        solved_on(store, store_path, days_ago(days))
    assert streak(store, "Ann", TODAY, make_daily) == 3


def test_a_streak_is_not_lost_before_the_day_is_over(store, store_path):
    for days in (1, 2):
        solved_on(store, store_path, days_ago(days))
    assert streak(store, "Ann", TODAY, make_daily) == 2


def test_a_day_missed_ends_it(store, store_path):
    for days in (2, 3):
        solved_on(store, store_path, days_ago(days))
    assert streak(store, "Ann", TODAY, make_daily) == 0


def test_a_puzzle_solved_on_another_day_does_not_count(store, store_path):
    solved_on(store, store_path, TODAY)
    solved_on(store, store_path, days_ago(1), on=TODAY)
    assert streak(store, "Ann", TODAY, make_daily) == 1


def test_another_puzzle_solved_that_day_does_not_count(store, store_path):
    solved_on(store, store_path, days_ago(9), on=TODAY)
    assert streak(store, "Ann", TODAY, make_daily) == 0


def test_everybody_has_a_streak_of_their_own(store, store_path):
    solved_on(store, store_path, TODAY)
    solved_on(store, store_path, TODAY, "Ben")
    solved_on(store, store_path, days_ago(1), "Ben")
    assert (streak(store, "Ann", TODAY, make_daily), streak(store, "Ben", TODAY, make_daily)) == (1, 2)
    assert streak(store, "Cy", TODAY, make_daily) == 0


def test_a_date_that_cannot_be_read_is_passed_over(store, store_path):
    solved_on(store, store_path, TODAY)
    change(store_path, "UPDATE events SET at = 'yesterday'")
    assert streak(store, "Ann", TODAY, make_daily) == 0


def test_the_daily_puzzle_is_played_and_kept(play, monkeypatch):
    monkeypatch.setattr(puzzle_playing, "_today", lambda: TODAY)
    monkeypatch.setattr("fathom.storage.sqlite._now", lambda: f"{TODAY.isoformat()}T12:00:00.000+00:00")
    match = Match(games.game("pyramid-puzzle"), make_daily(TODAY).options)
    walk = best_walk(match)
    shown = play(*walk, daily=True, player="Ann")
    assert shown.startswith("The puzzle of 2026-03-01, the same for everyone.")
    said, _, shared = shown.partition("\n\nTo share, without giving anything away:\n")
    assert said.endswith("Streak of Ann: 1 day.")
    head, told, streak_told = shared.splitlines()
    assert (head, streak_told) == ("Fathom daily 2026-03-01", "Streak: 1 day")
    symbols, _, worth = told.partition(" ")
    assert symbols == "🟢" * (len(walk) - 1) + "🏁"
    assert worth == f"{make_daily(TODAY).mp} MP, the best there is"


def test_a_daily_puzzle_left_alone_has_no_streak(play):
    shown = play("quit", daily=True, player="Ann")
    assert shown.rstrip().endswith("Ann has no streak yet: solve the daily puzzle on its day (UTC).")


def test_matches_know_when_they_ended(store: SqliteStore):
    solve(store, SMALL, "Ann", ["B1", "A1"])
    (kept,) = store.of_game("pyramid-puzzle")
    assert kept.created <= kept.changed
    assert store.load(kept.id) == kept
    options = puzzle_options(kept.match())
    assert store.of_game("pyramid-puzzle", options.write_line()) == [kept]
    assert store.of_game("range-war") == []
