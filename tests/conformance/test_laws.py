"""Every room obeys every law: with its default options, and with each option at other values."""

from __future__ import annotations

from typing import Any

import pytest

from fathom import games
from tests.conformance.drawing_laws import DRAWING_LAWS
from tests.conformance.laws import LAWS, Case, cases
from tests.conformance.library_laws import LIBRARY_LAWS
from tests.conformance.room_laws import ROOM_LAWS

#: Options that show only together with others, or at values in between.
VARIANTS = [
    "range-war,reach=4",
    "range-war,highest=7,reach=3,second_move=free",
    "pyramid-challenge,copies=2",
    "pyramid-challenge,highest=3,copies=2",
]


def variant(code: str) -> Case:
    match = games.read_code(code)
    return Case(match.game, match.options)


CASES = [*(case for name in games.ROOMS for case in cases(games.game(name))), *map(variant, VARIANTS)]


def each_case(laws: list[Any]) -> pytest.MarkDecorator:
    """Every law for one case, then for the next; other options than the default ones make no quick test."""
    held = [
        pytest.param(law, case, id=f"{law.__name__}-{case}", marks=pytest.mark.slow if case.options.changed() else ())
        for case in CASES
        for law in laws
    ]
    return pytest.mark.parametrize("law, case", held)


@each_case(LAWS)
def test_law(law, case: Case):
    law(case)  # asserts


@pytest.mark.slow
@each_case(DRAWING_LAWS)
def test_law_of_the_drawing(law, case: Case):
    law(case)  # asserts


@each_case(LIBRARY_LAWS)
def test_law_of_the_library(law, case: Case):
    law(case)  # asserts


@pytest.mark.slow
@pytest.mark.parametrize("code", [*games.ROOMS, *VARIANTS])
@pytest.mark.parametrize("law", ROOM_LAWS, ids=lambda law: law.__name__)
def test_law_of_the_room(law, code: str):
    law(variant(code))  # asserts


def test_cases_cover_every_choice_and_the_least_values():
    covered = {str(case) for case in CASES}
    assert {"range-war", "range-war,second_move=free", "range-war,highest=2", "pocket-addition,target=14"} <= covered
