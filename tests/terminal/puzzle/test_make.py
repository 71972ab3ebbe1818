"""`fathom puzzle new`, `rate` and `daily`, called as the command line calls them."""

from __future__ import annotations

import io
import json
import sys
from argparse import Namespace
from typing import Any

import pytest

from fathom import games
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.errors import BadOption, UnreadableCode
from fathom.games.pyramid_puzzle.make.rate import rate as measured
from fathom.games.pyramid_puzzle.rules import GAME
from fathom.games.pyramid_puzzle.scenario.read import read_scenarios
from fathom.terminal.puzzle.make import daily, new, rate

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"


def puzzle_of(code: str) -> Any:
    return games.read_code(code).options


def wanted(**changed):
    usual = {"difficulty": "medium", "seed": 7, "generator": 2, "count": 1, "levels": 5, "format": "code"}
    return Namespace(**usual | changed)


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "fiendish"])
def test_new_prints_codes_of_the_grade_one_a_line(capsys, difficulty):
    assert new(wanted(difficulty=difficulty, count=3)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(set(lines)) == 3
    assert [measured(puzzle_of(line)).grade for line in lines] == [difficulty] * 3


def test_a_seed_makes_the_same_puzzles_again(capsys):
    new(wanted(count=2))
    first = capsys.readouterr().out
    new(wanted(count=2))
    assert capsys.readouterr().out == first
    new(wanted(count=2, seed=8))
    assert capsys.readouterr().out != first


def test_without_a_seed_the_json_tells_the_one_that_was_drawn(capsys):
    new(wanted(seed=None, format="json"))
    made = json.loads(capsys.readouterr().out)
    new(wanted(seed=made["seed"], format="json"))
    assert json.loads(capsys.readouterr().out) == made


def test_the_json_of_new_puzzles(capsys):
    new(wanted(count=2, levels=4, format="json"))
    made = json.loads(capsys.readouterr().out)
    assert list(made) == ["difficulty", "levels", "seed", "generator", "puzzles"]
    assert (made["difficulty"], made["levels"], made["seed"], made["generator"]) == ("medium", 4, 7, 2)
    for puzzle in made["puzzles"]:
        assert list(puzzle) == ["code", "levels", "layout", "mp"]
        options = puzzle_of(puzzle["code"])
        assert options.levels == puzzle["levels"] == 4
        assert str(options.layout) == puzzle["layout"]
        assert measured(options).mp == puzzle["mp"]


@pytest.mark.parametrize("levels", [3, 5, 6])
def test_new_puzzle_files_are_read_back(capsys, levels):
    new(wanted(count=2, levels=levels))
    codes = capsys.readouterr().out.splitlines()
    new(wanted(count=2, levels=levels, format="yaml"))
    read = read_scenarios(capsys.readouterr().out)
    assert [write_code(Match(GAME, scenario.options)) for scenario in read] == codes
    assert [scenario.name for scenario in read] == ["pyramid_scenario_001", "pyramid_scenario_002"]


@pytest.mark.parametrize(
    "changed, said",
    [
        ({"count": 0}, "--count must be at least 1, not 0."),
        ({"difficulty": "fiendish", "levels": 2}, "No puzzle of 2 levels is fiendish: that takes 3 levels at least."),
        ({"levels": 12}, "A pyramid has 2 to 10 levels, not 12."),
    ],
)
def test_what_cannot_be_made_is_refused_before_anything_is_printed(capsys, changed, said):
    with pytest.raises(BadOption) as error:
        new(wanted(**changed))
    assert str(error.value) == said
    assert capsys.readouterr().out == ""


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_many_puzzles_show_how_far_it_is_and_wipe_it_out(monkeypatch, capsys):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("fathom.terminal.puzzle.make._SHOWN_EVERY", 0)
    new(wanted(difficulty="easy", count=20))
    shown = terminal.getvalue()
    assert "\r20 of 20 puzzles" in shown
    assert shown.endswith("\r\x1b[K")
    assert len(capsys.readouterr().out.splitlines()) == 20


def test_no_progress_is_shown_in_a_pipe(capsys):
    new(wanted(difficulty="easy", count=30))
    assert capsys.readouterr().err == ""


def test_an_interrupted_run_keeps_what_was_printed(monkeypatch, capsys):
    from fathom.games.pyramid_puzzle.make import generate

    made: list[Any] = []
    original = generate.generate

    def generate_two(*arguments):
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(original(*arguments))
        return made[-1]

    monkeypatch.setattr(generate, "generate", generate_two)
    with pytest.raises(KeyboardInterrupt):
        new(wanted(count=9))
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_rate_says_what_was_measured(capsys):
    assert rate(Namespace(what=PUBLISHED, json=False)) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Grade: medium, because looking two decisions ahead finds a best route, and greed does not",
        "Least MP: 12",
        "Best routes, apart from the starting tile: 5",
        "The greedy walker: 13 MP, 1 over the best",
        "Needed: dynamite on D1",
        "Decoys: nothing",
        "Crossed twice: B2",
        "Opened and crossed twice: B2",
        "Outward moves: 1",
        "Sensible alternatives: 34",
    ]


@pytest.mark.parametrize(
    "difficulty, seed, said",
    [
        ("easy", 7, "easy, because going for the nearest thing finds a best route"),
        ("hard", 7, "hard, because it takes looking four decisions ahead to find a best route, and two are not enough"),
        (
            "fiendish",
            7,
            "fiendish, because not even looking four decisions ahead finds a best route, and it has a twist",
        ),
    ],
)
def test_rate_says_who_finds_a_best_route(capsys, difficulty, seed, said):
    new(wanted(difficulty=difficulty, seed=seed))
    rate(Namespace(what=capsys.readouterr().out.strip(), json=False))
    assert capsys.readouterr().out.splitlines()[0] == f"Grade: {said}"


def test_the_first_generator_makes_the_puzzles_of_its_time(capsys):
    new(wanted(difficulty="hard", seed=7, generator=1))
    kept = "pyramid-puzzle:kD12.lC3.dE18.xB3.xB4.xC6.xD9.xD13.xE1.xE5.xE7.xE23.xE24"
    assert capsys.readouterr().out == f"{kept}\n"


def test_rate_names_decoys_and_those_close_by(capsys):
    rate(Namespace(what="pyramid-puzzle:kE1.dE3.dE17", json=False))
    said = capsys.readouterr().out
    assert "The greedy walker: finds a best route\n" in said
    assert "Decoys: dynamite on E3 and dynamite on E17 (dynamite on E3 for at most 2 MP more)\n" in said


def test_the_json_of_a_rating(capsys):
    assert rate(Namespace(what=PUBLISHED, json=True)) == 0
    found = json.loads(capsys.readouterr().out)
    features = ["mp", "routes", "greedy_mp", "greedy_gap", "needed", "decoys", "tempting"]
    assert list(found) == [
        "code",
        *features,
        "crossed_twice",
        "opened_twice",
        "outward",
        "alternatives",
        "found_by",
        "grade",
        "reason",
    ]
    assert (found["code"], found["grade"], found["reason"]) == (PUBLISHED, "medium", None)


def test_rate_reads_a_puzzle_file(capsys, tmp_path):
    new(wanted(difficulty="hard", format="yaml"))
    file = tmp_path / "puzzle.yaml"
    file.write_text(capsys.readouterr().out)
    assert rate(Namespace(what=str(file), json=False)) == 0
    assert capsys.readouterr().out.startswith("Grade: hard, because ")


def test_a_puzzle_without_a_solution_has_no_grade_and_the_answer_is_no(capsys):
    code = "pyramid-puzzle:kC4.xB1.xB2.xB3.xB4"
    assert rate(Namespace(what=code, json=False)) == 1
    assert capsys.readouterr().out == "This puzzle has no solution, so it has no grade: the peak A1 is walled in.\n"
    assert rate(Namespace(what=code, json=True)) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["mp"], found["grade"], found["reason"]) == (None, None, "the peak A1 is walled in")


def test_a_position_in_mid_play_is_not_rated():
    with pytest.raises(BadOption, match="give its code without moves"):
        rate(Namespace(what=f"{PUBLISHED}/E1", json=False))


def test_what_is_no_puzzle_is_not_rated():
    with pytest.raises((UnreadableCode, BadOption)):
        rate(Namespace(what="range-war", json=False))


def test_the_puzzle_of_a_date(capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")  # as `make play` leaves it: without the command
    monkeypatch.setattr(sys, "argv", ["/opt/games/fathom"])
    assert daily(Namespace(date="2026-11-22", json=True)) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["date", "difficulty", "code", "levels", "layout", "mp"]
    assert (found["date"], found["difficulty"]) == ("2026-11-22", "fiendish")
    assert daily(Namespace(date="2026-11-22", json=False)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"The puzzle of Sunday, 2026-11-22: fiendish, {found['mp']} MP at best."
    assert lines[-2:] == [found["code"], f"Solve it with: /opt/games/fathom puzzle play {found['code']}"]


def test_without_a_date_it_is_the_puzzle_of_today(capsys):
    assert daily(Namespace(date=None, json=True)) == 0
    today = capsys.readouterr().out
    daily(Namespace(date=json.loads(today)["date"], json=True))
    assert capsys.readouterr().out == today


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "20260131", "2026-1-31", "2026-01-31T00", "٢٠٢٦-٠١-٣١"])
def test_what_is_no_date_is_refused(text):
    with pytest.raises(BadOption, match="is not a date: write YYYY-MM-DD, such as 2026-01-31"):
        daily(Namespace(date=text, json=False))
