"""How much of what the product says is checked: a sample in `make test`, everything in `make truth`.

`make check` checks a sample with a fresh seed.

pytestmark = [pytest.mark.slow, pytest.mark.truth]
rng = Random(truth.SEED)              the same every time in `make test`, fresh in `make truth`
truth.amount(1_500, 20_000)           the first in `make test`, the second in `make truth`
"""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

_GIVEN = os.environ.get("FATHOM_TRUTH_SEED")
IS_FULL = _GIVEN is not None and os.environ.get("FATHOM_TRUTH_SIZE") != "sample"
IS_FRESH = _GIVEN is not None
SEED = int(_GIVEN) if _GIVEN else 11


def amount(sample: T, everything: T) -> T:
    """How many, or which, to check in this run."""
    return everything if IS_FULL else sample
