"""The published figures of the siege are those of every attack there is."""

from __future__ import annotations

from pathlib import Path

from tests.web.siege.__main__ import BEGIN, END
from tests.web.siege.attacks import ATTACKS

RESULTS = Path(__file__).parents[2] / "docs" / "results.md"


def test_the_published_siege_has_every_attack_and_withstood_it() -> None:
    """`make siege` writes them; a new attack needs a new run."""
    part = RESULTS.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in part.splitlines() if line.startswith("| ")]
    assert [row[0] for row in rows[2:]] == [name.replace("_", " ") for name in ATTACKS]
    assert {row[-1] for row in rows[2:]} == {"pass"}
