"""The application: the API and the pages behind one door that checks, counts and answers every request."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from fathom.errors import (
    BadRequest,
    FathomError,
    GameOver,
    IllegalMove,
    InputError,
    NoSeat,
    NotFound,
    NothingToUndo,
    NotNow,
    NotYourTurn,
    StaleMatch,
    StoreError,
    TooLarge,
    TooMany,
    UnknownGame,
    WrongOrigin,
)
from fathom.web.api.operations import answered
from fathom.web.api.routes import ROUTES
from fathom.web.http import logs
from fathom.web.http.middleware import Door
from fathom.web.http.settings import Settings, handed_over
from fathom.web.live.server import running
from fathom.web.pages import drills as drill_pages
from fathom.web.pages import home as pages
from fathom.web.pages import play as play_pages
from fathom.web.puzzle import pages as puzzle_pages

log = logging.getLogger("fathom.web")

#: How much comes into being before garbage is looked for: seldom, and little enough at a time not to be felt.
_GARBAGE = (10_000, 5, 10)

#: The first class that fits decides.
_STATUSES: tuple[tuple[type[FathomError], int], ...] = (
    (UnknownGame, 404),
    (NotFound, 404),
    (NoSeat, 403),
    (WrongOrigin, 403),
    (TooMany, 429),
    (TooLarge, 413),
    (BadRequest, 400),
    (StaleMatch, 409),
    (StoreError, 503),
    (IllegalMove, 422),
    (NotYourTurn, 409),
    (GameOver, 409),
    (NotNow, 409),
    (NothingToUndo, 409),
    (InputError, 422),
)


def application(settings: Settings) -> Starlette:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with running(app, settings):
            yield

    return Starlette(
        routes=[*ROUTES, *pages.ROUTES, *play_pages.ROUTES, *puzzle_pages.ROUTES, *drill_pages.ROUTES],
        middleware=[
            Middleware(Door, origins=frozenset(settings.origins), failed=failed),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={FathomError: refused, HTTPException: not_served},
        lifespan=lifespan,
    )


def from_environment() -> Starlette:
    """The application of a process that `fathom serve` started."""
    settings = handed_over()
    logs.set_up(settings.log_level)
    app = application(settings)
    gc.freeze()  # what is there now stays, and need not be looked through again and again
    gc.set_threshold(*_GARBAGE)
    return app


def status_of(error: FathomError) -> int:
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), 422)


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, FathomError)
    return _answer(request, status_of(error), error)


async def not_served(request: Request, error: Exception) -> Response:
    """There is no such address, or not for that method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        problem: FathomError = BadRequest(f"{request.method} does not work here.")
    else:
        told = error.detail != HTTPStatus(error.status_code).phrase
        problem = NotFound(error.detail if told else "There is nothing at this address.")
    response = _answer(request, error.status_code, problem)
    response.headers.update(error.headers or {})
    return response


async def failed(request: Request, error: Exception) -> Response:
    """A mistake of ours: told in one sentence, and in full in the log."""
    log.error("unhandled error", exc_info=error, extra={"path": request.url.path})
    return _answer(request, 500, FathomError("Something went wrong on the server; it has been noted."))


def _answer(request: Request, status: int, error: FathomError) -> Response:
    """A refusal as JSON for programs, as a page for people."""
    if _wants_json(request):
        response = answered({"error": error.as_json()}, status)
    else:
        response = pages.error_page(request, HTTPException(status, str(error)))
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith(("/api/", "/healthz", "/metrics")) or request.method != "GET"
