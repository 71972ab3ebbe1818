"""Every address of the API: the operations, their description, the sockets, and what an operator looks at."""

from __future__ import annotations

import asyncio
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from fathom import __version__
from fathom.web.api import drills, games, matches, openapi, shapes
from fathom.web.api.matches import token_of
from fathom.web.api.operations import Operation, answered
from fathom.web.http.limits import Bucket
from fathom.web.live.connection import TOO_MANY, Connection
from fathom.web.live.server import Server, address_of, server_of
from fathom.web.live.transport import EXTENSION
from fathom.web.puzzle import api as puzzles


async def healthz(request: Request) -> Response:
    """Fine, if the store can be reached."""
    await server_of(request).house.journal.read(lambda ledger: ledger.check())
    return answered({"status": "ok", "version": __version__})


async def metrics(request: Request) -> Response:
    return Response(server_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def described(_request: Request) -> Response:
    return answered(_document())


@cache
def _document() -> dict[str, object]:
    return openapi.document(OPERATIONS)


class Live:
    """The socket of a match, as an ASGI application of its own: frames reach it without a detour."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        server, address = server_of(socket), address_of(socket)
        await socket.accept()
        if not server.sockets.enter(address):
            await socket.close(TOO_MANY, "too many sockets from your address")
            return
        server.metrics.sockets += 1
        try:
            # A task of its own: waking it does not wake everything that a request goes through before it gets here.
            await asyncio.create_task(self._connection(socket, server).converse(receive))
        finally:
            server.metrics.sockets -= 1
            server.sockets.leave(address)

    def _connection(self, socket: WebSocket, server: Server) -> Connection:
        match_id, rate = socket.path_params["id"], server.limits.messages_per_second
        wire, bucket = socket.scope["extensions"][EXTENSION], Bucket(rate, 3 * rate)
        return Connection(server.house, match_id, token_of(socket, match_id), bucket, wire)


OPERATIONS: tuple[Operation, ...] = (
    *games.OPERATIONS,
    *matches.OPERATIONS,
    *puzzles.OPERATIONS,
    *drills.OPERATIONS,
    Operation("GET", "/healthz", healthz, "Is the server well?", shapes.Health),
    Operation("GET", "/metrics", metrics, "Counters, for Prometheus", str, answer_type="text/plain"),
)


def _route(path: str) -> Route:
    """One route for all methods of an address: whoever tries another is told of each of them."""
    handlers = {operation.method: operation.handler for operation in OPERATIONS if operation.path == path}

    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, handle, methods=list(handlers))


ROUTES: list[BaseRoute] = [
    *(_route(path) for path in dict.fromkeys(operation.path for operation in OPERATIONS)),
    Route("/api/openapi.json", described),
    WebSocketRoute("/api/matches/{id}/live", Live()),
]
