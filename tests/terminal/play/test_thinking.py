"""Thinking at the table: it is said, it stops, and the match goes on."""

from __future__ import annotations

import resource
import subprocess
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from fathom.analysis import adviser as advisers
from fathom.core.budget import Budget
from fathom.core.match import Match
from fathom.errors import Unknown
from fathom.games import read_code
from fathom.players import player_named
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.play import thinking as thoughts
from fathom.terminal.play.keeper import Keeper
from fathom.terminal.play.table import Table
from fathom.terminal.play.thinking import Thinking
from fathom.terminal.screen import EndOfInput, Screen
from tests.conftest import COMMAND

LARGE = "pocket-addition,highest=20,target=100"
SHORT_OF_TIME = 0.05


@pytest.fixture(autouse=True)
def no_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the game is too large as well, which is found out at once.

    What other tests have done in this process does not count: neither what they solved, nor the memory it took.
    """
    advisers.forget_everything()
    monkeypatch.setattr("fathom.core.budget._peak_megabytes", lambda: 1)
    monkeypatch.setattr(advisers, "_FROM_HERE", Budget(states=10))


def sit(store: SqliteStore, *typed: str, coach: str = "off", opponent: str = "@perfect", think: float) -> str:
    """What is shown while Ann types."""
    read, shown = read_code(LARGE), StringIO()
    match = Match(read.game, read.options, ("Ann", opponent))
    machines = {opponent: player_named(opponent, Random(1), match.game, match.options)}
    screen = Screen(StringIO("".join(f"{line}\n" for line in typed)), shown)
    try:
        Table(screen, Keeper(store, match, coach=coach), machines, think).play()
    except EndOfInput:
        pass
    return shown.getvalue()


def test_a_machine_out_of_time_moves_and_says_that_it_did_not_see_to_the_end(store: SqliteStore) -> None:
    shown = sit(store, "1", think=SHORT_OF_TIME)
    said = "@perfect did not see to the end (it takes more than 0.05 s), so it looked 4 moves ahead."
    assert shown.index(said) < shown.index("@perfect selects")
    assert len(store.history()[0].match().moves) == 2


def test_in_a_pipe_a_long_thought_is_announced_once(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thoughts, "_SILENT_SECONDS", 0)
    monkeypatch.setattr("fathom.core.budget._CHECK_EVERY", 0)  # however fast the machine is
    shown = sit(store, "1", think=1)
    assert shown.count("@perfect is thinking ...\n") == 1


def test_a_hint_out_of_time_is_refused_in_one_sentence_and_not_counted(store: SqliteStore) -> None:
    shown = sit(store, "hint", "1", think=SHORT_OF_TIME)
    assert "The coach cannot work out a hint here: it takes more than 0.05 s.\n" in shown
    assert store.history()[0].match().hints == {}


def test_a_coach_out_of_time_says_so_once_a_move_and_the_match_goes_on(store: SqliteStore) -> None:
    shown = sit(store, "1", opponent="@random", coach="on", think=SHORT_OF_TIME)
    assert shown.count("Coach: I cannot say who wins here: it takes more than 0.05 s.\n") == 2  # two turns
    assert len(store.history()[0].match().moves) == 2


def test_a_coach_that_only_warns_says_so_after_the_move(store: SqliteStore) -> None:
    shown = sit(store, "1", opponent="@random", coach="warn", think=SHORT_OF_TIME)
    assert shown.index("Ann selects 1.") < shown.index("Coach: I cannot say who wins here:")


@pytest.mark.parametrize(
    "raised, said", [(MemoryError, "this machine ran out of memory."), (KeyboardInterrupt, "you stopped the search.")]
)
def test_out_of_memory_and_ctrl_c_end_a_thought(raised: type[BaseException], said: str) -> None:
    with pytest.raises(Unknown, match=said), Thinking(Screen(StringIO(), StringIO())).by("@perfect"):
        raise raised


def test_ctrl_c_ends_a_match_between_two_machines() -> None:
    with pytest.raises(KeyboardInterrupt), Thinking(Screen(StringIO(), StringIO())).by("@perfect", can_stop=False):
        raise KeyboardInterrupt


# ---------------------------------------------------------------- a machine with little memory


def run(environment: dict[str, str], folder: Path, *arguments: str, typed: str = "") -> str:
    """What `fathom` says in a process that may use 200 MB."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        cwd=folder,
        env=environment,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20)),
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_a_machine_out_of_memory_moves_and_says_so(environment: dict[str, str], tmp_path: Path) -> None:
    shown = run(
        environment, tmp_path, "play", "digit-dilemma", "Ann", "@perfect", "--set", "slots=5", "--think", "60",
        typed="1L\nhint\nquit\n",
    )  # fmt: skip
    assert "@perfect did not see to the end (this machine ran out of memory), so it looked" in shown
    assert "The coach cannot work out a hint here: this machine ran out of memory." in shown
    assert "The match is saved." in shown


@pytest.mark.slow
@pytest.mark.parametrize("command", [("analyze", "digit-dilemma,slots=5"), ("review", "large.txt")])
def test_commands_out_of_memory_say_so_in_one_sentence(
    environment: dict[str, str], tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "large.txt").write_text('[Game "digit-dilemma"]\n[Options "slots=5"]\n\n1. 1L *\n')
    shown = run(environment, tmp_path, *command)
    assert shown.count("\n") == 1
    assert shown == "This machine ran out of memory. Try smaller options of the game.\n"
