"""What lasts on a device without a server: matches, through restarts, a dead Python, and new versions of the site."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import tarfile
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.conftest import SWITCHES, NewPage, program
from tests.web.browser.hosting import START, Host, header_of_memory, replace_memory, wait_until_started
from tests.web.browser.playing import click_move, moves_made, wait_until

PATH = "/arcade/fathom/"


def begin_here(page: Page, host: Host) -> str:
    """Begin a match on one screen, make a move, and return its address."""
    page.goto(f"{host.address}play/range-war?opponent=same-screen")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(f"{host.address}m/l*")
    make(page, "6")
    return page.url


def make(page: Page, move: str) -> None:
    made = len(moves_made(page))
    click_move(page, move)
    expect(page.locator("#moves li")).to_have_count(made + 1)


@pytest.mark.needs_chromium("it is started with a profile and switches")
def test_a_match_survives_a_restart_of_the_browser_while_the_host_is_gone(
    browser: Browser, site_folder: Path, tmp_path: Path
) -> None:
    host = Host(site_folder, PATH)
    launch = partial(
        browser.browser_type.launch_persistent_context,
        tmp_path / "profile",
        executable_path=program("chromium"),
        args=SWITCHES,
        reduced_motion="reduce",
    )
    with launch() as first:
        first.set_default_timeout(START)
        page = first.new_page()
        page.goto(f"{host.address}rules/range-war")  # a link deep into the site, which the host does not know
        wait_until_started(page)
        expect(page).to_have_url(f"{host.address}rules/range-war")
        expect(page.get_by_role("heading", level=1)).to_have_text("Range War")
        match = begin_here(page, host)
        # What the next start would go on with is spoilt: it has to do without.
        replace_memory(page, "new Response(new Uint8Array(100000), {headers: {'X-Mark': 'spoilt'}})")
    host.stop()
    with launch() as second:
        second.set_default_timeout(START)
        page = second.new_page()
        page.goto(match)
        expect(page.locator("#moves li")).to_have_count(1, timeout=START)
        make(page, "4")
        assert moves_made(page) == ["6", "4"]
        assert header_of_memory(page, "X-Mark") is None
        page.goto(f"{host.address}settings")
        saved = page.get_by_role("link", name="one file of records").evaluate(
            "(link) => fetch(link.href).then((answer) => answer.text())"
        )
        assert match.rpartition("/")[2] in saved
        assert "range-war" in saved


#: Counts how often the worker starts Python, which reads the journal each time.
_COUNT = """() => {
  const open = IDBFactory.prototype.open;
  self.starts = 0;
  IDBFactory.prototype.open = function (...given) { self.starts += 1; return open.apply(this, given); };
}"""
#: The clock fails once while Python is looking at it, which is the end of Python; a failing signal would not be.
_KILL = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => {
    const { stack } = new Error();
    if (!stack.includes("wasm") || stack.includes("Signals")) return now();
    performance.now = now;
    throw new Error("the interpreter dies here");
  };
}"""


def test_a_dead_python_starts_again_by_itself_and_a_match_goes_on(browser: Browser, site: Host) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        context.set_default_timeout(START)
        page = context.new_page()
        page.goto(site.address)
        wait_until_started(page)
        match = begin_here(page, site)
        worker = context.service_workers[0]
        worker.evaluate(_COUNT)
        worker.evaluate(_KILL)
        make(page, "4")  # the page connects again, and sends the move to the next Python
        assert worker.evaluate("self.starts") == 1
        page.goto(f"{site.address}rules")
        worker.evaluate(_KILL)
        page.goto(f"{site.address}rules/range-war")  # a request that is being answered is asked again
        wait_until_started(page)
        assert worker.evaluate("self.starts") == 2
        page.goto(match)
        expect(page.locator("#moves li")).to_have_count(2)
        make(page, "9")
        assert moves_made(page) == ["6", "4", "9"]


@pytest.mark.parametrize("place", ["site"], indirect=True)
def test_json_nested_ever_so_deeply_is_refused_and_python_lives_on(new_page: NewPage) -> None:
    page = new_page()
    status = page.evaluate(
        """() => fetch("/api/v1/matches", {method: "POST", body: "[".repeat(60000),
        headers: {"Content-Type": "application/json"}}).then((answer) => answer.status)"""
    )
    assert status == 400
    page.goto("/rules")
    expect(page.get_by_role("heading", name="Rules").first).to_be_visible(timeout=START)


def publish_newer(folder: Path) -> None:
    """Turn a site into its next version: a file is new in one part, and the worker names that part."""
    source = (folder / "sw.js").read_text(encoding="utf-8")
    found = re.search(r"^const SITE = (\{.*\});$", source, re.MULTILINE)
    assert found
    site = json.loads(found[1])
    part = next(part for part in site["parts"] if part["name"] == "site.tar")
    archive = io.BytesIO(gzip.decompress((folder / part["file"]).read_bytes()))
    with tarfile.open(fileobj=archive, mode="a") as files:
        files.addfile(tarfile.TarInfo("site/news.txt"))
    packed = gzip.compress(archive.getvalue(), 1, mtime=0)
    digest = hashlib.sha256(packed)
    (folder / part["file"]).unlink()
    part["file"] = f"parts/site-next-{digest.hexdigest()[:12]}.bin"
    part["size"], part["integrity"] = len(packed), f"sha256-{base64.b64encode(digest.digest()).decode()}"
    (folder / part["file"]).write_bytes(packed)
    (folder / "newer.js").write_text(source.replace(found[1], json.dumps(site)), encoding="utf-8")
    (folder / "newer.js").replace(folder / "sw.js")


def status_of(page: Page, address: str) -> int:
    return int(page.evaluate("(address) => fetch(address).then((answer) => answer.status)", address))


def parts_asked(host: Host) -> list[str]:
    """The large parts that were fetched."""
    return [Path(path).name.partition("-")[0] for path in host.asked if path.endswith(".bin")]


def start_after_a_failure(page: Page, host: Host) -> None:
    """The first visit breaks off half-way; the next one fetches what is missing, and nothing else."""
    missing = next((host.folder / "parts").glob("site-*.bin"))
    away = missing.rename(host.folder / "away")
    page.goto(host.address)
    expect(page.locator("#said")).to_contain_text("Not everything could be loaded.", timeout=START)
    assert sorted(parts_asked(host)) == ["pyodide.asm", "python_stdlib", "site"]
    host.asked.clear()
    away.rename(missing)
    page.get_by_role("link", name="Try again").click()
    wait_until_started(page)
    assert parts_asked(host) == ["site"]


def test_a_new_version_takes_over_without_losing_a_match(browser: Browser, site_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(site_folder, tmp_path / "site")
    host = Host(tmp_path / "site", PATH)
    with browser.new_context(reduced_motion="reduce") as context:
        context.set_default_timeout(START)
        page = context.new_page()
        start_after_a_failure(page, host)
        match = begin_here(page, host)
        host.asked.clear()
        publish_newer(host.folder)
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => null)")
        wait_until(page, "() => navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)")
        assert parts_asked(host) == ["site"]  # the others are there already

        # The page that is open stays with the version that it came from.
        assert status_of(page, f"{host.address}news.txt") == 404
        make(page, "4")
        page.goto(f"{host.address}rules")  # the match is still open when this is asked for
        expect(page.get_by_role("heading", name="Rules").first).to_be_visible()
        assert status_of(page, f"{host.address}news.txt") == 404

        page.goto(f"{host.address}rules/range-war")
        wait_until_started(page)
        expect(page).to_have_url(f"{host.address}rules/range-war")
        assert status_of(page, f"{host.address}news.txt") == 200
        page.goto(match)
        expect(page.locator("#moves li")).to_have_count(2)
        make(page, "9")
        assert moves_made(page) == ["6", "4", "9"]
        assert header_of_memory(page, "X-Layout")
        kept = page.evaluate("async () => (await (await caches.open((await caches.keys())[0])).keys()).length")
        assert kept == 4  # three parts and the memory; nothing of the old version is left
    host.stop()
