"""An analysis is the same as data and as text, the first time and from the cache."""

from __future__ import annotations

import json

import pytest

from fathom import games
from fathom.analysis.analysis import analysis_text, analyze

CODES = [
    "pyramid-challenge:4.9.7",
    "pyramid-challenge,highest=3:2.2.2.2",
    "digit-dilemma",
    "digit-dilemma,slots=2:7L.3R",
    "range-war:6.4",
    "range-war:10.9",
    "pocket-addition:6.9",
    "pyramid-puzzle:kC4.xB2/E1.D1",
]


@pytest.mark.parametrize("code", CODES)
def test_the_text_is_the_data_each_time(code):
    match = games.read_code(code)
    text = json.dumps(analyze(match).as_dict(), ensure_ascii=False)
    assert [analysis_text(match), analysis_text(games.read_code(code))] == [text, text]


def test_a_match_that_was_given_up_has_no_moves_though_its_position_has():
    going_on, given_up = games.read_code("range-war:6"), games.read_code("range-war:6")
    given_up.resign(2)
    assert len(json.loads(analysis_text(going_on))["moves"]) == 5
    assert json.loads(analysis_text(given_up)) == analyze(given_up).as_dict()
    assert analyze(given_up).as_dict()["moves"] == []
