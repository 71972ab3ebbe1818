"""A real server and a real browser: `fathom serve` on a free port, and Chromium.

    page = new_page()                              a new visitor, light theme, 1280 pixels wide
    page = new_page(theme="dark", width=360)       a visitor on a phone with the dark theme
    page = new_page(script=False)                  a visitor without JavaScript
    page = new_page(motion=True)                   a visitor who likes things that move

With FATHOM_SITE=1 (`make check-site`) the same tests run against the app as static files, where Python is in the
browser; those marked `on_site` do so in every run. What needs a server says why: `needs_server("people meet there")`.

With FATHOM_BROWSER=firefox they run in Firefox, as it is released; what only Chromium can do for a test is marked
`needs_chromium("touches come from its own protocol")`. A few tests use both in every run.

Without the browser the tests are skipped and say so; if CI is set, it must be there. A test fails when a page reports
an error or breaks the content security policy.
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
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    ViewportSize,
    WebError,
    expect,
    sync_playwright,
)

from tests.patience import PATIENCE
from tests.web.browser.hosting import START, Host, build_site, wait_until_started

NewPage = Callable[..., Page]
#: The browser that tests run in unless they choose one.
BROWSER = os.environ.get("FATHOM_BROWSER", "chromium")
#: Run against the app as static files, and not against a server.
ON_SITE = os.environ.get("FATHOM_SITE") == "1"

SWITCHES = [
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


#: The names of each browser's program, the first as its package has it. Chromium's headless build takes half the time.
_PROGRAMS = {
    "chromium": ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}


def program(name: str) -> str:
    """The path of a browser; the test is skipped where it is not installed, and fails there in CI."""
    path = next(filter(None, map(shutil.which, _PROGRAMS[name])), None)
    if path:
        return path
    message = f"There is no {name.title()} here, and this test needs one: install {_PROGRAMS[name][0]}."
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


_opened = ExitStack()
_playwrights: list[Playwright] = []
_browsers: dict[str, Browser] = {}


def open_browser(name: str) -> Browser:
    """One browser of a kind for all tests of this folder."""
    path = program(name)
    if not _playwrights:
        _playwrights.append(_opened.enter_context(sync_playwright()))
        _opened.callback(_playwrights.clear)
    if name not in _browsers:
        launched = _launch(_playwrights[0], name, path)
        _browsers[name] = launched
        _opened.callback(lambda: _browsers.pop(name).close())
    return _browsers[name]


def _launch(playwright: Playwright, name: str, path: str) -> Browser:
    if name == "firefox":  # by the protocol of the channel, which every released Firefox speaks
        return playwright.firefox.launch(executable_path=path, channel="moz-firefox")
    return playwright.chromium.launch(executable_path=path, args=SWITCHES)


@pytest.fixture
def browser() -> Browser:
    return open_browser(BROWSER)


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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test against the site, too, or against nothing else."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if "new_page" not in metafunc.fixturenames or "needs_server" in marks:
        return
    if ON_SITE:
        metafunc.parametrize("place", ["site"], indirect=True)
    elif "on_site" in marks:
        metafunc.parametrize("place", ["server", "site"], indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say why a test does not run against the site, or in this browser."""
    missing = {"needs_server": ON_SITE, "needs_chromium": BROWSER != "chromium"}
    for item in items:
        for mark, is_missing in missing.items():
            needed = item.get_closest_marker(mark) if is_missing else None
            if needed:
                item.add_marker(pytest.mark.skip(reason=f"{mark.replace('_', ' ')}: {needed.args[0]}"))


@pytest.fixture(scope="session")
def site_folder() -> Path:
    return build_site()


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[Host]:
    """The app as static files, at the root of a host."""
    host = Host(site_folder)
    yield host
    host.stop()


@pytest.fixture
def place(request: pytest.FixtureRequest) -> str:
    """Where the visitors of a test play: on a "server", or on the "site"."""
    return str(getattr(request, "param", "server"))


@pytest.fixture
def new_page(request: pytest.FixtureRequest, browser: Browser, place: str) -> Iterator[NewPage]:
    """Opens a page of a new visitor. Whatever goes wrong in any of them fails the test."""
    visits: list[BrowserContext] = []
    faults: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(known in message.text for known in _EXPECTED):
            faults.append(message.text)

    def hear_fault(error: WebError) -> None:
        faults.append(str(error.error))

    def make(
        *,
        theme: str = "light",
        width: int = 1280,
        height: int | None = None,
        script: bool = True,
        motion: bool = False,
        forced_colours: bool = False,
    ) -> Page:
        looks = {
            "color_scheme": theme,
            "reduced_motion": "no-preference" if motion else "reduce",
            "forced_colors": "active" if forced_colours else "none",
        }
        size = ViewportSize(width=width, height=height or _HEIGHTS.get(width, 900))
        touch = width in _TOUCHED
        if place == "site":
            assert script, "on the site, nothing works without JavaScript"
            context = _device(browser, request.getfixturevalue("site"), touch=touch, is_first=not visits)
        else:
            context = browser.new_context(
                base_url=request.getfixturevalue("served").address,
                viewport=size,
                has_touch=touch,
                java_script_enabled=script,
                service_workers="block",
                **looks,  # type: ignore[arg-type]
            )
        visits.append(context)
        context.on("console", hear)
        context.on("weberror", hear_fault)
        page = context.new_page()
        if place == "site":
            _enter(page, size, looks)
        return page

    yield make
    for context in visits:
        context.remove_listener("console", hear)
        context.remove_listener("weberror", hear_fault)
        _leave(context)
    assert faults == []


#: The browsers that tests share on the site, by whether they have a touch screen.
_devices: dict[bool, BrowserContext] = {}


def _device(browser: Browser, site: Host, *, touch: bool, is_first: bool) -> BrowserContext:
    """A browser on the site. Its worker starts Python, so the first visitor of each test takes a shared one."""
    if is_first and touch in _devices:
        return _devices[touch]
    made = browser.new_context(base_url=site.address, has_touch=touch)
    made.set_default_timeout(START)
    if is_first:
        _devices[touch] = made
        _opened.callback(_devices.clear)
    return made


def _enter(page: Page, size: ViewportSize, looks: dict[str, str]) -> None:
    """Begin a visit of the site, as somebody who has never been there."""
    page.emulate_media(**looks)  # type: ignore[arg-type]
    page.set_viewport_size(size)
    page.goto("/")
    wait_until_started(page)
    page.evaluate("localStorage.clear()")


def _leave(context: BrowserContext) -> None:
    if context not in _devices.values():
        context.close()
        return
    context.set_offline(False)
    for page in context.pages:
        page.close()


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()
