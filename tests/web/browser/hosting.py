"""The app as static files on a plain host: `make site`, behind Python's own file server, which knows nothing of Fathom.

A content security policy on every file shows that WebAssembly is compiled by the worker alone.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from fathom.web.http.responses import CONTENT_SECURITY_POLICY
from tests.web.browser.playing import wait_until
from tools.site.__main__ import BUILD, make_site
from tools.site.parts import Stop

#: Starting Python takes some seconds, and many on a busy machine.
START = 120_000
#: The memory of a started Python on this device, or nothing.
_MEMORY = """
  const kept = await caches.open((await caches.keys())[0]);
  const [place] = (await kept.keys()).filter(({ url }) => url.includes("/kept/memory?"));
"""
_IS_KEPT = f"async () => {{ {_MEMORY} return place !== undefined; }}"


def build_site() -> Path:
    """The folder of the site; the test is skipped where npm or pip cannot fetch its parts, and fails there in CI."""
    try:
        with ThreadPoolExecutor(1) as builder:  # the browser's event loop is running in this thread
            return builder.submit(make_site, BUILD / "site-tested").result().folder
    except Stop as problem:
        message = f"The site cannot be built here: {problem}"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


class Host:
    """A host that serves a folder below a path, and can be stopped and started again at the same address."""

    def __init__(self, folder: Path, path: str = "/") -> None:
        self.folder = folder
        self.path = path
        #: The paths that were asked for, as they came.
        self.asked: list[str] = []
        #: While it is cleared, only the first half of a large part is sent.
        self.sends_all = Event()
        self.sends_all.set()
        self._port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}{self.path}"

    def start(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), partial(_Files, self))
        self._port = self._server.server_port
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """From now on, connections are refused."""
        self._server.shutdown()
        self._server.server_close()


class _Files(SimpleHTTPRequestHandler):
    """Serves files; `404.html` is shown for what is not there, as many hosts do."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".js": "text/javascript"}

    def __init__(self, host: Host, *connection: object) -> None:
        self._host = host
        super().__init__(*connection, directory=str(host.folder))  # type: ignore[arg-type]

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._host.asked.append(urlsplit(self.path).path)
        if Path(self.translate_path(self.path)).exists():
            super().do_GET()
            return
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        super().end_headers()  # the page has a policy of its own
        self.wfile.write((self._host.folder / "404.html").read_bytes())

    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        half = len(content) // 2
        outputfile.write(content[:half])
        if self.path.endswith(".bin"):
            self._host.sends_all.wait(START / 1000)
        outputfile.write(content[half:])

    def translate_path(self, path: str) -> str:
        """The file for a path of the site; nothing beside it is there."""
        below = urlsplit(path).path.removeprefix(self._host.path)
        return super().translate_path(f"/{below}" if path.startswith(self._host.path) else "/not-here")

    def end_headers(self) -> None:
        policy = CONTENT_SECURITY_POLICY
        if urlsplit(self.path).path.endswith("/sw.js"):
            policy = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()


def wait_until_started(page: Page) -> None:
    """Python answers: the page is the application's own, no longer the one that waits for it."""
    expect(page.locator("html[data-local] .site-nav")).to_be_visible(timeout=START)


def replace_memory(page: Page, made: str) -> None:
    """Wait until the memory of Python is kept, and replace it by what an expression makes of the response `found`."""
    wait_until(page, _IS_KEPT)
    page.evaluate(f"""async () => {{ {_MEMORY}
      const found = await kept.match(place);
      await kept.put(place, await ({made}));
    }}""")


def header_of_memory(page: Page, name: str) -> str | None:
    """A header of the memory that is kept."""
    wait_until(page, _IS_KEPT)
    asked = f"async (name) => {{ {_MEMORY} return (await kept.match(place)).headers.get(name); }}"
    header: str | None = page.evaluate(asked, name)
    return header
