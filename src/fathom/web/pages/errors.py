"""Error responses: JSON for programs, a page for people."""

from __future__ import annotations

import logging
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fathom.errors import (
    BadRequest,
    FathomError,
    GameOver,
    IllegalMove,
    InputError,
    KeyTaken,
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
    UnreadableMatch,
    WrongOrigin,
)
from fathom.web.http.links import local_path
from fathom.web.http.request_ids import request_id
from fathom.web.http.responses import refusal_response
from fathom.web.rendering import page

log = logging.getLogger("fathom.web")

#: The first class that matches decides.
_STATUSES: tuple[tuple[type[FathomError], int], ...] = (
    (UnknownGame, 404),
    (NotFound, 404),
    (NoSeat, 403),
    (WrongOrigin, 403),
    (TooMany, 429),
    (TooLarge, 413),
    (BadRequest, 400),
    (StaleMatch, 409),
    (UnreadableMatch, 500),
    (StoreError, 503),
    (IllegalMove, 422),
    (NotYourTurn, 409),
    (GameOver, 409),
    (KeyTaken, 409),
    (NotNow, 409),
    (NothingToUndo, 409),
    (InputError, 422),
)
_HEADINGS = {
    HTTPStatus.NOT_FOUND: "Not found",
    HTTPStatus.TOO_MANY_REQUESTS: "Slow down a little",
    HTTPStatus.SERVICE_UNAVAILABLE: "Back in a moment",
}
_FOR_PROGRAMS = ("/api/", "/healthz", "/readyz", "/metrics")


def status_of(error: FathomError) -> int:
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), 422)


async def answer_refusal(request: Request, error: Exception) -> Response:
    """The response to a refused request, with one clear reason."""
    assert isinstance(error, FathomError)
    return _answer(request, status_of(error), error)


async def answer_http_error(request: Request, error: Exception) -> Response:
    """The response for an unknown path or method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        problem: FathomError = BadRequest(f"{request.method} is not allowed here.")
    else:
        has_detail = error.detail != HTTPStatus(error.status_code).phrase
        problem = NotFound(error.detail if has_detail else "There is nothing at this address.")
    response = _answer(request, error.status_code, problem)
    response.headers.update(error.headers or {})
    return response


async def answer_failure(request: Request, error: Exception) -> Response:
    """The response to an unexpected error, which is logged in full; a store that cannot be opened is a refusal.

    It names the request, as its lines in the log do.
    """
    if isinstance(error, FathomError):
        return await answer_refusal(request, error)
    log.error("unhandled error", exc_info=error, extra={"path": request.url.path})
    failure = FathomError(
        "Something went wrong on the server; the error has been logged. "
        f"If you report it, please mention request {request_id.get()}."
    )
    failure.detail = {"request": request_id.get()}
    return _answer(request, 500, failure)


def _answer(request: Request, status: int, error: FathomError) -> Response:
    if _wants_json(request):
        response = refusal_response(error, status)
    else:
        heading = _HEADINGS.get(HTTPStatus(status), "That did not work")
        response = page(request, "error.html", status, heading=heading, sentence=str(error))
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _wants_json(request: Request) -> bool:
    return local_path(request.scope).startswith(_FOR_PROGRAMS) or request.method != "GET"
