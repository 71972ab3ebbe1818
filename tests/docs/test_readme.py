"""The README tells the truth."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools import moving_picture

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_opens_with_the_commands_that_set_everything_up():
    first_block = re.search(r"```\n(.*?)```", README, re.DOTALL)
    assert first_block
    commands = [line.split("#")[0].strip() for line in first_block[1].splitlines()]
    assert commands == ["make play", "make serve", "make test"]


def test_its_first_screen_moves_and_asks_nobody_for_anything():
    before = README.partition("```")[0]
    assert f"]({moving_picture.PLACE})" in before
    picture = ElementTree.fromstring((ROOT / moving_picture.PLACE).read_text(encoding="utf-8"))
    style = "".join(picture.itertext())
    assert "@keyframes" in style
    assert "prefers-reduced-motion" in style
    assert "url(" not in style
    assert {element.tag.rpartition("}")[2] for element in picture.iter()} <= {
        *("svg", "style", "rect", "circle", "g", "text", "tspan")
    }


@pytest.mark.slow
def test_what_moves_there_is_a_real_game():
    assert (ROOT / moving_picture.PLACE).read_text(encoding="utf-8") == moving_picture.draw(), "run make docs"


def test_people_without_make_are_told_what_exists():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = README.partition("## Install")[2].partition("What is supported")[0]
    asked = set(re.findall(r"\.\[([a-z,]+)\]", table))
    assert asked == {"web,fast"}
    assert {extra for names in asked for extra in names.split(",")} <= set(project["optional-dependencies"])
    started = set(re.findall(r"(?:--from|--spec) \S+ (\S+?)[` ]|env[/\\](?:bin|Scripts)[/\\](fathom\S*?)[` ]", table))
    assert {name for names in started for name in names if name} == set(project["scripts"])


def test_the_game_it_shows_is_a_real_one(tmp_path):
    shown = re.search(r"<!-- game: (.*?) -->\n```\n(.*?)```", README, re.DOTALL)
    assert shown
    typed = shown[1].replace(" ", "\n") + "\n"
    played = subprocess.run(
        [sys.executable, "-m", "fathom", "play", "range-war", "Alice", "Bob"],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"FATHOM_STORE": str(tmp_path / "store.db"), "PYTHONUTF8": "1"},
        check=True,
    )
    assert played.stdout == shown[2]


def test_the_python_it_shows_prints_what_it_says():
    import doctest

    shown = re.search(r"<!-- python -->\n```python\n(.*?)```", README, re.DOTALL)
    assert shown
    parsed = doctest.DocTestParser().get_doctest(shown[1], {}, "README", "README.md", 0)
    assert doctest.DocTestRunner().run(parsed) == (0, 5)


def test_every_page_is_listed():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    listed = set(re.findall(r"\]\(([^)]+\.md)\)", index))
    assert {page for page in pages if not page.startswith("rules/")} - {"README.md"} == listed - {"rules/README.md"}


def test_the_analysis_it_shows_is_what_the_program_says():
    shown = re.search(r"<!-- analysis: (.*?) -->\n```\n(.*?)```", README, re.DOTALL)
    assert shown
    said = subprocess.run(
        [sys.executable, "-m", "fathom", "analyze", shown[1]],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
        check=True,
    )
    assert said.stdout == shown[2]


def test_every_command_of_the_program_is_listed():
    from fathom.terminal.arguments import COMMANDS

    listed = set(re.findall(r"^fathom (\w+)", README, re.MULTILINE))
    assert listed == set(COMMANDS)


# ------------------------------------------------------------ links

FOLDERS = ("docs", "integrations", "tests/fixtures", ".github")
PAGES = [*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]
#: Of links and of pictures alike.
TARGET = re.compile(r"\]\(([^)\s]+)\)")
ELSEWHERE = re.compile(r"[a-z]+:")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """What a forge calls the headings of a page: in small letters, hyphens for spaces, without punctuation."""
    headings = re.findall(r"^#+ (.+)$", TARGET.sub("]", prose(page)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_broken(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    place = page.parent / path if path else page
    return not place.exists() or bool(anchor and anchor not in anchors(place))


def test_links_and_pictures_of_every_page_lead_somewhere():
    targets = [
        (page, target) for page in PAGES for target in TARGET.findall(prose(page)) if not ELSEWHERE.match(target)
    ]
    assert [f"{page.relative_to(ROOT)}: {target}" for page, target in targets if is_broken(page, target)] == []
    assert {Path(target.partition("#")[0]).suffix for _, target in targets} >= {".md", ".svg", ".png"}
    assert any("#" in target for _, target in targets)


def test_a_link_to_a_missing_page_or_heading_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# The *one* & only\n\n```\n# not a heading\n```\n", encoding="utf-8")
    assert anchors(page) == {"the-one--only"}
    assert not is_broken(page, "#the-one--only")
    assert not is_broken(page, "page.md")
    assert is_broken(page, "page.md#not-a-heading")
    assert is_broken(page, "other.md")
