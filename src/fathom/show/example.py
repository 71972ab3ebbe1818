"""Examples: small positions that show what a game and its rules are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Example(NamedTuple):
    """A position by its code: what there is to see in it, or a move to be tried that a rule refuses there."""

    code: str
    told: str = ""
    tried: str = ""


class Examples(NamedTuple):
    """A game at a glance, by the code of a telling position, and examples by the number of their rule."""

    glance: str
    of_rules: Mapping[int, tuple[Example, ...]] = {}
