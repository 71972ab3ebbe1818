"""Imports point downwards only, and the rules need nothing but Python."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from fathom.games import ROOMS

ROOT = Path(__file__).resolve().parent.parent

#: Needed by front ends and stores, but not by the rules.
HEAVY = {"argparse", "asyncio", "json", "logging", "socket", "sqlite3", "subprocess"}
#: Rules do no I/O, and use no randomness and no clock: they may import only these modules.
PURE = {"__future__", "abc", "collections", "enum", "fractions", "functools", "itertools", "math", "re", "typing"}

LOADED = """
import sys, {module}
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""


def loaded_by(module: str) -> set[str]:
    """The packages that a fresh interpreter without any installed package has loaded after one import."""
    source = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n" + LOADED.format(module=module)
    run = subprocess.run([sys.executable, "-I", "-S", "-c", source], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def imports_of(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return named | {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}


def test_imports_keep_every_contract():
    lint_imports = str(Path(sys.executable).parent / "lint-imports")
    run = subprocess.run(
        [lint_imports, "--no-cache", "--no-logo"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert " 0 broken" in run.stdout


@pytest.mark.parametrize("package", ROOMS.values())
def test_rules_load_without_any_installed_package(package: str):
    third_party = loaded_by(f"{package}.rules") - set(sys.stdlib_module_names) - {"__main__", "fathom"}
    assert third_party == set()


@pytest.mark.parametrize("package", ROOMS.values())
def test_rules_load_nothing_that_only_front_ends_and_stores_need(package: str):
    assert loaded_by(f"{package}.rules") & HEAVY == set()


@pytest.mark.parametrize("package", ROOMS.values())
def test_rules_name_only_modules_that_cannot_talk_keep_or_roll_dice(package: str):
    imports = imports_of(ROOT / "src" / package.replace(".", "/") / "rules.py")
    assert imports
    allowed = (*PURE, "fathom.core", "fathom.errors", package)
    assert [name for name in imports if not name.startswith(allowed)] == []
