"""A server in a separate process, to be killed and restarted on the same store and port."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from benchmarks.ports import free_port
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
REAL = (sys.executable, "-m", "fathom", "serve")
#: The same over plain ASGI.
PLAIN_SERVER = (sys.executable, "-m", "tests.web.proof.plain_server")
#: Without limits: here one address plays everyone.
GENEROUS = ("matches-per-minute", "sockets-per-address", "messages-per-second", "requests-per-second")
UNLIMITED = [word for name in GENEROUS for word in ("--limit", f"{name}=1000000")]


class Server:
    """`fathom serve`, or a program that takes its place; not started yet."""

    def __init__(self, store: str, log: Path, command: Sequence[str] = REAL, limits: Sequence[str] = UNLIMITED) -> None:
        self.store = store
        self.port = free_port()
        self.starts = 0
        self._log = log
        self._command = [*command, "--port", str(self.port), "--store", store, *limits]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Start, and return when it answers."""
        # Measuring coverage would slow it down, and a killed process has nothing to report.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
                cwd=ROOT,
                start_new_session=True,  # Ctrl+C is for the run, which stops the server itself
            )
        self.starts += 1
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start:\n{self.said()}")
            time.sleep(0.01)

    def kill(self) -> None:
        """End it with SIGKILL: it can neither finish nor tidy up anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as an operator would."""
        self._end(signal.SIGTERM)

    def said(self) -> str:
        """Everything it wrote, over all its starts."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        self._process = None

    def _answers(self) -> bool:
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(f"http://127.0.0.1:{self.port}/healthz", timeout=PATIENCE):
                return True
        except urllib.error.HTTPError as error:
            error.close()
            return False
        except OSError:
            return False
