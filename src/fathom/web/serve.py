"""Starting the server: one process, or several workers over PostgreSQL."""

from __future__ import annotations

import signal
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from ipaddress import ip_address
from tempfile import TemporaryDirectory

import uvicorn

from fathom.core.words import counted
from fathom.errors import BadOption, StoreAway
from fathom.storage.journal import is_shared, open_ledger
from fathom.storage.journal.blocks import read_blocks
from fathom.web.http import logs
from fathom.web.http.uvicorn_http import MOST_HEAD, HttpProtocol
from fathom.web.live.connection import LARGEST_FRAME
from fathom.web.live.moments import now
from fathom.web.live.uvicorn_transport import FastWebSocketProtocol
from fathom.web.settings import Settings, read_bots, read_settings
from fathom.web.supervisor import Supervisor, exit_on_sigterm
from fathom.web.worker import create_app

_PING_SECONDS = 20.0
_GRACE_SECONDS = 5
_BACKLOG = 2048
_PAUSE_SECONDS = 0.25
_HTTP_PORT = 80
#: To listen on these is to listen on every address of the machine.
EVERYWHERE = {"0.0.0.0", "::"}


def serve(flags: Mapping[str, object], environment: Mapping[str, str]) -> int:
    """Serve until stopped; the exit status."""
    settings = read_settings(flags, environment).settings
    if problem := find_contradiction(settings):
        raise BadOption(problem)
    if read_bots(settings.bots):  # a bot that is not there is reported now, too
        _warn_of_missing_layers()
    await_store(settings)  # a problem with the store is reported before anything starts
    with open_listener(settings) as listener:
        settings = settings._replace(port=listener.getsockname()[1])  # port 0 means any free port
        where = f"http://{_bracket(settings.host)}:{settings.port}"
        print(f"Fathom is running at {where} (press Ctrl+C to stop)", flush=True)
        if advice := find_advice(settings):
            print(advice, flush=True)
        if settings.workers > 1:
            logs.set_up(settings.log, addresses=settings.log_addresses)
            with TemporaryDirectory(prefix="fathom-metrics-") as metrics_directory:
                return Supervisor(make_config(settings, metrics_directory), listener).run()
        exit_on_sigterm()
        uvicorn.Server(make_config(settings)).run([listener])
    return 0


def _warn_of_missing_layers() -> None:
    from fathom.players.programs.process import why_none_run
    from fathom.players.programs.program import missing_layers

    if reason := why_none_run():
        raise BadOption(f"No bots can play on this server: {reason}")
    missing = missing_layers()
    if missing:
        print(f"Bots are only partly contained on this system: {missing}.", file=sys.stderr, flush=True)


def await_store(settings: Settings) -> None:
    """Open the store once and read what every server reads first; raises `StoreError`.

    A database that cannot be reached yet is waited for.
    """
    until, said = time.monotonic() + settings.store_wait, ""
    while True:
        try:
            with closing(open_ledger(settings.store)) as ledger:
                read_blocks(ledger, now())
            return
        except StoreAway as error:
            if time.monotonic() >= until:
                raise
            if str(error) != said:
                said = str(error)
                print(f"Waiting up to {counted(settings.store_wait, 'second')}: {said}", file=sys.stderr, flush=True)
            time.sleep(_PAUSE_SECONDS)


def find_contradiction(settings: Settings) -> str | None:
    """Why these settings do not go together, in a sentence."""
    if settings.workers > 1 and not hasattr(signal, "SIGHUP"):
        return f"{settings.workers} workers need Linux or macOS; here a server is one process."
    if settings.workers > 1 and not is_shared(settings.store):
        return (
            f"{settings.workers} workers need a store that they can share: --store postgresql://... "
            "A store in a file works with one process, which is fast enough for thousands of moves a second."
        )
    return None


def find_advice(settings: Settings) -> str | None:
    """What an operator should know who opens the server to other machines without a proxy, in two sentences."""
    if settings.proxy or is_local(settings.host):
        return None
    return (
        "Other machines can reach this address, without TLS and with no bound on new connections from many addresses "
        "at once. On the open internet put a proxy in front that has both: see docs/server.md, Behind nginx."
    )


def is_local(host: str) -> bool:
    """Can only this machine reach the address?"""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def make_config(settings: Settings, metrics_directory: str = "") -> uvicorn.Config:
    """How uvicorn serves; the port is the real one."""
    return uvicorn.Config(
        partial(create_app, settings._replace(origins=find_origins(settings)), metrics_directory),
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        http=HttpProtocol,
        h11_max_incomplete_event_size=MOST_HEAD,
        ws=FastWebSocketProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy,
        server_header=False,
    )


def open_listener(settings: Settings) -> socket.socket:
    """The listening socket that all workers share; raises an error in one sentence if the port is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    # On Windows, SO_REUSEADDR would let a second server take the port of the first.
    exclusive: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(
            f"Cannot listen on {settings.host} port {settings.port}: {reason}. Try another --port."
        ) from error
    listener.set_inheritable(True)
    return listener


def find_origins(settings: Settings) -> tuple[str, ...]:
    """The origins of our own pages: those given, or else this host by its usual names."""
    if settings.origins:
        return tuple(origin.rstrip("/") for origin in settings.origins)
    at_home = {"127.0.0.1": {"127.0.0.1"}, "::1": {"::1"}, "0.0.0.0": {"127.0.0.1"}, "::": {"127.0.0.1", "::1"}}
    names = at_home[settings.host] | {"localhost"} if settings.host in at_home else {settings.host}
    port = "" if settings.port == _HTTP_PORT else f":{settings.port}"  # browsers leave out the default port
    return tuple(f"http://{_bracket(name)}{port}" for name in sorted(names))


def _bracket(host: str) -> str:
    return f"[{host}]" if ":" in host else host
