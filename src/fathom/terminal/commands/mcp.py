"""`fathom mcp`: the games inside assistants that speak the Model Context Protocol."""

from __future__ import annotations

import argparse
import ipaddress
import signal
import sys

from fathom.core.words import how_to_install
from fathom.errors import BadOption

_HIGHEST_PORT = 65535


def mcp(arguments: argparse.Namespace) -> int:
    _check(arguments)
    try:
        from fathom.adapters.mcp.server import make_server
    except ModuleNotFoundError as error:
        raise BadOption(f"fathom mcp needs the package {error.name}: {how_to_install('mcp')}.") from error
    server = make_server(
        coach=arguments.coach == "on",
        most_matches=arguments.matches,
        seconds=arguments.think,
        seed=arguments.seed,
    )
    if arguments.http:
        return _serve_http(server, arguments)
    if sys.stdin.isatty():
        print("Waiting for an assistant to talk to on standard input; Ctrl+C stops it.", file=sys.stderr)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a thread that waits for a line would delay any other end
    server.run("stdio")
    return 0


def _serve_http(server: object, arguments: argparse.Namespace) -> int:
    from fathom.adapters.mcp import http

    app = http.make_app(server, arguments.allow_host, arguments.allow_origin)
    with http.listen(arguments.host, arguments.port) as at:
        host, port = at.getsockname()[:2]
        print(f"Speaking MCP at http://{f'[{host}]' if ':' in host else host}:{port}{http.PATH}", flush=True)
        http.run(app, at)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    for name in ("think", "matches"):
        if getattr(arguments, name) < 1:
            raise BadOption(f"--{name} must be at least 1, not {getattr(arguments, name)}.")
    if arguments.port > _HIGHEST_PORT:
        raise BadOption(f"--port must be at most {_HIGHEST_PORT}, not {arguments.port}.")
    if arguments.http and not arguments.allow_host and not _is_loopback(arguments.host):
        raise BadOption(
            f"With --host {arguments.host} other machines can use the server, and there are no passwords: if that is "
            "meant, name the host that they ask for, such as --allow-host games.example:8765."
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
