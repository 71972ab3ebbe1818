"""What the rooms know of their games equals what the generic solver finds, position by position."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time
from typing import Any

import pytest

from fathom import games
from fathom.core.value import Census, Oracle, Value
from fathom.solver.search import solve
from fathom.solver.walk import count, walk
from tests.conformance.laws import plain_value

pytestmark = pytest.mark.slow  # every position of every game


WHOLE = [
    "range-war",
    "range-war,second_move=free",
    "pocket-addition",
    "digit-dilemma",
    "digit-dilemma,leading_zero=forbidden",
    *(f"range-war,highest={n},second_move={second}" for n in (2, 3, 4, 7) for second in ("lower", "free")),
    "range-war,highest=11",
    *(f"pocket-addition,highest={n},target={t}" for n, t in ((1, 1), (1, 5), (2, 3), (4, 4), (5, 7), (7, 12), (9, 9))),
    *(f"pocket-addition,highest={n},target={t}" for n, t in ((3, 100), (6, 21), (8, 30), (10, 8), (12, 6))),
    *(f"digit-dilemma,slots=2,divisor={d}" for d in (2, 7, 100)),
    "digit-dilemma,slots=2,leading_zero=forbidden",
    "digit-dilemma,slots=2,divisor=13,leading_zero=forbidden",
    *(f"digit-dilemma,slots=2,base={b},divisor={d}" for b, d in ((4, 3), (5, 2), (8, 7), (11, 5), (16, 13))),
    *(f"digit-dilemma,slots=2,base={b},leading_zero=forbidden" for b in (5, 6, 12)),
    *(f"digit-dilemma,slots=2,base={b},divisor=3,leading_zero=unqualified" for b in (4, 10, 13)),
    "digit-dilemma,base=6",
    "digit-dilemma,base=7,leading_zero=forbidden,divisor=5",
    "digit-dilemma,base=8,leading_zero=unqualified,divisor=5",
    "pyramid-challenge,highest=1",
    "pyramid-challenge,highest=2",
    "pyramid-challenge,highest=3",
    "pyramid-challenge,highest=4",
    "pyramid-challenge,levels=1",
    "pyramid-challenge,levels=2",
    "pyramid-challenge,levels=1,highest=1",
    "pyramid-challenge,levels=4,highest=2",
]


def opened(code: str) -> tuple[Any, Oracle]:
    """The start and the room's own oracle."""
    match = games.read_code(code)
    oracle = games.room(match.game.name).oracle(match.options)
    assert oracle is not None
    return match.position, oracle


@pytest.fixture
def unmeasured() -> Iterator[None]:
    """Without measuring coverage, which would take three times as long and find no line that others do not reach."""
    trace = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(trace)


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize("code", WHOLE)
def test_the_room_equals_the_solver_in_every_position_and_after_every_move(code: str) -> None:
    start, oracle = opened(code)
    solved, only_moves = solve(start), 0
    seen, todo = {start}, [start]
    while todo:
        position = todo.pop()
        following = [position.after(move) for move in position.moves()]
        values = [solved.value(after) for after in following]
        assert oracle.value(position) == solved.value(position), position
        assert not values or oracle.values_after(position) == values, position
        only_moves += len(values) > 1 and keeping(position.to_move, values) == 1
        todo += set(following) - seen
        seen.update(following)
    assert oracle.census() in (None, Census(len(seen), only_moves))


def keeping(seat: int, values: list[Value]) -> int:
    """How many moves keep the result of a position, given the value after each."""
    winners = [value.winner for value in values]
    result = next(winner for winner in (seat, None, 3 - seat) if winner in winners)
    return winners.count(result)


# ------------------------------------------------------------------ numbers from the rulings


def test_digit_dilemma_has_272761_positions() -> None:
    _, oracle = opened("digit-dilemma")
    census = oracle.census()
    assert census is not None
    assert census.positions == 272_761


def test_pyramid_challenge_has_9309141_positions_and_101_dead_bottom_rows() -> None:
    from fathom.games.pyramid_challenge.rules import DEFAULTS
    from fathom.games.pyramid_challenge.theory import is_alive

    _, oracle = opened("pyramid-challenge")
    census = oracle.census()
    assert census is not None
    assert census.positions == 9_309_141
    numbers = range(1, 10)
    assert sum(not is_alive(DEFAULTS, (a, b, c)) for a in numbers for b in numbers for c in numbers) == 101


@pytest.mark.parametrize(
    "code, winner, plies",
    [
        ("pyramid-challenge", 1, 11),
        ("digit-dilemma", 1, 5),
        ("digit-dilemma,leading_zero=forbidden", 1, 5),
        ("digit-dilemma,base=10,leading_zero=allowed", 1, 5),
        ("range-war", 1, 1),
        ("range-war,second_move=free", 2, 10),
        ("pocket-addition", 1, 5),
    ],
)
def test_the_result_at_the_start_is_that_of_the_rulings(code: str, winner: int, plies: int) -> None:
    start, oracle = opened(code)
    assert oracle.value(start) == Value(winner, plies)


@pytest.mark.parametrize("reading", ["allowed", "forbidden"])
def test_digit_dilemma_is_lost_by_no_opening_but_2_right_and_9_right(reading: str) -> None:
    start, oracle = opened(f"digit-dilemma,leading_zero={reading}")
    values = zip(start.moves(), oracle.values_after(start), strict=True)
    assert {f"{digit}{place}" for (digit, place), value in values if value.winner == 2} == {"2R", "9R"}


@pytest.mark.parametrize("highest", [10, 13])
@pytest.mark.parametrize("second_move", ["lower", "free"])
def test_range_war_is_won_by_the_seat_to_move_exactly_when_n_is_greater_than_m(highest: int, second_move: str) -> None:
    start, oracle = opened(f"range-war,highest={highest},second_move={second_move}")
    position: Any
    for position, _, _ in islice(walk(start), 20_000):
        if position.must_go == "any":
            continue
        free = [number for number in range(1, highest + 1) if position.free >> number & 1]
        n = sum(number < position.last if position.must_go == "lower" else number > position.last for number in free)
        m = len(free) - n
        assert (oracle.value(position).winner == position.to_move) == (n > m)


def test_range_war_with_a_million_numbers_is_known_at_once() -> None:
    began = process_time()
    start, oracle = opened("range-war,highest=1000000")
    assert oracle.value(start) == Value(1, 1)
    middle = start.after(500_000)
    assert oracle.value(middle) == Value(1, 999_998)
    assert oracle.value(start.after(500_001)) == Value(2, 999_999)
    assert process_time() - began < 5


# ------------------------------------------------------------------ Pyramid Challenge, too large to solve as a whole


def late_positions(rng: Random, walks: int) -> Iterator[Any]:
    """Positions met on random walks, from where the bottom rows are all but full."""
    start = games.read_code("pyramid-challenge").position
    for _ in range(walks):
        position, plies = start, 0
        while not position.outcome:
            position, plies = position.after(rng.choice(position.moves())), plies + 1
            if plies >= 5:
                yield position


@pytest.mark.usefixtures("unmeasured")
def test_pyramid_challenge_equals_a_plain_search_in_thousands_of_random_positions() -> None:
    _, oracle = opened("pyramid-challenge")
    values: dict[Any, Any] = {}
    checked = 0
    for position in late_positions(Random(7), 700):
        assert oracle.value(position)[:2] == plain_value(position, values), position
        checked += 1
    assert checked > 3000


@pytest.mark.parametrize("code", ["pyramid-challenge,highest=3", "pyramid-challenge,levels=2", "digit-dilemma,slots=2"])
def test_totals_worked_out_in_bulk_equal_those_counted_one_by_one(code: str) -> None:
    start, oracle = opened(code)
    assert oracle.census() == count(start, oracle)


@pytest.mark.parametrize(
    "code",
    [
        "range-war:1",
        "pocket-addition:9.8.6",
        "digit-dilemma:2M.0L.5L.6M.4R.3R",
        "digit-dilemma:1L.0L.2M.3M.6R",
        "pyramid-challenge,levels=1:1",
    ],
)
def test_nothing_comes_after_a_finished_game(code: str) -> None:
    position, oracle = opened(code)
    assert position.outcome
    assert oracle.values_after(position) == []


def test_pyramid_challenge_is_verified_everywhere() -> None:
    """All 9,309,141 positions, each pyramid taken for every other one that can grow into the same trees.

    The trees are compared independently: two pyramids are alike if they have as many cells and alike children.
    """
    game = games.game("pyramid-challenge")
    start: Any = game.start()
    kinds: dict[Any, int] = {}
    known: dict[Any, int] = {}

    def kind(cells: tuple[int, ...]) -> int:
        if cells not in known:
            alone = start._replace(own=cells, foe=())
            grown = [] if len(cells) == start.options.cells else [m for m in alone.moves() if m != "pass"]
            tree = (len(cells), tuple(sorted(kind((*cells, number)) for number in grown)))
            known[cells] = kinds.setdefault(tree, len(kinds))
        return known[cells]

    oracle, values = games.room("pyramid-challenge").oracle(start.options), {}
    assert oracle is not None

    def value(position: Any) -> tuple[int | None, int | None]:
        met = (kind(position.own), kind(position.foe), position.passed, position.to_move, position.outcome is not None)
        if met not in values:
            values[met] = _plain(position, value)
            assert oracle.value(position)[:2] == values[met]
        return values[met]

    assert value(start) == (1, 11)
    assert len(values) > 1000


def _plain(position: Any, value: Any) -> tuple[int | None, int | None]:
    """Winner and plies from the values of the positions after each move."""
    if position.outcome:
        winner = position.outcome.winner
        return (winner, None if winner is None else 0)
    found = [value(position.after(move)) for move in position.moves()]
    won = [plies for winner, plies in found if winner == position.to_move]
    if won:
        return (position.to_move, 1 + min(won))
    if any(winner is None for winner, _ in found):
        return (None, None)
    return (3 - position.to_move, 1 + max(plies for _, plies in found))
