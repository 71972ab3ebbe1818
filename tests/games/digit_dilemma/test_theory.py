"""The sweep over sets of boards: its step back is what it says, and with four places it is as right as with three."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import permutations
from operator import or_
from random import Random
from typing import Any

import pytest

from fathom.core.budget import Budget, Meter
from fathom.core.value import Value
from fathom.errors import Unknown
from fathom.games.digit_dilemma.rules import GAME, Board, Options
from fathom.games.digit_dilemma.tables.board_sets import index
from fathom.games.digit_dilemma.theory import Sweep
from tests.conformance.laws import plain_value

EMPTY, DIGITS = None, 10
FOUR = [Options(slots=4), Options(slots=4, divisor=13, leading_zero="forbidden")]


# ------------------------------------------------------------------ one move back


def set_of(boards: set[Board]) -> int:
    return sum(1 << index(board, DIGITS) for board in boards)


def any_board(rng: Random, slots: int) -> Board:
    """Whatever has an index: also boards with a digit twice, which no game has."""
    return tuple(rng.choice([*range(DIGITS), EMPTY]) for _ in range(slots))


def one_digit_less(boards: set[Board]) -> set[Board]:
    """The definition, board by board: take each digit off in turn."""
    return {
        (*board[:place], EMPTY, *board[place + 1 :])
        for board in boards
        for place, held in enumerate(board)
        if held is not EMPTY
    }


@pytest.mark.parametrize("slots", [2, 3])
@pytest.mark.parametrize("size", [1, 5, 100, 1000])
def test_one_move_back_takes_one_digit_off_in_any_set_of_boards(slots: int, size: int) -> None:
    sweep, rng = Sweep(Options(slots=slots)), Random(size)
    for _ in range(20):
        boards = {any_board(rng, slots) for _ in range(size)}
        assert sweep._one_move_back(set_of(boards)) == set_of(one_digit_less(boards))


def test_one_move_back_from_every_single_board_of_two_places_takes_one_digit_off() -> None:
    """Every carry there is: the last place over the first one, and the first one over the edge."""
    sweep = Sweep(Options(slots=2))
    held = [*range(DIGITS), EMPTY]
    for board in [(first, second) for first in held for second in held]:
        assert sweep._one_move_back(set_of({board})) == set_of(one_digit_less({board}))


# ------------------------------------------------------------------ four places


@pytest.fixture(scope="module", params=FOUR, ids=Options.write_line)
def four(request: pytest.FixtureRequest) -> Sweep:
    return Sweep(request.param)


def test_one_move_back_with_four_places(four: Sweep) -> None:
    rng = Random(4)
    for size in (1, 30, 3000):
        boards = {any_board(rng, 4) for _ in range(size)}
        assert four._one_move_back(set_of(boards)) == set_of(one_digit_less(boards))


def late_positions(options: Options, rng: Random, walks: int) -> Iterator[Any]:
    """Positions met on random walks, from where half of the places are filled."""
    for _ in range(walks):
        position: Any = GAME.start(options)
        while not position.outcome:
            position = position.after(rng.choice(position.moves()))
            if position.own.count(EMPTY) + position.foe.count(EMPTY) <= 4:
                yield position


def test_four_places_equal_a_plain_search_in_random_positions_near_the_end(four: Sweep) -> None:
    values: dict[Any, Any] = {}
    checked = 0
    for position in late_positions(four.options, Random(11), 60):
        assert four.value(position)[:2] == plain_value(position, values), position
        after = [plain_value(position.after(move), values) for move in position.moves()]
        assert [value[:2] for value in four.values_after(position)] == after, position
        checked += 1
    assert checked > 150


def ways_to_end(left: list[int], options: Options) -> list[tuple[tuple[int, int], int]]:
    """For each number of four of these digits: how good it is, and the set of the four boards that lack one of them.

    Rule 3: what is less short wins; of two equally short numbers, the smaller one. A multiple is 0 short, so completing
    one is the best comparison there is.
    """
    ways = []
    for digits in permutations(left, 4):
        number = int("".join(map(str, digits)))
        if digits[0] or options.leading_zero == "allowed":
            ways.append(((-number % options.divisor, number), set_of(one_digit_less({digits}))))
    return ways


@pytest.mark.slow
def test_four_places_are_right_in_the_whole_last_layer(four: Sweep) -> None:
    """Seat 2 has one place left and wins exactly if a number that it can still make is better than that of seat 1."""
    options, layer = four.options, four.layers[7]
    known: dict[frozenset[int | None], list[tuple[tuple[int, int], int]]] = {}
    for board, (valid, at_most_0, at_most_1) in layer.items():
        number = int("".join(map(str, board)))
        short = -number % options.divisor
        if frozenset(board) not in known:
            known[frozenset(board)] = ways_to_end([d for d in range(DIGITS) if d not in board], options)
        ways = known[frozenset(board)]
        reached = reduce(or_, [before for _, before in ways])
        won = reduce(or_, [before for merit, before in ways if merit < (short, number)], 0)
        assert valid == reached, board
        assert at_most_0 == (won if short else 0), board  # seat 1 has won already with a multiple
        assert at_most_1 == (valid if short else 0), board
    assert len(layer) == (5040 if options.leading_zero == "allowed" else 4536)  # 10·9·8·7 and 9·9·8·7 boards of seat 1


# ------------------------------------------------------------------ budget


def test_a_sweep_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(Unknown, match=r"it takes more than 0\.1 s"):
        Sweep(Options(slots=5), Meter(Budget(seconds=0.1)))


@pytest.mark.parametrize(
    "budget, said",
    [
        (Budget(states=100_000), "100,000 states were not enough to solve it"),
        (Budget(megabytes=100), "it takes more than 100 MB of memory"),
    ],
)
def test_a_sweep_that_needs_too_much_is_refused_at_once(budget: Budget, said: str) -> None:
    with pytest.raises(Unknown, match=said):
        Sweep(Options(slots=5), Meter(budget))


def test_a_sweep_counts_the_positions_it_solves() -> None:
    """272,761 of the rulings, less those that are over after seat 2's last move: the table has no need of them."""
    meter = Meter()
    sweep = Sweep(Options(), meter)
    solved = sum(layer.valid.bit_count() for layers in sweep.layers for layer in layers.values())
    assert meter.positions == solved
    assert sweep.value(GAME.start()) == Value(1, 5)
