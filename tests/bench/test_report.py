"""Reports: tables, Markdown, a page and JSON."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

import pytest

from fathom import games
from fathom.bench.chance import chance
from fathom.bench.make import Plan, make_items
from fathom.bench.page import report_page
from fathom.bench.pictures import draw_board
from fathom.bench.results import Results, add_up
from fathom.bench.results_json import results_dict
from fathom.bench.run import Running, run_items
from fathom.bench.tasks import ASKED, TASKS
from fathom.bench.words import as_text, markdown_report, tables


@cache
def results() -> Results:
    plan = Plan(
        tasks=("value", "best", "reason", "match", "profile"), games=("pocket-addition",), size=10, paraphrases=2
    )
    items = make_items(plan)
    return add_up(items, list(run_items(items, Running("@greedy"))))


@pytest.mark.parametrize(
    "name, positions, kept, one_ply",
    [
        ("pocket-addition", 757, 0.3960, 0.58),
        ("range-war", 2178, 0.4677, 0.44),
        ("digit-dilemma", 101_260, 0.4106, 0.91),
    ],
)
def test_what_random_play_keeps_is_exact(name: str, positions: int, kept: float, one_ply: float):
    """The figures were worked out apart from this code, by a walk over every position with plain search."""
    game = games.game(name)
    found = chance(game, game.options_type())
    assert found.positions == positions
    assert float(found.kept) == pytest.approx(kept, abs=5e-5)
    assert found.by_depth[1] / positions == pytest.approx(one_ply, abs=0.005)


def test_chance_is_a_mean_over_positions():
    """Range War with 3 numbers, by hand."""
    game = games.game("range-war")
    found = chance(game, game.options_type(highest=3))
    # At the start 1 wins at once, 2 wins by 2, 1, 3, and 3 loses. After 3, the second player wins with 2 only.
    assert found.positions == 2
    assert found.kept == (Fraction(2, 3) + Fraction(1, 2)) / 2


def test_every_table_says_the_same_in_text_in_markdown_and_on_the_page():
    markdown, page = markdown_report(results()), report_page(results())
    for table in tables(results()):
        assert f"## {table.title}\n" in markdown
        assert f"<h2>{table.title}</h2>" in page
        text = as_text(table)
        for row in table.rows:
            assert any(all(cell in line for cell in row) for line in text)
            assert f"| {' | '.join(row)} |" in markdown


def test_the_page_stands_alone_and_every_picture_says_what_it_shows():
    page = report_page(results())
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", page)
    assert "<script" not in page
    pictures = re.findall(r"<svg class=\"picture\".*?</svg>|<svg .*?</svg>", page, re.DOTALL)
    assert len(pictures) >= 5  # three depths, calibration, mistakes by move
    for picture in pictures:
        drawn = ElementTree.fromstring(picture)
        told = {child.tag: child.text for child in drawn}
        assert drawn.get("role") == "img"
        assert told["title"]
        assert told["desc"]
    assert page.count("<figure>") >= 1
    assert all(alt for alt in re.findall(r'<img [^>]*alt="([^"]*)"', page))


def test_mistakes_are_shown_from_every_game_each_position_once():
    plan = Plan(("best",), ("range-war", "pocket-addition"), size=10, paraphrases=2)
    items = make_items(plan)
    page = report_page(add_up(items, list(run_items(items, Running("@random")))))
    shown = re.findall(r"<br><code>(.*?)</code></figcaption>", page)
    assert len(shown) == len(set(shown)) == 6
    assert [code.partition(":")[0] for code in shown] == ["range-war", "pocket-addition"] * 3
    assert "and turned a win into a loss. Right: " in page


def test_every_task_of_a_report_says_what_was_asked():
    note = tables(results())[0].note
    assert set(ASKED) == set(TASKS)
    for task in results().tasks:
        assert f"{task.task}: {ASKED[task.task]}" in note


def test_a_picture_has_one_layout_and_nothing_to_press():
    for name in ("range-war:6.4", "digit-dilemma:7L.3M", "pocket-addition:6.9", "pyramid-challenge:4.7.3"):
        drawn = draw_board(name)
        assert "when-narrow" not in drawn
        assert "data-move" not in drawn
        assert drawn.count(">Player 2<") <= 1


def test_every_column_has_a_title():
    assert all(all(table.heads) for table in tables(results()))


def test_the_player_s_name_cannot_break_the_page():
    page = report_page(results()._replace(player="<script>alert(1)</script>"))
    assert "<script>" not in page


def test_json_has_every_figure_of_every_task():
    found = results_dict(results())
    assert [task["task"] for task in found["tasks"]] == ["value", "best", "reason", "profile", "match"]
    value = found["tasks"][0]
    assert value["brier"] == pytest.approx(1 - value["headline"]["value"])
    assert sum(each["items"] for each in value["calibration"]) == value["items"]
    profile = found["tasks"][3]["profiles"][0]
    assert profile["exploitability"] == pytest.approx(profile["perfect"] - profile["worst"])
    assert profile["scores"][0]["opponent"] == "@random"
    reasons = found["tasks"][2]["reasons"]
    assert reasons
    right, wrong = reasons["right_and_true"] + reasons["right_and_false"], reasons["wrong_and_true"]
    assert right + wrong + reasons["wrong_and_false"] == found["tasks"][2]["items"]


def test_the_headline_is_the_mean_over_depths():
    best = next(task for task in results().tasks if task.task == "best")
    assert best.headline.value == pytest.approx(sum(each.value for each in best.by_depth.values()) / len(best.by_depth))
