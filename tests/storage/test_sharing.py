"""Several processes on one store, and processes that are killed."""

from __future__ import annotations

import random
import re
import subprocess
import time
from pathlib import Path

import pytest

from fathom.storage.sqlite import SqliteStore
from tests.conftest import COMMAND, Fathom


class Running:
    """A running `fathom` that takes typed input; use as a context manager."""

    def __init__(self, environment: dict[str, str], folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=folder,
        )

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def read_to(self, text: bytes) -> None:
        assert self.process.stdout
        seen = b""
        while not seen.endswith(text):
            character = self.process.stdout.read(1)
            assert character, seen.decode()
            seen += character

    def write(self, text: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(text)
        self.process.stdin.flush()


def walk(steps: int) -> bytes:
    """Round and round the base of the pyramid: a walk that never ends by itself."""
    return b"".join(b"E%d\n" % (number % 32 + 1) for number in range(steps))


@pytest.mark.parametrize("seed", range(12))
def test_after_a_kill_the_store_holds_every_move_that_was_shown(
    fathom: Fathom, environment: dict[str, str], tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    with Running(environment, tmp_path, "play", "pyramid-puzzle", "Ann") as game:
        assert game.process.stdout
        game.write(walk(2000))
        shown = game.process.stdout.read(rng.randrange(2_000, 60_000))
        time.sleep(rng.random() / 200)
        game.process.kill()
        shown += game.process.stdout.read()
    moves = re.findall(r"^Ann (?:starts on|moves to) (E\d+)", shown.decode(), re.MULTILINE)
    store = SqliteStore(tmp_path / "store.db")
    (kept,) = store.history()
    store.close()
    made = kept.match().moves
    assert made[: len(moves)] == moves
    assert 0 < len(moves) <= len(made) <= len(moves) + 1  # one more may have been kept and not yet shown

    further = f"E{len(made) % 32 + 1}"
    done = fathom("resume", typed=f"{further}\n")
    assert done.returncode == 0
    assert f"Match {kept.id}, Pyramid Puzzle: Ann, {len(made)} moves made." in done.stdout
    assert f"Ann moves to {further} for 1 MP." in done.stdout


def test_a_series_killed_between_two_games_goes_on(fathom: Fathom, environment: dict[str, str], tmp_path: Path) -> None:
    with Running(environment, tmp_path, "play", "range-war", "Ann", "Bob", "--best-of", "3") as game:
        game.write(b"1\n")
        game.read_to(b"Game 2: Bob moves first.")
    done = fathom("resume", typed="1\n1\n")
    assert done.stdout.endswith("Score after game 3 of 3: Ann 2, Bob 1.\nAnn wins the series!\n")


def test_two_terminals_play_different_matches_on_one_store(
    environment: dict[str, str], tmp_path: Path, store: SqliteStore
) -> None:
    with (
        Running(environment, tmp_path, "play", "pyramid-puzzle", "Ann") as first,
        Running(environment, tmp_path, "play", "pyramid-puzzle", "Bob") as second,
    ):
        first.write(walk(150))
        second.write(walk(150))
        ended = [game.process.communicate() for game in (first, second)]
        assert [game.process.returncode for game in (first, second)] == [0, 0]
    assert [said for _, said in ended] == [b"", b""]
    assert {kept.players[0]: len(kept.match().plies) for kept in store.history()} == {"Ann": 150, "Bob": 150}


def test_of_two_terminals_in_one_match_exactly_one_makes_the_move(
    fathom: Fathom, environment: dict[str, str], tmp_path: Path, store: SqliteStore
) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    (kept,) = store.history()
    with (
        Running(environment, tmp_path, "resume", kept.id) as first,
        Running(environment, tmp_path, "resume", kept.id) as second,
    ):
        for game in (first, second):
            game.read_to(b"Select a number: ")
        first.write(b"4\n")
        second.write(b"5\n")
        ended = {game.process.communicate()[1].decode(): game.process.returncode for game in (first, second)}
    told = next(filter(None, ended))
    assert ended == {"": 0, told: 2}
    assert told.startswith(f"Match {kept.id} has been continued elsewhere: pick it up with ")
    assert told.endswith(f"fathom resume {kept.id}.\n")
    assert store.load(kept.id).match().moves in (["6", "4"], ["6", "5"])


def test_of_two_terminals_in_one_series_exactly_one_begins_the_next_game(
    fathom: Fathom, environment: dict[str, str], tmp_path: Path, store: SqliteStore
) -> None:
    fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", typed="1\n")
    with (
        Running(environment, tmp_path, "resume") as first,
        Running(environment, tmp_path, "resume") as second,
    ):
        for game in (first, second):
            game.read_to(b"Select a number: ")
        first.write(b"6\n")
        second.write(b"7\n")
        ended = [(game.process.communicate()[1].decode(), game.process.returncode) for game in (first, second)]
    assert sorted(status for _, status in ended) == [0, 2]
    assert "Game 2 of the series was started elsewhere" in "".join(said for said, _ in ended)
    assert len(store.history()) == 2


def test_first_starts_at_the_same_moment_make_one_sound_store(
    environment: dict[str, str], tmp_path: Path, store_path: Path
) -> None:
    started = [Running(environment, tmp_path, "play", "range-war") for _ in range(4)]
    for game in started:
        with game:
            _, said = game.process.communicate(b"6\n")
            assert (game.process.returncode, said) == (0, b"")
    store = SqliteStore(store_path)
    assert [kept.match().moves for kept in store.history()] == [["6"]] * 4
    store.close()
