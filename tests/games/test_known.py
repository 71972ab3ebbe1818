"""What is said to be known of the games is true: proved here by plain search, without the project's solver."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from fathom import games

#: Who wins with perfect play (None: nobody), and in how many plies. A draw has no distance.
Value = tuple[int | None, int]


class Search:
    """Every position that can be reached from a start, with its value."""

    def __init__(self, code: str) -> None:
        self.start = games.read_code(code).position
        self.values: dict[Any, Value] = {}
        self.value(self.start)

    def value(self, position: Any) -> Value:
        known = position[1:]  # the options are the same everywhere
        if known not in self.values:
            self.values[known] = self._search(position)
        return self.values[known]

    def _search(self, position: Any) -> Value:
        if position.outcome:
            return position.outcome.winner, 0
        return best(position.to_move, [self.value(position.after(move)) for move in position.moves()])

    def openings(self) -> dict[Any, Value]:
        """What each first move is worth."""
        return {move: self.value(self.start.after(move)) for move in self.start.moves()}


def best(seat: int, values: list[Value]) -> Value:
    """The value of a position from those after each move: the winner hurries, the loser delays."""
    wins = [plies for winner, plies in values if winner == seat]
    if wins:
        return seat, min(wins) + 1
    if any(winner is None for winner, _ in values):
        return None, 0
    return 3 - seat, max(plies for _, plies in values) + 1


@cache
def search(code: str) -> Search:
    return Search(code)


@pytest.mark.parametrize("game", ["range-war", "pocket-addition"])
def test_the_positions_the_winner_and_the_plies_are_as_stated(game):
    known, found = games.room(game).known, Search(game)
    assert len(found.values) == known.positions
    assert found.value(found.start) == (known.winner, known.plies)


# ---------------------------------------------------------------- Range War


def test_range_war_is_won_by_openings_1_to_5_when_the_second_number_must_be_lower():
    openings = search("range-war").openings()
    assert {move: winner for move, (winner, _) in openings.items()} == {
        **dict.fromkeys(range(1, 6), 1),
        **dict.fromkeys(range(6, 11), 2),
    }


def test_range_war_is_won_by_seat_2_when_the_second_number_is_free():
    assert {winner for winner, _ in search("range-war,second_move=free").openings().values()} == {2}


def walk(code: str) -> Iterator[Any]:
    """Every position that can be reached, once."""
    start = games.read_code(code).position
    seen, todo = {start}, [start]
    while todo:
        position = todo.pop()
        yield position
        for move in position.moves():
            child = position.after(move)
            if child not in seen:
                seen.add(child)
                todo.append(child)


@pytest.mark.parametrize("second_move", ["lower", "free"])
@pytest.mark.parametrize("highest", [2, 3, 4, 7, 10])
def test_in_range_war_the_seat_to_move_wins_exactly_when_its_side_has_more_numbers(highest, second_move):
    code = f"range-war,highest={highest},second_move={second_move}"
    found, checked = search(code), 0
    for position in walk(code):
        if position.must_go == "any":
            continue
        free = [n for n in range(1, highest + 1) if position.free >> n & 1]
        lower = sum(n < position.last for n in free)
        n, m = (lower, len(free) - lower) if position.must_go == "lower" else (len(free) - lower, lower)
        winner, _ = found.value(position)
        assert (winner == position.to_move) == (n > m), position
        checked += 1
    assert checked >= highest


@pytest.mark.parametrize("code", ["range-war", "range-war,second_move=free", "pocket-addition"])
def test_positions_with_one_key_have_one_value(code):
    found = search(code)
    by_key: dict[Any, set[Value]] = {}
    for position in walk(code):
        by_key.setdefault(position.key(), set()).add(found.value(position))
    assert len(by_key) < len(found.values)  # or the key would join nothing
    assert all(len(values) == 1 for values in by_key.values())


# ---------------------------------------------------------------- Pocket Addition


def test_pocket_addition_is_won_by_opening_with_6_7_or_8_and_lost_with_any_other_number():
    openings = search("pocket-addition").openings()
    assert {move for move, (winner, _) in openings.items() if winner == 1} == {6, 7, 8}
    assert min(openings, key=lambda move: (openings[move][0], openings[move][1])) == 6  # the quickest


# ---------------------------------------------------------------- Digit Dilemma


Board = tuple[int | None, ...]


def completed(seat: int, own: Board, foe: Board) -> int | None:
    """Who has won when `seat` has just put a digit on its own board, from the rule book; None: nobody yet."""
    if None in own:
        return None
    number, rival = (int("".join(map(str, board))) if None not in board else None for board in (own, foe))
    assert number is not None
    if number % 7 == 0:
        return seat
    if rival is None:
        return None
    return seat if (-number % 7, number) < (-rival % 7, rival) else 3 - seat


@pytest.mark.slow
def test_digit_dilemma_has_as_many_positions_is_won_and_takes_as_long_as_stated():
    """The game again, written for speed: a position is the board of the seat to move and that of the other."""
    values: dict[tuple[Board, Board], Value] = {}

    def value(own: Board, foe: Board, seat: int, ended: int | None) -> Value:
        if (own, foe) not in values:
            values[own, foe] = (ended, 0) if ended else searched(own, foe, seat)
        return values[own, foe]

    def searched(own: Board, foe: Board, seat: int) -> Value:
        following = []
        for place, digit in product(range(3), range(10)):
            if own[place] is None and digit not in own and digit not in foe:
                filled = (*own[:place], digit, *own[place + 1 :])
                following.append(value(foe, filled, 3 - seat, completed(seat, filled, foe)))
        return best(seat, following)

    empty, known = (None, None, None), games.room("digit-dilemma").known
    assert value(empty, empty, 1, None) == (known.winner, known.plies)
    assert len(values) == known.positions


def openings_won(leading_zero: str, plies: int) -> set[str]:
    """The openings of Digit Dilemma with which seat 1 wins by force, within a number of plies.

    A search that stops at the first winning move: how long the others would take is not asked.
    """
    match = games.read_code(f"digit-dilemma,leading_zero={leading_zero}")
    won: dict[Any, bool] = {}

    def is_won(position: Any, left: int) -> bool:
        if position.outcome:
            return bool(position.outcome.winner == 1)
        if left == 0:
            return False
        known = position[1:]  # the digits placed tell how many plies are left
        if known not in won:
            needed = any if position.to_move == 1 else all
            won[known] = needed(is_won(position.after(move), left - 1) for move in position.moves())
        return won[known]

    start = match.position
    return {match.game.format_move(move) for move in start.moves() if is_won(start.after(move), plies - 1)}


ALL_BUT_TWO = {f"{digit}{place}" for digit in range(10) for place in "LMR"} - {"2R", "9R"}


@pytest.mark.slow
@pytest.mark.parametrize("plies", [5, 6])
@pytest.mark.parametrize("leading_zero, openings", [("allowed", ALL_BUT_TWO), ("forbidden", ALL_BUT_TWO - {"0L"})])
def test_digit_dilemma_is_won_in_5_plies_by_every_opening_except_2_right_and_9_right(leading_zero, openings, plies):
    """No game is longer than 6 plies, so a game not won in 6 is lost; and none is won in less than 5."""
    assert openings_won(leading_zero, plies) == openings


# ---------------------------------------------------------------- Pyramid Challenge
#
# The two pyramids never touch: which cells a seat has filled says nothing about those of the other, except how many
# turns there have been. So instead of walking nine million positions, pyramids are put into classes by
# how many cells are filled and whether the next one admits a number. Between classes there are few positions, and
# each stands for every pyramid of the one class beside every pyramid of the other.

Cells = tuple[int, ...]
OPEN, STUCK, COMPLETE = "open", "stuck", "complete"


def fits(levels: int, highest: int, cells: Cells) -> list[int]:
    """The numbers that the next empty cell admits, from the rule book."""
    row, at = levels, len(cells)
    while at >= row:
        at, row = at - row, row - 1
    if row == levels:
        return list(range(1, highest + 1))
    left = len(cells) - row - 1  # the row below has one cell more
    a, b = cells[left], cells[left + 1]
    return sorted({n for n in (a + b, abs(a - b)) if 1 <= n <= highest})


def status(levels: int, highest: int, cells: Cells) -> str:
    if len(cells) == levels * (levels + 1) // 2:
        return COMPLETE
    return OPEN if fits(levels, highest, cells) else STUCK


def class_sizes(levels: int, highest: int) -> Counter[tuple[int, str]]:
    """How many pyramids there are of each class: `{(3, "open"): 648, (3, "stuck"): 81, ...}`."""
    sizes: Counter[tuple[int, str]] = Counter()
    todo: list[Cells] = [()]
    while todo:
        cells = todo.pop()
        of_class = status(levels, highest, cells)
        sizes[len(cells), of_class] += 1
        if of_class == OPEN:
            todo += [(*cells, n) for n in fits(levels, highest, cells)]
    return sizes


def positions_by_class(levels: int, highest: int) -> int:
    """Reachable positions: over every reachable pair of classes, the product of their sizes.

    A pyramid with one more cell extends exactly one pyramid, an open one; so from an open class every pyramid of the
    next classes can be reached, whatever the other pyramid looks like.
    """
    sizes = class_sizes(levels, highest)
    start = ((0, OPEN), (0, OPEN), False, False)  # own class, the other's class, was there a pass, is it over
    seen, todo = {start}, [start]
    seats = {start: {1}}
    while todo:
        own, foe, passed, is_over = state = todo.pop()
        if is_over:
            continue
        if own[1] == STUCK:
            children = [(foe, own, True, passed)]
        else:
            following = [(own[0] + 1, name) for name in (OPEN, STUCK, COMPLETE) if sizes[own[0] + 1, name]]
            children = [(foe, grown, False, grown[1] == COMPLETE) for grown in following]
        for child in children:
            to_move = {3 - seat for seat in seats[state]}
            if child not in seen or not to_move <= seats[child]:
                seen.add(child)
                seats.setdefault(child, set()).update(to_move)
                todo.append(child)
    return sum(sizes[state[0]] * sizes[state[1]] * len(seats[state]) for state in seen)


@pytest.mark.parametrize("levels, highest", [(1, 9), (2, 9), (3, 2), (3, 3), (3, 4), (4, 2)])
def test_counting_pyramids_by_class_is_counting_positions(levels, highest):
    """Where a plain walk is quick, both ways of counting agree."""
    code = f"pyramid-challenge,levels={levels},highest={highest}"
    assert positions_by_class(levels, highest) == len(search(code).values)


def test_pyramid_challenge_has_as_many_positions_as_stated():
    assert positions_by_class(3, 9) == games.room("pyramid-challenge").known.positions


@cache
def future(levels: int, highest: int, cells: Cells) -> Any:
    """All that matters of a pyramid: COMPLETE, or the set of the futures that its next number leads to.

    A stuck pyramid is the empty set. Two pyramids with one future are worth the same beside any third.
    """
    if status(levels, highest, cells) == COMPLETE:
        return COMPLETE
    return frozenset(future(levels, highest, (*cells, n)) for n in fits(levels, highest, cells))


@cache
def value_of_futures(own: Any, foe: Any, passed: bool, seat: int) -> Value:
    if not own:
        return (None, 0) if passed else best(seat, [value_of_futures(foe, own, True, 3 - seat)])
    values = [(seat, 0) if grown == COMPLETE else value_of_futures(foe, grown, False, 3 - seat) for grown in own]
    return best(seat, values)


@pytest.mark.parametrize("levels, highest", [(1, 9), (2, 9), (3, 2), (3, 3), (3, 4), (4, 2)])
def test_searching_futures_is_searching_positions(levels, highest):
    found = search(f"pyramid-challenge,levels={levels},highest={highest}")
    empty = future(levels, highest, ())
    assert value_of_futures(empty, empty, False, 1) == found.value(found.start)


def test_pyramid_challenge_is_won_by_seat_1_in_11_plies():
    empty, known = future(3, 9, ()), games.room("pyramid-challenge").known
    assert value_of_futures(empty, empty, False, 1) == (1, 11) == (known.winner, known.plies)


def test_of_the_729_bottom_rows_of_pyramid_challenge_101_are_dead():
    def can_be_completed(of_pyramid: Any) -> bool:
        return of_pyramid == COMPLETE or any(map(can_be_completed, of_pyramid))

    rows = list(product(range(1, 10), repeat=3))
    assert len(rows) == 729
    assert sum(not can_be_completed(future(3, 9, row)) for row in rows) == 101


# ---------------------------------------------------------------- Pyramid Puzzle
#
# The published scenario again, from the rule book: a tile is a pair of level (0 for A to 4 for E) and number.

Tile = tuple[int, int]
SIZES = (1, 4, 8, 16, 32)
KEY, LADDER, DYNAMITE = (2, 4), (4, 24), (3, 1)
BLOCKED = {(1, 2), (1, 3), (2, 2), (2, 6), (3, 4), (3, 15)}
#: Where the walker is (None before the start), which things are held, which tiles are opened.
Walk = tuple[Tile | None, frozenset[Tile], frozenset[Tile]]


def ways(tile: Tile) -> Iterator[tuple[Tile, int]]:
    """The tiles that join a tile, and what each costs without the ladder."""
    level, y = tile
    if level == 0:
        yield from (((1, n), 1) for n in range(1, 5))
        return
    yield (level, y % SIZES[level] + 1), 1
    yield (level, (y - 2) % SIZES[level] + 1), 1
    yield ((level - 1, (y + 1) // 2) if level > 1 else (0, 1)), 2
    if level < 4:
        yield from (((level + 1, n), 1) for n in (2 * y - 1, 2 * y))


def steps(walk: Walk, things: set[Tile]) -> Iterator[tuple[Walk, int]]:
    tile, held, opened = walk
    if tile == (0, 1):
        return
    has_stick = DYNAMITE in held and not opened
    if has_stick:
        yield from (((tile, held, frozenset({blocked})), 0) for blocked in BLOCKED)
    ways_on = list(ways(tile)) if tile else [((4, y), 0) for y in range(1, 33)]
    for to, cost in ways_on:
        if to == (0, 1) and KEY not in held:
            continue
        if to in BLOCKED and to not in opened and not has_stick:
            continue
        opens = opened | {to} if to in BLOCKED else opened
        collects = held | {to} if to in things else held
        yield (to, collects, opens), 1 if LADDER in held and cost == 2 else cost


def costs(things: set[Tile]) -> dict[Walk, int]:
    """Dijkstra: the least MP to every situation that can be reached, with these things on the pyramid."""
    start: Walk = (None, frozenset(), frozenset())
    least: dict[Walk, int] = {}
    queue: list[tuple[int, int, Walk]] = [(0, 0, start)]
    pushed = 0
    while queue:
        mp, _, walk = heapq.heappop(queue)
        if walk in least:
            continue
        least[walk] = mp
        for following, cost in steps(walk, things):
            pushed += 1
            heapq.heappush(queue, (mp + cost, pushed, following))
    return least


def cheapest(things: set[Tile]) -> int:
    return min(mp for (tile, _, _), mp in costs(things).items() if tile == (0, 1))


@pytest.mark.rule("pyramid-puzzle:8")
@pytest.mark.parametrize(
    "things, mp",
    [
        ({KEY, LADDER, DYNAMITE}, 12),
        ({KEY, LADDER}, 13),
        ({KEY}, 15),
    ],
    ids=["published", "without dynamite", "without dynamite and ladder"],
)
def test_the_best_route_of_the_published_puzzle_costs_as_much_as_stated(things, mp):
    assert cheapest(things) == mp


def test_the_stated_mp_are_those_of_the_best_route():
    assert games.room("pyramid-puzzle").known.mp == cheapest({KEY, LADDER, DYNAMITE})


def test_the_puzzle_has_as_many_positions_as_stated():
    """Positions that differ only in the MP spent are one."""
    positions = games.room("pyramid-puzzle").known.positions
    assert positions == len(costs({KEY, LADDER, DYNAMITE}))


def test_the_room_of_the_puzzle_reaches_as_many_positions():
    start = games.read_code("pyramid-puzzle").position
    seen, todo = {start.key()}, [start]
    while todo:
        position = todo.pop()
        for move in position.moves():
            child = position.after(move)
            if child.key() not in seen:
                seen.add(child.key())
                todo.append(child)
    assert len(seen) == games.room("pyramid-puzzle").known.positions
