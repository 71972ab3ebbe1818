"""An assistant that calls tools, for tests that are not asynchronous: the SDK's own client behind a portal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client


class Told(NamedTuple):
    """What a tool answered."""

    text: str
    data: dict[str, Any]
    refused: bool


class Assistant:
    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal = portal
        self._client = client

    def tools(self) -> dict[str, Any]:
        """The tools by name."""
        return {tool.name: tool for tool in self._portal.call(self._client.list_tools).tools}

    def call(self, tool: str, **arguments: object) -> Told:
        result = self._portal.call(self._client.call_tool, tool, arguments)
        return Told(result.content[0].text, result.structured_content, bool(result.is_error))

    def does(self, tool: str, **arguments: object) -> Told:
        """Call a tool that must not refuse."""
        told = self.call(tool, **arguments)
        assert not told.refused, told.text
        return told

    def is_refused(self, tool: str, **arguments: object) -> str:
        """Call a tool that must refuse; returns what it says."""
        told = self.call(tool, **arguments)
        assert told.refused, told.text
        return told.text


@contextmanager
def assistant(server: object) -> Iterator[Assistant]:
    """An assistant that is connected to a server in this process, to a command or to an address."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(server)) as client:
        yield Assistant(portal, client)
