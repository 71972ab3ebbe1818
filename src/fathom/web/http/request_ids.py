"""The id of a request: in its response, in every line logged during it, and in what a visitor can quote."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

HEADER: Final = "X-Request-ID"
_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")

#: The id of the request that is being answered; empty between requests.
request_id: Final[ContextVar[str]] = ContextVar("request_id", default="")


def find_request_id(scope: Scope) -> str:
    """The id that a trusted proxy has given to a request, or a new one."""
    if _is_proxied(scope):
        given = Headers(scope=scope).get(HEADER, "")
        if _WELL_FORMED.fullmatch(given):
            return given
    return secrets.token_hex(8)


def _is_proxied(scope: Scope) -> bool:
    """Has the server taken the client's address from a proxy that it trusts? Such an address has no port."""
    client = scope.get("client")
    return client is not None and client[1] == 0
