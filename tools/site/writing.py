"""Writes the directory that a host serves."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

from fathom import __version__
from fathom.web.local import start
from fathom.web.pages.styles import PARTS as STYLE_PARTS
from fathom.web.rendering import STATIC
from tools.site.pages import ROOT_MARK, boot_page, missing_page
from tools.site.parts import ROOT, Parts, Stop
from tools.site.tree import SOURCE, UNUSED_MODULES, lay_out, licence_texts

_HERE: Final = Path(__file__).parent
_SCRIPTS: Final = _HERE / "scripts"
#: The modules of the service worker besides itself.
_MODULES: Final = ("archive.js", "journal.js", "memory.js", "python.js")
_LICENCE: Final = "licences.txt"
_DIGITS: Final = 12


class Part(TypedDict):
    """A part as the service worker fetches and keeps it."""

    file: str
    size: int
    integrity: str
    name: str
    type: str


class Written(NamedTuple):
    """What was built: the directory, and what a first visit fetches, in bytes by the names of the parts."""

    folder: Path
    sizes: dict[str, int]


def build(parts: Parts, work: Path, folder: Path) -> Written:
    """Make the site in `folder`, which is replaced when everything has worked."""
    app = work / "app"
    lay_out(parts, app)
    _compile(parts, app, work)
    new = work / "new"
    shutil.rmtree(new, ignore_errors=True)
    (new / "parts").mkdir(parents=True)
    files = _page_files() | {_LICENCE: _licences(parts).encode()}
    for name, content in files.items():
        _write(new / name, content)
    (new / "index.html").write_bytes(files["boot.html"].replace(ROOT_MARK.encode(), b"."))
    (new / "404.html").write_text(missing_page(), encoding="utf-8")
    shipped = [
        _add(new, "pyodide.asm.wasm", parts.pin.version, "application/wasm", _read(parts, "pyodide.asm.wasm")),
        _add(new, "python_stdlib.zip", parts.pin.python, "application/zip", (work / "stdlib.zip").read_bytes()),
        _add(new, "site.tar", __version__, "application/x-tar", _archive(app, files)),
    ]
    worker = _worker(new, parts, shipped)
    digest = hashlib.sha256(worker).hexdigest()[:_DIGITS]
    _write(new / "sw.js", worker)
    sizes = {part["name"]: part["size"] for part in shipped}
    sizes["scripts of the worker"] = sum(path.stat().st_size for path in (new / "parts").glob("*js"))
    about = {"kind": "fathom-site", "version": __version__, "digest": digest, "made_from": made_from(), "sizes": sizes}
    _write(new / "fathom-site.json", json.dumps(about).encode() + b"\n")
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    new.rename(folder)
    return Written(folder, sizes)


def made_from() -> str:
    """A digest of everything that a site is made from: with the same one, there is nothing to build."""
    digest = hashlib.sha256()
    pins = [ROOT / "requirements" / name for name in ("pyodide.json", "serve.txt")]
    for path in [*pins, *sorted(SOURCE.rglob("*")), *sorted(_HERE.rglob("*"))]:
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def find_built(folder: Path) -> Written | None:
    """The site in a folder, if it is made from what is here now."""
    try:
        about = json.loads((folder / "fathom-site.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return Written(folder, about["sizes"]) if about.get("made_from") == made_from() else None


def _compile(parts: Parts, app: Path, work: Path) -> None:
    node = shutil.which("node")
    if node is None:
        raise Stop("Node is needed to compile Python for the browser: install it (on Debian: apt install nodejs).")
    folders = [str(path.resolve()) for path in (parts.pyodide, app, work)]
    command = [node, str(_HERE / "compile.mjs"), *folders, " ".join(sorted(UNUSED_MODULES))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or "compiled" not in done.stdout:
        raise Stop(f"Python for the browser could not compile the app: {(done.stderr or done.stdout).strip()[-300:]}")


def _page_files() -> dict[str, bytes]:
    """What pages load, by their paths in the site."""
    static = [path for path in sorted(STATIC.rglob("*")) if path.is_file() and "styles" not in path.parts]
    files = {f"static/{path.relative_to(STATIC)}": path.read_bytes() for path in static if path.name != "sw.js"}
    files["manifest.webmanifest"] = files.pop("static/manifest.webmanifest")
    files |= asyncio.run(_draw(["style.css", *(f"style/{name}.css" for name in sorted(STYLE_PARTS))]))
    files["boot.html"] = boot_page().encode()
    files["boot.js"] = (_SCRIPTS / "boot.js").read_bytes()
    return files


async def _draw(paths: list[str]) -> dict[str, bytes]:
    """What the application answers for these paths, the same for everybody."""

    async def keep(_rows: str) -> None: ...

    site = await start("", keep, "http://site.invalid/")
    drawn = {path: (await site.answer("GET", f"/{path}", "", [], b"")).body for path in paths}
    await site.close()
    return drawn


def _archive(app: Path, files: dict[str, bytes]) -> bytes:
    """The application and the files of the pages, always in the same order and without times."""
    content = {f"app/{path.relative_to(app)}": path.read_bytes() for path in sorted(app.rglob("*")) if path.is_file()}
    # What a service worker knows beside its modules: the style sheets are files of the site, and read by the app.
    content |= {f"site/{name}": data for name, data in files.items()}
    styles = sorted((STATIC / "styles").glob("*.css"))
    content |= {f"app/fathom/web/static/styles/{path.name}": b"" for path in styles}
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(content.items()):
            about = tarfile.TarInfo(name)
            about.size = len(data)
            archive.addfile(about, io.BytesIO(data))
    return written.getvalue()


def _add(folder: Path, name: str, version: str, kind: str, content: bytes) -> Part:
    """Write a part, compressed, under a name that says its version and its content."""
    packed = gzip.compress(content, 9, mtime=0)
    digest = hashlib.sha256(packed)
    file = f"parts/{Path(name).stem}-{version}-{digest.hexdigest()[:_DIGITS]}.bin"
    _write(folder / file, packed)
    integrity = f"sha256-{base64.b64encode(digest.digest()).decode()}"
    return {"file": file, "size": len(packed), "integrity": integrity, "name": name, "type": kind}


def _worker(folder: Path, parts: Parts, shipped: list[Part]) -> bytes:
    """The service worker, which names its modules by their content; writes those."""
    source = (_SCRIPTS / "sw.js").read_text(encoding="utf-8")
    modules = {f"./{name}": (_SCRIPTS / name).read_bytes() for name in _MODULES}
    modules |= {f"./parts/{name}": _read(parts, name) for name in ("pyodide.asm.mjs", "pyodide.mjs")}
    for name, content in modules.items():
        path = Path(name)
        file = f"parts/{path.stem}-{hashlib.sha256(content).hexdigest()[:_DIGITS]}{path.suffix}"
        _write(folder / file, content)
        assert source.count(f'"{name}";') == 1, name
        source = source.replace(f'"{name}";', f'"./{file}";')
    lock = json.loads(_read(parts, "pyodide-lock.json"))
    site = {"version": __version__, "lock": {"info": lock["info"], "packages": {}}, "parts": shipped}
    made_up = "/** @type {any} */ (null)"
    assert source.count(made_up) == 1
    return source.replace(made_up, json.dumps(site)).encode()


def _read(parts: Parts, name: str) -> bytes:
    return (parts.pyodide / name).read_bytes()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _licences(parts: Parts) -> str:
    """What is shipped, under which licences, with the texts."""
    texts = [("Fathom " + __version__, (ROOT / "LICENSE").read_text(encoding="utf-8")), *licence_texts(parts)]
    notices = (
        (_HERE / "notices.txt").read_text(encoding="utf-8").format(pyodide=parts.pin.version, python=parts.pin.python)
    )
    return notices + "".join(f"\n{'=' * 72}\n{name}\n{'=' * 72}\n\n{text.strip()}\n" for name, text in texts)
