"""The routes of the API: the operations, the document that describes them, the sockets, and health and metrics."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from fathom import __version__
from fathom.web.api import drills, games, matches, openapi, shapes
from fathom.web.api.matches import token_of
from fathom.web.api.operations import Handler, Operation, Socket
from fathom.web.http.limits import Bucket, client_address
from fathom.web.http.links import root_of
from fathom.web.http.responses import json_response
from fathom.web.live.connection import TOO_MANY, Connection
from fathom.web.live.frames import SentFrame
from fathom.web.live.requests import Frame
from fathom.web.live.server import Server, server_of
from fathom.web.live.transport import EXTENSION, AsgiTransport, Transport


async def healthz(_request: Request) -> Response:
    """Alive: the event loop answers."""
    return json_response(shapes.Health("ok", __version__))


async def readyz(request: Request) -> Response:
    """Ready: the store has just written something durably; raises `StoreError`."""
    await server_of(request).readiness.check()
    return json_response(shapes.Health("ok", __version__))


async def metrics(request: Request) -> Response:
    return Response(server_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


class Live:
    """The socket of a match, as a bare ASGI application: frames reach it directly."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        server, address = server_of(socket), client_address(socket)
        await socket.accept()
        if not server.sockets.enter(address):
            await socket.close(TOO_MANY, "too many sockets from your address")
            return
        server.metrics.sockets += 1
        try:
            await self._converse(socket, server, receive, send)
        finally:
            server.metrics.sockets -= 1
            server.sockets.leave(address)

    async def _converse(self, socket: WebSocket, server: Server, receive: Receive, send: Send) -> None:
        """Run the connection over the server's own transport if it has one, else over ASGI."""
        match_id, rate = socket.path_params["id"], server.limits.messages_per_second
        fast: Transport | None = (socket.scope.get("extensions") or {}).get(EXTENSION)
        transport = fast or AsgiTransport(send)
        bucket = Bucket(rate, 3 * rate)
        token, visitor = token_of(socket, match_id), client_address(socket)
        connection = Connection(server.matches, match_id, token, bucket, transport, visitor)
        # A separate task: waking it does not wake all the middleware that the request has passed.
        if isinstance(transport, AsgiTransport):
            await transport.run(connection.converse(receive))
        else:
            await asyncio.create_task(connection.converse(receive))


OPERATIONS: tuple[Operation, ...] = (
    *games.OPERATIONS,
    *matches.OPERATIONS,
    *drills.OPERATIONS,
    Operation("GET", "/healthz", healthz, "Is the server alive?", shapes.Health),
    Operation("GET", "/readyz", readyz, "Can the server write what it acknowledges?", shapes.Health),
    Operation("GET", "/metrics", metrics, "Counters, for Prometheus", str, answer_type="text/plain"),
)


LIVE = Socket("/api/matches/{id}/live", "A match as it happens, and commands", get_args(Frame), get_args(SentFrame))


def make_routes(operations: Sequence[Operation]) -> list[BaseRoute]:
    """The routes of these operations, of the document that describes them, and of the sockets."""
    return [
        *(_route(path, operations) for path in dict.fromkeys(operation.path for operation in operations)),
        Route("/api/openapi.json", _description(operations)),
        WebSocketRoute(LIVE.path, Live()),
    ]


def _route(path: str, operations: Sequence[Operation]) -> Route:
    """One route for all methods of a path, so that a 405 response lists all of them."""
    handlers = {operation.method: operation.handler for operation in operations if operation.path == path}

    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, handle, methods=list(handlers))


def _description(operations: Sequence[Operation]) -> Handler:
    """The handler that serves the OpenAPI document, which is made on first use."""
    document = cache(lambda: openapi.document(operations, [LIVE]))

    async def handle(request: Request) -> Response:
        return json_response(document() | {"servers": [{"url": root_of(request.scope) or "/"}]})

    return handle
