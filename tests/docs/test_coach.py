"""What docs/coach.md quotes is what the coach says."""

from __future__ import annotations

import re
from pathlib import Path

import fathom

PAGE = Path(__file__).parents[2] / "docs" / "coach.md"


def test_every_reason_that_is_quoted_is_given() -> None:
    quoted = re.findall(r"^\| `(.+?)` \| (\w+) \| (.+?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {fathom.Match(code).game.name for code, _, _ in quoted} == {
        *("digit-dilemma", "pocket-addition", "range-war", "pyramid-challenge")
    }
    for code, move, reason in quoted:
        [analyzed] = [each for each in fathom.analyze(code).moves if each.move == move]
        assert analyzed.reason == reason


def test_the_win_that_it_explains_takes_as_long_as_it_says() -> None:
    [move] = [each for each in fathom.analyze("pocket-addition").moves if each.move == "6"]
    assert move.value == fathom.Value(1, 4)
