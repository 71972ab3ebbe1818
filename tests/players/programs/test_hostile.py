"""Hostile programs forfeit in time, reach nothing, leave nothing behind, and cost the runner no memory."""

from __future__ import annotations

import os
import random
import select
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

import pytest

from fathom import games
from fathom.errors import Forfeit
from fathom.players.programs.containment.plan import Contain
from fathom.players.programs.program import Program, layers_here
from fathom.players.read_only import ReadOnlyMatch
from tests.patience import PATIENCE, allowed
from tests.players.programs.conftest import FIRST, WriteBot
from tests.players.programs.hostile import ANSWERING, EVERY, LEAVING, Hostile

#: A forfeit is declared, with everything ended, within the clock plus one second.
MARGIN = 1.0
TRIES = 3
#: Bytes: the longest question takes a part of them, a gigabyte of answers would take more.
MOST_MEMORY = 20_000_000


def running(seed: int) -> list[str]:
    """The processes that were started with this seed, wherever they have gone."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and f"FATHOM_SEED={seed}\0".encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:
            pass
    return found


class Bout:
    """A hostile program is asked once: what it forfeits for, and how long that took."""

    def __init__(self, path: str, hostile: Hostile, contain: Contain) -> None:
        self.seed = random.SystemRandom().randrange(10**9, 2**31)
        match = ReadOnlyMatch(games.read_code(hostile.code))
        bot = Program(path, seed=self.seed, seconds=hostile.seconds / 2, start=hostile.seconds / 2, contain=contain)
        tracemalloc.start()
        begun = time.monotonic()
        with pytest.raises(Forfeit) as forfeit:
            bot.choose(match)
        self.seconds = time.monotonic() - begun
        self.memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        self.left = running(self.seed)
        self.reason = forfeit.value.reason


def is_in_time(bout: Bout, hostile: Hostile) -> bool:
    return bout.seconds < hostile.seconds + allowed(MARGIN)


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch):
    """A file that programs have no business with, in a folder of its own."""
    monkeypatch.setenv("SECRET_TOKEN", "12345")
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        path = Path(folder) / "secret"
        path.write_text("12345", encoding="utf-8")
        yield path
        assert path.read_text(encoding="utf-8") == "12345"


def check(write_bot: WriteBot, secret: Path, hostile: Hostile, contain: Contain) -> None:
    source = hostile.source.replace("RUNNER", str(os.getpid())).replace("SECRET'", f"{secret}'")
    path = write_bot(source)
    took = []
    for _ in range(TRIES):
        bout = Bout(path, hostile, contain)
        assert hostile.reason in bout.reason
        assert bout.left == []
        assert bout.memory < MOST_MEMORY
        took.append(bout.seconds)
        if is_in_time(bout, hostile):
            return
    pytest.fail(f"{took} seconds for a clock of {hostile.seconds}")


@pytest.mark.parametrize("what", EVERY)
def test_a_hostile_program_forfeits_in_time_and_leaves_nothing(write_bot: WriteBot, secret: Path, what: str) -> None:
    hostile = EVERY[what]
    held = {layer.name for layer in layers_here() if layer.holds}
    if hostile.needs and hostile.needs not in held:
        pytest.skip(f"this system does not hold the layer {hostile.needs}")
    check(write_bot, secret, hostile, "best")


@pytest.mark.parametrize(
    "what", ["crashes", "hangs", "ignores every signal", "leaves an orphan", "leaves an orphan by setsid"]
)
def test_nothing_is_left_without_containment_either(write_bot: WriteBot, secret: Path, what: str) -> None:
    check(write_bot, secret, EVERY[what], "off")


def test_there_are_enough_of_them() -> None:
    assert len(EVERY) >= 24
    assert len(ANSWERING) + len(LEAVING) < len(EVERY)


def test_the_time_limit_counts_from_the_question_and_not_from_the_start(write_bot: WriteBot) -> None:
    late = "for line in sys.stdin:\n    if ':' in line: time.sleep(1000)\n    print(line.split()[1], flush=True)"
    with Program(write_bot(late), seconds=0.2, start=60) as bot:
        assert bot.choose(ReadOnlyMatch(games.read_code("range-war"))) == 1
        with pytest.raises(Forfeit, match=r"it did not answer within 0\.2 seconds"):
            bot.choose(ReadOnlyMatch(games.read_code("range-war:6")))


def test_an_answer_before_the_question_forfeits(write_bot: WriteBot) -> None:
    eager = (
        "for line in sys.stdin:\n    print(line.split()[1], flush=True)\n    time.sleep(0.1)\n    os.write(1, b'2\\n')"
    )
    with Program(write_bot(eager)) as bot:
        assert bot.choose(ReadOnlyMatch(games.read_code("range-war"))) == 1
        assert bot._process
        select.select([bot._process._output], [], [], PATIENCE)
        with pytest.raises(Forfeit, match="it wrote '2' before it was asked"):
            bot.choose(ReadOnlyMatch(games.read_code("range-war:6")))


def test_its_folder_is_removed_with_it(write_bot: WriteBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = tmp_path / "folders"
    folders.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    messy = "os.makedirs(os.environ['TMPDIR'] + '/a/b'); os.symlink('/', os.environ['TMPDIR'] + '/root')\n"
    with Program(write_bot(messy + FIRST)) as bot:
        assert bot.choose(ReadOnlyMatch(games.read_code("range-war"))) == 1
        assert len(list(folders.iterdir())) == 1
    assert list(folders.iterdir()) == []


def test_a_well_behaved_program_may_use_its_own_folder(write_bot: WriteBot) -> None:
    source = "open(os.environ['TMPDIR'] + '/notes', 'w').write('x'); open(os.environ['HOME'] + '/notes').read()\n"
    beside = "open(os.path.dirname(__file__) + '/data').read()\n"
    path = write_bot(source + beside + FIRST)
    (Path(path).parent / "data").touch()
    with Program(path) as bot:
        assert bot.choose(ReadOnlyMatch(games.read_code("range-war"))) == 1


def test_when_the_runner_is_killed_its_programs_end(tmp_path: Path, write_bot: WriteBot) -> None:
    seed = random.SystemRandom().randrange(10**9, 2**31)
    source = (
        "import time, fathom\nfrom fathom.players.read_only import ReadOnlyMatch\n"
        f"bot = fathom.Program({write_bot()!r}, seed={seed})\n"
        "bot.choose(ReadOnlyMatch(fathom.Match('range-war')))\n"
        "print('playing', flush=True)\ntime.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, text=True) as runner:
        assert runner.stdout
        assert runner.stdout.readline() == "playing\n"
        assert running(seed)
        runner.kill()
    until = time.monotonic() + PATIENCE
    while running(seed):
        assert time.monotonic() < until
        time.sleep(0.01)
