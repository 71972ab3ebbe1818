"""What is in the source, and what never is."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src" / "fathom").rglob("*.py"))
#: Modules that run other programs, load code from data, or are not what they seem to be.
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve", "dill", "subprocess", "pty", "commands", "telnetlib", "xmlrpc"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_FUNCTIONS = {"system", "popen", "spawnl", "spawnv", "execv", "execl", "execvp"}
#: Between a server and the process that thinks for it, over a pipe of their own; nothing from outside is unpickled.
PICKLING = "src/fathom/web/thinking"
#: Starts what the user or the operator names as a player, contained; a visitor of a server never names a command.
PROGRAMS = "src/fathom/players/programs"
#: What the modules in a folder may use all the same.
ALLOWED = {
    PICKLING: {"pickle"},
    PROGRAMS: {"subprocess", "execv", "marshal"},  # marshal carries our own plan to our own launcher
}
#: What bandit may find, and where.
ACCEPTED = {
    "B101": "src/fathom",  # assertions are about our own code, never about input
    "B311": "src/fathom",  # chance in games is not secret; tokens come from `secrets`
    "B608": "src/fathom/storage",  # SQL is joined from our own constants; values are always bound
    "B704": "src/fathom/web",  # drawings are made here, and their texts escaped: hostile names are tested
    "B104": "src/fathom/web/serve.py",  # an address is compared, not bound
    "B301": PICKLING,
    "B403": PICKLING,
    **dict.fromkeys(("B302", "B404", "B603", "B606"), PROGRAMS),
    "B108": f"{PROGRAMS}/containment/paths.py",  # folders that a program may not look into
    "B406": "src/fathom/show/svg.py",  # escapes XML, and parses none
    "B506": "src/fathom/games/pyramid_puzzle/scenario.py",  # with a loader that makes nothing but plain values
}
#: A sentence that bandit takes for SQL.
SENTENCES = {"src/fathom/games/pyramid_challenge/text.py"}


def names(tree: ast.AST) -> set[str]:
    """Every module that is imported and every plain function that is called."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.add(node.func.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
            found.add(node.attr)
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_unpickles_evaluates_or_starts_a_program(path: Path) -> None:
    used = names(ast.parse(path.read_text(encoding="utf-8")))
    for folder, allowed in ALLOWED.items():
        if path.is_relative_to(ROOT / folder):
            used -= allowed
    assert used & (FORBIDDEN_MODULES | FORBIDDEN_CALLS | FORBIDDEN_FUNCTIONS) == set()


@pytest.mark.slow
def test_bandit_finds_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bandit", "--recursive", "--quiet", "--format", "json", "src"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    report = json.loads(done.stdout)
    found = [
        f"{issue['filename']}:{issue['line_number']}: {issue['test_id']} {issue['issue_text']}"
        for issue in report["results"]
        if not issue["filename"].startswith(ACCEPTED.get(issue["test_id"], "nowhere"))
        and issue["filename"] not in SENTENCES
    ]
    assert report["errors"] == []
    assert report["metrics"]["_totals"]["loc"] > 5000
    assert found == []
