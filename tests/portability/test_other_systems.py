"""Fathom works where Windows would lack something: the terminal, the library and a server of one process."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import COMMAND, Fathom
from tests.patience import PATIENCE
from tests.portability.sitecustomize import MODULES

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src" / "fathom"
#: Started as a program of its own, and only where programs are run.
LAUNCHER = SOURCE / "players" / "programs" / "containment" / "launcher.py"

pytestmark = pytest.mark.slow


@pytest.fixture
def environment(environment: dict[str, str]) -> dict[str, str]:
    """That of a process without what Windows lacks."""
    return environment | {"PYTHONPATH": str(HERE)}


def top_level_imports(path: Path) -> Iterator[str]:
    """The modules that importing a file imports."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def test_no_module_needs_at_once_what_only_some_systems_have() -> None:
    found = {path for path in SOURCE.rglob("*.py") if MODULES & set(top_level_imports(path))}
    assert found == {LAUNCHER}


def test_the_process_lacks_what_it_should_lack(environment: dict[str, str]) -> None:
    program = "import os, signal; print(hasattr(os, 'pread'), hasattr(signal, 'SIGALRM')); import fcntl"
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert run.stdout == "False False\n"
    assert "No module named 'fcntl' on this system" in run.stderr


def test_a_game_is_played_saved_and_resumed(fathom: Fathom) -> None:
    begun = fathom("play", "range-war", "Ann", "Bob", typed="2\n1\n")
    assert (begun.returncode, begun.stderr) == (0, "")
    ended = fathom("resume", typed="10\n9\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Bob wins!" in ended.stdout


def test_files_are_written_and_read(fathom: Fathom, tmp_path: Path) -> None:
    proof, arena, rows = tmp_path / "proof.jsonl", tmp_path / "arena", tmp_path / "rows.jsonl"
    assert fathom("prove", "range-war:6.4", "-o", str(proof)).returncode == 0
    assert fathom("verify", str(proof)).returncode == 0
    assert "already exists" in fathom("prove", "range-war:6.4", "-o", str(proof)).stderr
    words = ("arena", "range-war", "@greedy", "@random", "--rounds", "1", "--jobs", "1", "-o", str(arena))
    assert fathom(*words).returncode == 0
    assert {path.name[0] for path in arena.iterdir()} != {"."}
    grid = ("variants", "range-war", "--grid", "highest=4..5", "--jobs", "1", "-o", str(rows))
    assert fathom(*grid).returncode == 0
    assert fathom("solve", "pocket-addition", "--seconds", "60").returncode == 0


def test_a_program_is_refused_in_a_sentence(fathom: Fathom) -> None:
    refused = fathom("play", "range-war", "Ann", "cmd:true")
    assert refused.returncode == 2
    assert refused.stderr == (
        "'cmd:true' cannot play: programs that play run on Linux and macOS, where they can be contained and ended.\n"
    )


def test_several_workers_are_refused_in_a_sentence(fathom: Fathom) -> None:
    refused = fathom("serve", "--workers", "2", "--store", "postgresql://nowhere/fathom")
    assert (refused.returncode, refused.stderr) == (
        2,
        "2 workers need Linux or macOS; here a server is one process.\n",
    )


@contextmanager
def served(store: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of a server."""
    command = [*COMMAND, "serve", "--port", "0", "--store", str(store)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        try:
            assert found
            yield found[0]
        finally:
            process.terminate()
            process.wait(PATIENCE)


def ask(address: str, path: str, sent: dict[str, object] | None = None, key: str = "") -> dict:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
    body = None if sent is None else json.dumps(sent).encode()
    request = urllib.request.Request(f"{address}/api/v1/{path}", body, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        read: dict = json.load(answer)
    return read


def test_a_match_is_served_and_still_there_after_a_restart(
    environment: dict[str, str], tmp_path: Path, fathom: Fathom
) -> None:
    store = tmp_path / "server.db"
    with served(store, environment) as address:
        made = ask(address, "matches", {"game": "range-war", "name": "Ann", "opponent": "same-screen"})
        match = made["match"]["id"]
        assert ask(address, "positions/range-war:6.4.9")  # by the process that thinks
        refused = fathom("serve", "--port", "0", "--store", str(store))
        assert refused.returncode == 2
        assert "is in use by another server (process " in refused.stderr
    with served(store, environment) as address:
        assert ask(address, f"matches/{match}")["id"] == match


CLOCK = """
import time
from fathom.errors import TooMuch
from fathom.web.thinking.clocks import ThreadClock, make_clock
from fathom.web.thinking.messages import Budget

clock = make_clock(Budget(0.2, 1 << 30))
assert isinstance(clock, ThreadClock)
for _ in range(2):
    clock.start()
    try:
        while True:
            pass
    except TooMuch:
        print("interrupted")
    finally:
        clock.stop()
clock.start()
clock.stop()
spent = time.process_time() + 0.4
while time.process_time() < spent:  # nothing interrupts what is not a call
    pass
print("done")
"""


def test_a_call_is_interrupted_when_its_seconds_are_spent(environment: dict[str, str]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", CLOCK], env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (run.stdout.split(), run.stderr) == (["interrupted", "interrupted", "done"], "")
    assert os.environ.get("PYTHONPATH") != str(HERE)
