"""The worker process of `fathom serve`: its settings, and tuning for a process that does nothing else.

All changes to global state are here; the application itself makes none.
"""

from __future__ import annotations

import gc
import os
import sys

import msgspec

from fathom.web.application import Application, app
from fathom.web.http import logs
from fathom.web.http.limits import Limits

_VARIABLE = "FATHOM_SERVE"
#: The thresholds of the garbage collector: collections are rare, and short enough not to be noticed.
_GARBAGE = (10_000, 5, 10)
#: The journal's thread waits no longer than this for its turn, however busy the loop is: a tenth of the default.
_TURN_SECONDS = 0.0005


class Settings(msgspec.Struct, frozen=True):
    """The settings of a server. `store` is a file or a PostgreSQL URL; pages from `origins` may change anything."""

    store: str
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()
    log_level: str = "warning"


def hand_over(settings: Settings) -> None:
    """Pass the settings to the processes that we start."""
    os.environ[_VARIABLE] = msgspec.json.encode(settings).decode()


def create_app() -> Application:
    """The application of this process, from the settings passed to it."""
    settings = msgspec.json.decode(os.environ[_VARIABLE], type=Settings)
    logs.set_up(settings.log_level)
    application = app(settings.store, origins=settings.origins, limits=settings.limits)
    sys.setswitchinterval(_TURN_SECONDS)
    gc.freeze()  # what exists now stays, so it need not be scanned again
    gc.set_threshold(*_GARBAGE)
    return application
