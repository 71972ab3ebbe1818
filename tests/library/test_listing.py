"""What is promised is written down, and changes only on purpose."""

from __future__ import annotations

from pathlib import Path

from tests.library.listing import listing


def test_the_public_interface_is_the_one_that_is_promised():
    promised = Path(__file__).with_name("public_api.txt").read_text(encoding="utf-8")
    assert listing() == promised, "python -m tests.library.listing > tests/library/public_api.txt"
