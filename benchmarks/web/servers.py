"""The servers under load, each a real process on the loopback interface."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from benchmarks.measure import BenchmarkError
from benchmarks.ports import free_port
from benchmarks.startup import installed_command

ROOT = Path(__file__).resolve().parents[2]
PEER = ROOT / "benchmarks" / "peers" / "boardgame_io"
PATIENCE = 20.0
"""Seconds a server may take to listen, and to stop."""
SOCKETS = 4096
"""How many open files the largest load needs, with some to spare."""
LIMITS = {
    "matches-per-minute": 1_000_000,
    "sockets-per-address": SOCKETS,
    "messages-per-second": 1_000_000,
    "requests-per-second": 1_000_000,
}
"""What one address may ask for: the whole load comes from one."""
IN_MEMORY = {"tmpfs", "ramfs"}


class Server:
    """A running server: where it listens, and what it weighs."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._process = process
        self.port = port

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def peak_megabytes(self) -> float:
        """The most memory it has had in use, as the kernel counts it."""
        status = Path("/proc", str(self._process.pid), "status").read_text(encoding="ascii")
        [peak] = [line for line in status.splitlines() if line.startswith("VmHWM:")]
        return int(peak.split()[1]) / 1024

    @property
    def cpu_seconds(self) -> float:
        """How much CPU time it has taken so far."""
        fields = Path("/proc", str(self._process.pid), "stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def fathom(folder: Path, store: str = "", workers: int = 1, program: Sequence[str] = ()) -> Iterator[Server]:
    """Our server: with its default store, in a new file in the folder, or with another; with the installed command."""
    port = free_port()
    with TemporaryDirectory(prefix="fathom-", dir=folder) as inside:
        command = [*(program or [installed_command()]), "serve", "--port", str(port), "--workers", str(workers)]
        command += ["--store", store or str(Path(inside, "load.db"))]
        command += [f"--limit={name}={most}" for name, most in LIMITS.items()]
        with running(command, port, "/healthz", Path(inside, "fathom.log")) as server:
            yield server


@contextmanager
def fathom_on(store: Path) -> Iterator[Server]:
    """Our server with its store in this file."""
    with fathom(store.parent, str(store)) as server:
        yield server


@contextmanager
def boardgame_io(folder: Path) -> Iterator[Server]:
    """A boardgame.io server with its default store, the memory."""
    port = free_port()
    command = ["env", "NODE_ENV=production", install_peer(), str(PEER / "server.js"), str(port)]
    with running(command, port, "/games", folder / "boardgame.log") as server:
        yield server


def install_peer() -> str:
    """The node program, once the pinned packages of the peer are there."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise BenchmarkError("There is no node or no npm on this machine; boardgame.io needs Node 18 or newer.")
    lock, mark = PEER / "package-lock.json", PEER / "node_modules" / ".package-lock.json"
    if not mark.exists() or mark.stat().st_mtime < lock.stat().st_mtime:
        print("Installing boardgame.io from npm", flush=True)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(command, cwd=PEER, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BenchmarkError(f"npm could not install boardgame.io: {done.stderr.strip()[-500:]}")
    return node


def peer_versions() -> str:
    """Which boardgame.io it is, and on which Node it runs."""
    lock = json.loads((PEER / "package-lock.json").read_text(encoding="utf-8"))
    node = subprocess.run([install_peer(), "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return f"boardgame.io {lock['packages']['node_modules/boardgame.io']['version']} on Node {node.removeprefix('v')}"


@contextmanager
def running(command: Sequence[str], port: int, path: str, log: Path) -> Iterator[Server]:
    """A process that answers at the path of the port and writes what it says to a log; it is ended afterwards."""
    with log.open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
        try:
            if not answers(process, f"http://127.0.0.1:{port}{path}"):
                raise BenchmarkError(f"{' '.join(command)} did not start; it said: {tail(log)}")
            yield Server(process, port)
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def answers(process: subprocess.Popen[bytes], address: str) -> bool:
    """Whether the process answers at the address before it ends or patience does."""
    end = monotonic() + PATIENCE
    while monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=PATIENCE).close()
        except OSError:
            sleep(0.05)
        else:
            return True
    return False


def tail(log: Path) -> str:
    """The end of what a server wrote about itself."""
    return " ".join(log.read_text(encoding="utf-8", errors="replace").split())[-500:] or "nothing"


def allow_sockets() -> None:
    """Let this process and its servers have as many sockets open as the load needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < SOCKETS:
        raise BenchmarkError(f"Only {hard} files may be open here; the load needs {SOCKETS} (see `ulimit -Hn`).")
    if soft != resource.RLIM_INFINITY and soft < SOCKETS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (SOCKETS, hard))


def file_system(folder: Path) -> str:
    """The kind of file system a folder lies on, such as ext4; raise BenchmarkError when it is only memory."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    holding = [(Path(place), kind) for _, place, kind, *_ in mounts if folder.is_relative_to(place)]
    kind = max(holding, key=lambda mount: len(mount[0].parts))[1]
    if kind in IN_MEMORY:
        raise BenchmarkError(f"{folder} lies on {kind}, which is memory; the store must be on a disk to be measured.")
    return kind
