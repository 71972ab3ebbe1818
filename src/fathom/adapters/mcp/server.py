"""The games as a server of the Model Context Protocol.

server = make_server(coach=True)
server.run("stdio")                      or http.make_app(server, ...)
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import ValidationError

from fathom import __version__
from fathom.adapters.mcp.coach_tools import CoachTools
from fathom.adapters.mcp.matches import MOST, Matches
from fathom.adapters.mcp.play_tools import PlayTools
from fathom.adapters.mcp.thinking import SECONDS, Thinking
from fathom.core.words import quoted
from fathom.errors import FathomError

INSTRUCTIONS = """\
Fathom has five number games for a person to play here, against the computer or against somebody else.
Begin with new_match, show the board in a code block after every move, and say whose turn it is.
Only the tools know the rules: do not judge moves yourself, and do not move for a person who has not said what to play.
A move that is refused costs nothing: tell the person why, and ask again.
"""

_CHANGING = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_READING = ToolAnnotations(read_only_hint=True, open_world_hint=False)


class FathomServer(MCPServer):
    """A server whose refusals are sentences that reach the assistant."""

    async def call_tool(
        self, name: str, arguments: Mapping[str, object], context: Context | None = None
    ) -> CallToolResult:
        try:
            told: CallToolResult = await super().call_tool(name, dict(arguments), context)
        except ToolError as failed:
            cause = failed.__cause__
            if isinstance(cause, FathomError):
                raise ToolError(str(cause)) from cause
            if isinstance(cause, ToolError):
                raise ToolError(str(cause)) from cause.__cause__
            if isinstance(cause, ValidationError):
                raise ToolError(_say_what_is_wrong(name, cause)) from cause
            raise
        return told


def make_server(
    *, coach: bool = False, most_matches: int = MOST, seconds: float = SECONDS, seed: int | None = None
) -> MCPServer:
    """A server with its own matches. With `coach`, it also tells how good moves are.

    It keeps at most `most_matches` and gives whoever thinks so many `seconds` at a time; `seed` makes computer players
    repeatable.
    """
    matches, thinking = Matches(most_matches), Thinking(seconds)
    server = FathomServer("fathom", "Fathom", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    play = PlayTools(matches, thinking, Random(seed))
    reading: list[object] = [play.list_games, play.rules, play.show_match, play.legal_moves]
    changing: list[object] = [play.new_match, play.play, play.undo]
    if coach:
        tools = CoachTools(matches, thinking)
        reading += [tools.analyze, tools.hint, tools.puzzle_new, tools.puzzle_check, tools.puzzle_solve]
    for tool in reading:
        server.add_tool(tool, annotations=_READING)
    for tool in changing:
        server.add_tool(tool, annotations=_CHANGING)
    return server


def _say_what_is_wrong(tool: str, error: ValidationError) -> str:
    """Arguments that do not fit, in one sentence each."""
    said: dict[str, str] = {}
    for each in error.errors():
        where = str(each["loc"][0]) if each["loc"] else "The arguments"
        given = "" if each["type"] == "missing" else f", not {quoted(each['input'])}"
        said.setdefault(where, f"{where}: {each['msg']}{given}.")
    return f"{tool} cannot read its arguments. {' '.join(said.values())}"
