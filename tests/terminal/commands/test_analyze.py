"""`fathom analyze`: what it prints for people and for machines."""

from __future__ import annotations

import io
import json
import sys
from random import Random

import pytest

from fathom import games
from fathom.core.budget import Budget
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.show.verdicts import Verdict
from fathom.terminal.commands import analyze as study
from fathom.terminal.main import main

KEYS = ["code", "game", "options", "played", "to_move", "over", "outcome", "value", "moves"]


def typed_in(text):
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")


def analyzed(fathom, code):
    return json.loads(fathom("analyze", code, "--json").stdout)


def test_the_json_has_exactly_these_keys_in_this_order(fathom):
    found = analyzed(fathom, "range-war:6")
    assert list(found) == KEYS
    assert list(found["moves"][0]) == ["move", "winner", "plies", "verdict", "line", "why", "rule"]
    assert {key: found[key] for key in KEYS[:8]} == {
        "code": "range-war:6",
        "game": "range-war",
        "options": {"highest": 10, "second_move": "lower"},
        "played": ["6"],
        "to_move": 2,
        "over": False,
        "outcome": None,
        "value": {"winner": 2, "plies": 9},
    }


def test_moves_stand_in_the_rooms_order_with_their_lines(fathom):
    found = analyzed(fathom, "range-war:6")
    assert [move["move"] for move in found["moves"]] == ["1", "2", "3", "4", "5"]
    best = found["moves"][-1]
    assert (best["winner"], best["plies"], best["verdict"]) == (2, 8, "only")
    assert len(best["line"]) == 8


def test_a_finished_game_has_its_outcome_and_no_moves(fathom):
    found = analyzed(fathom, "range-war:1")
    assert found["over"] is True
    assert found["outcome"] == {"winner": 1, "reason": "no number lower than 1 is left for seat 2"}
    assert found["value"] == {"winner": 1, "plies": 0}
    assert found["moves"] == []


def test_a_draw_has_neither_winner_nor_plies(fathom):
    found = analyzed(fathom, "pyramid-challenge,highest=3:2.2.2.2")
    assert found["value"] == {"winner": None, "plies": None}
    assert {(move["winner"], move["plies"]) for move in found["moves"]} == {(None, None)}


def test_lines_of_codes_are_answered_in_order_past_bad_ones(fathom):
    done = fathom("analyze", "-", "--json", typed="range-war:6\nnonsense\n\nrange-war:6.7\npocket-addition\n")
    assert done.returncode == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["code"] for answer in answers] == ["range-war:6", "nonsense", "range-war:6.7", "pocket-addition"]
    assert [list(answer) == ["code", "error"] for answer in answers] == [False, True, True, False]
    assert answers[1]["error"]["code"] == "unknown-game"
    assert "rule 3" in answers[2]["error"]["message"]


def test_good_lines_alone_exit_with_0(fathom):
    done = fathom("analyze", "-", "--json", typed="range-war\n")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)


def test_people_get_the_board_the_value_and_a_reason_for_every_move(fathom):
    shown = fathom("analyze", "range-war:6.4").stdout
    assert "Claimed: 6 > 4" in shown
    assert "Player 1 is to move: you win in 7 moves with perfect play." in shown
    assert " 5  only: you win in 7 moves  (then 3 7 2 8 1 9)" in shown
    assert "10  throws the win: you lose in 2 moves  (then 9)" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_very_many_moves_are_told_in_groups(fathom):
    shown = fathom("analyze", "range-war,highest=1000").stdout
    assert "2 to 500  wins" in shown
    assert "501 to 1000  throws the win" in shown


TOO_LARGE = "pocket-addition,highest=40,target=400"
NOT_KNOWN = "Pocket Addition could not be analyzed with these options: it takes more than 1 s. Try smaller ones."


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--json"], ["--step", "3"]], ids=" ".join)
def test_what_takes_too_long_is_said_to_be_not_known(monkeypatch, capsys, more):
    monkeypatch.setattr(study, "PATIENCE", Budget(seconds=1))
    assert main(["analyze", TOO_LARGE, *more]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"{NOT_KNOWN}\n")


@pytest.mark.slow
def test_what_takes_too_long_is_an_error_among_other_lines(monkeypatch, capsys):
    monkeypatch.setattr(study, "PATIENCE", Budget(seconds=1))
    monkeypatch.setattr(sys, "stdin", typed_in(f"range-war:6\n{TOO_LARGE}\n{TOO_LARGE}\npocket-addition:5\n"))
    assert main(["analyze", "-", "--json"]) == 1
    first, *refused, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["code"], last["code"]) == ("range-war:6", "pocket-addition:5")
    assert [answer["error"]["message"] for answer in refused] == [NOT_KNOWN] * 2


@pytest.mark.slow
def test_a_million_moves_that_take_too_long_are_not_known(monkeypatch, capsys):
    monkeypatch.setattr(study, "PATIENCE", Budget(seconds=3))
    assert main(["analyze", "range-war,highest=1000000", "--json"]) == 2
    assert "could not be analyzed with these options: it takes more than 3 s." in capsys.readouterr().err


def test_a_line_that_runs_out_of_memory_is_an_error_and_the_next_one_is_read(monkeypatch, capsys):
    def run_out(match, meter):
        raise MemoryError

    monkeypatch.setattr(study, "analysis_text", run_out)
    monkeypatch.setattr(sys, "stdin", typed_in("range-war\npocket-addition\n"))
    assert main(["analyze", "-", "--json"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["code"] for answer in answers] == ["range-war", "pocket-addition"]
    assert all("this machine ran out of memory" in answer["error"]["message"] for answer in answers)


@pytest.mark.parametrize(
    "code, works",
    [
        ("range-war:6.x", "Allowed now: 1, 2, 3, 4, 5."),
        ("digit-dilemma:7X", "Allowed now: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 on Left, Middle or Right."),
        ("pyramid-puzzle:kC4/E1.Z9", "Allowed now: "),
        ("rangewar:6", "Did you mean range-war?"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_would_work(fathom, code, works):
    done = fathom("analyze", code)
    assert (done.returncode, done.stdout) == (2, "")
    assert works in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_many_positions_cannot_be_stepped_through(fathom):
    refused = fathom("analyze", "-", "--step", "3", typed="range-war\n")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.strip() == "--step shows the board of one position: give its code instead of -."


def test_the_line_after_a_move_can_be_stepped_through(fathom):
    shown = fathom("analyze", "range-war:6", "--step", "1").stdout
    assert "1. Player 2: 1" in shown
    assert "Player 1 wins!" in shown
    refused = fathom("analyze", "range-war:6", "--step", "9")
    assert refused.returncode == 2
    assert "rule 3" in refused.stderr


@pytest.mark.parametrize("name", ["pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition"])
def test_any_position_of_the_four_games_is_analyzed(fathom, name):
    rng, game, codes = Random(3), games.game(name), []
    for _ in range(60):
        match = Match(game)
        for _ in range(rng.randrange(9)):
            if not match.outcome:
                match.play(game.format_move(rng.choice(match.position.moves())))
        codes.append(write_code(match))
    answers = map(json.loads, fathom("analyze", "-", "--json", typed="\n".join(codes)).stdout.splitlines())
    for code, answer in zip(codes, answers, strict=True):
        assert answer["code"] == code
        assert {move["verdict"] for move in answer["moves"]} <= set(Verdict)
        assert all(len(move["line"]) == (move["plies"] or len(move["line"])) for move in answer["moves"])
        assert all(move["why"].isprintable() and move["why"] for move in answer["moves"])
