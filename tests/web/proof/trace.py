"""The system calls of a server, as strace writes them down: what was on disk when an answer went out?

    1234 pwrite64(7</tmp/store.db-wal>, "...1-2-9f8e7d6c5b4a...", 4096, 32) = 4096
    1234 fdatasync(7</tmp/store.db-wal>) = 0
    1230 sendto(12<socket:[99]>, "\\201~\\0\\252{\\"type\\":\\"answer\\",\\"id\\":5,...", 174, 0, NULL, 0) = 174

A key is durable when a write of the log that contained it was followed by a completed fsync of the log.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

_SYNCS = ("fsync", "fdatasync")
_WRITES = ("pwrite64", "pwritev", "write", "writev")
_SENDS = ("sendto", "sendmsg", "write", "writev")
_LINE = re.compile(r"(?P<thread>\d+) +(?:<\.\.\. (?P<resumed>\w+) resumed>|(?P<call>\w+)\((?P<rest>.*))")
_KEY = re.compile(r"[12]-\d+-[0-9a-f]{12}")
#: An answer with an event, told apart by the id of its request (a socket) or else by number and time (HTTP).
_ANSWER = re.compile(
    r'\\"type\\":\\"answer\\",\\"id\\":(\d+),\\"event\\"'
    r'|\{\\"event\\":\{\\"sequence\\":(\d+),\\"kind\\":\\"[a-z-]+\\",\\"at\\":\\"([^\\]+)\\"'
)


def command(output: Path) -> list[str]:
    """How to run a program so that its system calls are written to a file; the program keeps its process id."""
    strace = shutil.which("strace")
    assert strace, "strace (Debian: apt-get install strace) is not on this machine."
    calls = ",".join(sorted({*_SYNCS, *_WRITES, *_SENDS}))
    return [strace, "-D", "-f", "-y", "-qq", "-s", "8192", "-e", f"trace={calls}", "-o", str(output)]


class Judged(NamedTuple):
    """How many answers with an event went out, and the keys of those that were not on disk by then."""

    answers: int
    not_durable: list[str]


def judge(trace: Iterable[str], keys: Mapping[str, str]) -> Judged:
    """Go through a trace; `keys` maps what identifies an answer to its key."""
    written: set[str] = set()
    durable: set[str] = set()
    syncing: dict[str, set[str]] = {}
    answers, not_durable = 0, []
    for line in trace:
        step = _LINE.match(line)
        if not step:
            continue
        thread, call, rest = step["thread"], step["call"] or step["resumed"], step["rest"] or ""
        is_beginning, is_end = step["call"] is not None, "<unfinished" not in line
        is_log = "-wal>" in rest.partition(",")[0]
        if call in _SYNCS:
            if is_beginning and is_log:
                syncing[thread] = written.copy()
            if is_end and line.rstrip().endswith("= 0"):
                durable |= syncing.pop(thread, set())
        elif is_log and call in _WRITES:
            written.update(_KEY.findall(rest))
        elif call in _SENDS:
            sent = [keys[" ".join(filter(None, found))] for found in _ANSWER.findall(rest)]
            answers += len(sent)
            not_durable += [key for key in sent if key not in durable]
    return Judged(answers, not_durable)
