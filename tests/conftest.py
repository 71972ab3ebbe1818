"""What many tests need: Fathom as a separate process, with an empty home and its own store."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fathom.storage.sqlite import SqliteStore
from tests import truth

pytest_plugins = ["tests.postgres"]

Fathom = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = [sys.executable, "-m", "fathom"]
TESTS = Path(__file__).parent
#: Folders whose tests start programs (a server, a browser, a database, `fathom` itself), and fixtures that do so.
STARTING = {"benchmarks", "browser", "programs", "proof"} | {"environment", "postgresql", "shared_site", "talkative"}


def pytest_configure() -> None:
    """Let tests interrupt what they start, also in a run that was itself started with interruptions ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str | None:
    """Name the seed of `make truth`, so that a failure can be found again."""
    return f"FATHOM_TRUTH_SEED={truth.SEED}" if truth.IS_FRESH else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts programs as slow, and the quick tests of the core and of each game as measured."""
    for item in items:
        if STARTING & {*item.path.parts, *getattr(item, "fixturenames", ()), *_parameters(item)}:
            item.add_marker("slow")
        if _is_measured(item):
            item.add_marker("measured")


def _parameters(item: pytest.Item) -> Iterator[str]:
    """The words among a test's parameters: the name of a fixture may be one."""
    called = getattr(item, "callspec", None)
    return (value for value in called.params.values() if isinstance(value, str)) if called else iter(())


def pytest_collection_finish() -> None:
    """Freeze the tests themselves, so that garbage collections do not scan them."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """The programs that tests start are not measured: by now the workers have been started, which are."""
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


def _is_measured(item: pytest.Item) -> bool:
    """Is it a test of the core or of one game, and quick enough?"""
    folders = item.path.relative_to(TESTS).parts[:-1]
    is_of_rules = folders[:1] == ("core",) or (folders[:1] == ("games",) and len(folders) > 1)
    return is_of_rules and item.get_closest_marker("slow") is None


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def environment(tmp_path: Path, store_path: Path) -> dict[str, str]:
    """The environment for a separate `fathom` process."""
    home = tmp_path / "home"
    home.mkdir()
    dropped = {"NO_COLOR", "XDG_DATA_HOME", "COLUMNS", "LINES", "PYTHONIOENCODING"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    program = home / "bin" / "fathom"  # so that commands are named as after an installation
    program.parent.mkdir()
    program.symlink_to(Path(sys.executable).with_name("fathom"))
    kept["PATH"] = f"{program.parent}{os.pathsep}{kept.get('PATH', os.defpath)}"
    chosen = {"HOME": str(home), "FATHOM_STORE": str(store_path), "TERM": "xterm", "PYTHONUTF8": "1"}
    return kept | chosen


@pytest.fixture
def fathom(tmp_path: Path, environment: dict[str, str]) -> Fathom:
    """Runs the program to its end: `fathom("play", "range-war", typed="6\\n4\\n")`."""

    def run(*arguments: str | bytes, typed: str | bytes = "", **variables: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=typed.encode() if isinstance(typed, str) else typed,
            capture_output=True,
            cwd=tmp_path,
            env=environment | variables,
            timeout=60,
            check=False,
        )
        shown, said = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in shown + said
        return subprocess.CompletedProcess(done.args, done.returncode, shown, said)

    return run


@pytest.fixture
def store(store_path: Path) -> Iterator[SqliteStore]:
    """The store that `fathom` uses, opened in this process."""
    opened = SqliteStore(store_path)
    yield opened
    opened.close()
