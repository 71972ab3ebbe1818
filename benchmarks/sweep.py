"""The yardstick for solving Digit Dilemma: a bare sweep with numpy, layer by layer from the last one to the first.

A layer is a matrix: one row for each board of the seat that has just moved, one column for each board of the other
seat, and in each cell how the game ends with perfect play, in the order in which seat 1 likes it:

    2   seat 1 completes a multiple            1   seat 1 wins the comparison            0   seat 2 wins

All three have their ply, so the distance follows. Boards that share a digit cannot meet: their cells are never read
without being beaten by any other one.

A board is a number in base 11, in which 10 is an empty place: (7, None, 1) is 7 * 121 + 10 * 11 + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np

DIGITS = EMPTY = 10
BASE = 11
SEAT_2_WINS, COMPARED, COMPLETED = 0, 1, 2

Array = Any


class Boards(NamedTuple):
    """All boards with this many digits on them."""

    places: Array  # one row for each board: its digits from left to right
    codes: Array  # the same boards in base 11
    used: Array  # the digits on them, as bit masks


class Swept(NamedTuple):
    """By ply: the boards of seat 1 (rows) and of seat 2 (columns), and how it ends."""

    layers: list[Array]
    boards: list[Boards]

    def values(self) -> Iterator[tuple[int, int, int, int, int]]:
        """For every position in which the game is not over: ply, both boards, the winner and the plies left."""
        last = len(self.layers)
        for ply, layer in enumerate(self.layers):
            first, second = self.boards[(ply + 1) // 2], self.boards[ply // 2]
            for row, column in zip(*np.nonzero(meeting(first, second)), strict=True):
                end = int(layer[row, column])
                left = last - ply - (end == COMPLETED)
                if left:
                    yield ply, int(first.codes[row]), int(second.codes[column]), 1 if end else 2, left


def sweep(slots: int = 3, divisor: int = 7, zero_may_lead: bool = True) -> Swept:
    """Solve the game completely."""
    boards = [all_boards(slots, filled, zero_may_lead) for filled in range(slots + 1)]
    layers: list[Array] = []
    following = compared(boards[slots], divisor)  # rows: seat 2, which has just filled its board
    for ply in reversed(range(2 * slots)):
        mover = 2 if ply % 2 else 1
        own, foe = boards[ply // 2], boards[(ply + 1) // 2]
        worst = COMPLETED + 1 if mover == 2 else SEAT_2_WINS - 1
        layer = np.full((len(own.codes), len(foe.codes)), worst, np.int8)
        better = np.minimum if mover == 2 else np.maximum
        for rows, grown in placements(own, boards[ply // 2 + 1], slots, zero_may_lead):
            layer[rows] = better(layer[rows], following[grown])
        if ply == 2 * slots - 1:
            layer[:, numbers(foe) % divisor == 0] = COMPLETED  # seat 1 has just completed a multiple
        layers.append(layer.T if mover == 2 else layer)
        # Next, the other seat has just moved; boards that cannot meet must lose against any other.
        following = np.ascontiguousarray(layer.T)
        following[~meeting(foe, own)] = SEAT_2_WINS - 1 if mover == 2 else COMPLETED + 1
    return Swept(layers[::-1], boards)


def all_boards(slots: int, filled: int, zero_may_lead: bool) -> Boards:
    """Every board with this many digits."""
    digits = np.array(list(permutations(range(DIGITS), filled)), np.int64)
    blocks = []
    for open_to in combinations(range(slots), filled):
        block = np.full((len(digits), slots), EMPTY)
        block[:, list(open_to)] = digits
        blocks.append(block)
    places = np.concatenate(blocks)
    if not zero_may_lead:
        places = places[places[:, 0] != 0]
    used = np.bitwise_or.reduce(np.where(places == EMPTY, 0, 1 << places), axis=1)
    return Boards(places, places @ BASE ** np.arange(slots - 1, -1, -1), used)


def numbers(boards: Boards) -> Array:
    """The numbers on complete boards."""
    slots = boards.places.shape[1]
    return boards.places @ 10 ** np.arange(slots - 1, -1, -1)


def meeting(rows: Boards, columns: Boards) -> Array:
    """Which boards can stand side by side: those that share no digit."""
    return (rows.used[:, None] & columns.used) == 0


def compared(complete: Boards, divisor: int) -> Array:
    """The comparison of complete boards, seat 2 in rows: the closer to the next multiple wins, else the smaller."""
    number = numbers(complete)
    rank = -number % divisor * 10 ** complete.places.shape[1] + number
    ends = np.where(rank[:, None] < rank, SEAT_2_WINS, COMPARED).astype(np.int8)
    ends[number % divisor == 0] = SEAT_2_WINS
    ends[~meeting(complete, complete)] = COMPLETED + 1
    return ends


def placements(boards: Boards, grown: Boards, slots: int, zero_may_lead: bool) -> Iterator[tuple[Array, Array]]:
    """For each digit and place: the rows of the boards that can take it there, and of what they become."""
    row_of = np.zeros(BASE**slots, np.int64)
    row_of[grown.codes] = np.arange(len(grown.codes))
    for place in range(slots):
        is_open = boards.places[:, place] == EMPTY
        weight = BASE ** (slots - 1 - place)
        for digit in range(DIGITS):
            if digit == 0 and place == 0 and not zero_may_lead:
                continue
            rows = np.flatnonzero(is_open & (boards.used >> digit & 1 == 0))
            yield rows, row_of[boards.codes[rows] + (digit - EMPTY) * weight]
