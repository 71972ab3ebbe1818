"""Two servers on one PostgreSQL: each turn is decided once, and nothing is lost when the database goes down."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import allowed
from tests.postgres import PostgreSQL
from tests.web.proof.checker import violations
from tests.web.proof.load import Load
from tests.web.proof.plain_door import Reply, call
from tests.web.proof.process import Server
from tests.web.proof.races import races
from tests.web.proof.recorder import Recorder
from tests.web.proof.stored import read_store

SEED = 1
RACES, TRACKS = 2000, 10
INVITATIONS = 50
TABLES, MOVES_BETWEEN = 8, 150
BACK_WITHIN_SECONDS = 5.0


@pytest.fixture
def servers(postgresql: PostgreSQL, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers that share a database."""
    url = postgresql.fresh_database()
    servers = [Server(url, tmp_path / f"log-{number}") for number in (1, 2)]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.said()


def test_of_two_moves_for_one_turn_at_two_servers_exactly_one_is_made(servers: list[Server]) -> None:
    recorder = Recorder()
    run = asyncio.run(races([server.port for server in servers], recorder, SEED, RACES, TRACKS))
    assert len(run) >= RACES
    assert [race for race in run if not race.has_one_winner] == []
    assert violations(recorder.history, read_store(servers[0].store)) == []


async def joined_at_once(ports: list[int]) -> list[Reply]:
    """Two people use one invitation at two servers at the same time."""
    made = (await call(ports[0], "POST", "/api/v1/matches", {"game": "range-war", "opponent": "friend"})).body
    path = f"/api/v1/matches/{made['match']['id']}/join"
    replies = (call(port, "POST", path, {"secret": made["invite"], "name": f"Bob {port}"}) for port in ports)
    return await asyncio.gather(*replies)


def test_an_invitation_used_at_two_servers_at_once_gives_one_seat(servers: list[Server]) -> None:
    ports = [server.port for server in servers]
    for _ in range(INVITATIONS):
        replies = asyncio.run(joined_at_once(ports))
        assert sorted(reply.status for reply in replies) == [200, 409]


async def disturbed(servers: list[Server], postgresql: PostgreSQL, recorder: Recorder) -> list[float]:
    """Load while the database is restarted, crashes and drops its connections; the seconds until moves continued."""
    disturbances = (
        lambda: postgresql.kill_connections(servers[0].store),
        postgresql.restart,
        lambda: postgresql.restart(crash=True),
        lambda: postgresql.kill_connections(servers[0].store),
    )
    is_over = False
    pauses = []

    async def moves_more(number: int) -> None:
        enough = recorder.moves + number
        while recorder.moves < enough:
            await asyncio.sleep(0.005)

    async def disturb() -> None:
        nonlocal is_over
        for disturbance in disturbances:
            await moves_more(MOVES_BETWEEN)
            await asyncio.to_thread(disturbance)
            since = time.monotonic()
            await moves_more(TABLES)
            pauses.append(time.monotonic() - since)
        is_over = True

    load = Load([server.port for server in servers], recorder, SEED, lambda: not is_over)
    async with asyncio.TaskGroup() as group:
        group.create_task(load.run(TABLES))
        group.create_task(disturb())
    return pauses


def test_nothing_is_lost_when_postgresql_restarts_crashes_or_drops_connections(
    servers: list[Server], postgresql: PostgreSQL
) -> None:
    recorder = Recorder()
    pauses = asyncio.run(disturbed(servers, postgresql, recorder))
    assert violations(recorder.history, read_store(servers[0].store)) == []
    assert max(pauses) <= allowed(BACK_WITHIN_SECONDS)
