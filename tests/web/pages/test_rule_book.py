"""Rule books as pages: every rule has its anchor, everything is escaped, and the examples are true."""

from __future__ import annotations

import re

import pytest

from fathom import games
from fathom.errors import IllegalMove
from fathom.show.example import Examples
from fathom.show.room import Room
from fathom.web.pages.rule_book import inline, rule_book
from tests.web.reading import PageRead

SHOWN = [
    pytest.param(name, number, example, id=f"{name}-{number}-{example.code}-{example.tried}")
    for name in games.ROOMS
    for number, examples in games.room(name).examples.of_rules.items()
    for example in examples
]


def numbers_written(name: str) -> list[int]:
    """The numbers of the rules as the room's page has them."""
    section = games.room(name).rules_page.split("## Rules\n")[1].split("\n## What is known")[0]
    return [int(number) for number in re.findall(r"^(\d+)\. ", section, re.MULTILINE)]


@pytest.mark.parametrize("name", games.ROOMS)
def test_every_numbered_rule_has_its_anchor(site, name):
    page = PageRead(site.get(f"/rules/{name}").text)
    anchors = [anchor for anchor in page.ids if anchor.startswith("rule-")]
    assert anchors == [f"rule-{number}" for number in numbers_written(name)]


@pytest.mark.parametrize("name", games.ROOMS)
def test_every_link_to_a_rule_has_somewhere_to_go(site, name):
    page = PageRead(site.get(f"/rules/{name}").text)
    assert {link[1:] for link in page.links if link.startswith("#rule-")} <= set(page.ids)


@pytest.mark.parametrize("name", games.ROOMS)
def test_no_word_of_a_rule_book_is_lost(site, name):
    shown = PageRead(site.get(f"/rules/{name}").text).words.replace(" ", "")
    written = re.sub(r"^(#+|-|\d+\.) |\{\{options\}\}|`", "", games.room(name).rules_page, flags=re.MULTILINE)
    for line in filter(str.strip, written.splitlines()):
        assert line.replace(" ", "") in shown


@pytest.mark.parametrize("name", games.ROOMS)
def test_what_there_is_to_say_about_the_rule_book_is_folded_away(site, name):
    before, _, folded = site.get(f"/rules/{name}").text.partition("<details>")
    assert "Hole:" not in before
    assert folded.partition("</details>")[0].count("Hole:") > 0
    assert "About the rule book" in folded.partition("</summary>")[0]


@pytest.mark.parametrize("name", games.ROOMS)
def test_every_option_is_explained(site, name):
    words = PageRead(site.get(f"/rules/{name}").text).words
    for option in games.game(name).options_type.declared.values():
        assert option.meaning in words


def test_a_line_is_escaped_and_its_code_marked():
    assert inline("a < `b<c` & d") == "a &lt; <code>b&lt;c</code> &amp; d"


def test_a_mention_of_a_rule_leads_there():
    assert inline("Rule 1 refuses it.") == '<a href="#rule-1">Rule 1</a> refuses it.'


def test_a_section_has_an_anchor_of_plain_letters():
    assert [section.anchor for section in rule_book("range-war").sections] == ["what-is-known", "about-the-rule-book"]


@pytest.mark.parametrize("name,number,example", SHOWN)
def test_an_example_shows_the_rule_that_it_stands_under(name, number, example):
    match = games.read_code(example.code)
    assert match.game.name == name
    if not example.tried:
        assert example.told.endswith(".")
        return
    with pytest.raises(IllegalMove) as refused:
        match.play(example.tried)
    assert refused.value.rule == number


@pytest.mark.parametrize("name,number,example", SHOWN)
def test_an_example_that_tells_of_the_end_is_over(name, number, example):
    outcome = games.read_code(example.code).outcome
    seats = {"first": 1, "second": 2}
    winners = [seats[who] for who in re.findall(r"(first|second) player[^.]*(?:\bwins\b|has won)", example.told)]
    winners += [3 - seats[who] for who in re.findall(r"(first|second) player[^.]* loses", example.told)]
    assert (outcome is not None) == bool(winners or re.search("drawn|peak reached", example.told))
    assert not winners or (outcome and winners == [outcome.winner])


@pytest.mark.parametrize("name", games.ROOMS)
def test_every_game_has_a_telling_position(name):
    match = games.read_code(games.room(name).examples.glance)
    assert match.game.name == name
    assert match.plies
    assert match.outcome is None


def test_a_refused_example_is_told_in_the_words_of_the_game():
    (_, refused) = rule_book("range-war").rules[2].examples
    assert refused.sentence == "5 is not lower than 2, as the second number must be (rule 3). Allowed now: 1."
    assert refused.tried == "5"


def test_a_game_without_examples_shows_itself_as_it_begins():
    assert Room.examples.__get__(games.room("range-war")) == Examples("range-war")
