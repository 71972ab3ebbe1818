"""What is shipped to the browser: Fathom without its terminal and its server, and of every package what runs there."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path
from typing import Final

from fathom.web.rendering import COMPILED, templates
from tools.site.parts import ROOT, Parts

SOURCE: Final = ROOT / "src" / "fathom"
#: Parts of Fathom that need a terminal, a network, processes or packages that are not shipped.
LEFT_OUT: Final = frozenset(
    {
        "__main__.py",
        "adapters",
        "arena",
        "bench",
        "terminal",
        "workers.py",
        "workshop",
        "players/programs",
        "storage/journal/postgresql.py",
        "storage/journal/postgresql_connection.py",
        "storage/journal/postgresql_reading.py",
        "storage/journal/reading.py",
        "storage/journal/sqlite.py",
        "storage/journal/stats.py",
        "storage/log.py",
        "storage/migrations",
        "storage/sqlite.py",
        "web/check.py",
        "web/http/exposition.py",
        "web/http/uvicorn_http.py",
        "web/live/uvicorn_transport.py",
        "web/serve.py",
        "web/setting_kinds.py",
        "web/settings.py",
        "web/static",
        "web/supervisor.py",
        "web/templates",
        "web/thinking/worker.py",
        "web/upkeep",
        "web/worker.py",
    }
)
#: Of the packages: tests, other back ends, and what only a type checker or a compiler reads.
_UNWANTED: Final = re.compile(
    r".*\.(pyi|c|h|pyx|so)|.*/py\.typed|anyio/(_backends/_trio|pytest_plugin|_core/_asyncio_selector_thread)\.py"
    r"|starlette/testclient\.py|.*/tests/.*"
)
_NEEDED: Final = re.compile(r"msgspec/.*\.so")
#: Modules of the standard library that nothing shipped imports, not even lazily; a test compares.
_UNUSED: Final = """
    __hello__ __phello__ _pyio _pyrepl antigravity bdb cProfile cmd code colorsys compileall
    concurrent/futures/process configparser csv doctest filecmp fileinput ftplib getopt getpass
    graphlib http/server imaplib logging/config mailbox modulefinder multiprocessing netrc nturl2path
    optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc pyodide/console rlcompleter
    sched shelve site-packages smtplib socketserver sre_compile sre_constants sre_parse symtable tabnanny
    tarfile this timeit trace tracemalloc tty unittest wave webbrowser wsgiref xmlrpc zipapp zoneinfo
"""
UNUSED_MODULES: Final = frozenset(_UNUSED.split())


def lay_out(parts: Parts, folder: Path) -> None:
    """Put everything that Python in the browser imports or reads into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for wheel in parts.wheels:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if _is_wanted(name)])
    for path in shipped_files():
        target = folder / "fathom" / path.relative_to(SOURCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    compile_templates(folder / "fathom")


def compile_templates(package: Path) -> None:
    """Put the templates into a copy of Fathom as Python."""
    templates.compile_templates(package / COMPILED.relative_to(SOURCE), zip=None, ignore_errors=False)


def _is_wanted(name: str) -> bool:
    if ".dist-info/" in name:
        return False
    return bool(_NEEDED.fullmatch(name)) or not _UNWANTED.fullmatch(name)


def shipped_files() -> list[Path]:
    """The files of Fathom that are shipped as they are, or compiled."""
    found = [path for path in sorted(SOURCE.rglob("*")) if path.is_file() and path.suffix != ".typed"]
    return [path for path in found if not _is_left_out(path.relative_to(SOURCE))]


def _is_left_out(path: Path) -> bool:
    return "__pycache__" in path.parts or any(str(part) in LEFT_OUT for part in (path, *path.parents))


def licence_texts(parts: Parts) -> list[tuple[str, str]]:
    """The licences that the packages bring with them: their names, and the texts."""
    found = []
    for wheel in parts.wheels:
        with zipfile.ZipFile(wheel) as archive:
            called = " ".join(wheel.name.split("-")[:2])
            names = [name for name in archive.namelist() if re.search(r"\.dist-info/.*(LICEN[CS]E|COPYING)", name)]
            found += [(called, archive.read(name).decode()) for name in names]
    return found
