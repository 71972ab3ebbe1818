"""What a socket leaves behind: nothing that only the garbage collector could find."""

from __future__ import annotations

import gc
import time
from collections import Counter
from pathlib import Path

from fathom.web.http.uvicorn_http import HttpProtocol
from fathom.web.live.connection import Connection
from fathom.web.live.uvicorn_transport import FastWebSocketProtocol
from tests.patience import PATIENCE
from tests.web.site import FAST, serving

KINDS = (Connection, FastWebSocketProtocol, HttpProtocol)


def alive() -> Counter[str]:
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in KINDS)


def test_a_closed_socket_is_gone_without_a_garbage_collection(tmp_path: Path) -> None:
    with serving(str(tmp_path / "server.db"), transport=FAST) as site:
        seat = site.sits()
        gc.collect()
        gc.disable()
        try:
            before = alive()
            for number in range(10):
                with seat.subscribed() as socket:
                    socket.ask("move", move="6", expected=number)
            deadline = time.monotonic() + PATIENCE
            while alive() - before and time.monotonic() < deadline:
                time.sleep(0.02)
            assert not alive() - before
        finally:
            gc.enable()
