"""Logs in JSON lines, without secrets: no tokens, no bodies, no query strings.

Addresses of visitors are written only if the operator wants them.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from starlette.types import Scope

from fathom.web.http.request_ids import request_id

_FIELDS = (
    *("method", "path", "status", "ms", "match", "worker", "code", "reason", "seconds", "received", "sent"),
    *("order", "matches", "days"),
)
_ADDRESS = "address"


class JsonFormatter(logging.Formatter):
    """A line is a JSON object: when, how serious, what, in which request, and further fields."""

    def __init__(self, *, addresses: bool = False) -> None:
        super().__init__()
        self._fields = (*_FIELDS, _ADDRESS) if addresses else _FIELDS

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        if current := request_id.get():
            line["request"] = current
        line |= {name: getattr(record, name) for name in self._fields if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)  # escapes control characters and everything beyond ASCII


def visitor_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def set_up(level: str, *, addresses: bool) -> None:
    """Log to standard error, with the addresses of visitors or without."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(addresses=addresses))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # its lines contain whole URLs
