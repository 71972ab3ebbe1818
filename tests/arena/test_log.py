"""The log: on disk before anyone is told, and good to go on from wherever it was cut."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fathom.arena.fixtures import fixtures
from fathom.arena.log import create_log, encode, resume_log
from fathom.arena.plan import Plan
from fathom.arena.referee import Played, Referee
from fathom.errors import FathomError

PLAN = Plan(("range-war",), ("@random", "@greedy"), rounds=3, seed=1)


@pytest.fixture
def games() -> list[Played]:
    referee = Referee(PLAN)
    return [referee.play(fixture) for fixture in fixtures(PLAN)]


@pytest.fixture
def path(tmp_path: Path, games: list[Played]) -> Path:
    """A finished log."""
    path = tmp_path / "arena" / "games.jsonl"
    with create_log(path, PLAN) as log:
        log.append(games[:2])
        log.append(games[2:])
    return path


def test_a_log_gives_back_its_plan_and_its_games(path: Path, games: list[Played]) -> None:
    with resume_log(path) as log:
        assert (log.plan, log.played) == (PLAN, games)


def test_wherever_the_log_is_cut_all_complete_games_are_there_and_the_rest_can_be_added(
    path: Path, games: list[Played]
) -> None:
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    for length in range(head, len(whole)):
        path.write_bytes(whole[:length])
        with resume_log(path) as log:
            kept = log.played
            assert kept == games[: whole[head:length].count(b"\n")]
            log.append(games[len(kept) :])
        assert path.read_bytes() == whole


def test_a_last_line_that_was_not_written_to_the_disk_is_played_again(path: Path, games: list[Played]) -> None:
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    path.write_bytes(whole[: -len(last)] + b"\0" * (len(last) - 1) + b"\n")
    with resume_log(path) as log:
        assert log.played == games[:-1]


def test_damage_in_the_middle_is_reported_with_its_line(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for broken, said in (
        (b"nonsense\n", "Line 3 .* is damaged: it is not JSON"),
        (b"[1]\n", "Line 3 .* is damaged: it is not a list of 7 values"),
        (lines[1], "Line 3 .* repeats game 0"),
        (lines[2].replace(b"[1,", b"[99,", 1), "there is no game 99 in this arena"),
    ):
        path.write_bytes(b"".join([*lines[:2], broken, *lines[3:]]))
        with pytest.raises(FathomError, match=said):
            resume_log(path)


def test_a_file_that_is_no_log_is_refused(path: Path, tmp_path: Path) -> None:
    path.write_text("something else\n", encoding="utf-8")
    with pytest.raises(FathomError, match="is not the log of an arena"):
        resume_log(path)
    path.write_text("", encoding="utf-8")
    with pytest.raises(FathomError, match="is not the log of an arena"):
        resume_log(path)
    with pytest.raises(FathomError, match="There is no arena to resume"):
        resume_log(tmp_path / "nowhere")


def test_an_arena_is_never_overwritten(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(FathomError, match="has an arena already; --resume goes on with it"):
        create_log(path, PLAN)
    assert path.read_bytes() == before


def test_only_one_process_writes(path: Path) -> None:
    with resume_log(path), pytest.raises(FathomError, match="is running in another process"):
        resume_log(path)


def test_games_are_on_disk_before_append_returns(
    path: Path, games: list[Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    path.unlink()
    synced: list[bytes] = []

    def fsync(handle: int) -> None:
        synced.append(path.read_bytes() if path.exists() else b"")

    monkeypatch.setattr(os, "fsync", fsync)
    with create_log(path, PLAN) as log:
        synced.clear()
        log.append(games[:1])
        assert synced == [path.read_bytes()]
        assert synced[0].endswith(encode(games[0]))


def test_a_line_is_json(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        json.loads(line)
