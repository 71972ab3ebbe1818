"""Operations and sockets of the API: one declaration both serves and documents each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeAlias, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from fathom.core.numerals import read_number
from fathom.core.words import quoted
from fathom.errors import BadRequest, TooLarge
from fathom.web.http.limits import client_address
from fathom.web.http.responses import JSON
from fathom.web.live.requests import read_body
from fathom.web.live.server import lane_of, server_of
from fathom.web.thinking.threads import run_in_page_thread

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")
#: Anything that JSON can say.
Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
#: A JSON schema, or a part of one.
Schema: TypeAlias = dict[str, Json]
Handler = Callable[[Request], Awaitable[Response]]
LARGEST_BODY = 64 * 1024


class Parameter(NamedTuple):
    """A parameter in the URL, in the query string unless it is part of the path."""

    name: str
    meaning: str
    schema: Schema
    in_path: bool = False
    required: bool = False


class Operation(NamedTuple):
    """One operation. `statuses` are its error responses, besides 400, 429 and 503, which any operation may give.

    If it `is_tagged`, its answer has an entity tag, and a client that knows the tag gets 304 instead.
    """

    method: str
    path: str
    handler: Handler
    summary: str
    answer: type
    body: type | None = None
    status: int = 200
    parameters: tuple[Parameter, ...] = ()
    statuses: tuple[int, ...] = ()
    answer_type: str = JSON
    body_type: str = JSON
    is_tagged: bool = False


class Socket(NamedTuple):
    """A socket: the frames that it receives, and those that it sends."""

    path: str
    summary: str
    takes: tuple[type, ...]
    sends: tuple[type, ...]


async def receive_body(request: Request, largest: int = LARGEST_BODY) -> bytes:
    """The body of a request; raises `TooLarge`."""
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > largest:
                raise TooLarge(f"The body is too large: at most {largest:,} bytes.")
            parts.append(part)
    except ClientDisconnect as error:
        raise BadRequest("The body ended before it was complete.") from error
    return b"".join(parts)


async def read_json(request: Request, kind: type[S], largest: int = LARGEST_BODY) -> S:
    """The body of a request, checked."""
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != JSON:
        raise BadRequest(f"The body must be JSON, with the header Content-Type: {JSON}.")
    return read_body(kind, await receive_body(request, largest))


def in_thread(handler: Callable[[Request], Response]) -> Handler:
    """A handler that runs in a thread, for one address one at a time: so nobody waits for all the pages of another."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        async with lane_of(request):
            return await run_in_page_thread(handler, request)

    return handle


async def think(request: Request, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Run slow work off the event loop, in turn with that of others; it stops when the client goes away."""
    thinking = server_of(request).thinking
    running = asyncio.ensure_future(thinking.run(client_address(request), work, *arguments, **named))
    leaving = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait({running, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise BadRequest("You have not waited for the answer.")
        return running.result()
    finally:
        running.cancel()
        leaving.cancel()


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def query_number(request: Request, name: str, default: int, low: int, high: int) -> int:
    """A whole number from the query string."""
    text = request.query_params.get(name)
    if text is None:
        return default
    number = read_number(text)
    if number is None or not low <= number <= high:
        raise BadRequest(f"{name}={quoted(text)} is not possible: it is a whole number from {low} to {high}.")
    return number


def query_word(request: Request, name: str, words: tuple[str, ...], default: str) -> str:
    """One of a few words from the query string."""
    text = request.query_params.get(name, default)
    if text not in words:
        raise BadRequest(f"{name}={quoted(text)} is not possible: it is {' or '.join(words)}.")
    return text
