"""The layers of containment: what they are told, and what happens where one is missing."""

from __future__ import annotations

import struct
import tempfile
from pathlib import Path

import pytest

from fathom import games
from fathom.errors import UnknownPlayer
from fathom.players.programs import program
from fathom.players.programs.command import Command
from fathom.players.programs.containment.filter import filter_for
from fathom.players.programs.containment.layers import LAYERS, MEANINGS, TITLES, Layer, read_layers
from fathom.players.programs.containment.paths import readable_paths
from fathom.players.programs.containment.plan import make_plan
from fathom.players.programs.environment import environment_for
from fathom.players.programs.program import Program
from fathom.players.read_only import ReadOnlyMatch
from tests.players.programs.conftest import WriteBot

X86_64, AARCH64 = 0xC000003E, 0xC00000B7
ALLOW, REFUSE, MISSING, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000


def judge(machine: str, architecture: int, number: int, argument: int = 0) -> int:
    """What the filter says to a system call: an interpreter of its instructions, written from seccomp(2)."""
    instructions = list(struct.iter_unpack("=HBBI", filter_for(machine)))
    data, loaded, at = {0: number, 4: architecture, 16: argument}, 0, 0
    while True:
        code, then, otherwise, value = instructions[at]
        at += 1
        if code == 0x06:
            return value
        if code == 0x20:
            loaded = data[value]
        else:
            test = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[code]
            at += then if test else otherwise


@pytest.mark.parametrize(
    "machine, architecture, reads, sockets, clones",
    [("x86_64", X86_64, 0, 41, 56), ("aarch64", AARCH64, 63, 198, 220)],  # from the kernel's tables of system calls
)
class TestTheFilter:
    """What it refuses, on both kinds of machines."""

    def test_ordinary_calls_are_allowed(self, machine, architecture, reads, sockets, clones) -> None:
        assert judge(machine, architecture, reads) == ALLOW
        assert judge(machine, architecture, clones, 0x3D0F00) == ALLOW  # a thread

    def test_sockets_are_refused(self, machine, architecture, reads, sockets, clones) -> None:
        assert judge(machine, architecture, sockets) == REFUSE

    def test_new_namespaces_are_refused(self, machine, architecture, reads, sockets, clones) -> None:
        for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
            assert judge(machine, architecture, clones, flag) == REFUSE
        assert judge(machine, architecture, 435) == MISSING  # clone3, whose flags cannot be seen

    def test_calls_of_another_architecture_end_the_program(self, machine, architecture, reads, sockets, clones) -> None:
        assert judge(machine, 0x40000003, reads) == KILL  # 32 bits, where numbers mean something else
        assert judge(machine, architecture, 0x40000000 + 41) == MISSING  # x32


def test_there_is_no_filter_for_an_unknown_machine() -> None:
    assert filter_for("vax") == b""


def test_a_program_may_read_its_folder_and_its_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    for folder in ("bots", "tools/bin", "tools/lib", "bin", ".local/bin", ".local/share"):
        (home / folder).mkdir(parents=True)
    (home / "bots" / "bot.py").touch()
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: "/tmp")
    command = Command(str(home / "tools/bin/python"), ("python", str(home / "bots/bot.py")))
    read = readable_paths(command, f"{home}/tools/bin:{home}/bin:{home}/.local/bin:/usr/bin")
    own = [path for path in read if path.startswith(str(home))]
    assert {f"{home}/bots", f"{home}/tools", f"{home}/bin", f"{home}/.local/bin", f"{home}/.local/lib"} <= set(own)
    assert not {str(home), f"{home}/.local", f"{home}/.local/share", str(tmp_path), "/", "/etc", "/proc"} & set(read)


def test_of_a_folder_with_everything_in_it_only_the_program_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "bot").touch()
    read = readable_paths(Command(str(tmp_path / "bot"), ("./bot",)), "")
    assert str(tmp_path / "bot") in read
    assert str(tmp_path) not in read


def test_what_is_not_contained_has_no_plan_to_be() -> None:
    plan = make_plan(Command("/bin/true", ("true",)), "off", "/bin", "/scratch", 8, 9)
    assert plan == ("/bin/true", ("true",), False, (), (), (), b"", 8, 9)


def test_every_layer_has_its_words() -> None:
    assert set(TITLES) == set(MEANINGS) == set(LAYERS)


def test_the_layers_are_read_from_the_launcher() -> None:
    told = "program\t12\nlimits\t\nnamespace\tOperation not permitted\n"
    assert read_layers(told) == (Layer("namespace", "Operation not permitted"), Layer("limits", ""))


def test_the_environment_has_no_secrets(write_bot: WriteBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "x")
    monkeypatch.setenv("LC_TIME", "C")
    contained, free = environment_for("best", "/scratch"), environment_for("off", "/scratch")
    assert (contained["HOME"], contained["TMPDIR"], contained["LC_TIME"]) == ("/scratch", "/scratch", "C")
    assert "AWS_SECRET_ACCESS_KEY" not in contained
    assert "AWS_SECRET_ACCESS_KEY" in free


class TestAMissingLayer:
    """Where a system does not have one."""

    @pytest.fixture(autouse=True)
    def missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        held = (Layer("namespace", "Operation not permitted"), Layer("files", ""))
        monkeypatch.setattr(program, "layers_here", lambda: held)

    def test_strict_refuses_to_start_a_program(self, write_bot: WriteBot) -> None:
        with pytest.raises(
            UnknownPlayer, match=r"cannot be contained on this system: no PID namespace \(Operation not"
        ):
            Program(write_bot(), contain="strict")

    def test_otherwise_it_plays(self, write_bot: WriteBot) -> None:
        with Program(write_bot()) as bot:
            assert bot.choose(ReadOnlyMatch(games.read_code("range-war"))) == 1


def test_without_a_filter_or_landlock_the_rest_still_holds(
    write_bot: WriteBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The launcher reports what it could not do, and starts the program all the same."""
    monkeypatch.setattr("fathom.players.programs.containment.plan.filter_for", lambda: b"")
    with Program(write_bot()) as bot:
        assert bot.choose(ReadOnlyMatch(games.read_code("range-war"))) == 1
        reported = {layer.name: layer.why_not for layer in bot.layers}
    assert reported["network"] == "there is no filter for this kind of machine"
    assert reported["limits"] == ""
