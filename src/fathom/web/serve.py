"""Starting the server: one process, or several workers over PostgreSQL."""

from __future__ import annotations

import socket
from typing import NamedTuple

import uvicorn
from uvicorn.supervisors import Multiprocess

from fathom.errors import BadOption
from fathom.storage.journal import is_shared, open_ledger
from fathom.web.http.limits import Limits
from fathom.web.http.settings import Settings, hand_over
from fathom.web.live.connection import LARGEST_FRAME
from fathom.web.live.transport import WireProtocol

_PING_SECONDS = 20.0
_GRACE_SECONDS = 5
_BACKLOG = 2048
_HTTP_PORT = 80


class Wish(NamedTuple):
    """What the command line says."""

    host: str
    port: int
    store: str
    workers: int
    origins: list[str]
    limits: list[str]
    proxy: str | None
    log_level: str


def serve(wish: Wish) -> int:
    """Serve until told to stop."""
    limits = Limits.read(wish.limits)
    if wish.workers > 1 and not is_shared(wish.store):
        raise BadOption(
            f"{wish.workers} workers need a store that they can share: --store postgresql://... "
            "A store in a file has one process, which is quick enough for thousands of moves a second."
        )
    open_ledger(wish.store).close()  # whatever is wrong with the store is said before anything starts
    config = _config(wish)
    with _listening(wish) as listener:
        wish = wish._replace(port=listener.getsockname()[1])  # port 0 is whichever is free
        hand_over(Settings(wish.store, tuple(_origins(wish)), limits, wish.log_level))
        print(f"Fathom is at http://{_shown(wish.host)}:{wish.port} (Ctrl+C stops it)", flush=True)
        if wish.workers > 1:
            Multiprocess(config, [listener]).run()
        else:
            uvicorn.Server(config).run([listener])
    return 0


def _config(wish: Wish) -> uvicorn.Config:
    return uvicorn.Config(
        "fathom.web.app:from_environment",
        factory=True,
        workers=wish.workers,
        log_config=None,
        access_log=False,
        ws=WireProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        proxy_headers=wish.proxy is not None,
        forwarded_allow_ips=wish.proxy or "",
        server_header=False,
    )


def _listening(wish: Wish) -> socket.socket:
    """The socket that every worker accepts from; a port that is taken is told in one sentence."""
    family = socket.AF_INET6 if ":" in wish.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((wish.host, wish.port))
        listener.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(
            f"Nothing can be served at {wish.host} port {wish.port}: {reason}. Try another --port."
        ) from error
    listener.set_inheritable(True)
    return listener


def _origins(wish: Wish) -> list[str]:
    """The sites whose pages are ours: those that were named, or else this one by its usual names."""
    if wish.origins:
        return [origin.rstrip("/") for origin in wish.origins]
    at_home = {"127.0.0.1": {"127.0.0.1"}, "::1": {"::1"}, "0.0.0.0": {"127.0.0.1"}, "::": {"127.0.0.1", "::1"}}
    names = at_home[wish.host] | {"localhost"} if wish.host in at_home else {wish.host}
    port = "" if wish.port == _HTTP_PORT else f":{wish.port}"  # a browser does not name the usual one
    return [f"http://{_shown(name)}{port}" for name in sorted(names)]


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
