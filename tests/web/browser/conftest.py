"""A real server and a real browser: `fathom serve` on a free port, and Chromium.

    page = new_page()                              a new visitor, light theme, 1280 pixels wide
    page = new_page(theme="dark", width=360)       a visitor on a phone with the dark theme
    page = new_page(script=False)                  a visitor without JavaScript
    page = new_page(motion=True)                   a visitor who likes things that move

Without Chromium the tests are skipped and say so; if CI is set, it must be there. A test fails when a page reports an
error or breaks the content security policy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.patience import PATIENCE

NewPage = Callable[..., Page]

_SWITCHES = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
_LIMITS = ("matches-per-minute=60000", "requests-per-second=10000", "messages-per-second=1000")
_HEIGHTS = {320: 640, 360: 740, 390: 844, 768: 1024}
_TOUCHED = {320, 360, 390}
#: What a browser logs by itself when a test cuts the connection or requests something forbidden.
_EXPECTED = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket connection", "status of 4")

expect.set_options(timeout=1000 * PATIENCE)


def chromium() -> str | None:
    """The path of Chromium, if it is installed. The headless build takes half the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


_opened = ExitStack()
_browsers: list[Browser] = []


@pytest.fixture
def browser() -> Browser:
    """One browser for all tests of this folder."""
    path = chromium()
    if path is None:
        message = "There is no Chromium here, and these tests need one: install chromium-headless-shell."
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    if not _browsers:
        playwright = _opened.enter_context(sync_playwright())
        _browsers.append(playwright.chromium.launch(executable_path=path, args=_SWITCHES))
        _opened.callback(lambda: _browsers.pop().close())
    return _browsers[0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Its event loop runs as long as it does, and other tests need their own."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _opened.close()


class Served:
    """A `fathom serve` that can be stopped and started again over the same store and port."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        port = self.address.rpartition(":")[2] or "0"
        limits = [word for limit in _LIMITS for word in ("--limit", limit)]
        command = [sys.executable, "-m", "fathom", "serve", "--port", port, "--store", str(self.store), *limits]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        said = self._process.stdout.readline()
        assert "http://" in said, f"the server said {said!r}"
        self.address = next(word for word in said.split() if word.startswith("http://"))

    def stop(self) -> None:
        assert self._process
        assert self._process.stdout
        self._process.terminate()
        self._process.wait(timeout=PATIENCE)
        self._process.stdout.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("served") / "server.db")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def new_page(browser: Browser, served: Served) -> Iterator[NewPage]:
    """Opens a page of a new visitor. Whatever goes wrong in any of them fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(known in message.text for known in _EXPECTED):
            faults.append(message.text)

    def make(
        *,
        theme: str = "light",
        width: int = 1280,
        height: int | None = None,
        script: bool = True,
        motion: bool = False,
        forced_colours: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=served.address,
            color_scheme=theme,  # type: ignore[arg-type]
            viewport={"width": width, "height": height or _HEIGHTS.get(width, 900)},
            has_touch=width in _TOUCHED,
            java_script_enabled=script,
            reduced_motion="no-preference" if motion else "reduce",
            forced_colors="active" if forced_colours else "none",
            service_workers="block",
        )
        contexts.append(context)
        context.on("console", heard)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()
