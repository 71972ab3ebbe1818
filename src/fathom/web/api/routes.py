"""The routes of the API: the operations, the document that describes them, the sockets, and health and metrics."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from fathom import __version__
from fathom.web.api import challenges, drills, games, lessons, looking_back, matches, openapi, shapes
from fathom.web.api.matches import token_of
from fathom.web.api.operations import Handler, Operation, Schema, Socket
from fathom.web.http.limits import Bucket, Messages, charge, client_address
from fathom.web.http.links import root_of
from fathom.web.http.logs import visitor_of
from fathom.web.http.paths import API
from fathom.web.http.responses import json_response
from fathom.web.live.connection import TOO_MANY, Connection, Ending
from fathom.web.live.frames import SentFrame
from fathom.web.live.requests import Frame
from fathom.web.live.server import Server, server_of
from fathom.web.live.transport import EXTENSION, AsgiTransport, Transport
from fathom.web.thinking.threads import run_in_thread

log = logging.getLogger("fathom.sockets")
_TOO_MANY_SOCKETS = "too many sockets from your address"
#: The code of a connection that ended without a close frame.
_CUT_OFF = 1006


async def healthz(_request: Request) -> Response:
    """Alive: the event loop answers."""
    return json_response(shapes.Health("ok", __version__))


async def readyz(request: Request) -> Response:
    """Ready: the store has just written something durably; raises `StoreError`."""
    await server_of(request).readiness.check()
    return json_response(shapes.Health("ok", __version__))


async def metrics(request: Request) -> Response:
    from fathom.web.http.exposition import CONTENT_TYPE, expose

    server = server_of(request)
    if server.shared_metrics is None:
        text = expose(server.metrics)
    else:
        server.publish()
        text = await run_in_thread(server.shared_metrics.expose)
    return Response(text, media_type=CONTENT_TYPE)


class Live:
    """The socket of a match, as a bare ASGI application: frames reach it directly."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        server, address = server_of(socket), client_address(socket)
        about = {"match": socket.path_params["id"], "address": visitor_of(scope)}
        await socket.accept()
        if not server.sockets.enter(address):
            server.metrics.count_shed("too-many")
            log.info("socket refused", extra=about | {"code": TOO_MANY, "reason": _TOO_MANY_SOCKETS})
            await socket.close(TOO_MANY, _TOO_MANY_SOCKETS)
            return
        log.info("socket opened", extra=about)
        server.metrics.sockets += 1
        server.metrics.sockets_opened += 1
        try:
            await self._converse(socket, server, receive, send, about)
        finally:
            server.metrics.sockets -= 1
            server.sockets.leave(address)

    async def _converse(
        self, socket: WebSocket, server: Server, receive: Receive, send: Send, about: Mapping[str, str]
    ) -> None:
        """Run the connection over the server's own transport if it has one, else over ASGI."""
        began = time.monotonic()
        match_id, rate = socket.path_params["id"], server.limits.messages_per_second
        fast: Transport | None = (socket.scope.get("extensions") or {}).get(EXTENSION)
        transport = fast or AsgiTransport(send)
        address = client_address(socket)
        messages = Messages(Bucket(rate, 3 * rate), server.messages, address, server.lane_of(address))
        token, visitor = token_of(socket, match_id), client_address(socket)
        connection = Connection(server.matches, match_id, token, messages, transport, visitor, partial(charge, socket))
        # A separate task: waking it does not wake all the middleware that the request has passed.
        with server.connected(connection, visitor_of(socket.scope)):
            if isinstance(transport, AsgiTransport):
                await transport.run(connection.converse(receive))
            else:
                await asyncio.create_task(connection.converse(receive))
        if transport.shed:
            server.metrics.count_shed(transport.shed)
        code, reason = connection.ending or Ending(_CUT_OFF)
        frames = {"received": connection.received, "sent": connection.sent}
        seconds = round(time.monotonic() - began, 1)
        why = {"code": code, "reason": transport.shed or reason, "seconds": seconds}
        log.info("socket closed", extra={**about, **why, **frames})


OPERATIONS: tuple[Operation, ...] = (
    *games.OPERATIONS,
    *matches.OPERATIONS,
    *challenges.OPERATIONS,
    *looking_back.OPERATIONS,
    *drills.OPERATIONS,
    *lessons.OPERATIONS,
    Operation("GET", "/healthz", healthz, "Is the server alive?", shapes.Health),
    Operation("GET", "/readyz", readyz, "Can the server write what it acknowledges?", shapes.Health),
    Operation("GET", "/metrics", metrics, "Counters, for Prometheus", str, answer_type="text/plain"),
)


LIVE = Socket(f"{API}/matches/{{id}}/live", "A match as it happens, and commands", get_args(Frame), get_args(SentFrame))


Describe = Callable[[], Schema]


def describer(operations: Sequence[Operation]) -> Describe:
    """What gives the document that describes these operations, which is made on first use."""
    return cache(lambda: openapi.document(operations, [LIVE]))


def make_routes(operations: Sequence[Operation], describe: Describe) -> list[BaseRoute]:
    """The routes of these operations, of the document that describes them, and of the sockets."""
    return [
        WebSocketRoute(LIVE.path, Live()),  # first, because the router tries one after the other
        *(_route(path, operations) for path in dict.fromkeys(operation.path for operation in operations)),
        Route(f"{API}/openapi.json", _description(describe)),
    ]


def _route(path: str, operations: Sequence[Operation]) -> Route:
    """One route for all methods of a path, so that a 405 response lists all of them."""
    handlers = {operation.method: operation.handler for operation in operations if operation.path == path}

    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, handle, methods=list(handlers))


def _description(describe: Describe) -> Handler:
    """The handler that serves the OpenAPI document."""

    async def handle(request: Request) -> Response:
        return json_response(describe() | {"servers": [{"url": root_of(request.scope) or "/"}]})

    return handle
