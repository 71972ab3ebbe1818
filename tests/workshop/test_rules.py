"""Which rules ever refuse a move, and which cases come up, compared with trying every move in every position."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.workshop.audit import audit
from fathom.workshop.rules import try_rules
from fathom.workshop.words import sections
from tests.workshop.plainly import PlainGame

CODES = [
    "range-war,highest=5",
    "range-war,highest=5,second_move=free",
    "range-war,highest=5,reach=2",
    "range-war,highest=5,reach=5",
    "range-war,highest=5:3",
    "pocket-addition,highest=4,target=6",
    "pocket-addition,highest=3,target=6",
    "digit-dilemma,slots=2,base=5,divisor=3",
    "digit-dilemma,slots=2,base=5,divisor=3,leading_zero=forbidden",
    "digit-dilemma,slots=2,base=5,divisor=3,leading_zero=unqualified",
    "pyramid-challenge,levels=2,highest=3",
    "pyramid-challenge,levels=2,highest=4,copies=1",
    "pyramid-challenge,levels=2,highest=3,copies=6",
    "pyramid-challenge,levels=3,highest=2",
    "pyramid-challenge,levels=2,highest=3:1",
]


def refusing_rules(code: str) -> set[int]:
    """By offering every move of the game in every position that can be reached."""
    plain = PlainGame(code)
    actions = plain.match.game.actions(plain.match.options)
    seen, left, rules = set(), [plain.start], set()
    while left:
        position = left.pop()
        if position in seen or position.outcome:
            continue
        seen.add(position)
        for move in actions:
            refusal = position.violation(move)
            if refusal:
                rules.add(refusal.rule)
            else:
                left.append(position.after(move))
    return rules


@pytest.mark.parametrize("code", CODES)
def test_the_rules_that_refuse_are_those_of_trying_every_move_everywhere(code: str) -> None:
    match = games.read_code(code)
    found = try_rules(match.game, match.position).rules
    assert [rule.number for rule in found] == list(games.room(match.game.name).rule_book.rules)
    assert {rule.number for rule in found if rule.refuses} == refusing_rules(code)
    assert all(rule.refuses is not None for rule in found)


def test_a_rule_that_was_not_seen_is_not_known_if_there_are_too_many_positions() -> None:
    match = games.read_code("digit-dilemma,slots=2,leading_zero=allowed")
    found = try_rules(match.game, match.position, Meter(Budget(states=100)))
    assert {rule.number: rule.refuses for rule in found.rules} == {1: True, 2: None, 3: None, 4: None}
    assert [clause.occurs for clause in found.clauses] == [None]


def test_pyramids_that_never_touch_are_tried_without_visiting_millions_of_pairs() -> None:
    match = games.read_code("pyramid-challenge")
    found = try_rules(match.game, match.position, Meter(Budget(states=100_000)))
    assert {rule.number: rule.refuses for rule in found.rules} == {
        1: False,
        2: True,
        3: True,
        4: False,
        5: False,
        6: False,
    }


def test_the_digits_never_run_out_before_both_numbers_are_complete() -> None:
    # Two places each take four of ten digits.
    match = games.read_code("digit-dilemma,slots=2")
    (clause,) = try_rules(match.game, match.position).clauses
    assert clause.occurs is False


def test_an_audit_says_which_rules_never_refuse_a_move() -> None:
    found = audit("range-war,highest=4")
    said = {row.name: row.figure for section in sections(found) for row in section.rows}
    assert said["Rule 1"] == said["Rule 3"] == "refuses moves"
    assert said["Rule 4"] == said["Rule 5"] == "never refuses a move"
    assert {"rule": 4, "refuses": False} in found.as_dict()["rules"]
