"""Compressed responses. Large ones are compressed beside the event loop, for one address one at a time.

Threads that compress need no lock of Python's, so without a bound they would take the processors from everything else.
"""

from __future__ import annotations

import zlib
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware, GZipResponder
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from fathom.web.http.limits import Lane, Lanes, client_address
from fathom.web.thinking.threads import run_in_thread

_SMALLEST: Final = 1000
_LEVEL: Final = 6
#: From so many bytes on, compressing takes more than a millisecond.
LARGE: Final = 64 * 1024


class CompressionMiddleware(GZipMiddleware):
    """Compresses what is worth it, for clients that can read it."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=_SMALLEST)
        self._lanes = Lanes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            lane = self._lanes.of(client_address(HTTPConnection(scope)))
            await _Responder(self.app, lane)(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class _Responder(GZipResponder):
    def __init__(self, app: ASGIApp, lane: Lane) -> None:
        super().__init__(app, _SMALLEST, _LEVEL)
        self._lane = lane

    async def apply_compression(self, body: bytes, *, more_body: bool) -> bytes:
        if len(body) < LARGE:
            return self._compress(body, more_body)
        async with self._lane.lock:
            return await run_in_thread(self._compress, body, more_body)

    def _compress(self, body: bytes, more_body: bool) -> bytes:
        flushed = zlib.Z_SYNC_FLUSH if more_body else zlib.Z_FINISH
        return self.compressor.compress(body) + self.compressor.flush(flushed)
