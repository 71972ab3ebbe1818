"""The shared state of one running application: its matches, limits and counters."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from starlette.requests import HTTPConnection

from fathom.errors import StoreError
from fathom.storage.journal import Ledger, is_shared, open_ledger
from fathom.storage.journal.blocks import BLOCKS, read_blocks
from fathom.storage.journal.group import Journal
from fathom.storage.journal.local import Device, LocalJournal, restore
from fathom.storage.journal.orders import Block, Order, Report, Unblock
from fathom.storage.journal.presences import Hint
from fathom.web.http.blocks import Blocks
from fathom.web.http.limits import (
    BUSY_SOCKETS,
    Addresses,
    Lane,
    Lanes,
    Limits,
    Sockets,
    client_address,
    count_acceptances,
    count_new_matches,
)
from fathom.web.http.metrics import Levels, Metrics
from fathom.web.live.bots import Bots
from fathom.web.live.connection import Connection
from fathom.web.live.control import Control, control_path
from fathom.web.live.garbage import Garbage
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.matches import Matches
from fathom.web.live.moments import now
from fathom.web.live.pulse import Pulse
from fathom.web.live.readiness import Readiness
from fathom.web.live.retention import Retention
from fathom.web.thinking.queue import Runner, Thinking
from fathom.web.thinking.threads import run_in_thread

if TYPE_CHECKING:
    from fathom.web.http.exposition import SharedMetrics


class Server:
    """The state of one application while its store is open. Two applications share nothing."""

    def __init__(
        self,
        matches: Matches,
        limits: Limits,
        thinking: Thinking,
        new_matches: Addresses,
        shared_metrics: SharedMetrics | None = None,
        blocks: Blocks | None = None,
        *,
        has_pulse: bool = True,
    ) -> None:
        self.matches = matches
        self.metrics = matches.metrics
        self.metrics.levels = self._levels
        self.shared_metrics = shared_metrics
        self.limits = limits
        self.loop = asyncio.get_running_loop()
        self.new_matches = new_matches
        self.sockets = Sockets(limits.sockets_per_address)
        rate = BUSY_SOCKETS * limits.messages_per_second
        self.messages = Addresses("messages", rate, 3 * rate)
        self._lanes = Lanes(limits.requests_per_second)
        self.thinking = thinking
        self.readiness = Readiness(matches.journal)
        self.blocks = blocks or Blocks()
        self._connections: dict[Connection, str] = {}
        self._refreshing: set[asyncio.Task[None]] = set()
        self._control: Control | None = None
        self._retention: Retention | None = None
        self._garbage = Garbage()
        self._pulse = Pulse(self.metrics.lag_seconds.add, self._collect, self.publish) if has_pulse else None
        #: The boards of live matches in the list, and the event after which each was drawn.
        self.drawings: WeakKeyDictionary[LiveMatch, tuple[int, str]] = WeakKeyDictionary()

    def _collect(self) -> None:
        self._garbage.collect(self.metrics.events)

    def lane_of(self, address: str) -> Lane:
        """The lane of an address: as many may wait there as may ask in a second."""
        return self._lanes.of(address)

    async def close(self) -> None:
        """Close the store when everything acknowledged has been written."""
        if self._pulse:
            self._pulse.stop()
        if self._control:
            await self._control.close()
        if self._retention:
            await self._retention.close()
        for task in self._refreshing:
            task.cancel()
        await self.readiness.close()
        await self.thinking.close()
        await self.matches.close()
        if self.shared_metrics:
            self.shared_metrics.publish(self.metrics)
            self.shared_metrics.close()

    async def take_orders(self, store: Path) -> None:
        """Let the owner of the store's file give orders through a socket beside it."""
        self._control = Control(control_path(store), self.carry_out)
        await self._control.open()

    async def carry_out(self, order: Order) -> Report:
        """Do what an operator orders."""
        report = await self.matches.carry_out(order)
        if isinstance(order, Block | Unblock):
            await self.refresh_blocks()
        return report

    async def refresh_blocks(self) -> None:
        """Block what the store says is blocked, and close the sockets that come from there."""
        moment = now()
        found = await self.matches.journal.read(lambda ledger: read_blocks(ledger, moment))
        self.blocks.replace((block.network, block.until) for block in found)
        for connection, host in list(self._connections.items()):
            if self.blocks.holds(host):
                connection.block()

    @contextlib.contextmanager
    def connected(self, connection: Connection, host: str) -> Iterator[None]:
        """Know where an open connection comes from."""
        self._connections[connection] = host
        if self.blocks.holds(host):  # since the handshake
            connection.block()
        try:
            yield
        finally:
            del self._connections[connection]

    def hear(self, match: str, sequence: int) -> None:
        """Another server has written something, see `Heard`."""
        if match in {"", BLOCKS}:
            task = asyncio.create_task(self._try_to_refresh())
            self._refreshing.add(task)
            task.add_done_callback(self._refreshing.discard)
        if hint := Hint.read(match):
            self.matches.look_for_players(hint)
        else:
            self.matches.look_for_news(match, sequence)

    async def _try_to_refresh(self) -> None:
        with contextlib.suppress(StoreError):  # after a lost connection, everything is looked at again
            await self.refresh_blocks()

    def keep(self, days: int) -> None:
        """Delete matches without an event for so many days, from now on."""
        self._retention = Retention(days, self.matches.carry_out)
        self._retention.start()

    def _levels(self) -> Levels:
        return Levels(self.matches.in_memory, self.thinking.waiting, self.thinking.running)

    def publish(self) -> None:
        """Show the metrics to the other workers, if there are any."""
        if self.shared_metrics:
            self.shared_metrics.publish(self.metrics)


async def open_server(
    store: str | Device,
    limits: Limits,
    metrics: Metrics,
    runners: Sequence[Runner],
    shared_metrics: SharedMetrics | None = None,
    blocks: Blocks | None = None,
    bots: Mapping[str, str] | None = None,
) -> Server:
    """Open the store, a file, a PostgreSQL URL or the visitor's device; listen to what other servers write to it."""
    is_local = isinstance(store, Device)
    ledger: Ledger
    if isinstance(store, Device):
        ledger = memory = restore(store.rows)
        journal: Journal = LocalJournal(memory, store.keep, metrics)
    else:
        ledger = await run_in_thread(open_ledger, store)
        journal = Journal(ledger, metrics)
    thinking = Thinking(runners, metrics.count_call)
    new_matches = count_new_matches(limits)
    matches = Matches(
        journal,
        metrics,
        thinking,
        charge=new_matches.take,
        acceptances=count_acceptances(limits),
        is_shared=not isinstance(store, Device) and is_shared(store),
        is_local=is_local,
        bots=Bots(bots or {}),
    )
    loop = asyncio.get_running_loop()
    server = Server(matches, limits, thinking, new_matches, shared_metrics, blocks, has_pulse=not is_local)
    try:
        await server.refresh_blocks()
        await matches.clocks.open()
    except BaseException:
        await server.close()
        raise
    ledger.listen(lambda match, sequence: _pass_on(loop, server, match, sequence))
    return server


def _pass_on(loop: asyncio.AbstractEventLoop, server: Server, match: str, sequence: int) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(server.hear, match, sequence)


def lane_of(connection: HTTPConnection) -> Lane:
    """The lane of whoever asks."""
    return server_of(connection).lane_of(client_address(connection))


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request came to."""
    server: Server = connection.app.state.server
    return server
