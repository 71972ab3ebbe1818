"""The worker process of `fathom serve`: its application, and tuning for a process that does nothing else.

All changes to global state are here; the application itself makes none.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from fathom.web.application import Application, app
from fathom.web.http import logs
from fathom.web.settings import Settings, read_bots

#: The journal's thread waits no longer than this for its turn, however busy the loop is: a fiftieth of the default.
_TURN_SECONDS = 0.0001
#: The files, and so the connections, that the process may have open, if the system allows it.
_FILES = 65_536


def create_app(settings: Settings, metrics_directory: str = "") -> Application:
    """The application of this process; `settings.origins` are those of its pages.

    `metrics_directory` is where the workers of one server show each other their metrics.
    """
    logs.set_up(settings.log, addresses=settings.log_addresses)
    _allow_files()
    application = app(
        settings.store,
        origins=settings.origins,
        limits=settings.limits,
        keep_days=settings.keep_days,
        bots=read_bots(settings.bots),
    )
    application.take_orders()
    application.is_patient = True
    if metrics_directory:
        from fathom.web.http.exposition import SharedMetrics

        application.share_metrics(SharedMetrics(Path(metrics_directory)))
    sys.setswitchinterval(_TURN_SECONDS)
    gc.freeze()  # what exists now stays, so it need not be scanned again
    gc.disable()  # the server collects by itself: see live/garbage.py
    return application


def _allow_files() -> None:
    """Many systems allow 1,024 files at first, and more to whoever asks."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
