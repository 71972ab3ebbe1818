"""`fathom audit`: on the terminal, as JSON, as a page, and for all rule books."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fathom.show.canvas import Canvas
from fathom.terminal.commands.audit import report
from fathom.workshop.audit import audit
from fathom.workshop.page import audit_page
from fathom.workshop.words import sections
from tests.conftest import Fathom

JSON_PAGE = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")
SMALL = "pocket-addition,highest=5,target=8"


def test_the_terminal_shows_every_row_and_a_line_for_each_slip() -> None:
    found = audit(SMALL)
    said = " ".join(" ".join(report(found, Canvas())).split())
    for section in sections(found):
        for row in section.rows:
            assert f"{row.name}: {row.figure}." in said
    assert said.count("#") > 0


@pytest.mark.parametrize("width", [20, 40, 80])
def test_lines_fit_a_narrow_window(width: int) -> None:
    canvas = Canvas()
    canvas.width = width
    lines = report(audit(SMALL), canvas)
    assert max(map(len, lines)) <= max(width, 26)  # a bar has ten characters at least


def test_every_key_of_the_json_is_documented(fathom: Fathom) -> None:
    shown = json.loads(fathom("audit", "range-war", "--set", "highest=5", "--json").stdout)
    section = JSON_PAGE.split("## Audit: `fathom audit GAME|CODE --json`")[1].split("\n## ")[0]

    def keys(value: object) -> set[str]:
        if isinstance(value, dict):
            return {*value, *(key for one in value.values() for key in keys(one))}
        return {key for one in value for key in keys(one)} if isinstance(value, list) else set()

    numbered = re.compile(r"\d+")
    options = {"highest", "second_move", "reach"}  # they are documented with the game
    missing = [key for key in keys(shown) - options if f"`{key}`" not in section and f'"{key}"' not in section]
    assert [key for key in missing if not numbered.fullmatch(key)] == []


class _Tags(HTMLParser):
    """Checks that tags are closed, and collects what comes from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_has_a_title_and_a_table_for_each_picture() -> None:
    page = audit_page(audit(SMALL))
    tags = _Tags()
    tags.feed(page)
    assert (tags.open, tags.addresses) == ([], [])
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(pictures) == 2
    for picture in pictures:
        title = ElementTree.fromstring(picture)[0]
        assert title.tag.endswith("title")
        assert title.text
    assert "<caption>Play with slips</caption>" in page
    assert "<caption>Only moves by depth</caption>" in page
    assert "prefers-color-scheme: dark" in page


def test_a_page_is_written_to_a_new_file(fathom: Fathom, tmp_path: Path) -> None:
    file = tmp_path / "audit.html"
    done = fathom("audit", SMALL, "-o", str(file))
    assert done.returncode == 0
    assert file.read_text(encoding="utf-8") == audit_page(audit(SMALL))
    assert "already exists" in fathom("audit", SMALL, "-o", str(file)).stderr


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["pyramid-puzzle"], "is for one player"),
        (["range-war:1"], "is over"),
        ([], "Name a game or a code"),
        (["range-war", "--book"], "--book audits every rule book"),
        (["range-war", "--seconds", "0"], "--seconds must be at least 1"),
    ],
)
def test_what_cannot_be_audited_is_refused_in_a_sentence(fathom: Fathom, arguments: list[str], said: str) -> None:
    done = fathom("audit", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_game_that_is_too_large_is_unknown(fathom: Fathom) -> None:
    done = fathom("audit", "range-war", "--set", "highest=1000000")
    assert done.returncode == 1
    assert done.stdout.startswith("unknown: ")
    told = fathom("audit", "range-war", "--set", "highest=1000000", "--json")
    assert told.returncode == 1
    assert json.loads(told.stdout) == {
        "what": "range-war,highest=1000000",
        "unknown": done.stdout.removeprefix("unknown: ").rstrip("\n"),
    }
