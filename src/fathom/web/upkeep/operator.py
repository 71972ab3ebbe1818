"""Carrying out orders: on the store itself, or, if a server has its file, through that server."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Protocol

import msgspec

from fathom.errors import StoreError, StoreInUse
from fathom.storage.journal import Ledger, is_shared, open_ledger
from fathom.storage.journal.looking import stored_version
from fathom.storage.journal.orders import Order, Report, carry_out
from fathom.storage.journal.statements import VERSION
from fathom.web.live.control import control_path

_PATIENCE_SECONDS = 60.0
_reports: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report)


class Operator(Protocol):
    """Carries out orders."""

    def carry_out(self, order: Order) -> Report:
        """Do what is ordered; raises `StoreError` if the store or the server fails."""

    def close(self) -> None: ...


def open_operator(place: str) -> Operator:
    """Whoever can change the store at a place now; raises `StoreError` if nobody can."""
    if not is_shared(place) and not Path(place).is_file():
        raise StoreError(f"There is no store {place}: name the server's with --store.")
    try:
        version = stored_version(place)
        if version != VERSION:
            raise StoreError(
                f"The store is in version {version}: start the server once, which upgrades it to {VERSION}."
            )
        return _Direct(open_ledger(place))
    except StoreInUse as error:
        return _ThroughServer(control_path(Path(place)), error)


class _Direct:
    """Changes the store itself."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def carry_out(self, order: Order) -> Report:
        return carry_out(self._ledger, order)

    def close(self) -> None:
        self._ledger.close()


class _ThroughServer:
    """Asks the server that has the file."""

    def __init__(self, path: Path, in_use: StoreInUse) -> None:
        if not hasattr(socket, "AF_UNIX"):  # Windows, where a server takes no orders
            raise in_use
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_PATIENCE_SECONDS)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            reason = error.strerror or str(error)
            raise StoreError(f"{in_use} Its control socket {path} does not answer: {reason}.") from error
        self._lines = self._socket.makefile("rb")

    def carry_out(self, order: Order) -> Report:
        try:
            self._socket.sendall(msgspec.json.encode(order) + b"\n")
            line = self._lines.readline()
        except OSError as error:
            raise StoreError(f"The server does not answer: {error.strerror or error}.") from error
        if not line:
            raise StoreError(
                "The server has stopped before it answered: it is unknown whether the order was carried out."
            )
        return _reports.decode(line)

    def close(self) -> None:
        self._lines.close()
        self._socket.close()
