"""`fathom bench report` and `baselines`."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def scored(fathom, tmp_path):
    fathom("bench", "make", "--game", "range-war", "--task", "best", "--count", "4", "-o", str(tmp_path / "items"))
    fathom("bench", "run", str(tmp_path / "items"), "--bot", "@random", "-o", str(tmp_path / "a.jsonl"))
    return ["bench", "report", str(tmp_path / "a.jsonl"), "--items", str(tmp_path / "items"), "-o"]


def test_the_form_of_a_report_follows_its_name(fathom, scored, tmp_path):
    for name in ("r.html", "r.md", "r.json"):
        done = fathom(*scored, str(tmp_path / name))
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>")
    assert (tmp_path / "r.md").read_text().startswith("# Fathom Bench: @random")
    assert json.loads((tmp_path / "r.json").read_text())["schema"] == "fathom-bench-results-1"


@pytest.mark.parametrize("name, reason", [("r.pdf", "ends in .html, .md or .json"), ("a.jsonl", "ends in .html")])
def test_a_name_that_says_nothing_is_refused(fathom, scored, tmp_path, name, reason):
    done = fathom(*scored, str(tmp_path / name))
    assert done.returncode == 2
    assert reason in done.stderr


def test_a_report_never_overwrites_a_file(fathom, scored, tmp_path):
    (tmp_path / "r.md").write_text("mine")
    done = fathom(*scored, str(tmp_path / "r.md"))
    assert done.returncode == 2
    assert (tmp_path / "r.md").read_text() == "mine"
