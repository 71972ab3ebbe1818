"""`docs/audit.md` is what `fathom audit --book` writes now."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathom.core.budget import Budget, Meter
from fathom.workshop.book import book_page

PAGE = (Path(__file__).parents[2] / "docs" / "audit.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_page_is_what_the_command_writes() -> None:
    assert book_page(Meter(Budget(states=1_000_000))) == PAGE


def test_the_page_agrees_with_what_is_known() -> None:
    # Who wins, and by which first moves, is known from the rulings; the counts come from walking every position.
    assert "| Good first moves | 28 of 30: all but 2R, 9R |" in PAGE
    assert "| Good first moves | 3 of 9: 6, 7, 8 |" in PAGE
    assert "| Good first moves | 5 of 10: 1, 2, 3, 4, 5 |" in PAGE
    assert "| Perfect play | seat 1 wins in 11 plies |" in PAGE
    for positions in ("272,761", "1,973", "4,108", "9,309,141"):
        assert f"| Reachable positions | {positions} |" in PAGE
    assert "| Clause “all digits are used before both numbers are complete” | can never occur |" in PAGE
