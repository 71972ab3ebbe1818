"""The style sheet of the boards: no colours of its own, and motion only for users who want it."""

from __future__ import annotations

import re
from pathlib import Path

CSS = Path(__file__).parents[2] / "src" / "fathom" / "web" / "static" / "styles" / "boards.css"
COLOURS = {
    *(
        "paper",
        "ink",
        "ink-soft",
        "line",
        "surface",
        "accent",
        "accent-ink",
        "accent-soft",
        "good",
        "warn",
        "bad",
        "last",
    ),
    *("seat-1", "seat-2", "seat-1-soft", "seat-2-soft"),
}
OWN = {"seat", "seat-soft"}


def content() -> str:
    return re.sub(r"/\*.*?\*/", "", CSS.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_every_colour_is_one_that_the_page_defines():
    painted = re.findall(r"\b(?:fill|stroke|color):\s*([^;]+);", content())
    assert painted
    assert {value for value in painted if not re.fullmatch(r"var\(--[\w-]+\)|none|transparent", value)} == set()
    assert set(re.findall(r"var\(--([\w-]+)\)", content())) <= COLOURS | OWN
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb|hsl|url\(|@import", content())


def test_nothing_moves_for_those_who_want_it_still():
    still, moving = content().split("@media (prefers-reduced-motion: no-preference)")
    assert "animation:" not in still
    assert moving.count("animation:") == 2


def test_every_rule_is_about_boards():
    selectors = re.findall(r"^\s*([^@\s{}][^{};]*)\{", content(), re.MULTILINE)
    for selector in selectors:
        assert "svg.board" in selector or selector.strip() in {"from", "to", "60%", "50%"}, selector
