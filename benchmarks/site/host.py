"""A plain web host that compresses text, as hosts do, counts what it sends, and can be as slow as a phone's network."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import NamedTuple
from urllib.parse import urlsplit

_CHUNK = 8192
_TEXT = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".webmanifest"}
_TYPES = {".bin": "application/octet-stream", ".mjs": "text/javascript", ".js": "text/javascript"}


class Network(NamedTuple):
    """How fast bytes arrive, and how long an answer takes to begin. Without a limit: as fast as this machine can."""

    name: str
    megabits: float = 0.0
    latency: float = 0.0


class Host:
    """Serves a folder through a network."""

    def __init__(self, folder: Path, network: Network) -> None:
        self._folder = folder
        self._network = network
        self._lock = Lock()
        self._free_at = 0.0
        self.address = ""
        #: The bytes sent for each path.
        self.sent: Counter[str] = Counter()

    @contextmanager
    def running(self) -> Iterator[Host]:
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Answer, self)) as server:
            server.daemon_threads = True
            self.address = f"http://127.0.0.1:{server.server_port}/"
            Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            yield self
            server.shutdown()

    def find(self, path: str) -> Path | None:
        wanted = (self._folder / (path.lstrip("/") or "index.html")).resolve()
        return wanted if wanted.is_file() and self._folder in wanted.parents else None

    def wait_for_answer(self) -> None:
        sleep(self._network.latency)

    def wait_for_bytes(self, count: int) -> None:
        """Wait until these bytes have come through; all connections share the network."""
        if not self._network.megabits:
            return
        with self._lock:
            self._free_at = max(self._free_at, monotonic()) + 8 * count / (1e6 * self._network.megabits)
            until = self._free_at
        sleep(max(0.0, until - monotonic()))


class _Answer(BaseHTTPRequestHandler):
    def __init__(self, host: Host, *connection: object) -> None:
        self._host = host
        super().__init__(*connection)  # type: ignore[arg-type]

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        found = self._host.find(path)
        self._host.wait_for_answer()
        if found is None:
            self.send_error(404)
            return
        content = found.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", _TYPES.get(found.suffix) or guess_type(found.name)[0] or "text/plain")
        if found.suffix in _TEXT:
            content = gzip.compress(content, 6, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        for at in range(0, len(content), _CHUNK):
            chunk = content[at : at + _CHUNK]
            self._host.wait_for_bytes(len(chunk))
            try:
                self.wfile.write(chunk)
            except ConnectionError:
                return  # whoever asked is gone
            self._host.sent[path] += len(chunk)
