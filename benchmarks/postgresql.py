"""A private PostgreSQL for benchmarks and tests: in a temporary directory, on loopback, removed at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from benchmarks.ports import free_port

PATIENCE = 60.0
"""Seconds that it may take to start, and to stop."""
#: Debian puts the server programs here, one directory per version, and not on the PATH.
PACKAGED = Path("/usr/lib/postgresql")
#: PostgreSQL refuses to run as root, so root lends it to this user.
UNPRIVILEGED = "nobody"

#: Nothing is weakened that a test of durability could rest on: fsync and synchronous commits stay on.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "autovacuum": "off",
}


class PostgreSQL:
    """One running server; every database it gives away is new and empty."""

    def __init__(self, programs: Path, directory: Path) -> None:
        self._programs = programs
        self._data = directory / "data"
        self._log = directory / "log"
        self._names = (f"fathom_{number}" for number in count(1))
        self._user = _lend_to_unprivileged(directory)
        self._server: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self._initialise()
        self.start()

    def url(self, database: str) -> str:
        return f"postgresql://fathom@127.0.0.1:{self.port}/{database}"

    def fresh_database(self) -> str:
        """The address of an empty database that nobody else uses."""
        name = next(self._names)
        self._administer(f"CREATE DATABASE {name}")
        return self.url(name)

    def kill_connections(self, url: str) -> int:
        """End every connection to that database from the server's side; the number of them."""
        database = url.rpartition("/")[2]
        return self._administer(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'",
        )

    def restart(self, *, crash: bool = False) -> None:
        """Restart: cleanly, or as after a crash, when it recovers from its log."""
        self.stop(crash=crash)
        self.start()

    def start(self) -> None:
        """Start, and return when connections are accepted."""
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port), *settings]
        with self._log.open("ab") as log:
            self._server = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, user=self._user, cwd=self._data
            )
        deadline = time.monotonic() + PATIENCE
        while not self._accepts():
            if self._server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start:\n{self._log.read_text()}")
            time.sleep(0.02)

    def stop(self, *, crash: bool = False) -> None:
        """Stop; a crash skips the clean shutdown."""
        if self._server is None:
            return
        self._server.send_signal(signal.SIGQUIT if crash else signal.SIGINT)
        self._server.wait(PATIENCE)
        self._server = None

    def _initialise(self) -> None:
        program = str(self._programs / "initdb")
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--username=fathom"]
        done = subprocess.run(
            [program, "-D", str(self._data), *options],
            capture_output=True,
            text=True,
            user=self._user,
            cwd=self._data.parent,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")

    def _accepts(self) -> bool:
        try:
            self._administer("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _administer(self, statement: str) -> int:
        with psycopg.connect(self.url("postgres"), autocommit=True, connect_timeout=5) as connection:
            return connection.execute(statement.encode()).rowcount


def server_programs() -> Path | None:
    """The directory of `initdb` and `postgres`, of the newest version that is installed."""
    on_path = shutil.which("initdb")
    packaged = sorted(PACKAGED.glob("*/bin"), key=lambda found: float(found.parent.name))
    found = [Path(on_path).resolve().parent] if on_path else packaged[::-1]
    return next((programs for programs in found if (programs / "postgres").exists()), None)


def _lend_to_unprivileged(directory: Path) -> str | None:
    if os.geteuid() != 0:
        return None
    owner = pwd.getpwnam(UNPRIVILEGED)
    os.chown(directory, owner.pw_uid, owner.pw_gid)
    return UNPRIVILEGED


@contextmanager
def running(programs: Path) -> Iterator[PostgreSQL]:
    """A server in a new directory, which the user who runs it can read."""
    directory = Path(tempfile.mkdtemp(prefix="fathom-postgresql-"))
    try:
        server = PostgreSQL(programs, directory)
        yield server
        server.stop(crash=True)  # its data is thrown away, so no clean shutdown is needed
    finally:
        shutil.rmtree(directory)
