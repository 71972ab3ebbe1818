"""What is shipped besides Fathom: Pyodide from npm, and a few packages from the Python index, each pinned by a hash.

Everything comes through the package clients, as they are set up on this machine, and is fetched once.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
#: What runs in the browser, by the names of its distributions; versions and hashes are those of the server's lock.
PACKAGES: Final = ("anyio", "jinja2", "markupsafe", "msgspec", "starlette", "typing-extensions")
#: Compiled for the browser; of the others only their Python is used, so any wheel will do.
_COMPILED: Final = ("msgspec",)
_ANY_PLATFORM: Final = "manylinux2014_x86_64"


class Stop(Exception):
    """The site cannot be built; the message says why, and what would help."""


class Pyodide(NamedTuple):
    """The pinned Pyodide: Python for the browser."""

    name: str
    version: str
    integrity: str
    #: The version of Python in it, and the platform of wheels for it.
    python: str
    platform: str


class Parts(NamedTuple):
    """Where everything is."""

    pin: Pyodide
    pyodide: Path
    wheels: list[Path]


def read_pin() -> Pyodide:
    return Pyodide(**json.loads((ROOT / "requirements" / "pyodide.json").read_text(encoding="utf-8")))


def fetch_parts(store: Path) -> Parts:
    """Everything that is pinned, from `store` if it is there; raises `Stop`."""
    pin = read_pin()
    store.mkdir(parents=True, exist_ok=True)
    return Parts(pin, _fetch_pyodide(pin, store), _fetch_wheels(pin, store))


def _fetch_pyodide(pin: Pyodide, store: Path) -> Path:
    package, folder = store / f"{pin.name}-{pin.version}.tgz", store / f"{pin.name}-{pin.version}"
    if not package.exists():
        npm = shutil.which("npm")
        if npm is None or shutil.which("node") is None:
            raise Stop(
                "npm and Node are needed to fetch and compile Python for the browser, and they are not here: install "
                "them (on Debian: apt install npm), then run make site again."
            )
        _run([npm, "pack", f"{pin.name}@{pin.version}", "--silent", "--pack-destination", str(store)], "npm")
    if _integrity(package) != pin.integrity:
        package.unlink()
        raise Stop(f"{package.name} is not what is pinned in requirements/pyodide.json: {pin.integrity}.")
    if not folder.exists():
        unpacked = store / "unpacked"
        shutil.rmtree(unpacked, ignore_errors=True)
        with tarfile.open(package) as archive:
            archive.extractall(unpacked, filter="data")
        (unpacked / "package").rename(folder)
    return folder


def _integrity(package: Path) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()


def _fetch_wheels(pin: Pyodide, store: Path) -> list[Path]:
    lock = read_lock((ROOT / "requirements" / "serve.txt").read_text(encoding="utf-8"))
    named = "".join(lock[name] for name in PACKAGES) + pin.platform
    folder = store / f"wheels-{hashlib.sha256(named.encode()).hexdigest()[:12]}"
    if not folder.exists():
        fetched = store / "fetched"
        shutil.rmtree(fetched, ignore_errors=True)
        for names, platform in ((_COMPILED, pin.platform), (set(PACKAGES) - {*_COMPILED}, _ANY_PLATFORM)):
            wanted = store / "wanted.txt"
            wanted.write_text("".join(lock[name] for name in sorted(names)), encoding="utf-8")
            target = ["--platform", platform, "--python-version", pin.python, "--only-binary", ":all:", "--no-deps"]
            saved = ["--require-hashes", "--requirement", str(wanted), "--dest", str(fetched)]
            _run([*_pip(), "download", "--quiet", "--disable-pip-version-check", *target, *saved], "pip")
        fetched.rename(folder)
    return sorted(folder.glob("*.whl"))


def read_lock(text: str) -> dict[str, str]:
    """The lines of a lock by the names of their packages, hashes included."""
    found = re.finditer(r"^([A-Za-z0-9._-]+)==(?:.*\\\n)*.*\n?", text, re.MULTILINE)
    return {block.group(1): block.group() for block in found}


def _pip() -> list[str]:
    """A pip that can download: that of this interpreter's base, or one that uv runs."""
    base = str(Path(sys.base_prefix) / "bin" / "python3")
    for python in (base, sys.executable):
        if not subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
            return [python, "-m", "pip"]
    if uv := shutil.which("uv"):
        return [uv, "tool", "run", "pip"]
    raise Stop(
        "pip is needed to fetch the packages, and it is not here: install it (on Debian: apt install python3-pip)."
    )


def _run(command: list[str], called: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise Stop(f"{called} could not fetch the parts of the site: {said[-1] if said else 'it gave no reason'}")
