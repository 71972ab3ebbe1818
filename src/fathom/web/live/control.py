"""The operator's way into a running server: a Unix socket beside the store, which only its owner can open.

    server.db.control      one order on each line, in JSON; each is answered by a line with its report

A store in a file has one writing process, the server; so whoever wants to change the store asks the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from fathom.errors import FathomError
from fathom.storage.journal.orders import Order, Report

CarryOut = Callable[[Order], Awaitable[Report]]
log = logging.getLogger("fathom.control")
#: The longest line, in bytes.
LONGEST_ORDER = 65_536
_CLOSING_SECONDS = 2.0
_orders: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order)


def control_path(store: Path) -> Path:
    """Where the server that has a store listens for orders."""
    return store.with_name(f"{store.name}.control")


class Control:
    """Takes orders until it is closed."""

    def __init__(self, path: Path, carry_out: CarryOut) -> None:
        self._path = path
        self._carry_out = carry_out
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Begin to listen; where that is not possible, the server works without."""
        try:
            listener = _bind(self._path)
            self._server = await asyncio.start_unix_server(self._serve, sock=listener, limit=LONGEST_ORDER)
        except (OSError, NotImplementedError, AttributeError) as error:  # no such sockets, or the path is too long
            log.warning("no control socket", extra={"path": str(self._path), "reason": str(error)})

    async def close(self) -> None:
        if self._server:
            self._server.close()
            for writer in self._open:
                writer.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await self._server.wait_closed()
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            while line := await reader.readline():
                writer.write(msgspec.json.encode(await self._answer(line)) + b"\n")
                await writer.drain()
        except (OSError, ValueError):  # gone, or a line that is too long
            pass
        finally:
            self._open.discard(writer)
            writer.close()

    async def _answer(self, line: bytes) -> Report:
        try:
            order = _orders.decode(line)
            report = await self._carry_out(order)
        except msgspec.MsgspecError as error:
            return Report(problem=f"The server cannot read this order: {error}.")
        except FathomError as error:
            return Report(problem=str(error))
        log.info("order", extra={"order": type(order).__name__, "matches": len(report.matches)})
        return report


def _bind(path: Path) -> socket.socket:
    """A socket that nobody else may open: its permissions are set before it listens."""
    listener = socket.socket(socket.AF_UNIX)
    try:
        path.unlink(missing_ok=True)  # left behind by a server that was killed: the store is ours
        listener.bind(str(path))
        path.chmod(0o600)
    except BaseException:
        listener.close()
        raise
    return listener
