"""`fathom audit --gym`: an environment that is not ours, in a process of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Fathom

NIM = """
class Nim:
    def reset(self, seed=None):
        self.left, self.turn = 7, 0
        print("noise on standard output")
    def valid_moves(self):
        return [number for number in (1, 2, 3) if number <= self.left]
    def step(self, number):
        self.left, self.turn = self.left - number, 1 - self.turn
        return self.left, int(self.left == 0), self.left == 0, False, {}
"""
CALLS_HOME = """
import socket
class Env:
    def reset(self, seed=None): self.left = 1
    def valid_moves(self): return [0]
    def step(self, _):
        socket.create_connection(("127.0.0.1", 9))
        return 0, 1, True, False, {}
"""
LOOPS = """
class Env:
    def reset(self, seed=None): self.left = 1
    def valid_moves(self):
        while True: pass
    def step(self, _): return 0, 1, True, False, {}
"""

#: There is always a higher number. With 0 one wins at once, and 7 is refused; from some number on it hangs.
ENDLESS = """
import time
class Env:
    def reset(self, seed=None): self.number = 0
    def valid_moves(self):
        if self.number > PATIENCE: time.sleep(60)
        return [0, 1, 7]
    def step(self, move):
        if move == 7: raise ValueError(move)
        self.number += move
        return 0, int(move == 0), move == 0, False, {}
"""


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    file = tmp_path / "nim.py"
    file.write_text(NIM, encoding="utf-8")
    return file


def test_a_game_is_audited_in_words_and_as_json(fathom: Fathom, nim: Path) -> None:
    said = fathom("audit", "--gym", str(nim))
    assert "Perfect play: seat 1 wins in 3 plies.\n" in said.stdout
    assert "noise" not in said.stdout
    told = json.loads(fathom("audit", "--gym", f"{nim}:Nim", "--json").stdout)
    assert (told["winner"], told["plies"], told["is_whole"], told["seeds"]) == (1, 3, True, "fixed")
    page = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")
    section = page.split("## An environment: `fathom audit --gym FILE --json`")[1].split("\n## ")[0]
    assert [key for key in {*told, *told["faults"]} if f"`{key}`" not in section and f'"{key}"' not in section] == []


def test_an_environment_has_no_network(fathom: Fathom, tmp_path: Path) -> None:
    file = tmp_path / "home.py"
    file.write_text(CALLS_HOME, encoding="utf-8")
    told = json.loads(fathom("audit", "--gym", str(file), "--json").stdout)
    assert told["not_contained"] or told["examples"]["refused"][0] == "0: PermissionError"


def test_an_environment_that_never_answers_is_ended(fathom: Fathom, tmp_path: Path) -> None:
    file = tmp_path / "loops.py"
    file.write_text(LOOPS, encoding="utf-8")
    done = fathom("audit", "--gym", str(file), "--seconds", "1")
    assert done.returncode == 1
    assert done.stdout.startswith("unknown: the environment gave no answer")
    told = json.loads(fathom("audit", "--gym", str(file), "--seconds", "1", "--json").stdout)
    assert told["what"] == str(file)
    assert told["unknown"].startswith("the environment gave no answer")


def test_what_was_found_before_the_budget_was_spent_is_told_as_a_part(fathom: Fathom, tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS.replace("PATIENCE", "1e9"), encoding="utf-8")
    told = json.loads(fathom("audit", "--gym", str(file), "--states", "50", "--json").stdout)
    assert (told["is_whole"], told["stopped"]) == (False, "there are more positions than --states allows.")
    done = fathom("audit", "--gym", str(file), "--seconds", "2", "--states", "100000000")
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert (
        "Only a part of it was explored: it takes more than 2 s. This was found until then; there may be more." in said
    )
    assert "Perfect play: unknown." in said
    assert "Dead ends: 0 so far." in said
    assert "Moves offered but refused: 0 so far" not in said
    assert "Wins on the first move: 1 so far (0)." in said
    told = fathom("audit", "--gym", str(file), "--states", "10", "--json")
    found = json.loads(told.stdout)
    assert (told.returncode, found["is_whole"], found["winner"], found["faults"]["first_move_wins"]) == (
        1,
        False,
        None,
        1,
    )
    said = " ".join(fathom("audit", "--gym", str(file), "--states", "10").stdout.split())
    assert "Only a part of it was explored: there are more positions than --states allows." in said


def test_what_was_found_before_an_environment_stopped_answering_is_told(fathom: Fathom, tmp_path: Path) -> None:
    file = tmp_path / "hangs.py"
    slow = ENDLESS.replace("PATIENCE", "8").replace("self.number += move", "self.number += move; time.sleep(0.1)")
    file.write_text(slow, encoding="utf-8")
    done = fathom("audit", "--gym", str(file), "--seconds", "6")
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert "Only a part of it was explored: the environment gave no answer: it did not answer within 6 seconds." in said
    assert "Wins on the first move: 1 so far (0)." in said


def test_what_is_no_environment_is_refused_in_a_sentence(fathom: Fathom, nim: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.py"
    empty.write_text("", encoding="utf-8")
    for arguments, said in (
        (["--gym", str(tmp_path / "none.py")], "There is no file"),
        (["--gym", str(empty)], "with reset, step and valid_moves it has: none"),
        (["--gym", f"{nim}:Chess"], "no class Chess"),
        (["range-war", "--gym", str(nim)], "--gym takes a Python file"),
    ):
        done = fathom("audit", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
