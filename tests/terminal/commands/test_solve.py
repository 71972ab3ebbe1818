"""Solving whole games, proving results and checking proofs, and writing every position down."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from time import sleep
from typing import Any

import pexpect
import pytest

from fathom import games
from fathom.core.budget import NO_LIMIT
from fathom.core.value import Value
from fathom.errors import FathomError, Unknown
from fathom.show.room import Room
from fathom.terminal.main import main
from fathom.terminal.new_file import new_file
from fathom.terminal.progress_line import ProgressLine
from tests.conformance.laws import Case, graph, plain_value
from tests.conftest import COMMAND, Fathom

SOLVED = {
    "game",
    "options",
    "value",
    "unknown",
    "keeping",
    "best",
    "positions",
    "only_moves",
    "not_counted",
    "seconds",
    "megabytes",
}
VERIFIED = {
    "proved",
    "game",
    "options",
    "start",
    "winner",
    "plies",
    "lines",
    "positions",
    "error",
    "line",
    "position",
}


def solved(fathom: Fathom, *arguments: str) -> dict[str, Any]:
    done = fathom("solve", *arguments, "--json")
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    assert set(found) == SOLVED
    assert done.returncode == (0 if found["value"] else 1)
    return found


# ------------------------------------------------------------------ solve


@pytest.mark.parametrize(
    "game, winner, plies, keeping, best, positions",
    [
        ("range-war", 1, 1, ["1", "2", "3", "4", "5"], ["1"], 4_108),
        ("pocket-addition", 1, 5, ["6", "7", "8"], ["6"], 1_973),
        ("pyramid-challenge", 1, 11, list("123456789"), list("123456789"), 9_309_141),
    ],
)
def test_solve_tells_what_the_rulings_know(
    fathom: Fathom, game: str, winner: int, plies: int, keeping: list[str], best: list[str], positions: int
) -> None:
    found = solved(fathom, game)
    assert (found["game"], found["value"]) == (game, {"winner": winner, "plies": plies})
    assert (found["keeping"], found["best"]) == (keeping, best)
    assert found["positions"] == positions
    assert 0 <= found["only_moves"] < positions
    assert (found["unknown"], found["not_counted"]) == (None, None)
    assert found["seconds"] >= 0
    assert 5 < found["megabytes"] < 500


def test_solve_digit_dilemma(fathom: Fathom) -> None:
    found = solved(fathom, "digit-dilemma")
    everything = {f"{digit}{place}" for digit in range(10) for place in "LMR"}
    assert found["value"] == {"winner": 1, "plies": 5}
    assert everything.difference(found["keeping"]) == {"2R", "9R"}
    assert found["best"] == found["keeping"]
    assert found["positions"] == 272_761
    shown = fathom("solve", "digit-dilemma").stdout
    assert "First moves that keep the win (28 of 30): all but 2R, 9R.\nThe quickest: all of them.\n" in shown


def test_solve_says_it_in_words(fathom: Fathom) -> None:
    done = fathom("solve", "range-war")
    assert (done.returncode, done.stderr) == (0, "")
    *said, measured = done.stdout.splitlines()
    assert said == [
        "Range War (range-war)",
        "Seat 1 wins in 1 ply with perfect play.",
        "First moves that keep the win (5 of 10): 1, 2, 3, 4, 5.",
        "The quickest: 1.",
        "Reachable positions: 4,108.",
        "Positions with exactly one right move: 915.",  # tests/solver/test_walk.py counts them by subsets
    ]
    assert measured.startswith("Time: ")
    assert "Peak memory: " in measured


def test_solve_a_game_that_the_first_seat_loses(fathom: Fathom) -> None:
    shown = fathom("solve", "range-war", "--set", "second_move=free").stdout
    assert "Seat 2 wins in 10 plies with perfect play." in shown
    assert "Every first move loses; the ones that hold out longest: 5, 6." in shown
    assert solved(fathom, "range-war,second_move=free")["keeping"] == [str(n) for n in range(1, 11)]


def test_solve_a_game_that_nobody_wins(fathom: Fathom) -> None:
    """With only ones, no number fits the second row: 1 + 1 is too much, 1 - 1 is not a number."""
    shown = fathom("solve", "pyramid-challenge", "--set", "levels=2", "--set", "highest=1").stdout
    assert "Nobody wins with perfect play.\nFirst moves that keep the draw (1 of 1): 1.\n" in shown
    assert "The quickest" not in shown
    found = solved(fathom, "pyramid-challenge", "--set", "levels=2", "--set", "highest=1")
    assert found["value"] == {"winner": None, "plies": None}
    assert found["best"] == found["keeping"] == ["1"]


def test_solve_range_war_with_a_million_numbers_at_once(fathom: Fathom) -> None:
    shown = fathom("solve", "range-war", "--set", "highest=1000000").stdout
    assert "First moves that keep the win (500,000 of 1,000,000): 1-500000.\nThe quickest: 1.\n" in shown
    assert "Reachable positions: not counted: there are more than 1,000,000 positions.\n" in shown


def test_solve_counts_within_the_budget_or_says_not_counted(fathom: Fathom) -> None:
    enough = solved(fathom, "range-war", "--states", "4108")
    assert (enough["positions"], enough["not_counted"]) == (4108, None)
    short = solved(fathom, "range-war", "--states", "4107")
    assert (short["positions"], short["only_moves"]) == (None, None)
    assert short["not_counted"] == "there are more than 4,107 positions."
    assert short["value"] == {"winner": 1, "plies": 1}  # which follows from a formula, without any state


def test_a_table_beyond_the_budget_of_states_is_not_begun(fathom: Fathom) -> None:
    short = solved(fathom, "pocket-addition", "--states", "1973")
    assert (short["value"], short["positions"]) == (None, None)
    assert short["unknown"] == "1,973 states were not enough to solve it."


@pytest.mark.parametrize("limit, reason", [(("--seconds", "1"), "1 s"), (("--memory", "1"), "1 MB of memory")])
def test_solve_gives_up_when_the_budget_is_spent(fathom: Fathom, limit: tuple[str, str], reason: str) -> None:
    endless = ["range-war", "--set", "highest=26", "--set", "reach=8", *limit]
    done = fathom("solve", *endless)
    assert (done.returncode, done.stdout, done.stderr) == (1, f"unknown: it takes more than {reason}.\n", "")
    found = solved(fathom, *endless)
    assert (found["value"], found["keeping"], found["positions"]) == (None, None, None)
    assert found["unknown"] == f"it takes more than {reason}."


def test_a_game_whose_room_knows_nothing_is_solved_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(games.room("pocket-addition")), "oracle", Room.oracle)
    assert main(["solve", "pocket-addition", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["value"], found["positions"]) == ({"winner": 1, "plies": 5}, 1973)
    assert main(["solve", "pocket-addition", "--states", "100"]) == 1
    assert capsys.readouterr().out == "unknown: 100 states were not enough to solve it.\n"


def test_solve_says_of_the_puzzle_that_it_does_not_apply(fathom: Fathom) -> None:
    done = fathom("solve", "pyramid-puzzle")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("unknown: Pyramid Puzzle need not end")
    assert done.stdout.endswith("Use fathom puzzle solve for puzzles.\n")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["solve", "range-wars"], "There is no game 'range-wars'"),
        (["solve", "range-war:6"], "solve takes a whole game"),
        (["dataset", "range-war:6", "-o", "x"], "dataset takes a whole game"),
        (["solve", "range-war", "--set", "highest=1"], "'1' is not a value for highest"),
        (["solve", "range-war", "--states", "0"], "--states must be at least 1, not 0"),
        (["prove", "range-war", "-o", "x", "--seconds", "0"], "--seconds must be at least 1, not 0"),
        (["solve", "range-war", "--memory", "lots"], "'lots' is not a whole number"),
        (["prove", "range-war"], "-o/--output"),
        (["dataset", "range-war"], "-o/--output"),
        (["verify", "nothing-there"], "'nothing-there' cannot be read: No such file or directory."),
        (["verify", "."], "'.' cannot be read: Is a directory."),
        (["prove", "range-war", "-o", "no/where"], "'no/where' cannot be written: No such file or directory."),
        (["prove", "range-war", "-o", "/"], "'/' is not a file name."),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_code_2(fathom: Fathom, arguments: list[str], reason: str) -> None:
    done = fathom(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1


# ------------------------------------------------------------------ prove and verify


@pytest.mark.parametrize(
    "arguments, code, winner, plies",
    [
        (["range-war"], "range-war", 1, 1),
        (["pocket-addition"], "pocket-addition", 1, 5),
        (["digit-dilemma", "--set", "leading_zero=forbidden"], "digit-dilemma,leading_zero=forbidden", 1, 5),
        (["pyramid-challenge"], "pyramid-challenge", 1, 11),
        (["range-war:6"], "range-war:6", 2, 9),
    ],
)
def test_what_was_proved_can_be_verified(
    fathom: Fathom, arguments: list[str], code: str, winner: int, plies: int
) -> None:
    written = fathom("prove", *arguments, "-o", "proof.jsonl")
    assert (written.returncode, written.stderr) == (0, "")
    assert written.stdout.startswith("Written to 'proof.jsonl': ")
    done = fathom("verify", "proof.jsonl", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert set(found) == VERIFIED
    assert (found["proved"], found["start"], found["winner"], found["plies"]) == (True, code, winner, plies)
    assert found["error"] is None
    how_long = "1 ply" if plies == 1 else f"{plies} plies"
    assert fathom("verify", "proof.jsonl").stdout.startswith(f"Proved. From {code} seat {winner} wins in {how_long}.\n")


def test_a_certificate_can_be_printed(fathom: Fathom) -> None:
    first, second = map(json.loads, fathom("prove", "range-war", "-o", "-").stdout.splitlines())
    assert first == {
        "certificate": 1,
        "game": "range-war",
        "options": {"highest": 10, "second_move": "lower"},
        "start": "range-war",
        "winner": 1,
        "plies": 1,
    }
    assert second == {"code": "range-war", "move": "1"}


def test_a_tampered_certificate_is_refused_with_its_line_and_position(fathom: Fathom, tmp_path: Path) -> None:
    path = tmp_path / "proof.jsonl"
    fathom("prove", "pocket-addition", "-o", path.name)
    path.write_text(path.read_text().replace('"move":"6"', '"move":"9"'))
    done = fathom("verify", path.name)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("Refused. line 2, 'pocket-addition:9.1': ")
    found = json.loads(fathom("verify", path.name, "--json").stdout)
    assert set(found) == VERIFIED
    assert (found["proved"], found["line"], found["position"]) == (False, 2, "pocket-addition:9.1")
    assert found["error"]["code"] == "bad-certificate"
    path.write_bytes(b"\x1b[2J\x00\xff")
    done = fathom("verify", path.name)
    assert (done.returncode, done.stdout.startswith("Refused. line 1: ")) == (1, True)


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["pyramid-challenge:5.9.5.9.1.2"], "drawn with perfect play"),
        (["range-war,highest=12,second_move=free", "--states", "100"], "there are more than 100 positions."),
        (["digit-dilemma", "--states", "100"], "100 states were not enough to solve it."),
        (["range-war,highest=1000000,second_move=free"], "there are more than 1,000,000 positions."),
        (["range-war,highest=26,reach=8", "--seconds", "1"], "it takes more than 1 s."),
        (["pyramid-puzzle"], "Pyramid Puzzle need not end"),
    ],
)
def test_what_cannot_be_proved_is_said_and_nothing_is_written(
    fathom: Fathom, tmp_path: Path, arguments: list[str], reason: str
) -> None:
    before = set(tmp_path.iterdir())
    done = fathom("prove", *arguments, "-o", "proof.jsonl")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Nothing was written: ")
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert set(tmp_path.iterdir()) == before


def test_a_certificate_that_breaks_off_on_standard_output_says_so(fathom: Fathom) -> None:
    done = fathom("prove", "range-war,highest=12,second_move=free", "--states", "100", "-o", "-")
    assert done.returncode == 1
    assert done.stdout
    assert done.stderr == "The output is incomplete: there are more than 100 positions.\n"


CHECKER = "fathom.solver.proof"


def test_verify_loads_nothing_of_solver_coach_or_theory(fathom: Fathom, tmp_path: Path) -> None:
    fathom("prove", "pocket-addition", "-o", "proof.jsonl")
    source = "import sys; from fathom.terminal.main import main; print(main(sys.argv[1:])); print(*sys.modules)"
    run = [sys.executable, "-c", source, "verify", str(tmp_path / "proof.jsonl")]
    shown = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    *_, status, loaded = shown.splitlines()
    assert status == "0"
    assert "fathom.solver.proof" in loaded.split()
    for module in loaded.split():
        assert not module.startswith(("fathom.solver.", "fathom.analysis", "fathom.coach")) or module == CHECKER
        assert not module.endswith(".theory")


# ------------------------------------------------------------------ dataset


@pytest.mark.parametrize(
    "code, positions", [("range-war", 4_108), ("pocket-addition", 1_973), ("pyramid-challenge,highest=2", None)]
)
def test_a_dataset_has_every_position_once_with_exact_values(
    fathom: Fathom, tmp_path: Path, code: str, positions: int | None
) -> None:
    done = fathom("dataset", code, "-o", "all.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    match = games.read_code(code)
    reached = set(graph(Case(match.game, match.options)))
    assert len(rows) == len(reached) == (positions or len(reached))
    assert done.stdout == f"Written to 'all.jsonl': {len(rows):,} positions.\n"
    values: dict[Any, Any] = {}
    named = set()
    for row in rows:
        assert list(row) == ["code", "to_move", "value", "moves", "best"]
        position = games.read_code(row["code"]).position
        named.add(position)
        assert (row["value"]["winner"], row["value"]["plies"]) == plain_value(position, values)
        assert row["to_move"] == (None if position.outcome else position.to_move)
        after = {match.game.format_move(m): plain_value(position.after(m), values) for m in position.moves()}
        assert {move["move"]: (move["winner"], move["plies"]) for move in row["moves"]} == after
        value = Value(**row["value"])
        assert row["best"] == [text for text, found in after.items() if Value(*found).one_ply_earlier() == value]
        assert bool(row["best"]) == (position.outcome is None)
    assert named == reached


def test_a_dataset_can_be_printed(fathom: Fathom) -> None:
    done = fathom("dataset", "range-war", "--set", "highest=2", "-o", "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["code"] for line in done.stdout.splitlines()] == [
        "range-war,highest=2",
        "range-war,highest=2:1",
        "range-war,highest=2:2",
        "range-war,highest=2:2.1",
    ]


@pytest.mark.parametrize("command", ["prove", "dataset"])
def test_a_file_that_is_there_is_never_overwritten(fathom: Fathom, tmp_path: Path, command: str) -> None:
    (tmp_path / "mine").write_text("mine")
    done = fathom(command, "range-war", "-o", "mine")
    assert (done.returncode, done.stderr) == (2, "'mine' already exists; choose another name.\n")
    assert (tmp_path / "mine").read_text() == "mine"


def test_nothing_is_written_of_the_puzzle(fathom: Fathom, tmp_path: Path) -> None:
    done = fathom("dataset", "pyramid-puzzle", "-o", "all.jsonl")
    assert (done.returncode, done.stdout) == (1, "")
    assert not (tmp_path / "all.jsonl").exists()


# ------------------------------------------------------------------ new files


def test_a_new_file_gets_its_name_at_the_end_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "new"
    with new_file(str(path)) as file:
        file.write("all of it")
        assert not path.exists()
    assert path.read_text() == "all of it"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_does_not_replace_one_that_came_up_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "new"
    with pytest.raises(FathomError, match="already exists"), new_file(str(path)):
        path.write_text("theirs")
    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("came_up", [False, True])
def test_a_disk_without_hard_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, came_up: bool) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "new"
    if came_up:
        with pytest.raises(FathomError, match="already exists"), new_file(str(path)):
            path.write_text("theirs")
    else:
        with new_file(str(path)) as file:
            file.write("mine")
    assert path.read_text() == ("theirs" if came_up else "mine")
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(FathomError, match="cannot be written: No space left on device"), new_file(str(tmp_path / "x")):
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ progress, interruption


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_in_a_terminal_and_wiped_out(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressLine(NO_LIMIT).over("Counting") as meter:
        meter.tick(1000)
        sleep(0.3)
        meter.tick(234)
        meter.look()
    shown = terminal.getvalue()
    assert "Counting: 1,234 positions, 0 s" in shown
    assert shown.endswith("\r")
    assert shown.split("\r")[-2].strip() == ""


def test_progress_is_not_shown_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with ProgressLine(NO_LIMIT).over("Counting") as meter:
        sleep(0.3)
        meter.look()
    assert pipe.getvalue() == ""


def test_work_that_runs_out_of_memory_is_unknown() -> None:
    with pytest.raises(Unknown, match="memory"), ProgressLine(NO_LIMIT).over("Solving"):
        raise MemoryError


@pytest.mark.slow
def test_the_budget_holds_in_this_process_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "range-war", "--set", "highest=26", "--set", "reach=8", "--seconds", "1"]) == 1
    assert capsys.readouterr().out == "unknown: it takes more than 1 s.\n"


@pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")
@pytest.mark.parametrize(
    "arguments, shown",
    [
        (["dataset", "pyramid-challenge", "-o", "all.jsonl"], r"Writing: [\d,]+ positions, \d+ s"),
        (["solve", "range-war", "--set", "highest=22"], r"Counting: [\d,]+ positions, \d+ s"),
        (["prove", "range-war,highest=26,reach=8", "-o", "x.jsonl"], r"Solving: \d+%, [\d,]+ positions, \d+ s"),
    ],
)
def test_an_interruption_ends_with_130_and_leaves_nothing_behind(
    environment: dict[str, str], tmp_path: Path, arguments: list[str], shown: str
) -> None:
    before = set(tmp_path.iterdir())
    # An interruption in the midst of the code that measures coverage would leave its lock behind.
    unmeasured = {name: value for name, value in environment.items() if not name.startswith("COVERAGE")}
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], *arguments], env=unmeasured, cwd=str(tmp_path), encoding="utf-8", timeout=60
    )
    child.expect(shown)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in (child.before or "")
    assert child.exitstatus == 130
    assert set(tmp_path.iterdir()) == before


# ------------------------------------------------------------------ kept tables


def test_a_table_is_kept_listed_loaded_and_forgotten(fathom: Fathom) -> None:
    kept = fathom("solve", "range-war", "--set", "highest=8", "--set", "reach=4", "--keep")
    assert "Kept in " in kept.stdout
    assert "range-war,highest=8,reach=4.table; later runs load it instead of solving." in kept.stdout.replace("\n", "")
    (listed,) = json.loads(fathom("solve", "--list", "--json").stdout)
    assert (listed["game"], listed["options"]) == ("range-war", "highest=8,second_move=lower,reach=4")
    assert Path(listed["path"]).stat().st_size == listed["bytes"]
    assert "range-war (highest=8,second_move=lower,reach=4)" in fathom("solve", "--list").stdout
    assert fathom("solve", "range-war,highest=8,reach=4", "--list").stdout == fathom("solve", "--list").stdout
    assert fathom("solve", "pocket-addition", "--list").stdout == "No such table is kept.\n"
    again = solved(fathom, "range-war,highest=8,reach=4")
    assert again["value"] == {"winner": 1, "plies": 1}
    assert json.loads(fathom("solve", "range-war,highest=8,reach=4", "--forget", "--json").stdout) == {"forgotten": 1}
    assert fathom("solve", "--forget").stdout == "No such table is kept.\n"
    assert fathom("solve", "--list").stdout == "No table is kept.\n"


def test_options_without_a_game_forget_nothing(fathom: Fathom) -> None:
    fathom("solve", "range-war", "--set", "highest=8", "--set", "reach=4", "--keep")
    for option in (("--preset", "fair"), ("--set", "reach=5")):
        assert fathom("solve", "--forget", *option).stderr.startswith("Name the game to solve")
    assert len(json.loads(fathom("solve", "--list", "--json").stdout)) == 1


def test_a_game_without_a_table_has_nothing_to_keep(fathom: Fathom) -> None:
    refused = fathom("solve", "range-war", "--keep")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "range-war has no table that can be kept: it is solved each time.\n"


def test_a_game_has_to_be_named(fathom: Fathom) -> None:
    assert fathom("solve").stderr == "Name the game to solve; fathom games lists them.\n"


def test_a_table_is_limited_by_the_states_only_if_they_are_given(fathom: Fathom) -> None:
    assert solved(fathom, "range-war,highest=8,reach=4", "--states", "2000")["unknown"] == (
        "2,000 states were not enough to solve it."
    )
    assert solved(fathom, "pyramid-challenge,copies=2")["not_counted"] == "there are more than 1,000,000 positions."
