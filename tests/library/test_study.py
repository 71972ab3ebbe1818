"""Values, reviews, hints and whole solutions are those of the commands."""

from __future__ import annotations

import json

import pytest

import fathom
from fathom.errors import BadCertificate, BadOption, GameOver, Unknown

CODES = ["range-war:6.4", "digit-dilemma:7L.3M.1R", "pocket-addition:9.8", "pyramid-challenge:1.1", "pyramid-puzzle"]


@pytest.mark.parametrize("code", CODES)
def test_an_analysis_is_the_json_of_the_command(code, fathom_command):
    match = fathom.Match(code)
    assert fathom.analyze(match).as_dict() == json.loads(fathom_command("analyze", code, "--json").stdout)
    assert fathom.analyze(code).moves == fathom.analyze(match).moves


@pytest.mark.parametrize("code", CODES)
def test_the_best_line_reaches_the_value(code):
    match, value = fathom.Match(code), fathom.analyze(code).value
    line = fathom.best_line(code)
    match.play_all(line)
    assert match.outcome
    assert match.outcome.winner == value.winner
    assert value.plies in (None, len(line))
    assert fathom.best_line(match) == ()


def test_a_review_is_that_of_the_match():
    reviewed = fathom.review("pocket-addition:9.8.6", every_reason=True)
    assert [move.move for move in reviewed.moves] == ["9", "8", "6"]
    assert all(move.reason for move in reviewed.moves)


def test_hints_have_levels():
    assert len({fathom.hint("range-war:6.4", level) for level in (1, 2, 3, 4)}) == 4
    with pytest.raises(BadOption, match="There is no hint 5 in Range War: they go from 1 to 4"):
        fathom.hint("range-war:6.4", 5)
    with pytest.raises(GameOver):
        fathom.hint("range-war:1", 1)


def test_a_solution_knows_every_position():
    solution = fathom.solve("pocket-addition")
    for position, path in fathom.positions("pocket-addition"):
        assert type(path) is tuple
        best = solution.best(position)
        assert bool(best) == (position.outcome is None)
        for move in best:
            after = solution.value(position.after(move))
            assert after.winner == solution.value(position).winner
    assert repr(solution) == "<Solution of pocket-addition>"


def test_every_position_is_reached_once_by_its_path():
    reached = list(fathom.positions("range-war", highest=5))
    assert len({position for position, _ in reached}) == len(reached)
    for position, path in reached:
        match = fathom.new("range-war", highest=5)
        match.play_all(path)
        assert match.position == position


def test_a_dataset_is_that_of_the_command(fathom_command):
    written = fathom_command("dataset", "range-war", "--set", "highest=4", "-o", "-").stdout
    assert list(fathom.dataset("range-war", highest=4)) == [json.loads(line) for line in written.splitlines()]


def test_a_proof_is_checked_by_the_rules_alone():
    lines = list(fathom.prove("pocket-addition:9.8"))
    assert fathom.verify(lines).winner == 1
    with pytest.raises(BadCertificate):
        fathom.verify(lines[:-1])


def test_a_puzzle_is_solved_elsewhere():
    for starts in (fathom.solve, lambda game: next(fathom.dataset(game)), lambda game: next(fathom.prove(game))):
        with pytest.raises(Unknown, match=r"Puzzles are solved by fathom\.puzzles\.$"):
            starts("pyramid-puzzle")


def test_a_budget_is_kept():
    with pytest.raises(Unknown):
        fathom.solve("pocket-addition", highest=30, target=200, budget=fathom.Budget(seconds=0.01))
    with pytest.raises(Unknown):
        fathom.analyze("pocket-addition,highest=30,target=200", budget=fathom.Budget(seconds=0.01))
