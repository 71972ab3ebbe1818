"""The command `arena`: the same results wherever it runs, whatever stops it."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pexpect
import pytest

from fathom import games
from tests.conftest import COMMAND, Fathom
from tests.patience import PATIENCE

PLAYERS = ("@random", "@greedy", "@minimax-2", "@perfect")


def results(folder: Path) -> str:
    return (folder / "results.json").read_text(encoding="utf-8")


def numbers(folder: Path) -> list[int]:
    """The games of a log, in the order in which they were written."""
    lines = (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)[0] for line in lines[1:]]


def test_it_prints_a_table_with_the_exact_scores(fathom: Fathom) -> None:
    done = fathom("arena", "pocket-addition", *PLAYERS, "--rounds", "20", "--jobs", "1", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout  # a pipe gets plain text
    rows = {line.split()[0]: line.split() for line in done.stdout.splitlines() if line.startswith("@")}
    assert list(rows) == ["@perfect", "@minimax-2", "@greedy", "@random"]
    # The mean of the scores against the three others: fathom strength has 98.45, 97.35 and 95.70 for @perfect.
    assert rows["@perfect"][5] == "97.2"
    assert rows["@random"][5] == f"{(26.52 + 11.82 + 1.55) / 3:.1f}"


def test_the_number_of_jobs_changes_nothing(fathom: Fathom, tmp_path: Path) -> None:
    words = [
        "arena",
        "pocket-addition",
        "range-war",
        "@random",
        "@expert",
        "@mcts-5",
        "--openings",
        "random:1",
        "--seed=8",
    ]
    alone = fathom(*words, "--jobs", "1", "-o", str(tmp_path / "one"))
    together = fathom(*words, "--jobs", "3", "-o", str(tmp_path / "more"))
    assert alone.returncode == together.returncode == 0
    assert results(tmp_path / "one") == results(tmp_path / "more")
    records = [(tmp_path / folder / "records.txt").read_text(encoding="utf-8") for folder in ("one", "more")]
    assert records[0] == records[1]
    assert sorted(numbers(tmp_path / "more")) == list(range(120))


def test_every_game_is_a_record(fathom: Fathom, tmp_path: Path) -> None:
    bad = "cmd:sh -c 'while read question; do echo 99; done'"
    done = fathom("arena", "range-war", bad, "@random", "--rounds=3", "--jobs=1", "-o", str(tmp_path / "a"))
    assert done.returncode == 0, done.stderr
    assert "forfeits" in done.stdout.splitlines()[2]
    records = games.read_records((tmp_path / "a" / "records.txt").read_text(encoding="utf-8"))
    assert len(records) == 6
    for record in records:
        assert record.match.forfeited
        assert record.match.names[record.match.forfeited[0] - 1] == bad
        assert record.tags["Opening"] == "range-war"
    [first, second] = json.loads(results(tmp_path / "a"))["standings"]
    assert (first["player"], second["forfeits"]) == ("@random", 6)


def test_an_arena_that_was_killed_goes_on_where_it_was(
    environment: dict[str, str], fathom: Fathom, tmp_path: Path
) -> None:
    folder = tmp_path / "killed"
    words = ["arena", "digit-dilemma", "@random", "@mcts-60", "--openings", "random:2", "--seed", "5", "--jobs", "2"]
    words += ["--rounds", "150"]
    running = subprocess.Popen([*COMMAND, *words, "-o", str(folder)], env=environment, stdout=subprocess.DEVNULL)
    log, until = folder / "games.jsonl", time.monotonic() + PATIENCE
    while not (log.exists() and log.read_bytes().count(b"\n") > 5):
        assert time.monotonic() < until
        assert running.poll() is None
        time.sleep(0.01)
    workers = children(running.pid)
    assert len(workers) >= 2
    running.kill()
    running.wait()
    while any(is_running(worker) for worker in workers):
        assert time.monotonic() < until
        time.sleep(0.01)
    before = numbers(folder) if log.read_bytes().endswith(b"\n") else numbers_of_complete_lines(log)
    assert 0 < len(before) < 300
    refused = fathom(*words, "-o", str(folder))
    assert refused.returncode == 2
    assert "has an arena already; --resume goes on with it" in refused.stderr
    done = fathom("arena", "--resume", "-o", str(folder))
    assert done.returncode == 0, done.stderr
    after = numbers(folder)
    assert after[: len(before)] == before
    assert sorted(after) == list(range(300))
    fathom(*words, "-o", str(tmp_path / "whole"))
    assert results(folder) == results(tmp_path / "whole")


def children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(number) for number in listed.split()]


def is_running(process: int) -> bool:
    """A process that has ended but was not waited for does not count."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def numbers_of_complete_lines(log: Path) -> list[int]:
    content = log.read_bytes()
    lines = content[: content.rfind(b"\n")].split(b"\n")
    return [json.loads(line)[0] for line in lines[1:]]


def test_ctrl_c_stops_with_what_there_is(environment: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    words = [
        "arena",
        "digit-dilemma",
        "@random",
        "@mcts-60",
        "--openings",
        "random:2",
        "--jobs",
        "2",
        "-o",
        str(folder),
    ]
    words += ["--rounds", "20000"]
    running = subprocess.Popen(
        [*COMMAND, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    log, until = folder / "games.jsonl", time.monotonic() + PATIENCE
    while not (log.exists() and log.read_bytes().count(b"\n") > 5):
        assert time.monotonic() < until
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    shown, said = running.communicate(timeout=PATIENCE)
    assert (running.returncode, said) == (130, "")
    assert f"Stopped. fathom arena --resume -o {folder} goes on." in shown
    assert 5 < json.loads(results(folder))["games"] < 40_000


def test_in_a_terminal_the_table_is_live(environment: dict[str, str]) -> None:
    words = ["arena", "digit-dilemma", "@random", "@mcts-60", "--openings", "random:2", "--jobs", "2"]
    words += ["--rounds", "20000"]
    window = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], *words], env=environment, dimensions=(24, 90), encoding="utf-8", timeout=PATIENCE
    )
    for _ in range(2):  # drawn, and drawn again over itself
        window.expect(r"player +rating +score")
        window.expect(r"[\d,]+ of 40,000 games, [\d,]+ a second \(Ctrl\+C stops\)")
    window.expect(r"\x1b\[\d+A\x1b\[J")
    window.sendintr()
    window.expect("Stopped")
    window.expect(pexpect.EOF)
    window.close()
    assert window.exitstatus == 130


def test_another_plan_is_not_mixed_in(fathom: Fathom, tmp_path: Path) -> None:
    folder = str(tmp_path / "a")
    assert fathom("arena", "range-war", "@random", "@greedy", "--rounds=1", "--jobs=1", "-o", folder).returncode == 0
    other = fathom("arena", "range-war", "@random", "@greedy", "--rounds=2", "--jobs=1", "-o", folder, "--resume")
    assert other.returncode == 2
    assert "has another plan than this command: rounds was 1." in other.stderr
    same = fathom("arena", "range-war", "@random", "@greedy", "--rounds=1", "--jobs=1", "-o", folder, "--resume")
    assert same.returncode == 0


def test_a_sequential_test_stops_when_it_is_sure_at_the_same_pair_for_any_number_of_jobs(fathom: Fathom) -> None:
    words = ["arena", "pocket-addition", "@minimax-2", "@greedy", "--rounds", "2000", "--sprt", "0:100", "--json"]
    told = [json.loads(fathom(*words, "--jobs", jobs).stdout) for jobs in ("1", "2")]
    assert told[0] == told[1]
    assert told[0]["sprt"]["verdict"] == "H1"  # its exact score is 85.56%, more than 300 Elo points
    assert told[0]["games"] == 2 * told[0]["sprt"]["pairs"] < 400


def test_openings_come_from_a_file_or_are_all_first_moves(fathom: Fathom, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two of them\nrange-war:6\n\nrange-war:7.4\n", encoding="utf-8")
    done = fathom("arena", "range-war", "@random", "@greedy", "--openings", str(file), "--json", "--jobs=1")
    told = json.loads(done.stdout)
    assert (told["plan"]["openings"], told["plan"]["rounds"]) == (["range-war:6", "range-war:7.4"], 2)
    done = fathom("arena", "range-war", "@random", "@greedy", "--openings", "all", "--json", "--jobs=1")
    assert json.loads(done.stdout)["plan"]["openings"] == [f"range-war:{n}" for n in range(2, 11)]


@pytest.mark.parametrize(
    "words, said",
    [
        (["range-war", "@random"], "at least two players"),
        (["@random", "@greedy"], "at least one game"),
        (["chess", "@random", "@greedy"], "'chess'"),
        (["range-war", "@random", "@greed"], "Did you mean @greedy?"),
        (["range-war", "@random", "./nothing"], "There is no program './nothing'"),
        (["range-war", "@random", "@greedy", "@perfect", "--sprt", "0:10"], "--sprt compares two players"),
        (["range-war", "@random", "@greedy", "--sprt", "x"], "is not a test"),
        (["range-war", "@random", "@greedy", "--openings", "random:x"], "is not a number of random moves"),
        (["range-war", "@random", "@greedy", "--openings", "nowhere.txt"], "'nowhere.txt' cannot be read"),
        (["range-war", "@random", "@greedy", "--clock", "0"], "is not a number of seconds above 0"),
        (["range-war", "@random", "@greedy", "--jobs", "0"], "--jobs is at least 1"),
        (["--resume"], "add -o DIR"),
        (["--resume", "-o", "nowhere"], "There is no arena to resume"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(fathom: Fathom, words: list[str], said: str) -> None:
    done = fathom("arena", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
