"""Ports for servers that a benchmark or a test starts."""

from __future__ import annotations

import random
import socket

#: Below what systems give to outgoing connections, so that none of those takes a port between the look and the use.
RANGE = range(20_000, 32_000)
TRIES = 100


def free_port() -> int:
    """A port that nobody listens on; whoever asks at the same time hardly ever gets the same one."""
    for port in random.sample(RANGE, TRIES):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"none of {TRIES} ports between {RANGE.start} and {RANGE.stop} is free")
