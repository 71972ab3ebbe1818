"""Visits of the app as static files, and of a server beside it, timed until the page can be used."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measure import BenchmarkError
from benchmarks.site.host import Host, Network
from benchmarks.site.slow_cpu import slowed_down

_BROWSERS: Final = ("chromium-headless-shell", "chromium", "google-chrome")
_SWITCHES: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
_PHONE: Final = {"width": 390, "height": 844}
_PATIENCE: Final = 240_000
#: A promise, kept when the worker has written down everything that a later start can use; Playwright asks for it once.
_KEPT: Final = """async () => {
  const kept = await caches.open((await caches.keys())[0]);
  const isKept = async () => (await kept.keys()).some(({ url }) => url.includes("/kept/memory?"));
  while (!(await isKept())) await new Promise(requestAnimationFrame);
  return true;
}"""
_STARTED: Final = "html[data-local] .site-nav"
#: The pages whose time is compared with a server's.
PAGES: Final = (
    "",
    "rules/range-war",
    "play/digit-dilemma",
    "a/pocket-addition:6.9",
    "a/digit-dilemma:7L",
    "puzzles/editor",
    "drills/range-war",
    "learn/pyramid-challenge",
)


class Conditions(NamedTuple):
    """A network, and how many times slower than this machine the device is."""

    network: Network
    slower: float = 1.0

    @property
    def name(self) -> str:
        return self.network.name + (f", processor {self.slower:.0f} times slower" if self.slower > 1 else "")


class FirstVisit(NamedTuple):
    """Seconds until the boards are shown, everything is fetched, and the app can be used; and bytes by path."""

    shown: float
    fetched: float
    ready: float
    sent: Counter[str]


class Visit(NamedTuple):
    """A first visit, and then the seconds of a start whose parts are all on the device."""

    first: FirstVisit
    again: float


@contextmanager
def open_browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        raise BenchmarkError("There is no Chromium here: install the package chromium-headless-shell.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_SWITCHES)
        yield browser
        browser.close()


def visit(browser: Browser, folder: Path, conditions: Conditions) -> Visit:
    """Come to the site for the first time; then once more, after the browser has stopped the worker."""
    with Host(folder, conditions.network).running() as host, browser.new_context(viewport=_PHONE) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(_PATIENCE)
        with slowed_down(conditions.slower):
            first = _first_visit(page, host)
            page.wait_for_function(_KEPT)
            page.goto("about:blank")
            client = context.new_cdp_session(page)
            client.send("ServiceWorker.enable")
            client.send("ServiceWorker.stopAllWorkers")
            began = perf_counter()
            page.goto(host.address)
            page.wait_for_selector(_STARTED)
            return Visit(first, perf_counter() - began)


def _first_visit(page: Page, host: Host) -> FirstVisit:
    began = perf_counter()
    page.goto(host.address, wait_until="commit")
    page.wait_for_selector("main svg")
    shown = perf_counter() - began
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    fetched = perf_counter() - began
    page.wait_for_selector(_STARTED)
    return FirstVisit(shown, fetched, perf_counter() - began, Counter(host.sent))


class Loading(NamedTuple):
    """Milliseconds in which a page was there, on the site and on a server."""

    path: str
    site: list[float]
    server: list[float]


def compare_pages(browser: Browser, folder: Path, server: str, rounds: int) -> list[Loading]:
    """Load every page from both in turns, each time by somebody who has been there before."""
    with Host(folder, Network("here")).running() as host, browser.new_context() as context:
        site, served = context.new_page(), context.new_page()
        site.goto(host.address)
        site.wait_for_selector(_STARTED, timeout=_PATIENCE)
        loadings = [Loading(path, [], []) for path in PAGES]
        for turn in range(rounds + 1):
            for loading in loadings:
                taken = _load(site, f"{host.address}{loading.path}"), _load(served, f"{server}{loading.path}")
                if turn:  # the first round only warms up
                    loading.site.append(taken[0])
                    loading.server.append(taken[1])
        return loadings


def _load(page: Page, address: str) -> float:
    page.goto(address)
    return float(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
