"""The process that `fathom serve` starts: its settings, and what is tuned for a process that does nothing else.

Everything that changes a whole process is here; the application itself leaves its process as it is.
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
#: How much comes into being before garbage is looked for: seldom, and little enough at a time not to be felt.
_GARBAGE = (10_000, 5, 10)
#: The thread of the journal gets its turn this soon, however busy the loop is: a tenth of Python's default.
_TURN_SECONDS = 0.0005


class Settings(msgspec.Struct, frozen=True):
    """How a server is to run. `store` is a file or a PostgreSQL URL; `origins` may change anything."""

    store: str
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()
    log_level: str = "warning"


def hand_over(settings: Settings) -> None:
    """Leave the settings where the processes that we start find them."""
    os.environ[_VARIABLE] = msgspec.json.encode(settings).decode()


def create_app() -> Application:
    """The application of this process, by the settings that were handed over to it."""
    settings = msgspec.json.decode(os.environ[_VARIABLE], type=Settings)
    logs.set_up(settings.log_level)
    application = app(settings.store, origins=settings.origins, limits=settings.limits)
    sys.setswitchinterval(_TURN_SECONDS)
    gc.freeze()  # what is there now stays, and need not be looked through again and again
    gc.set_threshold(*_GARBAGE)
    return application
