"""`make site`: what it ships is pinned and enough, and what it lacks is said in one sentence."""

from __future__ import annotations

import ast
import base64
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.site import __main__ as command
from tools.site.pages import ROOT_MARK, boot_page, missing_page
from tools.site.parts import PACKAGES, ROOT, Stop, fetch_parts, read_lock, read_pin
from tools.site.tree import SOURCE, UNUSED_MODULES, compile_templates, shipped_files

#: Imports pages natively, with nothing of Fathom but what is shipped, and asks for a page of every kind.
PROGRAM = """
import asyncio, sys
sys.meta_path = [finder for finder in sys.meta_path if "editable" not in repr(finder).lower()]
sys.path = [sys.argv[1]] + [path for path in sys.path if not path.endswith("/src")]
import fathom.web.local
assert fathom.__file__.startswith(sys.argv[1]), fathom.__file__
sys.platform = "emscripten"  # from here on, as in a browser
PATHS = ("", "rules/range-war", "play", "play/range-war", "puzzles", "puzzles/daily", "puzzles/editor",
    "puzzles/archive", "a/range-war:6", "drills", "learn/range-war", "history", "settings", "api/v1/games")
async def ask():
    async def keep(rows): pass
    site = await fathom.web.local.start("", keep, "http://site.example/below/")
    for path in PATHS:
        answer = await site.answer("GET", "/below/" + path, "", [], b"")
        assert answer.status == 200, (path, answer.status)
        print(path or "home")
asyncio.run(ask())
"""


def test_what_is_shipped_of_fathom_is_enough_for_every_page(tmp_path: Path) -> None:
    for path in shipped_files():
        target = tmp_path / "fathom" / path.relative_to(SOURCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    shutil.copytree(SOURCE / "web" / "static", tmp_path / "fathom" / "web" / "static")
    compile_templates(tmp_path / "fathom")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 14


def test_nothing_shipped_imports_a_module_that_is_left_out_of_the_standard_library() -> None:
    for path in shipped_files():
        if path.suffix == ".py":
            used = _imported(path)
            assert not used & UNUSED_MODULES, path


def _imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def test_every_package_is_pinned_by_hashes() -> None:
    lock = read_lock((ROOT / "requirements" / "serve.txt").read_text(encoding="utf-8"))
    for name in PACKAGES:
        assert lock[name].startswith(f"{name}==")
        assert lock[name].count("--hash=sha256:") >= 1
        assert len([line for line in lock[name].splitlines() if "==" in line.partition(";")[0]]) == 1
    assert read_pin().integrity.startswith("sha512-")


def test_another_package_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    pin = read_pin()
    package = tmp_path / f"{pin.name}-{pin.version}.tgz"
    package.write_bytes(b"something else")
    with pytest.raises(Stop, match=r"is not what is pinned in requirements/pyodide\.json"):
        fetch_parts(tmp_path)
    assert not package.exists()


def test_without_npm_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(command, "BUILD", tmp_path)
    assert command.main([str(tmp_path / "new")]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "apt install npm" in said


def test_a_directory_of_somebody_else_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    assert command.main([str(tmp_path)]) == 1
    assert "would be replaced" in capsys.readouterr().err
    assert (tmp_path / "letters.txt").exists()


def test_the_first_pages_find_the_site_wherever_it_is() -> None:
    page = boot_page()
    assert 'href="/' not in page
    assert 'src="/' not in page
    assert page.count(ROOT_MARK) > 5
    assert "wasm" not in page
    assert page.count("<svg") >= 5
    missing = missing_page()
    script = missing.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in missing
