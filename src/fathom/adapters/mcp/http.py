"""The server over HTTP: which hosts and which web pages may use it.

A page of any site can send requests to a server on the same machine, so the Origin of a request is checked, and its
Host too: a name that was made to point here later would pass for the same site. Programs other than browsers send no
Origin.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import uvicorn
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from fathom.core.words import quoted
from fathom.errors import BadOption

if TYPE_CHECKING:
    from starlette.types import ASGIApp

PATH: Final = "/mcp"
_LARGEST_REQUEST = 100_000
_MOST_SESSIONS = 1000
#: How hosts of this machine are written in addresses.
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


def make_app(server: MCPServer, hosts: Sequence[str] = (), origins: Sequence[str] = ()) -> ASGIApp:
    """The server at `/mcp`, for the loopback hosts and origins with any port, and for these in addition."""
    security = TransportSecuritySettings(
        allowed_hosts=[*LOOPBACK, *(f"{host}:*" for host in LOOPBACK), *hosts],
        allowed_origins=[*(f"http://{host}:*" for host in LOOPBACK), *origins],
    )
    app: ASGIApp = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        max_request_body_size=_LARGEST_REQUEST,
        max_sessions=_MOST_SESSIONS,
        transport_security=security,
    )
    return app


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises `BadOption` with the reason if it cannot."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(f"The server cannot listen at {quoted(host)}, port {port}: {reason}.") from error


def run(app: ASGIApp, at: socket.socket) -> None:
    """Serve until the process is told to stop."""
    uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False)).run(sockets=[at])
