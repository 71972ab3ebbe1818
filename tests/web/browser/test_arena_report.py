"""The report of an arena in a browser: axe finds nothing, in both schemes; nothing scrolls sideways."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from fathom.arena.fixtures import fixtures
from fathom.arena.plan import Plan
from fathom.arena.referee import Referee
from fathom.arena.report import report_page
from fathom.arena.results import add_up

pytestmark = pytest.mark.needs_server("it is about a file that the arena writes")

PLAN = Plan(("pocket-addition",), ("@random", "@greedy", "@minimax-2", "@perfect"), rounds=5)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_is_accessible_and_fits_a_phone(
    browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    games = list(fixtures(PLAN))
    with Referee(PLAN) as referee:
        played = [referee.play(fixture) for fixture in games]
    file = tmp_path / "report.html"
    file.write_text(report_page(add_up(PLAN, games, played), games, played), encoding="utf-8")
    page = browser.new_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    try:
        page.goto(file.as_uri())
        assert [found["id"] for found in Axe().run(page).response["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        page.close()
