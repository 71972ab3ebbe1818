"""Examples: small positions that show what a game and its rules are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Example(NamedTuple):
    """A position by its code, with what it shows, or with a move that a rule refuses there."""

    code: str
    told: str = ""
    tried: str = ""


class Examples(NamedTuple):
    """The code of a position that shows the game at a glance, and examples by the number of their rule."""

    glance: str
    of_rules: Mapping[int, tuple[Example, ...]] = {}
