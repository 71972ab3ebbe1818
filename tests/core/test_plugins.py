"""Separately installed packages are found by their entry points, and a broken one is named in one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fathom.core.plugins import plugins, warn_of
from fathom.errors import BrokenPlugin


def install(folder: Path, group: str, points: dict[str, str], **modules: str) -> None:
    """What installing a package leaves behind: its modules and its metadata."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    metadata = folder / "a_package-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: a-package\nVersion: 1.0\n", encoding="utf-8")
    lines = "".join(f"{name} = {target}\n" for name, target in points.items())
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{lines}", encoding="utf-8")


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """A folder of installed packages."""
    monkeypatch.syspath_prepend(tmp_path)
    plugins.cache_clear()
    known = set(sys.modules)
    yield tmp_path
    plugins.cache_clear()
    for name in set(sys.modules) - known:
        del sys.modules[name]


def whatever(_loaded: object) -> bool:
    return True


def test_entry_points_are_found_by_name_in_order(packages):
    install(packages, "fathom.tests", {"second": "mod_b:THING", "first": "mod_b:OTHER"}, mod_b="THING, OTHER = 1, 2\n")
    found = plugins("fathom.tests")
    assert list(found) == ["first", "second"]
    assert found["second"].load(whatever, "anything") == 1
    assert found["second"].package == "a-package"


def test_nothing_is_found_where_nothing_is_installed(packages):
    assert plugins("fathom.nothing") == {}


def test_a_package_that_cannot_be_imported_is_named(packages):
    install(packages, "fathom.tests", {"bad": "mod_c:THING"}, mod_c="raise RuntimeError('oops')\n")
    with pytest.raises(BrokenPlugin) as broken:
        plugins("fathom.tests")["bad"].load(whatever, "anything")
    assert str(broken.value) == "'bad' from the package a-package cannot be used: RuntimeError: oops."


def test_a_package_that_adds_something_else_is_named(packages):
    install(packages, "fathom.tests", {"odd": "mod_d:THING"}, mod_d="THING = 1\n")
    with pytest.raises(BrokenPlugin) as broken:
        plugins("fathom.tests")["odd"].load(callable, "something to call")
    assert str(broken.value) == "'odd' from the package a-package cannot be used: mod_d:THING is not something to call."


def test_what_is_left_out_of_a_list_is_said():
    with pytest.warns(RuntimeWarning, match="'x' does not work"):
        warn_of(BrokenPlugin("'x' does not work."))
