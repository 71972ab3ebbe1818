"""The documentation as a site: `make site-docs` makes a folder that works from a disk, and asks nobody for anything."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal
from urllib.parse import urldefrag

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tools.docs_site.build import DOCS, build

pytestmark = pytest.mark.needs_server("it is about the documentation")

#: What a browser loads by itself: everything except links that a reader may follow.
LOADED = re.compile(r"<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)=\"([^\"]+)\"")
LINKED = re.compile(r"<a\b[^>]*?\bhref=\"([^\"]+)\"")
#: As Sphinx marks what it colors by a language that nobody has named.
GUESSED = 'class="highlight-default notranslate"'


def test_the_site_is_whole_and_works_from_a_disk_alone(browser: Browser, tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(site)  # fails on any warning, such as a link to a page or heading that does not exist
    pages = sorted(site.rglob("*.html"))
    every_source = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")} - {"README"}
    assert every_source | {"index", "commands", "python"} <= {
        page.relative_to(site).with_suffix("").as_posix() for page in pages
    }
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert [url for url in LOADED.findall(text) if "://" in url] == [], page
        for target in LINKED.findall(text):
            path = urldefrag(target)[0]
            assert "://" in path or not path or (page.parent / path).exists(), f"{page}: {target}"
        assert GUESSED not in text, page
    offered = {path.name for path in (site / "_downloads").rglob("*.json")}
    assert offered == {path.name for path in (DOCS / "schemas").glob("*.json")}
    with browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark") as visitor:
        read_it(visitor.new_page(), site)
        for name in ("tutorial/first-puzzle", "search"):
            examine_it(visitor.new_page(), site / f"{name}.html")


def read_it(page: Page, site: Path) -> None:
    """Read some pages on a phone at night, and search."""
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    for name in ("index", "commands", "tutorial/first-game", "results", "codes-and-records"):
        page.goto((site / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
    fits = "tables => tables.every((table) => table.scrollWidth <= table.clientWidth)"
    assert page.locator(".table-wrapper").evaluate_all(fits), "the tables of the last page scroll sideways"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    page.goto((site / "search.html").as_uri())
    expect(page.get_by_text("Every page is searched")).to_be_visible()
    expect(page.locator("#search-start .caption", has_text="How-to guides")).to_be_visible()
    expect(page.get_by_role("link", name="Changelog", exact=True).last).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the search page scrolls sideways"
    expect(page.get_by_label("Words to search for")).to_be_focused()
    page.keyboard.type("dynamite")
    page.keyboard.press("Enter")
    expect(page.locator("#search-results li").first).to_be_visible()
    expect(page.locator("#search-start")).to_be_hidden()
    expect(page.get_by_label("Words to search for")).to_have_value("dynamite")
    expect(page.get_by_role("link", name="Your first puzzle", exact=True).last).to_be_visible()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert complaints == []


def examine_it(page: Page, place: Path) -> None:
    """By day and by night everybody can read a page, and reach what scrolls in it. (axe asks for files itself.)"""
    schemes: list[Literal["dark", "light"]] = ["dark", "light"]
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.goto(place.as_uri())
        assert [found["id"] for found in Axe().run(page).response["violations"]] == [], scheme
