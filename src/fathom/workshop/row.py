"""A figure of an audit in words."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A figure: its name, the figure itself, and what it means."""

    name: str
    figure: str
    meaning: str
