"""The solution of Digit Dilemma with numpy, for large options in which a 0 may stand on the Left.

There is a matrix of values for each ply, as `grid_table.py` tells. A placement of seat 2 leads from one row to another,
whatever the column. A placement of seat 1 leads from one column to another; if it is the digit of rank t, the ranks of
seat 2 above t move down by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations
from math import perm

import numpy as np

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.value import Census
from fathom.games.digit_dilemma.rules import Options
from fathom.games.digit_dilemma.tables import grid_table
from fathom.games.digit_dilemma.tables.grid_table import Boards, GridTable, sizes

_SEAT_2_WINS, _COMPLETED = 0, 2
_EMPTY = -1
_MEGABYTE = 1 << 20


def solve(options: Options, meter: Meter = UNLIMITED) -> GridTable:
    """Solve every position, from the last ply to the first; raises `Unknown` when the budget is spent."""
    grid = _Grid(options)
    grid.sweep(meter)
    return GridTable(options, [layer.reshape(-1).data for layer in grid.layers])


def census(table: GridTable, meter: Meter = UNLIMITED) -> Census:
    """The totals, by counting in rows, not one by one."""
    grid = _Grid(table.options)
    for ply, layer in enumerate(table.layers):
        columns = len(grid.firsts(ply))
        grid.layers[ply] = np.frombuffer(layer, np.uint8).reshape(-1, columns)
    return grid.census(meter)


class _Boards(Boards):
    """The same boards as rows of cells."""

    @classmethod
    def of(cls, boards: Boards) -> _Boards:
        return cls(boards.slots, boards.digits, boards.filled)

    @cached_property
    def cells(self) -> np.ndarray:
        """One row for each board; -1 is an empty place."""
        digits = np.array(list(permutations(range(self.digits), self.filled)), np.int8)
        cells = np.full((len(self), self.slots), _EMPTY, np.int8)
        for places, i in self.first.items():
            cells[i * len(digits) : (i + 1) * len(digits), places] = digits
        return cells

    def indices(self, cells: np.ndarray) -> np.ndarray:
        """`index` for many boards at once, all with the same number of places filled."""
        filled = cells != _EMPTY
        blocks = np.zeros(len(cells), np.intp)
        for places, i in self.first.items():
            blocks[filled[:, places].all(axis=1)] = i
        placed = cells[filled].reshape(len(cells), self.filled)
        indices = np.zeros(len(cells), np.intp)
        for i in range(self.filled):
            smaller = (placed[:, :i] < placed[:, i : i + 1]).sum(axis=1)
            indices = indices * (self.digits - i) + placed[:, i] - smaller
        return blocks * perm(self.digits, self.filled) + indices


class _Grid:
    """The matrices of all plies, and how moves lead from one to the next."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.last_ply = 2 * options.slots
        self.layers = [np.empty((0, 0), np.uint8)] * self.last_ply

    def sweep(self, meter: Meter) -> None:
        """Fill the matrices, from the last ply to the first."""
        states = sum(sizes(self.options))
        meter.expect(states, states // _MEGABYTE)
        for ply in reversed(range(self.last_ply)):
            rows, columns = len(self.seconds(ply)), len(self.firsts(ply))
            layer = np.full((rows, columns), _COMPLETED if ply % 2 else _SEAT_2_WINS, np.uint8)
            keep = np.minimum if ply % 2 else np.maximum
            for row, reached in self._moves(ply):
                keep(layer[row], reached, out=layer[row])
                meter.look()
            if ply == self.last_ply - 1:
                layer[:, self._merits(self.firsts(ply).cells) < self._multiples] = _COMPLETED
            self.layers[ply] = layer
            meter.tick(layer.size)

    def firsts(self, ply: int) -> _Boards:
        return _Boards.of(grid_table.firsts(self.options, ply))

    def seconds(self, ply: int) -> _Boards:
        return _Boards.of(grid_table.seconds(self.options, ply))

    # -------------------------------------------------------------- moves

    def _moves(self, ply: int) -> Iterator[tuple[int, np.ndarray]]:
        """For each row and each placement: the values that it leads to, one for each column."""
        if ply == self.last_ply - 1:
            return self._last_moves()
        return self._moves_of_seat_2(ply) if ply % 2 else self._moves_of_seat_1(ply)

    def _moves_of_seat_2(self, ply: int) -> Iterator[tuple[int, np.ndarray]]:
        following, cells, after = self.layers[ply + 1], self.seconds(ply).cells, self.seconds(ply + 1)
        for place in range(self.options.slots):
            for rank in range(after.digits):
                rows = np.flatnonzero((cells[:, place] == _EMPTY) & (cells != rank).all(axis=1))
                grown = cells[rows]
                grown[:, place] = rank
                for row, reached in zip(rows, after.indices(grown), strict=True):
                    yield row, following[reached]

    def _moves_of_seat_1(self, ply: int) -> Iterator[tuple[int, np.ndarray]]:
        following, firsts, cells = self.layers[ply + 1], self.firsts(ply).cells, self.seconds(ply).cells
        digits, numbers = self._digits_left(ply), np.arange(len(firsts))
        places = np.nonzero(firsts == _EMPTY)[1].reshape(len(firsts), -1)
        values = np.empty(len(firsts), np.uint8)
        for rank, digit in enumerate(digits):
            rows = np.flatnonzero((cells != rank).all(axis=1))
            reached = self.seconds(ply + 1).indices(cells[rows] - (cells[rows] > rank))
            for place in places.T:
                grown = firsts.copy()
                grown[numbers, place] = digit
                columns = self.firsts(ply + 1).indices(grown)
                for row, there in zip(rows, reached, strict=True):
                    np.take(following[there], columns, out=values, mode="clip")
                    yield row, values

    def _last_moves(self) -> Iterator[tuple[int, np.ndarray]]:
        """The last placement: seat 2 wins with a number that is better than that of seat 1."""
        slots, base, ply = self.options.slots, self.options.base, self.last_ply - 1
        digits, merits = self._digits_left(ply).astype(np.int32), self._merits(self.firsts(ply).cells)
        by_number = self._merits_of(np.arange(base**slots))
        worth = [digits * base ** (slots - 1 - place) for place in range(slots)]
        for row, board in enumerate(self.seconds(ply).cells.tolist()):
            so_far = sum(worth[place][rank] for place, rank in enumerate(board) if rank != _EMPTY)
            for rank in range(len(digits)):
                if rank not in board:
                    numbers = so_far + worth[board.index(_EMPTY)][rank]
                    yield row, (by_number.take(numbers, mode="clip") > merits).view(np.uint8)

    # -------------------------------------------------------------- boards of seat 1

    def _digits_left(self, ply: int) -> np.ndarray:
        """By rank: the digits that each board of seat 1 leaves."""
        cells = self.firsts(ply).cells
        is_left = (cells[:, :, None] != np.arange(self.options.base)).all(axis=1)
        return np.nonzero(is_left)[1].reshape(len(cells), -1).T.astype(np.int8)

    def _merits(self, cells: np.ndarray) -> np.ndarray:
        number = np.zeros(len(cells), np.int64)
        for place in range(self.options.slots):
            number = number * self.options.base + cells[:, place]
        return self._merits_of(number)

    def _merits_of(self, numbers: np.ndarray) -> np.ndarray:
        """The lower the better: first the distance to the next multiple, then the number."""
        options = self.options
        short = -numbers % options.divisor
        if options.leading_zero == "unqualified":
            is_leading = numbers < options.base ** (options.slots - 1)
            short = np.where(is_leading & (short == 0), options.divisor, short)
        return short * self._multiples + numbers

    @cached_property
    def _multiples(self) -> int:
        """All multiples have a merit below this, and nothing else has."""
        return int(self.options.base**self.options.slots)

    # -------------------------------------------------------------- totals

    def census(self, meter: Meter) -> Census:
        slots, base, last = self.options.slots, self.options.base, self.last_ply - 1
        open_ends = self._merits(self.firsts(last).cells) >= self._multiples
        complete = int(open_ends.sum()) * len(Boards(slots, base - slots, slots))
        positions = complete + sum(layer.size for layer in self.layers)
        only_moves = 0
        for ply, layer in enumerate(self.layers):
            ways = (base - ply) * ((self.last_ply - ply + 1) // 2)
            winning = np.zeros(layer.shape, np.uint8)
            for row, reached in self._moves(ply) if ways > 1 else ():
                winning[row] += reached == _SEAT_2_WINS if ply % 2 else reached != _SEAT_2_WINS
                meter.look()
            only = winning == 1
            only_moves += int((only & open_ends if ply == last else only).sum())
            meter.tick(layer.size)
        return Census(positions, only_moves)
