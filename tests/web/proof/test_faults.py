"""A checker that has never found anything proves nothing: planted faults, each of which it must name."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.web.proof.checker import violations
from tests.web.proof.episodes import EPISODES, play
from tests.web.proof.process import REAL, Server
from tests.web.proof.recorder import Recorder
from tests.web.proof.stored import read_store
from tests.web.proof.violation import Kind, Violation

CAUGHT: dict[str, Kind] = {
    "acknowledge-before-commit": "lost",
    "broadcast-before-commit": "phantom",
    "no-idempotency-key": "rejected-but-applied",
    "no-sequence-check": "out-of-order",
    "no-turn-check": "out-of-turn",
    "double-apply-on-retry": "duplicated",
    "lost-event-on-reconnect": "out-of-order",
    "told-twice": "duplicated",
}


def judged(tmp_path: Path, command: tuple[str, ...]) -> tuple[Recorder, list[Violation]]:
    """What the episodes saw of a server, and the checker's verdict."""
    server = Server(str(tmp_path / "store.db"), tmp_path / "log", command)
    server.start()
    try:
        seen = asyncio.run(play(server, EPISODES))
    finally:
        server.stop()
    return seen, violations(seen.history, read_store(server.store))


def test_the_episodes_find_nothing_wrong_with_the_real_server(tmp_path: Path) -> None:
    seen, found = judged(tmp_path, REAL)
    assert found == []
    assert seen.counts["repeated"] == 3
    assert seen.counts["refused as stale"] == 1
    assert seen.counts["refused as not-your-turn"] == 1


@pytest.mark.parametrize("fault", CAUGHT)
def test_the_checker_catches(fault: str, tmp_path: Path) -> None:
    _, found = judged(tmp_path, (sys.executable, "-m", "tests.web.proof.faulty", fault))
    assert CAUGHT[fault] in {violation.kind for violation in found}, "\n".join(map(str, found))
