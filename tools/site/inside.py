"""Compiles what is shipped; runs inside Pyodide under Node (`compile.mjs`), so that the code fits the Python shipped.

/app      the tree of `tree.py`; compiled in place, and the sources are removed
/pyodide  where python_stdlib.zip is
/out      where stdlib.zip is written: compiled, without the modules in UNUSED
"""

from __future__ import annotations

import ast
import importlib.util
import marshal
import os
import sys
import zipfile
from pathlib import Path

#: Reads its own source when it is imported.
SOURCE_WANTED = {"anyio/__init__.py"}
_LIBRARY = "/lib/python{}{}.zip".format(*sys.version_info[:2])


def compile_source(source: bytes, name: str, optimize: int) -> bytes:
    """A file as Python caches it, never to be compared with its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    unchecked_hash = (1).to_bytes(4, "little") + bytes(8)
    return importlib.util.MAGIC_NUMBER + unchecked_hash + marshal.dumps(code)


def compile_tree(root: Path) -> int:
    """Every source becomes a compiled file in its place. Docstrings stay: the API describes itself by them."""
    sources = [path for path in sorted(root.rglob("*.py")) if str(path.relative_to(root)) not in SOURCE_WANTED]
    for path in sources:
        name = f"/app/{path.relative_to(root)}"
        path.with_suffix(".pyc").write_bytes(compile_source(path.read_bytes(), name, 0))
        path.unlink()
    return len(sources)


def needs(source: bytes) -> set[str]:
    """The modules that a file imports as soon as it is imported itself."""
    found: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found


def compile_library(source: Path, target: Path, unused: set[str]) -> int:
    """The standard library, without docstrings. It is not compressed here: the whole file is, when it travels."""
    count = 0
    with zipfile.ZipFile(source) as library, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as written:
        for found in sorted(library.infolist(), key=lambda info: info.filename):
            name = found.filename
            names = {name.partition("/")[0].removesuffix(".py"), name.removesuffix(".py")}
            if found.is_dir() or names & unused or name.endswith("/__main__.py"):
                continue
            data = library.read(found)
            if name.endswith(".py"):
                if missing := needs(data) & unused:
                    raise ImportError(f"{name} needs {', '.join(sorted(missing))}, which would be left out")
                name, data = f"{name}c", compile_source(data, f"{_LIBRARY}/{name}", 2)
            written.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data)
            count += 1
    return count


def main() -> None:
    unused = set(os.environ["UNUSED"].split())
    files = compile_tree(Path("/app"))
    modules = compile_library(Path("/pyodide/python_stdlib.zip"), Path("/out/stdlib.zip"), unused)
    print(f"compiled {files} files and {modules} of the standard library")


if __name__ == "__main__":
    main()
