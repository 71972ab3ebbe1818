"""`fathom mcp` as a program: over standard input and output, and over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest
from mcp import StdioServerParameters

from fathom.terminal.main import main
from tests.adapters.mcp.assistant import assistant
from tests.conftest import COMMAND

pytestmark = pytest.mark.slow  # they start programs

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a test", "version": "1"},
    },
}
HEADERS = {"accept": "application/json, text/event-stream"}


def test_a_match_is_played_over_standard_input_and_output():
    command = StdioServerParameters(command=sys.executable, args=[*COMMAND[1:], "mcp", "--seed=1"])
    with assistant(command) as helper:
        match = helper.does("new_match", game="pocket-addition:6.9.2.1").data["match"]
        assert "(rule 1)" in helper.is_refused("play", match=match, move="9")
        assert helper.does("play", match=match, move="7").data["status"] == "Player wins: made 15 exactly."


def test_standard_output_holds_nothing_but_answers_and_the_end_of_input_ends_it():
    began = subprocess.run(
        [*COMMAND, "mcp"],
        input=f"rubbish\n{json.dumps(PING)}\n",
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert began.returncode == 0
    answers = [json.loads(line) for line in began.stdout.splitlines()]
    assert {"jsonrpc": "2.0", "id": 1, "result": {}} in answers


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server over HTTP."""
    command = [*COMMAND, "mcp", "--http", "--port=0", "--allow-origin=https://chat.example"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    yield server.stdout.readline().removeprefix("Speaking MCP at ").strip()
    server.terminate()
    server.wait(30)
    server.stdout.close()


def test_a_match_is_played_over_http(address: str):
    with assistant(address) as helper:
        match = helper.does("new_match", game="range-war").data["match"]
        assert len(helper.does("play", match=match, move=6).data["played"]) == 2


@pytest.mark.parametrize(
    "headers, status",
    [
        ({}, 200),  # not a browser
        ({"origin": "http://localhost:6274"}, 200),
        ({"origin": "https://chat.example"}, 200),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost.evil.example"}, 403),
        ({"host": "evil.example"}, 421),
    ],
)
def test_pages_of_other_sites_and_other_host_names_are_refused(address: str, headers: dict[str, str], status: int):
    assert httpx.post(address, json=HELLO, headers=HEADERS | headers).status_code == status


def test_a_large_request_is_refused(address: str):
    assert httpx.post(address, json=HELLO | {"more": "x" * 200_000}, headers=HEADERS).status_code == 413


def test_a_port_that_is_taken_is_named(address: str, capsys: pytest.CaptureFixture[str]):
    port = address.removesuffix("/mcp").rpartition(":")[2]
    assert main(["mcp", "--http", f"--port={port}"]) == 2
    assert f"The server cannot listen at '127.0.0.1', port {port}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "flags, reason",
    [
        (["--http", "--host=0.0.0.0"], "there are no passwords"),
        (["--http", "--host=games.example"], "there are no passwords"),
        (["--think=0"], "--think must be at least 1, not 0."),
        (["--matches=0"], "--matches must be at least 1, not 0."),
        (["--coach=loud"], "argument --coach: invalid choice: 'loud'"),
        (["--http", "--port=99999"], "--port must be at most 65535, not 99999."),
    ],
)
def test_a_wrong_setting_is_refused(flags: list[str], reason: str, capsys: pytest.CaptureFixture[str]):
    assert main(["mcp", *flags]) == 2
    assert reason in " ".join(capsys.readouterr().err.split())


def test_without_its_packages_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(sys.modules, "fathom.adapters.mcp.server", None)
    assert main(["mcp"]) == 2
    assert "install fathom-games[mcp]" in " ".join(capsys.readouterr().err.split())
