"""What the first requests would do, done before there is an application, and the same for everybody."""

from __future__ import annotations

from fathom.storage.journal.memory import MemoryLedger
from fathom.web.pages.home import render_home
from fathom.web.rendering import Places


def warm_up() -> None:
    """Load and draw what most pages need. It leaves nothing open, so the memory of this Python can be copied."""
    MemoryLedger().close()
    render_home(Places("/", "", is_local=True))
