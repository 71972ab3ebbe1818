"""Takes a picture of every page of the web app, at three widths, into docs/images: make screenshots

The pages are those of a server of its own with a store of its own, led to telling positions. Needs Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
#: Those that a page shows; the others are for whoever changes the pages, and are left out of the distributions.
SHOWN = ("analysis-1440", "match-360", "puzzle-360", "drill-360")
#: Width, height and theme: a phone at night, a tablet, a large window.
SIZES = ((360, 740, "dark"), (768, 1024, "light"), (1440, 900, "light"))
_SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
_BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
_PUZZLE = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"


def main() -> int:
    chromium = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if chromium is None:
        print("Screenshots need Chromium: install the package chromium-headless-shell.", file=sys.stderr)
        return 1
    (IMAGES / "web").mkdir(parents=True, exist_ok=True)
    with _served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_SWITCHES)
        for width, height, theme in SIZES:
            for name, page in _pages(browser, address, width, height, theme):
                page.screenshot(path=place_of(f"{name}-{width}"))
                print(f"{name} at {width} pixels")
        browser.close()
    return 0


def place_of(picture: str) -> Path:
    """Where a picture goes."""
    return IMAGES / ("" if picture in SHOWN else "web") / f"{picture}.png"


@contextmanager
def _served() -> Iterator[str]:
    """A server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fathom", "serve", "--port", "0", "--store", f"{folder}/server.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        said = process.stdout.readline().split()
        try:
            yield next(word for word in said if word.startswith("http://"))
        finally:
            process.terminate()
            process.wait(20)


def _pages(browser: Browser, address: str, width: int, height: int, theme: Any) -> Iterator[tuple[str, Page]]:
    """Every page, open and at rest."""
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
    )
    page = context.new_page()
    playing = _match(page, {"from": "digit-dilemma:7L.3M.1M", "opponent": "same-screen", "name": "Ada"})
    over = _match(page, {"game": "range-war", "name": "Ada", "opponent_name": "Bob"}, ["6", "4", "10", "9"])
    addresses = {
        "home": "/",
        "play": "/play/pyramid-challenge",
        "match": f"/m/{playing}",
        "review": f"/m/{over}/review",
        "analysis": "/a/range-war:6.4.9",
        "puzzles": "/puzzles",
        "puzzle": f"/p/{_PUZZLE}/E1.D1",
        "editor": "/puzzles/editor",
        "archive": "/puzzles/archive",
        "learn": "/learn",
        "lesson": "/learn/digit-dilemma",
        "ladder": "/ladder",
        "history": "/history",
        "settings": "/settings",
        "drills": "/drills",
        "drill": "/drills/pocket-addition",
        "rules": "/rules/range-war",
        "teach": "/teach/pocket-addition",
        "watch": "/watch",
        "lost": "/nowhere",
        "offline": "/offline",
    }
    for name, path in addresses.items():
        page.goto(path)
        page.wait_for_timeout(700)
        yield name, page
    context.close()


def _match(page: Page, wish: dict[str, object], moves: list[str] | None = None) -> str:
    """A new match, with some moves made in it; the browser has its seats."""
    made = page.request.post("/api/v1/matches", data=wish).json()
    match_id: str = made["match"]["id"]
    for number, move in enumerate(moves or [], 1):
        command = {"move": move, "expected": number, "key": f"screenshot-{number}"}
        page.request.post(f"/api/v1/matches/{match_id}/moves", data=command)
    return match_id


if __name__ == "__main__":
    sys.exit(main())
