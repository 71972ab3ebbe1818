"""`fathom variants`: a grid of options, audited, mapped and ranked."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fathom import games
from fathom.show.canvas import Canvas
from fathom.terminal.commands.variants import report
from fathom.workers import Workers
from fathom.workshop.grid import read_grid
from fathom.workshop.ranking import METRICS
from fathom.workshop.variants import Rows, run
from fathom.workshop.variants_page import variants_page
from tests.conftest import Fathom

DOCS = Path(__file__).parents[3] / "docs"
GRID = read_grid(games.game("range-war"), "second_move=lower|free,highest=2..6")


@pytest.fixture(scope="module")
def rows() -> Rows:
    found = Rows(None, {})
    run(GRID, found, Workers(None, 1), 2000, lambda _: True)
    return found


def test_a_grid_is_summarised_as_findings_a_map_and_a_table(fathom: Fathom) -> None:
    done = fathom("variants", "range-war", "--grid", "second_move=lower|free,highest=2..6", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    head, table = done.stdout.split("\nvariant")
    assert head.startswith("Variants of Range War\n10 variants audited.\n")
    assert "With perfect play seat 1 wins 7 of them, seat 2 3, and nobody 0." in head  # free: even numbers are lost
    assert "second_move  2  3  4  5  6" in head
    assert len(table.splitlines()) == 11


def test_rows_are_kept_and_a_second_run_has_nothing_to_do(fathom: Fathom, tmp_path: Path) -> None:
    command = ["variants", "range-war", "--grid", "highest=2..4", "-o", "rows.jsonl", "--jobs", "1"]
    first = fathom(*command)
    kept = (tmp_path / "rows.jsonl").read_bytes()
    assert len(kept.splitlines()) == 3
    assert fathom(*command).stdout == first.stdout
    assert (tmp_path / "rows.jsonl").read_bytes() == kept


def test_processes_find_the_same(fathom: Fathom) -> None:
    command = ["variants", "range-war", "--grid", "highest=2..6", "--json", "--jobs"]
    assert fathom(*command, "2").stdout == fathom(*command, "1").stdout != ""


def test_the_json_is_as_documented(fathom: Fathom) -> None:
    found = json.loads(fathom("variants", "range-war", "--grid", "highest=2..3", "--json", "--jobs", "1").stdout)
    section = re.search(r"^## Variants.*?(?=^## |\Z)", (DOCS / "json.md").read_text(encoding="utf-8"), re.S | re.M)
    assert section
    row = found["variants"][0]
    for key in (*found, *row, *row["figures"]):
        assert f'"{key}"' in section[0] or f"`{key}`" in section[0], key
    assert found["grid"] == {"highest": ["2", "3"]}


@pytest.mark.parametrize("width", [30, 40, 80])
@pytest.mark.parametrize("metric", METRICS)
def test_the_summary_fits_the_window(rows: Rows, metric: str, width: int) -> None:
    canvas = Canvas()
    canvas.width = width
    widest = max(len(code) for code in GRID.codes) + len(f"  {metric}")  # a code is never cut
    assert all(len(line) <= max(width, widest) for line in report(GRID, rows.of(GRID), metric, canvas))


class Reader(HTMLParser):
    """Counts elements, and checks that each is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_says_in_words_what_its_maps_show(rows: Rows) -> None:
    page = variants_page(GRID, rows.of(GRID), "length")
    read = Reader(page)
    assert not read.open
    tags = [tag for tag, _ in read.found]
    assert not {"script", "link", "img"} & set(tags)
    assert tags.count("svg") == 3  # length, unevenness, depth
    assert tags.count("title") == 1 + 3 * (1 + len(GRID.codes))
    assert all(attributes["role"] == "img" for tag, attributes in read.found if tag == "svg")
    assert all(f'<th scope="row">{code}</th>' in page for code in GRID.codes)


def test_the_page_is_a_new_file(fathom: Fathom, tmp_path: Path) -> None:
    command = ["variants", "range-war", "--grid", "highest=2..3", "--report", "page.html", "--jobs", "1"]
    assert fathom(*command).returncode == 0
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert fathom(*command).returncode == 2  # it exists


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["range-war"], "--grid"),
        (
            ["range-war", "--grid", "highest=2..3", "--metric", "deepth"],
            "There is no metric 'deepth'; .*Did you mean depth",
        ),
        (["range-war", "--grid", "highest=2..3", "--jobs", "0"], "--jobs and --states are at least 1"),
        (["pyramid-puzzle", "--grid", "levels=3..4"], "is for one player"),
        (["range-war", "--grid", "highest=2..3", "--cluster", "tcp://127.0.0.1:1"], "There is no Dask scheduler at"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(fathom: Fathom, arguments: list[str], said: str) -> None:
    done = fathom("variants", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(said, done.stderr)
    assert done.stderr.count("\n") == 1


def test_unknown_variants_are_counted_and_marked(fathom: Fathom) -> None:
    done = fathom("variants", "pocket-addition", "--grid", "highest=4|20,target=40", "--states", "500", "--jobs", "1")
    assert "1 variant audited, 1 unknown." in done.stdout
    assert done.stdout.count("??") == 2  # in the map, and in its legend
