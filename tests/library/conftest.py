"""The command line, to compare with."""

from __future__ import annotations

import pytest


@pytest.fixture
def fathom_command(fathom):
    """Runs `fathom` as a program; here, the name of that fixture is taken by the package."""
    return fathom
