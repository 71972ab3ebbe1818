"""What a tool gives back: text for the assistant to read and show, and the same as data.

A refusal becomes a `ToolError`, the only kind of error whose text reaches the assistant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent

from fathom import games
from fathom.adapters.mcp.matches import SeatedMatch
from fathom.core.code import write_code
from fathom.errors import FathomError
from fathom.library.match import Match
from fathom.show.rule_book import plain
from fathom.show.view import StandingDict, ViewDict, standing, view


class MatchDict(StandingDict):
    """A match as data: its id, how it stands, and who plays; names with an @ are the computer's."""

    match: str
    players: list[str]
    status: str


class LegalMovesDict(ViewDict):
    """The same with the legal moves."""

    match: str


def reply(lines: Iterable[str], data: Mapping[str, object]) -> CallToolResult:
    """Text and data in one result."""
    return CallToolResult(content=[TextContent(type="text", text="\n".join(lines))], structured_content=dict(data))


def match_dict(seated: SeatedMatch) -> MatchDict:
    match = seated.match
    return {
        **standing(match),
        "match": seated.id,
        "players": list(match.names),
        "status": seated.room.text.status(match),
    }


def legal_moves_dict(seated: SeatedMatch) -> LegalMovesDict:
    return {**view(seated.match), "match": seated.id}


def match_lines(seated: SeatedMatch) -> list[str]:
    """The board, whose turn it is, and how to refer to the match."""
    board = [line.rstrip() for line in str(seated.match).splitlines()]
    status = seated.room.text.status(seated.match)
    return [*board, status, f"(match {seated.id}, code {write_code(seated.match)})"]


@contextmanager
def citing(game: str) -> Iterator[None]:
    """Refuse what the rules of a game forbid with the rule in its own words."""
    try:
        yield
    except FathomError as refusal:
        rule = games.room(game).rule_book.rules.get(refusal.rule) if refusal.rule is not None else None
        raise ToolError(f"{refusal} Rule {refusal.rule}: {plain(rule)}" if rule else str(refusal)) from refusal


def read_served(code: str) -> Match:
    """The match that a code stands for; options larger than a server offers are refused."""
    with citing(game_of(code)):
        match = Match(code)
        games.room(match.game.name).check_served(match.options)
        return match


def game_of(code: str) -> str:
    """The name of the game at the beginning of a code."""
    return re.split("[,:]", code, maxsplit=1)[0]
