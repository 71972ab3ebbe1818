"""The load on the server: a short run of our side, and what is made of the figures."""

from __future__ import annotations

import asyncio
import json
from itertools import islice

import pytest

from benchmarks.measure import BenchmarkError, Effort
from benchmarks.results import put_between
from benchmarks.web import __main__ as web
from benchmarks.web import profile as profiling
from benchmarks.web import servers
from benchmarks.web.fathom_side import FathomSide
from benchmarks.web.figures import Round, Steady, kept_table, missed, sections, workers_section
from benchmarks.web.load import PLIES, Tally, games, steady, wave
from benchmarks.web.profile import JOURNAL_REST, LOOP_REST, Profile, Share, profile
from benchmarks.web.stages import STAGES
from fathom.core.match import Match
from fathom.games.pocket_addition.rules import GAME
from tests.patience import PATIENCE

QUIET = Steady(matches=5, seconds=2, moves=10, p50=1.0, p99=149.9, megabytes=399.9, errors=())
OURS = [Round(8000.0, 20.0, 66.0)] * 2
PEERS = [Round(2000.0, 90.0, 200.0)] * 2


def test_the_games_of_the_load_are_legal_and_end_together():
    for moves in islice(games(seed=1), 50):
        match = Match(GAME)
        ends = []
        for move in moves:
            match.play_all([move])
            ends.append(match.outcome is not None)
        assert ends == [*[False] * (PLIES - 1), True]


def test_every_move_of_a_wave_and_of_a_steady_load_with_rematches_is_acknowledged_once(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.web.load.LATEST", PATIENCE)  # how fast this machine is does not matter here
    waved, paced = Tally(), Tally()

    async def run(port: int) -> float:
        side = FathomSide(port)
        seconds = await wave(side, list(islice(games(seed=2), 10)), waved)
        await steady(side, 5, 2 * PLIES + 1, paced, pause=0.05)
        return seconds

    with servers.fathom(tmp_path) as server:
        assert asyncio.run(run(server.port)) > 0
        assert server.peak_megabytes > 10  # a bare interpreter has about as much
    assert (len(waved.latencies), waved.errors) == (10 * PLIES, [])
    assert (len(paced.latencies), paced.errors) == (5 * (2 * PLIES + 1), [])
    assert 0 < waved.milliseconds(50) <= waved.milliseconds(99)


def test_the_profile_of_a_short_load_accounts_for_all_cpu_time_of_the_server(tmp_path):
    spent = profile(tmp_path, matches=10, waves=2)
    assert {share.name for share in spent.shares} == {stage.name for stage in STAGES} | {LOOP_REST, JOURNAL_REST}
    assert {share.thread for share in spent.shares} == {"loop", "journal"}
    by_name = {share.name: share.microseconds for share in spent.shares}
    # Whatever the machine: a frame is decoded, two are written by system calls, and a row is inserted for each move.
    assert 0 < by_name["decode and validate the command"] < by_name["write to the sockets, in the kernel"]
    assert by_name["insert the rows and commit them"] > 0
    assert by_name[LOOP_REST] > 0
    assert by_name[JOURNAL_REST] > 0


def test_a_server_that_does_not_start_is_told_with_what_it_said(tmp_path):
    command = ["sh", "-c", "echo no room for this"]
    with pytest.raises(BenchmarkError, match="no room for this"), servers.running(command, 9, "/", tmp_path / "log"):
        pass


def test_a_profile_without_a_server_ends_with_one_sentence(monkeypatch, capsys):
    monkeypatch.setattr(servers, "LIMITS", {"what-nobody-knows": 1})
    assert profiling.main() == 2
    out, complaint = capsys.readouterr()
    assert out == ""
    assert "did not start; it said: " in complaint
    assert "what-nobody-knows" in complaint
    assert len(complaint.splitlines()) == 1


def test_a_slower_or_heavier_server_or_one_with_errors_misses_its_floor():
    assert missed(sections(OURS, PEERS, 200), QUIET) == []
    slow = [Round(7999.0, 20.0, 67.0)] * 2
    assert missed(sections(slow, PEERS, 200), QUIET) == ["rate acknowledged moves", "latency p99"]
    bad = QUIET._replace(p99=150.1, megabytes=400.1, errors=("lost",))
    assert [name.split(",")[0] for name in missed(sections(OURS, PEERS, 200), bad)] == [
        "steady acknowledgement",
        "steady resident memory at its peak",
        "steady errors",
    ]


def test_a_quick_run_judges_nothing_of_the_steady_load():
    assert ["errors", "0", "<= 0", "pass"] in kept_table(QUIET, Effort())
    assert ["errors", "0", "<= 0", ""] in kept_table(QUIET, Effort(quick=True))


def test_the_page_gets_the_load_between_its_own_markers(tmp_path):
    page = tmp_path / "results.md"
    page.write_text(f"before\n{web.BEGIN}\nold\n{web.END}\nafter\n", encoding="utf-8")
    compared = (*sections(OURS, PEERS, 200), workers_section(OURS, PEERS, 200))
    spent = Profile(200, [Share("loop", "think", 75.0), Share("journal", "commit", 25.0)])
    put_between(page, web.BEGIN, web.END, web.measured(compared, QUIET, spent, "boardgame.io 0", "ext4", 0.25))
    written = page.read_text(encoding="utf-8")
    assert written.startswith(f"before\n{web.BEGIN}\n")
    assert written.endswith(f"{web.END}\nafter\n")
    assert "old" not in written
    assert "| acknowledged moves | 8,000 | 0% | 2,000 | 0% | 4.00 | >= 4 | pass |" in written
    assert "|  | 2 workers moves/s | spread | 1 worker moves/s | spread | ratio | floor |  |" in written
    assert "| acknowledged moves | 8,000 | 0% | 2,000 | 0% | 4.00 |  |  |" in written
    assert "| think | loop | 75.0 | 75% |" in written
    assert "| together |  | 100.0 | 100% |" in written
    assert "file on ext4" in written
    assert "Load average before the run: 0.2\n" in written


def test_the_lock_of_the_peer_names_no_registry():
    lock = json.loads((servers.PEER / "package-lock.json").read_text(encoding="utf-8"))
    packages = {path: package for path, package in lock["packages"].items() if path}
    assert packages["node_modules/boardgame.io"]["version"] == "0.50.2"
    assert packages["node_modules/koa-compose"]["version"] == "4.1.0"
    assert all("resolved" not in package and "integrity" in package for package in packages.values())
