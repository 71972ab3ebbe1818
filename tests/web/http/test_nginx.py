"""The nginx configuration of the operator's page, run as it stands: two servers, one store, sockets through it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import websockets

from tests.patience import PATIENCE
from tests.postgres import PostgreSQL, free_port
from tests.web.proof.process import REAL, ROOT, Server

CONFIGURATION = ROOT / "docs" / "deploy" / "nginx.conf"


def nginx_program() -> str:
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not found and not os.environ.get("CI"):
        pytest.skip("nginx is not installed here")
    assert found, "CI needs nginx: .ci/run installs it"
    return found


def on_free_ports(text: str, proxy: int, servers: list[int]) -> str:
    """The configuration with other ports; nothing else about it changes."""
    text = text.replace("listen 8080;", f"listen 127.0.0.1:{proxy};")
    for example, port in zip(("8000", "8001"), servers, strict=True):
        text = text.replace(f"server 127.0.0.1:{example};", f"server 127.0.0.1:{port};")
    assert len(re.findall(r"127\.0\.0\.1:\d+", text)) == 3
    return text


@pytest.fixture
def proxy(postgresql: PostgreSQL, tmp_path: Path) -> Iterator[int]:
    """The port of an nginx in front of two servers."""
    program, store, port = nginx_program(), postgresql.fresh_database(), free_port()
    extra = ("--proxy", "127.0.0.1", "--origin", "https://games.example.org")
    servers = [Server(store, tmp_path / f"{number}.log", [*REAL, *extra]) for number in (1, 2)]
    for server in servers:
        server.start()
    written = tmp_path / "site.conf"
    written.write_text(on_free_ports(CONFIGURATION.read_text(encoding="utf-8"), port, [s.port for s in servers]))
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {tmp_path}/body; include {written}; }}\n"
    )
    process = subprocess.Popen([program, "-e", str(tmp_path / "start.log"), "-p", str(tmp_path), "-c", str(whole)])
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(10)
        for server in servers:
            server.stop()


def wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("nginx did not come up")


def test_two_servers_behind_nginx_are_one_site(proxy: int):
    address = f"127.0.0.1:{proxy}"
    with httpx.Client(base_url=f"http://{address}", trust_env=False) as client:
        made = client.post("/api/matches", json={"game": "range-war", "opponent": "friend"}).json()
        match_id = made["match"]["id"]
        joining = {"secret": made["invite"], "name": "Bob"}
        joined = client.post(f"/api/matches/{match_id}/join", json=joining).json()
        assert client.get("/metrics").status_code == 403
        foreign = {"Origin": "https://elsewhere.example.org"}
        refused = client.post("/api/matches", json={"game": "range-war"}, headers=foreign)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "origin")
        ours = client.post(
            "/api/matches",
            json={"game": "range-war"},
            headers={"Origin": "https://games.example.org"},
        )
        assert ours.status_code == 201
    seen = asyncio.run(played(f"ws://{address}/api/matches/{match_id}/live", [made["token"], joined["token"]]))
    assert [event["move"] for event in seen[0]] == ["6", "4", "10", "9"]
    assert seen[0] == seen[1] == seen[2] == seen[3]


async def played(url: str, tokens: list[str]) -> list[list[dict]]:
    """A game to its end over four sockets, which the proxy spreads over both servers; what each of them saw."""
    sockets = [await websockets.connect(url, proxy=None) for _ in range(4)]
    seen: list[list[dict]] = [[] for _ in sockets]
    for number, socket in enumerate(sockets):
        await socket.send(json.dumps({"type": "subscribe", "token": tokens[number % 2]}))
        assert json.loads(await socket.recv())["sequence"] == 2
    for turn, move in enumerate(["6", "4", "10", "9"]):
        command = {"type": "move", "move": move, "expected": 2 + turn, "key": f"key-of-{turn}-"}
        await sockets[turn % 2].send(json.dumps(command))
        for number, socket in enumerate(sockets):
            frame = json.loads(await asyncio.wait_for(socket.recv(), 10))
            seen[number].append(frame["event"])
    for socket in sockets:
        await socket.close()
    return seen
