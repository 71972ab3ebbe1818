"""Commands that write a file: one that is there is refused before the work, which may take minutes."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from fathom.terminal.main import main

RECORD = '[Game "range-war"]\n[First "ann"]\n[Second "bob"]\n\n1. 6 4 *\n'


def refuse_to_work(*_: object, **__: object) -> NoReturn:
    raise AssertionError("the work began before the file was refused")


@pytest.mark.parametrize(
    "arguments, work",
    [
        (["audit", "range-war", "-o"], "fathom.workshop.audit.audit"),
        (["audit", "--book", "-o"], "fathom.workshop.book.book_page"),
        (["variants", "range-war", "--grid", "highest=2..3", "--report"], "fathom.terminal.commands.variants._run"),
        (["puzzle", "sheet", "-o"], "fathom.terminal.puzzle.draw._make_different"),
        (["review", "match.txt", "--svg"], "fathom.terminal.commands.review._review_match"),
    ],
    ids=["audit", "audit --book", "variants", "puzzle sheet", "review"],
)
def test_a_file_that_is_there_is_refused_before_the_work(
    arguments: list[str],
    work: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(work, refuse_to_work)
    Path("match.txt").write_text(RECORD, encoding="utf-8")
    Path("mine").write_text("mine", encoding="utf-8")
    assert main([*arguments, "mine"]) == 2
    assert capsys.readouterr().err == "'mine' already exists; choose another name.\n"
    assert Path("mine").read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.txt", "mine"]
