"""The rule pages: up to date, complete, and every rule proved by a test that cites it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from fathom import games
from fathom.show.canvas import Canvas
from fathom.terminal import rule_pages as pages
from tools import docs

ROOT = Path(__file__).parents[2]
HEADINGS = ["Rules", "Options", "What is known", "About the rule book"]
OURS = "Variants of ours"


@pytest.mark.slow
def test_the_pages_in_docs_are_up_to_date_and_the_check_of_them_passes():
    checked = subprocess.run(
        [sys.executable, ROOT / "tools" / "docs.py", "--check"], capture_output=True, encoding="utf-8", check=False
    )
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A project with three small pages, written; the test above makes the real ones, which takes a while."""
    made = {Path("docs/one.md"): "One.\n", Path("docs/two.md"): "Two.\n", Path("docs/rules/three.md"): "Three.\n"}
    monkeypatch.setattr(docs, "pages", lambda: made)
    assert docs.write(tmp_path) == list(made)
    return tmp_path


def test_the_check_of_the_docs_names_what_is_stale(written, capsys):
    assert docs.main(["--check"], written) == 0
    page = written / "docs" / "two.md"
    page.write_text("Anything goes.", encoding="utf-8")
    (written / "docs" / "rules" / "three.md").unlink()
    assert docs.main(["--check"], written) == 1
    assert capsys.readouterr().err.splitlines() == [
        "docs/two.md is out of date: run make docs",
        "docs/rules/three.md is out of date: run make docs",
    ]
    assert page.read_text(encoding="utf-8") == "Anything goes."


def test_writing_the_docs_changes_only_what_is_stale(written, capsys):
    (written / "docs" / "two.md").write_text("Anything goes.", encoding="utf-8")
    assert docs.main([], written) == 0
    assert capsys.readouterr().out == "wrote docs/two.md\n"
    assert docs.main(["--check"], written) == 0


def test_the_index_lists_every_game():
    index = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^- \[.*\]\((.*)\.md\)", index, re.MULTILINE) == list(games.ROOMS)


@pytest.mark.parametrize("game", games.ROOMS)
def test_a_page_in_docs_says_first_that_it_is_made(game):
    first = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("<!-- Made by `make docs` from src/fathom/games/")


@pytest.mark.parametrize("game", games.ROOMS)
def test_a_page_in_docs_has_a_row_for_every_option(game):
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    for name, option in games.game(game).options_type.declared.items():
        assert f"| `{name}` | `{option.write(option.default)}` | {option.allowed} | {option.meaning} |" in page
    assert "{{" not in page


def lines_under(game: str, heading: str) -> list[str]:
    """The lines of a room's page under a heading."""
    section = games.room(game).rules_page.split(f"## {heading}\n")[1].split("\n## ")[0]
    return [line for line in section.splitlines() if line]


@pytest.mark.parametrize("game", games.ROOMS)
def test_a_page_has_a_title_a_paragraph_and_the_four_headings(game):
    lines = games.room(game).rules_page.splitlines()
    assert lines[0] == f"# {games.game(game).title}"
    assert lines[1] == ""
    assert lines[2]
    headings = [line[3:] for line in lines if line.startswith("## ")]
    assert [heading for heading in headings if heading != OURS] == HEADINGS
    assert OURS not in headings or headings.index(OURS) == 2


@pytest.mark.parametrize("game", games.ROOMS)
def test_holes_and_errata_are_told_only_at_the_end_and_nothing_is_said_for_programmers(game):
    before, about = games.room(game).rules_page.split("## About the rule book\n")
    assert "Hole: " in about
    assert not re.search(r"Hole:|Erratum:|--\w|\bseats?\b|\bply\b|\bplies\b", before, re.IGNORECASE)


@pytest.mark.parametrize("game", games.ROOMS)
def test_the_options_of_a_page_are_left_to_the_code(game):
    assert lines_under(game, "Options") == ["{{options}}"]


@pytest.mark.parametrize("game", games.ROOMS)
def test_the_rules_of_a_page_are_numbered_from_1_without_a_gap(game):
    rules = pages.rules_of(game)
    assert list(rules) == list(range(1, len(rules) + 1))
    ours = games.room(game).rule_book.ours
    written = [*lines_under(game, "Rules"), *(lines_under(game, OURS) if ours else ())]
    assert sum(bool(re.match(r"\d+\. ", line)) for line in written) == len(rules)
    assert sorted(rules)[len(rules) - len(ours) :] == sorted(ours)


@pytest.mark.parametrize("game", games.ROOMS)
@pytest.mark.parametrize("heading", HEADINGS[2:])
def test_the_further_sections_are_lists(game, heading):
    lines = lines_under(game, heading)
    assert lines
    assert all(line.startswith(("- ", "  ")) for line in lines)


@pytest.mark.parametrize("game", games.ROOMS)
@pytest.mark.parametrize("width", [40, 80])
def test_a_page_fits_the_window_and_shows_no_markup(game, width):
    canvas = Canvas()
    canvas.width = width
    shown = [*pages.numbered_rules(game, canvas), *pages.further_sections(game, canvas)]
    assert max(map(len, shown)) <= width
    assert not re.search(r"[`*{}]", "".join(shown))


@pytest.mark.parametrize("game", games.ROOMS)
def test_a_page_tells_what_is_known_in_numbers(game):
    known = games.room(game).known
    told = " ".join(line.strip() for line in lines_under(game, "What is known")).replace("`", "")
    assert f"{known.positions:,} positions" in told
    if known.mp is None:
        assert known.result.capitalize() in told
    else:
        assert f"costs {known.mp} MP" in told


# ---------------------------------------------------------------- citations


def rules_there_are() -> set[str]:
    return {f"{game}:{number}" for game in games.ROOMS for number in pages.rules_of(game)}


@cache
def marks() -> list[tuple[str, ast.Call]]:
    """Every `pytest.mark.rule(...)` in the tests, with its place: `tests/games/range_war/test_rules.py:74`."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno}", node)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
    ]


def citations() -> dict[str, list[str]]:
    """Where each rule is cited: `{"range-war:3": ["tests/games/range_war/test_rules.py:74"]}`."""
    found: dict[str, list[str]] = {}
    for where, mark in marks():
        for argument in mark.args:
            found.setdefault(ast.literal_eval(argument), []).append(where)
    return found


def test_every_rule_is_cited_by_a_test():
    assert rules_there_are() - set(citations()) == set()


def test_every_citation_names_a_rule_that_exists():
    unknown = {rule: where for rule, where in citations().items() if rule not in rules_there_are()}
    assert unknown == {}


def test_every_citation_names_one_rule():
    for where, mark in marks():
        assert [type(argument) for argument in mark.args] == [ast.Constant], where


def violated_rules(game: str) -> Iterator[int]:
    """Every number that a `Violation` of the room's rules can carry."""
    path = ROOT / "src" / Path(*games.ROOMS[game].split(".")) / "rules.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Violation":
            numbers = _branches(node.args[0])
            assert all(isinstance(number, ast.Constant) for number in numbers), ast.unparse(node)
            yield from (ast.literal_eval(number) for number in numbers)


def _branches(expression: ast.expr) -> list[ast.expr]:
    """`2 if won else 3` may be either of the two."""
    if isinstance(expression, ast.IfExp):
        return [*_branches(expression.body), *_branches(expression.orelse)]
    return [expression]


@pytest.mark.parametrize("game", games.ROOMS)
def test_every_rule_that_a_refusal_can_name_exists(game):
    named = set(violated_rules(game))
    assert named
    assert named <= set(pages.rules_of(game))


@pytest.mark.parametrize("game", games.ROOMS)
def test_every_rule_that_an_error_of_the_room_mentions_exists(game):
    folder = ROOT / "src" / Path(*games.ROOMS[game].split("."))
    mentioned = {
        int(number)
        for path in folder.glob("*.py")
        for number in re.findall(r"\brule (\d+)\b", path.read_text(encoding="utf-8"))
    }
    assert mentioned <= set(pages.rules_of(game))
