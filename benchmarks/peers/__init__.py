"""The same games, written for the libraries that fathom is measured against."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pyspiel

from benchmarks.peers.spiel import Parameters

ROOMS = ("pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition")


def load(room: str, options: Parameters | None = None) -> Any:
    """The OpenSpiel game that is the peer of a fathom room, by the room's name and with its options."""
    module = import_module(f"benchmarks.peers.{room.replace('-', '_')}")
    return pyspiel.load_game(module.TYPE.short_name, dict(options or {}))
