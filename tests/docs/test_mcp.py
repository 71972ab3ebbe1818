"""The page about MCP says what the server does."""

from __future__ import annotations

import json
import re
from pathlib import Path

from fathom.adapters.mcp.matches import MOST
from fathom.adapters.mcp.server import make_server
from fathom.adapters.mcp.thinking import SECONDS
from fathom.terminal.arguments import parser
from tests.adapters.mcp.assistant import assistant
from tests.adapters.mcp.test_playing import PLAYING

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")


def test_the_table_has_every_tool_and_what_it_takes():
    told = {
        name: re.findall(r"`(\w+)`", takes)
        for name, takes in re.findall(r"^\| `(\w+)` \| (.*?) ?\|", PAGE, re.MULTILINE)
    }
    with assistant(make_server(coach=True)) as helper:
        tools = helper.tools()
    assert told == {name: list(tool.input_schema["properties"]) for name, tool in tools.items()}
    with_the_coach = set(re.findall(r"^\| `(\w+)` \|.*\| with the coach", PAGE, re.MULTILINE))
    assert with_the_coach == set(tools) - PLAYING


def test_the_settings_start_the_command():
    blocks = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    servers = [json.loads(block)["mcpServers"]["fathom"] for block in blocks]
    assert [server["command"] for server in servers] == ["fathom", "fathom"]
    read = [parser(server["args"]).read(server["args"]) for server in servers]
    assert [(arguments.command, arguments.coach) for arguments in read] == [("mcp", "off"), ("mcp", "on")]


def test_the_address_and_the_limits_are_the_defaults():
    defaults = parser(["mcp"]).read(["mcp"])
    assert f"http://{defaults.host}:{defaults.port}/mcp" in PAGE
    assert f"keeps the {MOST} matches that were used last (`--matches`)" in PAGE
    assert f"has {SECONDS:g} seconds (`--think`)" in PAGE
    assert (defaults.matches, defaults.think) == (MOST, SECONDS)


def test_the_refusal_it_shows_is_a_real_one():
    shown = re.search(r"<!-- refusal: (\S+) (\S+) -->\n```\n(.*?)\n```", PAGE, re.DOTALL)
    assert shown
    with assistant(make_server()) as helper:
        match = helper.does("new_match", game=shown[1], players=["Ann", "Ben"]).data["match"]
        assert helper.is_refused("play", match=match, move=shown[2]) == shown[3]
