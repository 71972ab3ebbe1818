"""Puzzles drawn on the screen, as SVG and on sheets of paper."""

from __future__ import annotations

import re
from argparse import Namespace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from fathom import games
from fathom.errors import BadOption, FathomError, UnreadableRoute
from fathom.games.pyramid_puzzle.draw.sheet import Sheet, write_sheet
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.scenario.route import check_route, read_route
from fathom.games.pyramid_puzzle.solve.solution import solve
from fathom.terminal.puzzle import draw as puzzle_showing
from tests.games.pyramid_puzzle.reference import least_from

PUBLISHED = "kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
WALLED_IN = "pyramid-puzzle,levels=3:kB1.xC1.xC2.xB2.xB4"
HOSTILE = '<script>alert(1)</script> & "co"\''


def draw(what: str = PUBLISHED, route: str | None = None, output: str | None = None, *, solve: bool = False) -> int:
    return puzzle_showing.draw(Namespace(what=what, route="best" if solve else route, output=output))


def sheet(output: Path | str, **more: Any) -> int:
    asked = {"count": 2, "difficulty": "easy", "levels": 5, "seed": 7, "generator": 2} | more
    return puzzle_showing.sheet(Namespace(output=str(output), **asked))


class Reader(HTMLParser):
    """Checks that every element is closed in its turn."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(content)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_without_a_file_the_pyramid_is_drawn_in_characters(capsys):
    assert draw() == 0
    shown = capsys.readouterr().out
    assert "D1:d" in shown
    assert "k key  l ladder  d dynamite  x blocked  o opened" in shown


def test_a_route_is_drawn_with_its_steps(capsys):
    assert draw(route="e1|d1|c1") == 0
    assert "2. D1 +2 = 2 (dynamite)" in capsys.readouterr().out


def test_the_best_route_is_drawn_when_it_is_wanted(capsys):
    assert draw(solve=True) == 0
    assert re.search(r"A1 \+2 = 12$", capsys.readouterr().out, re.MULTILINE)


def test_the_best_route_goes_on_from_the_moves_made(capsys):
    assert draw(f"pyramid-puzzle:{PUBLISHED}/E1.D1", solve=True) == 0
    shown = capsys.readouterr().out
    assert "1. C1 +2 = 4" in shown
    assert "= 12" in shown


def test_nothing_is_left_to_solve_at_the_peak(capsys):
    assert draw("pyramid-puzzle,levels=2:kB1/B1.A1", solve=True) == 0
    assert "<A1>" in capsys.readouterr().out


def test_no_solution_is_an_answer(capsys, tmp_path):
    assert draw(WALLED_IN, solve=True, output=str(tmp_path / "p.svg")) == 1
    assert capsys.readouterr().out.startswith("There is no solution: ")
    assert list(tmp_path.iterdir()) == []


def test_a_file_gets_a_picture(tmp_path):
    assert draw(solve=True, output=str(tmp_path / "p.svg")) == 0
    content = (tmp_path / "p.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(content)
    assert f"pyramid-puzzle:{PUBLISHED}" in [element.text for element in root.iter()]
    assert re.findall(r"https?:", content) == ["http:"]


def test_a_picture_can_be_printed_instead(capsys):
    assert draw(output="-") == 0
    ElementTree.fromstring(capsys.readouterr().out.encode())


def test_a_file_is_never_overwritten(tmp_path):
    (tmp_path / "p.svg").write_text("mine")
    with pytest.raises(FathomError, match="already exists"):
        draw(output=str(tmp_path / "p.svg"))
    assert (tmp_path / "p.svg").read_text() == "mine"


def test_the_name_of_a_puzzle_file_is_the_title_whatever_it_is(tmp_path, monkeypatch):
    pytest.importorskip("yaml")
    monkeypatch.chdir(tmp_path)
    Path("<b>&x.yaml").write_text("collectibles:\n  - type: key\n    location: C4\n")
    assert draw("<b>&x.yaml", output="p.svg") == 0
    root = ElementTree.fromstring(Path("p.svg").read_text(encoding="utf-8"))
    assert root[0].text == "<b>&x"


@pytest.mark.parametrize("route, said", [("", "The route is empty"), ("E1|zz", "Step 2"), ("E1|A1", "Step 2 cannot")])
def test_a_route_that_cannot_be_walked_is_refused(route, said, tmp_path):
    with pytest.raises(UnreadableRoute, match=said):
        draw(route=route, output=str(tmp_path / "p.svg"))
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_is_one_page_of_html_that_stands_alone(tmp_path):
    assert sheet(tmp_path / "s.html", count=3) == 0
    content = (tmp_path / "s.html").read_text(encoding="utf-8")
    seen = Reader(content).seen
    assert seen.count("svg") == 6  # each puzzle once bare and once solved
    assert not {"script", "link", "img", "iframe", "object"} & set(seen)
    assert set(re.findall(r"https?://[^\"]*", content)) == {"http://www.w3.org/2000/svg"}
    assert "@page" in content
    assert "break-before: page" in content


def test_what_the_best_costs_is_told_only_with_the_solutions(tmp_path):
    sheet(tmp_path / "s.html", count=4, difficulty="medium")
    front, back = (tmp_path / "s.html").read_text(encoding="utf-8").split("<h1>Solutions</h1>")
    codes = re.findall(r"<code>(pyramid-puzzle\S+)</code>", front)
    solutions = re.findall(r"<h2>Puzzle (\d+): (\d+) MP, (?:the only|one of).*?<code>(.*?)</code>", back, re.DOTALL)
    assert [number for number, _, _ in solutions] == ["1", "2", "3", "4"]
    assert "+2 =" not in front
    for code, (_, mp, route) in zip(codes, solutions, strict=True):
        match = games.read_code(code)
        options: Any = match.options
        checked = check_route(options, read_route(unescape(route)))
        assert (checked.legal, checked.mp) == (True, int(mp))
        assert least_from(match.start) == int(mp)


def test_a_seed_gives_the_same_sheet_and_the_sheet_names_it(tmp_path):
    sheet(tmp_path / "a.html")
    sheet(tmp_path / "b.html")
    sheet(tmp_path / "c.html", seed=None)
    first, again, other = ((tmp_path / f"{name}.html").read_text() for name in "abc")
    assert first == again != other
    assert "--seed 7 --generator 2." in first
    assert re.search(r"--seed \d+ --generator 2\.", other)


def test_the_puzzles_of_a_sheet_differ(tmp_path):
    sheet(tmp_path / "s.html", count=12)
    front = (tmp_path / "s.html").read_text().split("<h1>Solutions</h1>")[0]
    assert len(set(re.findall(r"<code>(.*?)</code>", front))) == 12


def test_where_there_are_too_few_puzzles_some_come_twice(tmp_path):
    assert sheet(tmp_path / "s.html", count=60, levels=2) == 0


@pytest.mark.parametrize("count", [0, 101])
def test_a_sheet_has_a_reasonable_size(count, tmp_path):
    with pytest.raises(BadOption, match="1 to 100 puzzles"):
        sheet(tmp_path / "s.html", count=count)


def test_hostile_words_on_a_sheet_stay_words():
    content = write_sheet(Sheet(HOSTILE, HOSTILE, [solve(Options())]))
    assert "script" not in Reader(content).seen
    assert "&lt;script&gt;" in content


def test_a_sheet_admits_that_a_puzzle_has_no_solution():
    options: Any = games.read_code(WALLED_IN).options
    assert "Puzzle 1: no solution" in write_sheet(Sheet("T", "", [solve(options)]))


def test_the_picture_in_the_docs_is_the_one_that_is_drawn_today(capsys):
    assert draw("pyramid-puzzle", solve=True, output="-") == 0
    kept = Path(__file__).parents[3] / "docs" / "images" / "pyramid-puzzle.svg"
    assert capsys.readouterr().out == kept.read_text(encoding="utf-8")
