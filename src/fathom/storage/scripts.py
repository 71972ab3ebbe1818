"""The SQL scripts that bring the tables of a store up to date, numbered from 1.

They are read as resources, so a package inside a zip file has them too. A store must never be marked with a version
whose scripts have not run, so a script that is missing is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fathom.errors import StoreError

_FOLDER: Final = "migrations"


def read_scripts(package: str, done: int, version: int) -> list[str]:
    """The statements that lead from tables of version `done` to those of `version`, in order."""
    if done >= version:
        return []
    from importlib import resources  # costly to import, and rarely needed

    folder = resources.files(package).joinpath(_FOLDER)
    try:
        scripts = {int(file.name[:4]): file for file in folder.iterdir() if file.name.endswith(".sql")}
    except OSError:
        scripts = {}
    missing = [number for number in range(1, version + 1) if number not in scripts]
    if missing:
        raise StoreError(
            f"This installation of Fathom is incomplete: {package} has no script {missing[0]:04} for its store, "
            "which was left as it was. Install Fathom again."
        )
    texts = [scripts[number].read_text(encoding="utf-8") for number in range(done + 1, version + 1)]
    return list(_statements(texts))


def _statements(scripts: list[str]) -> Iterator[str]:
    for script in scripts:
        yield from (statement for statement in script.split(";\n") if statement.strip())
