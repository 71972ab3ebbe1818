"""Every address of the API: the operations, their description, the sockets, and what an operator looks at."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from fathom import __version__
from fathom.web.api import games, matches, openapi, shapes
from fathom.web.api.matches import token_of
from fathom.web.api.operations import Operation, answered
from fathom.web.limits import Bucket
from fathom.web.server import address_of, server_of
from fathom.web.socket import TOO_MANY, Connection, converse


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


async def live(socket: WebSocket) -> None:
    """The socket of a match."""
    server, address = server_of(socket), address_of(socket)
    match_id = socket.path_params["id"]
    rate = server.limits.messages_per_second
    await socket.accept()
    if not server.sockets.enter(address):
        return await socket.close(TOO_MANY, "too many sockets from your address")
    server.metrics.sockets += 1
    try:
        connection = Connection(server.house, match_id, token_of(socket, match_id), Bucket(rate, 3 * rate))
        await converse(connection, socket.scope, socket.receive, socket.send)
    finally:
        server.metrics.sockets -= 1
        server.sockets.leave(address)


OPERATIONS: tuple[Operation, ...] = (
    *games.OPERATIONS,
    *matches.OPERATIONS,
    Operation("GET", "/healthz", healthz, "Is the server well?", shapes.Health),
    Operation("GET", "/metrics", metrics, "Counters, for Prometheus", str, answer_type="text/plain"),
)

ROUTES: list[BaseRoute] = [
    *(Route(operation.path, operation.handler, methods=[operation.method]) for operation in OPERATIONS),
    Route("/api/openapi.json", described),
    WebSocketRoute("/api/matches/{id}/live", live),
]
