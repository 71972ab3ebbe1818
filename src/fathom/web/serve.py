"""Starting the server: one process, or several workers over PostgreSQL."""

from __future__ import annotations

import socket
from typing import NamedTuple

import uvicorn
from uvicorn.supervisors import Multiprocess

from fathom.errors import BadOption
from fathom.storage.journal import is_shared, open_ledger
from fathom.web.http.limits import Limits
from fathom.web.live.connection import LARGEST_FRAME
from fathom.web.live.uvicorn_transport import FastWebSocketProtocol
from fathom.web.worker import Settings, hand_over

_PING_SECONDS = 20.0
_GRACE_SECONDS = 5
_BACKLOG = 2048
_HTTP_PORT = 80


class ServeOptions(NamedTuple):
    """The options of the command line."""

    host: str
    port: int
    store: str
    workers: int
    origins: list[str]
    limits: list[str]
    proxy: str | None
    log_level: str


def serve(options: ServeOptions) -> int:
    """Serve until stopped."""
    limits = Limits.read(options.limits)
    if options.workers > 1 and not is_shared(options.store):
        raise BadOption(
            f"{options.workers} workers need a store that they can share: --store postgresql://... "
            "A store in a file works with one process, which is fast enough for thousands of moves a second."
        )
    open_ledger(options.store).close()  # a problem with the store is reported before anything starts
    config = _config(options)
    with _open_listener(options) as listener:
        options = options._replace(port=listener.getsockname()[1])  # port 0 means any free port
        hand_over(Settings(options.store, tuple(_find_origins(options)), limits, options.log_level))
        print(f"Fathom is running at http://{_bracket(options.host)}:{options.port} (press Ctrl+C to stop)", flush=True)
        if options.workers > 1:
            Multiprocess(config, [listener]).run()
        else:
            uvicorn.Server(config).run([listener])
    return 0


def _config(options: ServeOptions) -> uvicorn.Config:
    return uvicorn.Config(
        "fathom.web.worker:create_app",
        factory=True,
        workers=options.workers,
        log_config=None,
        access_log=False,
        ws=FastWebSocketProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        proxy_headers=options.proxy is not None,
        forwarded_allow_ips=options.proxy or "",
        server_header=False,
    )


def _open_listener(options: ServeOptions) -> socket.socket:
    """The listening socket that all workers share; raises an error in one sentence if the port is taken."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((options.host, options.port))
        listener.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(
            f"Cannot listen on {options.host} port {options.port}: {reason}. Try another --port."
        ) from error
    listener.set_inheritable(True)
    return listener


def _find_origins(options: ServeOptions) -> list[str]:
    """The origins of our own pages: those given, or else this host by its usual names."""
    if options.origins:
        return [origin.rstrip("/") for origin in options.origins]
    at_home = {"127.0.0.1": {"127.0.0.1"}, "::1": {"::1"}, "0.0.0.0": {"127.0.0.1"}, "::": {"127.0.0.1", "::1"}}
    names = at_home[options.host] | {"localhost"} if options.host in at_home else {options.host}
    port = "" if options.port == _HTTP_PORT else f":{options.port}"  # browsers leave out the default port
    return [f"http://{_bracket(name)}{port}" for name in sorted(names)]


def _bracket(host: str) -> str:
    return f"[{host}]" if ":" in host else host
