"""The kinds found by pairs of boards, compared with visiting every position."""

from __future__ import annotations

from collections import Counter

import pytest

from fathom import games
from fathom.analysis.chances import odds
from fathom.analysis.filing import fold
from fathom.analysis.levels import LEVELS
from fathom.core.kinds import Whole
from fathom.core.value import Value
from fathom.games.digit_dilemma.rules import GAME, Options
from fathom.games.digit_dilemma.whole.kinds import whole_game
from fathom.solver.search import solve
from fathom.solver.walk import walk

ROOM = games.room(GAME.name)

TWO_PLACES = [
    Options(slots=2),
    Options(slots=2, leading_zero="forbidden"),
    Options(slots=2, divisor=13),
    Options(slots=2, divisor=2),
    Options(slots=2, divisor=1000),
    Options(slots=2, divisor=5, leading_zero="unqualified"),
    Options(slots=2, divisor=3, base=6),
    Options(slots=2, divisor=3, base=4),
    Options(slots=2, divisor=7, base=12, leading_zero="forbidden"),
]


def whole(options: Options) -> Whole:
    found = whole_game(options, ROOM.strategy(options))  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize("options", TWO_PLACES, ids=Options.write_line)
def test_as_many_positions_have_each_value_and_number_of_moves_as_there_are(options: Options) -> None:
    game, start = games.game(GAME.name), games.game(GAME.name).start(options)
    solved, seen = solve(start), Counter[tuple[int, int, Value]]()
    endings = set()
    for position, _, moves in walk(start):
        seen[0 if position.outcome else position.to_move, len(moves), solved.value(position)] += 1
        if position.outcome:
            endings.add(position.outcome.ending)
    found, counted = whole(options), Counter[tuple[int, int, Value]]()
    for kind, count in zip(found.kinds, found.count_positions(), strict=True):
        counted[kind.seat, len(kind.following), kind.value] += count
    assert counted == seen
    assert found.find_endings() == endings
    assert found.kinds[-1].value == solved.value(game.start(options))


@pytest.mark.parametrize("options", TWO_PLACES, ids=Options.write_line)
def test_the_chances_are_those_of_visiting_every_position(options: Options) -> None:
    kinds = fold(GAME.start(options), lambda position, _: position)  # type: ignore[arg-type]
    assert odds(whole(options).kinds, LEVELS) == odds(kinds, LEVELS)


@pytest.mark.slow
@pytest.mark.parametrize("leading_zero", ["allowed", "forbidden"])
def test_what_is_recommended_is_the_same_in_all_positions_of_a_kind(leading_zero: str) -> None:
    options = Options(leading_zero=leading_zero)
    strategy = ROOM.strategy(options)
    assert strategy is not None
    start = games.game(GAME.name).start(options)
    assert odds(whole(options).kinds, LEVELS) == odds(fold(start, ROOM.shape, strategy), LEVELS)


def test_four_places_are_too_many() -> None:
    assert whole_game(Options(slots=4)) is None


def test_the_default_game_has_as_many_positions_as_it_is_known_to_have() -> None:
    assert sum(whole(Options()).count_positions()) == ROOM.known.positions
