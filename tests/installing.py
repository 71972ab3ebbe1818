"""Packages made from the code blocks of a page, and installed where this process and its programs find them."""

from __future__ import annotations

import os
import re
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flit_core import buildapi

from fathom import games
from fathom.core.plugins import plugins

_BLOCK = re.compile(r"^`(\S+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> dict[str, str]:
    """The files that a page prints, by their names."""
    return dict(_BLOCK.findall(page.read_text(encoding="utf-8")))


def write_files(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")


@contextmanager
def installed(project: Path, where: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Build a project and install it: what is in a wheel of pure Python is copied, and that is all."""
    where.mkdir()
    with monkeypatch.context() as inside:
        inside.chdir(project)
        wheel = buildapi.build_wheel(str(where))
    with zipfile.ZipFile(where / wheel) as packed:
        packed.extractall(where)
    (where / wheel).unlink()
    monkeypatch.syspath_prepend(where)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(where), *filter(None, [os.environ.get("PYTHONPATH")])]))
    plugins.cache_clear()
    known = set(sys.modules)
    yield
    for name in set(sys.modules) - known:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(where)):
            del sys.modules[name]
    plugins.cache_clear()
    games._enter_added.cache_clear()
    games.game.cache_clear()
