"""Tries out an installed Fathom on any system, from the outside: python tools/smoke.py [--serve] [COMMAND ...]

Plays a game with `fathom` (or another command that starts it), interrupts and resumes it, solves, proves and verifies;
with `--serve`, also plays on a server and finds the match again after a restart. Exits with 1 at the first thing that
is wrong. Needs only the standard library.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SECONDS = 120


class Wrong(Exception):
    """Something is not as it should be."""


class Installed:
    """A command that starts Fathom, with a folder of its own for data."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self._command = command
        self._folder = folder
        self._environment = os.environ | {
            "FATHOM_STORE": str(folder / "matches.db"),
            "PYTHONUTF8": "1",
            "PYTHONSAFEPATH": "1",  # what is installed, not what lies in this folder
        }

    def run(self, *words: str, typed: str = "") -> str:
        """What it prints; raises `Wrong` unless it ends well."""
        done = subprocess.run(
            [*self._command, *words],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            cwd=self._folder,
            env=self._environment,
            timeout=_SECONDS,
            check=False,
        )
        if done.returncode:
            raise Wrong(f"fathom {' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")
        print(f"fathom {' '.join(words)}", flush=True)
        return done.stdout

    @contextmanager
    def serve(self) -> Iterator[str]:
        """The address of a server."""
        words = [*self._command, "serve", "--port", "0", "--store", str(self._folder / "server.db")]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=self._environment) as process:
            try:
                assert process.stdout
                said = process.stdout.readline()
                found = re.search(r"http://\S+", said)
                if not found:
                    raise Wrong(f"fathom serve said {said!r}")
                print(said.strip(), flush=True)
                yield found[0]
            finally:
                process.terminate()


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        installed = Installed([word for word in words if word != "--serve"] or ["fathom"], Path(folder))
        try:
            play(installed)
            if "--serve" in words:
                serve(installed)
        except Wrong as wrong:
            print(wrong, file=sys.stderr)
            return 1
    print("All is well.")
    return 0


def play(installed: Installed) -> None:
    """Range War by hand: after 2, 1, 10, 9 the first player is stuck."""
    expect("fathom ", installed.run("--version"))
    installed.run("play", "range-war", "Ann", "Bob", typed="2\n1\n")
    expect("Bob wins!", installed.run("resume", typed="10\n9\n"))
    expect("range-war", installed.run("history"))
    expect("Player 1", installed.run("analyze", "pocket-addition:6.9"))
    installed.run("prove", "range-war:6.4", "-o", "proof.jsonl")
    installed.run("verify", "proof.jsonl")
    installed.run("puzzle", "solve", "kC4.lE24.dD1.xB2")
    expect("All is well.", installed.run("doctor"))


def serve(installed: Installed) -> None:
    """A match that is still there after a restart."""
    with installed.serve() as address:
        match = ask(f"{address}/api/v1/matches", {"game": "range-war", "opponent": "same-screen", "name": "Ann"})
        code = re.search(r'"id": ?"(\w+)"', match)
        if not code:
            raise Wrong(f"no match was made: {match}")
        expect("moves", ask(f"{address}/api/v1/positions/range-war:6.4.9"))
        expect("<html", ask(address))
    with installed.serve() as address:
        expect(code[1], ask(f"{address}/api/v1/matches/{code[1]}"))


def ask(address: str, sent: dict[str, str] | None = None) -> str:
    """What a server answers."""
    body = None if sent is None else json.dumps(sent).encode()
    request = urllib.request.Request(address, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
        text: str = answer.read().decode()
    return text


def expect(wanted: str, said: str) -> None:
    if wanted not in said:
        raise Wrong(f"{wanted!r} was expected in: {said}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
