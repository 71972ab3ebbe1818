"""The report of an arena: one page that says everything, in words too, and needs nothing else."""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from fathom.arena.fixtures import fixtures
from fathom.arena.pictures import Scale, shorten
from fathom.arena.plan import Plan
from fathom.arena.referee import Referee
from fathom.arena.report import ratings_over_time, report_page
from fathom.arena.results import Results, add_up
from fathom.arena.sprt import Sprt

PLAN = Plan(("pocket-addition",), ("@random", "@greedy", "@perfect"), rounds=10, seed=1)
GAMES = list(fixtures(PLAN))
VOID = {"meta", "br"}


def played() -> list[Any]:
    with Referee(PLAN) as referee:
        return [referee.play(fixture) for fixture in GAMES]


@pytest.fixture(scope="module")
def results() -> Results:
    return add_up(PLAN, GAMES, played(), {(0, 1): Fraction(1, 4), (1, 0): Fraction(3, 4)})


@pytest.fixture(scope="module")
def page(results: Results) -> str:
    return report_page(results, GAMES, played())


class Balanced(HTMLParser):
    """Every element is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(page: str) -> Balanced:
    reader = Balanced()
    reader.feed(page)
    assert reader.open == []
    return reader


def test_the_page_is_well_formed_and_needs_nothing_else(page: str) -> None:
    read(page)
    assert not re.search(r"<script|<link|<img|@import|url\(|(src|href)=", page)
    assert page.startswith("<!doctype html>")
    assert '<html lang="en">' in page


def test_it_has_the_figures_of_the_results(page: str, results: Results) -> None:
    said = " ".join(read(page).texts)
    for standing in results.standings:
        assert standing.name in said
        assert f"{standing.rating:+.0f}" in said
        assert f"{100 * standing.score:.1f}" in said
    assert "60 games, round-robin" in said
    won = results.cross[2, 0].halves / 2
    assert f"{won:g} of 20" in said
    assert "5.0" in said  # exactly a quarter of 20 points was to be expected for @random against @greedy


def test_pictures_say_in_words_what_they_show(page: str, results: Results) -> None:
    best = results.standings[0]
    assert page.count('role="img"') == 2
    assert f"@perfect {best.rating:+.0f}, give or take {best.margin:.0f}" in page
    assert "Ratings after" in page


def test_names_cannot_break_the_page() -> None:
    bad = """cmd:echo '<script>alert("x")</script>' & \x07"""
    plan = PLAN._replace(players=("@random", bad, "@perfect"))
    page = report_page(add_up(plan, GAMES, played()), GAMES, played())
    read(page)
    assert "<script" not in page
    assert "\x07" not in page


def test_a_sequential_test_is_told() -> None:
    plan = PLAN._replace(players=("@random", "@greedy"))
    games = list(fixtures(plan))
    with Referee(plan) as referee:
        done = [referee.play(fixture) for fixture in games]
    page = report_page(add_up(plan, games, done, sprt=Sprt(0, 50)), games, done)
    assert "stronger by 0 Elo points (H0) or by 50 (H1)?" in page


def test_an_arena_without_games_has_a_page_too() -> None:
    assert "0 games" in report_page(add_up(PLAN, GAMES, []), GAMES, [])


def test_the_last_moment_of_the_history_is_the_result(results: Results) -> None:
    history = ratings_over_time(results, GAMES, played())
    assert [games for games, _ in history] == sorted({games for games, _ in history})
    assert history[-1] == (60, results.ratings)


@pytest.mark.parametrize(
    "low, high, ticks",
    [(-120, 130, [-100, -50, 0, 50, 100]), (3, 9, [3, 4, 5, 6, 7, 8, 9]), (-900, 1100, [-500, 0, 500, 1000])],
)
def test_ticks_are_round_and_few(low: float, high: float, ticks: list[int]) -> None:
    assert Scale(low, high, 0, 100).ticks() == ticks


def test_long_names_are_shortened() -> None:
    assert shorten("@perfect") == "@perfect"
    assert shorten("x" * 30) == "x" * 23 + "…"
