"""The server and the web app: live matches, an API, and pages that need no build step.

    from fathom.web import app
    application = app("server.db")          an ASGI application, for any ASGI server

Names are imported on first use, so that importing `fathom.web` needs no dependencies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fathom.web.application import Application, app
    from fathom.web.http.limits import Limits

__all__ = ["Application", "Limits", "app"]


def __getattr__(name: str) -> object:
    if name == "Limits":
        from fathom.web.http.limits import Limits

        return Limits
    if name in {"Application", "app"}:
        from fathom.web import application

        return getattr(application, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
