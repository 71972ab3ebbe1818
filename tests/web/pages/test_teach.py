"""The pages that teach how a game is won: every rule with its example, and what was proved."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.coach.learner import drilled_games
from fathom.coach.strategies import proof_words, prove, strategy_for
from tests.web.reading import PageRead
from tests.web.site import Site


def read(site: Site, path: str) -> PageRead:
    answer = site.get(path)
    assert answer.status_code == 200, answer.text
    return PageRead(answer.text)


@pytest.mark.parametrize("name", drilled_games())
def test_every_rule_is_there_with_its_anchor_and_its_example(site: Site, name: str) -> None:
    game = games.game(name)
    strategy = strategy_for(game, game.options_type())
    page = read(site, f"/teach/{name}")
    assert strategy.insight in page.words
    for number, rule in enumerate(strategy.rules, 1):
        assert rule.name in page.words
        assert rule.text in page.words
        assert f"rule-{number}" in page.ids
        assert f"/a/{rule.example}" in page.links
    assert len(page.all("figure")) == len(strategy.rules)
    assert proof_words(strategy, prove(game, game.options_type(), strategy)) in page.words


@pytest.mark.parametrize("name", drilled_games())
def test_the_page_of_a_game_and_its_rules_and_its_drills_lead_there(site: Site, name: str) -> None:
    for path in (f"/play/{name}", f"/rules/{name}", "/drills"):
        assert f"/teach/{name}" in read(site, path).links


def test_where_there_are_no_rules_for_winning_it_is_said_and_nothing_leads_there(site: Site) -> None:
    answer = site.get("/teach/pyramid-puzzle")
    assert answer.status_code == 404
    assert "Pyramid Puzzle has no opponent, so there are no rules for winning it" in PageRead(answer.text).words
    assert "/teach/pyramid-puzzle" not in read(site, "/rules/pyramid-puzzle").links
    assert site.get("/teach/chess").status_code == 404
