"""The solution of Digit Dilemma with numpy, for large options in which a 0 may stand on the Left.

There is a matrix of values for each ply.

Values are those of `theory.py`: 2 seat 1 completes a multiple, 1 it wins the comparison, 0 seat 2 wins. A column stands
for a board of seat 1, a row for a board of seat 2. The digits of seat 2 are given by their ranks among those that the
board of seat 1 leaves:

    seat 1 has 3 _ 7, seat 2 has _ 8 0        the digits left by seat 1 are 0 1 2 4 5 6 8 9, so seat 2 has _ 6 0

So no cell is wasted on boards that share a digit, and a placement of seat 2 leads from one row to another, whatever the
column. A placement of seat 1 leads from one column to another; if it is the digit of rank t, the ranks of seat 2 above
t move down by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, permutations
from math import comb, perm

import numpy as np

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.value import Census, Value, value_of
from fathom.games.digit_dilemma.rules import Board, Options, Position

_SEAT_2_WINS, _COMPLETED = 0, 2
_EMPTY = -1
_MEGABYTE = 1 << 20


class Boards:
    """The boards with `filled` of `digits` digits on them, by the places that are filled, then by their digits."""

    def __init__(self, slots: int, digits: int, filled: int) -> None:
        self.slots, self.digits, self.filled = slots, digits, filled
        self._first = {places: i for i, places in enumerate(combinations(range(slots), filled))}

    def __len__(self) -> int:
        return comb(self.slots, self.filled) * perm(self.digits, self.filled)

    @cached_property
    def cells(self) -> np.ndarray:
        """One row for each board; -1 is an empty place."""
        digits = np.array(list(permutations(range(self.digits), self.filled)), np.int8)
        cells = np.full((len(self), self.slots), _EMPTY, np.int8)
        for places, i in self._first.items():
            cells[i * len(digits) : (i + 1) * len(digits), places] = digits
        return cells

    def index(self, board: Board) -> int:
        """The row of a board."""
        places = tuple(place for place, digit in enumerate(board) if digit is not None)
        placed = [digit for digit in board if digit is not None]
        index = 0
        for i, digit in enumerate(placed):
            index = index * (self.digits - i) + digit - sum(before < digit for before in placed[:i])
        return self._first[places] * perm(self.digits, self.filled) + index

    def indices(self, cells: np.ndarray) -> np.ndarray:
        """The same for many boards at once, all with the same places filled or not."""
        filled = cells != _EMPTY
        blocks = np.zeros(len(cells), np.intp)
        for places, i in self._first.items():
            blocks[filled[:, places].all(axis=1)] = i
        placed = cells[filled].reshape(len(cells), self.filled)
        indices = np.zeros(len(cells), np.intp)
        for i in range(self.filled):
            smaller = (placed[:, :i] < placed[:, i : i + 1]).sum(axis=1)
            indices = indices * (self.digits - i) + placed[:, i] - smaller
        return blocks * perm(self.digits, self.filled) + indices


class Grid:
    """The exact value of every position, computed from the last ply to the first."""

    def __init__(self, options: Options, meter: Meter = UNLIMITED) -> None:
        self.options = options
        self.last_ply = 2 * options.slots
        sizes = [len(self._firsts(ply)) * len(self._seconds(ply)) for ply in range(self.last_ply)]
        meter.expect(sum(sizes), sum(sizes) // _MEGABYTE)
        self.layers = [np.empty((0, 0), np.uint8)] * self.last_ply
        for ply in reversed(range(self.last_ply)):
            rows, columns = len(self._seconds(ply)), len(self._firsts(ply))
            layer = np.full((rows, columns), _COMPLETED if ply % 2 else _SEAT_2_WINS, np.uint8)
            keep = np.minimum if ply % 2 else np.maximum
            for row, reached in self._moves(ply):
                keep(layer[row], reached, out=layer[row])
                meter.look()
            if ply == self.last_ply - 1:
                layer[:, self._merits(self._firsts(ply).cells) < self._multiples] = _COMPLETED
            self.layers[ply] = layer
            meter.tick(layer.size)

    def _firsts(self, ply: int) -> Boards:
        return Boards(self.options.slots, self.options.base, (ply + 1) // 2)

    def _seconds(self, ply: int) -> Boards:
        return Boards(self.options.slots, self.options.base - (ply + 1) // 2, ply // 2)

    # -------------------------------------------------------------- moves

    def _moves(self, ply: int) -> Iterator[tuple[int, np.ndarray]]:
        """For each row and each placement: the values that it leads to, one for each column."""
        if ply == self.last_ply - 1:
            return self._last_moves()
        return self._moves_of_seat_2(ply) if ply % 2 else self._moves_of_seat_1(ply)

    def _moves_of_seat_2(self, ply: int) -> Iterator[tuple[int, np.ndarray]]:
        following, cells, after = self.layers[ply + 1], self._seconds(ply).cells, self._seconds(ply + 1)
        for place in range(self.options.slots):
            for rank in range(after.digits):
                rows = np.flatnonzero((cells[:, place] == _EMPTY) & (cells != rank).all(axis=1))
                grown = cells[rows]
                grown[:, place] = rank
                for row, reached in zip(rows, after.indices(grown), strict=True):
                    yield row, following[reached]

    def _moves_of_seat_1(self, ply: int) -> Iterator[tuple[int, np.ndarray]]:
        following, firsts, cells = self.layers[ply + 1], self._firsts(ply).cells, self._seconds(ply).cells
        digits, numbers = self._digits_left(ply), np.arange(len(firsts))
        places = np.nonzero(firsts == _EMPTY)[1].reshape(len(firsts), -1)
        values = np.empty(len(firsts), np.uint8)
        for rank, digit in enumerate(digits):
            rows = np.flatnonzero((cells != rank).all(axis=1))
            reached = self._seconds(ply + 1).indices(cells[rows] - (cells[rows] > rank))
            for place in places.T:
                grown = firsts.copy()
                grown[numbers, place] = digit
                columns = self._firsts(ply + 1).indices(grown)
                for row, there in zip(rows, reached, strict=True):
                    np.take(following[there], columns, out=values, mode="clip")
                    yield row, values

    def _last_moves(self) -> Iterator[tuple[int, np.ndarray]]:
        """The last placement: seat 2 wins with a number that is better than that of seat 1."""
        slots, base, ply = self.options.slots, self.options.base, self.last_ply - 1
        digits, merits = self._digits_left(ply).astype(np.int32), self._merits(self._firsts(ply).cells)
        by_number = self._merits_of(np.arange(base**slots))
        worth = [digits * base ** (slots - 1 - place) for place in range(slots)]
        for row, board in enumerate(self._seconds(ply).cells.tolist()):
            so_far = sum(worth[place][rank] for place, rank in enumerate(board) if rank != _EMPTY)
            for rank in range(len(digits)):
                if rank not in board:
                    numbers = so_far + worth[board.index(_EMPTY)][rank]
                    yield row, (by_number.take(numbers, mode="clip") > merits).view(np.uint8)

    # -------------------------------------------------------------- boards of seat 1

    def _digits_left(self, ply: int) -> np.ndarray:
        """By rank: the digits that each board of seat 1 leaves."""
        cells = self._firsts(ply).cells
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

    # -------------------------------------------------------------- lookups

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return value_of(position.outcome)
        first, second = position.board(1), position.board(2)
        left = first.count(None) + second.count(None)
        ply = self.last_ply - left
        ranks = {digit: rank for rank, digit in enumerate(d for d in range(self.options.base) if d not in first)}
        relative = tuple(None if digit is None else ranks[digit] for digit in second)
        end = self.layers[ply][self._seconds(ply).index(relative), self._firsts(ply).index(first)]
        return (Value(2, left), Value(1, left), Value(1, left - 1))[end]

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        return [self.value(position.after(move)) for move in position.moves()]

    def census(self, meter: Meter = UNLIMITED) -> Census:
        """The totals, by counting in rows, not one by one."""
        slots, base, last = self.options.slots, self.options.base, self.last_ply - 1
        open_ends = self._merits(self._firsts(last).cells) >= self._multiples
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
