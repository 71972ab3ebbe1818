"""The solution of Digit Dilemma, with sets of boards as integers.

A game of s places can end in only three ways. In the order that seat 1 prefers:

    2   seat 1 completes a multiple, at ply 2s - 1
    1   seat 1 wins the comparison, at ply 2s
    0   seat 2 completes a multiple or wins the comparison, at ply 2s

The winner hurries and the loser delays, which is the same order: seat 1 wants the highest of the three, seat 2 the
lowest. For each board of seat 1, a set of boards of seat 2 is one integer, in which bit i stands for board i:

    board (7, None, 1)  ->  i = 7 * 121 + 10 * 11 + 1        radix 11; 10 is an empty place

The radix is one more than the base b of the game's numbers, and an empty place counts b. Taking digit d off place p
adds the same amount, (b - d) * (b + 1)**p, to the index of every board that has it there. So going back one move is a
mask and a shift, over all boards of seat 2 at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import comb, perm
from typing import Final, NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import Known
from fathom.core.value import Census, Oracle, Value, value_of
from fathom.games.digit_dilemma.rules import GAME, Board, Options, Position, fill, number_of, shortfall
from fathom.games.digit_dilemma.tables.board_sets import Boards, BoardSets, boards_with, index

KNOWN = Known(positions=272_761, winner=1, plies=5)
#: Of the layout in which a table is kept.
VERSION = 1

#: From this many states on numpy pays, where it is installed.
_LARGE = 1_000_000
_MEGABYTE = 1 << 20


class Layer(NamedTuple):
    """For one board of seat 1: the boards of seat 2 that can face it, by the value of the position."""

    valid: Boards
    at_most_0: Boards
    at_most_1: Boards


class Sweep:
    """The exact value of every position: computed from the last layer to the first, or read from what `pack` gave."""

    #: With which a kept table begins.
    KIND: Final = b"S"

    def __init__(self, options: Options, meter: Meter = UNLIMITED, packed: memoryview | None = None) -> None:
        self.options = options
        self.base = options.base
        self.last_ply = 2 * options.slots
        #: By the plies left: the values that 0, 1 and 2 stand for.
        self._meanings = [(Value(2, left), Value(1, left), Value(1, left - 1)) for left in range(self.last_ply + 1)]
        #: What has been asked before, by a board of seat 1.
        self._placings: dict[Board, Sequence[tuple[int, Boards, Boards]]] = {}
        self._beaten: dict[Board, Boards] = {}
        if packed is None:
            meter.expect(count_states(options), _megabytes(options))
        boards = [boards_with(options, filled) for filled in range(options.slots + 1)]
        self._sets = BoardSets(options, boards)
        #: By ply, then by the board of seat 1.
        self.layers: list[dict[Board, Layer]] = [{} for _ in range(self.last_ply)]
        if packed is None:
            self._solve(boards, meter)
        else:
            self._unpack(boards, packed, meter)

    def _solve(self, boards: list[list[Board]], meter: Meter) -> None:
        for ply in reversed(range(self.last_ply)):
            solve = self._seat_2_to_move if ply % 2 else self._seat_1_to_move
            layer = self.layers[ply]
            for board in boards[(ply + 1) // 2]:
                layer[board] = solved = solve(ply, board)
                meter.tick(solved.valid.bit_count())

    def pack(self) -> bytes:
        """Ply by ply and board by board: the sets of each layer, without `valid`, which follows from the options."""
        size = self._bytes_of_a_set()
        sets = [boards for layer in self.layers for _, *both in layer.values() for boards in both]
        return self.KIND + b"".join([boards.to_bytes(size, "little") for boards in sets])

    def _unpack(self, boards: list[list[Board]], packed: memoryview, meter: Meter) -> None:
        size = self._bytes_of_a_set()
        expected = 2 * size * sum(len(boards[(ply + 1) // 2]) for ply in range(self.last_ply))
        if len(packed) != expected:
            raise ValueError(f"the sets of this game take {expected:,} bytes, not {len(packed):,}")
        sets = (int.from_bytes(packed[at : at + size], "little") for at in range(0, expected, size))
        for ply, layer in enumerate(self.layers):
            meter.look()
            for board in boards[(ply + 1) // 2]:
                layer[board] = Layer(self._sets.facing(board, ply // 2), next(sets), next(sets))

    def _bytes_of_a_set(self) -> int:
        """A bit for each board of seat 2."""
        boards: int = (self.base + 1) ** self.options.slots
        return (boards + 7) // 8

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        if position.outcome:
            return value_of(position.outcome)
        _, _, own, foe, seat, _ = position
        board, faced = (own, foe) if seat == 1 else (foe, own)
        left, bit = own.count(None) + foe.count(None), index(faced, self.base)
        lost, compared, completed = self._meanings[left]
        _, at_most_0, at_most_1 = self.layers[self.last_ply - left][board]
        return lost if at_most_0 >> bit & 1 else compared if at_most_1 >> bit & 1 else completed

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        """Looked up without making the positions."""
        _, pool, own, foe, seat, outcome = position
        if outcome:
            return []
        left = own.count(None) + foe.count(None) - 1
        ply = self.last_ply - left
        lost, compared, completed = self._meanings[left]
        if seat == 1:
            bit = index(foe, self.base)
            return [
                lost if at_most_0 >> bit & 1 else compared if at_most_1 >> bit & 1 else completed
                for digit, at_most_0, at_most_1 in self._after_placing(ply, own)
                if pool & digit
            ]
        at_most_0 = self._seat_2_wins(ply, foe)
        at_most_1 = self.layers[ply][foe].at_most_1 if left else ~0
        start, weights = index(own, self.base), self._sets.weights
        bits = [start + (digit - self.base) * weights[place] for digit, place in position.moves()]
        return [lost if at_most_0 >> bit & 1 else compared if at_most_1 >> bit & 1 else completed for bit in bits]

    def _after_placing(self, ply: int, own: Board) -> Sequence[tuple[int, Boards, Boards]]:
        """For each placement of seat 1, in order: the digit as a bit, and the sets of the layer that it leads to."""
        known = self._placings.get(own)
        if known is None:
            placed = [(move.digit, fill(own, *move)) for move in GAME.actions(self.options) if move.digit not in own]
            layer = self.layers[ply]
            known = self._placings[own] = [(1 << digit, *layer[board][1:]) for digit, board in placed if board]
        return known

    def _seat_2_wins(self, ply: int, board: Board) -> Boards:
        """The boards with which seat 2 wins, after its own move, against a board of seat 1."""
        if ply < self.last_ply:
            return self.layers[ply][board].at_most_0
        known = self._beaten.get(board)
        if known is None:
            number = number_of(board, self.base)
            assert number is not None
            known = self._beaten[board] = self._beating(board, number)
        return known

    def _seat_2_to_move(self, ply: int, board: Board) -> Layer:
        """The lowest value that a move of seat 2 can reach."""
        valid = self._sets.facing(board, ply // 2)
        number = number_of(board, self.base)
        if number is not None and not shortfall(self.options, number):
            return Layer(valid, 0, 0)  # over: the best for seat 1
        if number is not None:
            return Layer(valid, self._one_move_back(self._beating(board, number)), valid)
        _, at_most_0, at_most_1 = self.layers[ply + 1][board]
        return Layer(valid, self._one_move_back(at_most_0), self._one_move_back(at_most_1))

    def _seat_1_to_move(self, ply: int, board: Board) -> Layer:
        """The highest value that a move of seat 1 can reach: above a bound now if above it after some move.

        What can face the board after a move can face it now, and a layer's sets are within its `valid`. So every
        difference here is that of a set and a part of it, which is `^`; `& ~` would take twice as long.
        """
        valid = self._sets.facing(board, ply // 2)
        above_0 = above_1 = 0
        for still_valid, at_most_0, at_most_1 in self._after_seat_1(ply, board):
            above_0 |= still_valid ^ at_most_0
            above_1 |= still_valid ^ at_most_1
        return Layer(valid, valid ^ above_0, valid ^ above_1)

    def _after_seat_1(self, ply: int, board: Board) -> list[Layer]:
        placed = self.layers[ply + 1]
        return [
            placed[(*board[:i], digit, *board[i + 1 :])]
            for i in range(len(board))
            if board[i] is None
            for digit in range(self.base)
            if digit not in board and (digit or i or self.options.leading_zero != "forbidden")
        ]

    def _one_move_back(self, boards: Boards) -> Boards:
        """The boards from which one placement of seat 2 leads into `boards`.

        Taking digit d off moves a board by b - d times the weight of the place. So the set is spread over 1 to b
        times the weight, by doubling; where the place is empty then, a digit has just come off.

        Lemma: for any set of boards this is exact, although a shift may carry into the places to the left. Let a board
        have e on the place, from 0 to b - 1 or b for empty, and let it be moved by j times the weight, j from 1 to b.

            e + j <= b   nothing is carried: e + j stands there now, and no other place has changed. The place is
                         empty only if j = b - e. Then e was a digit, and it has been taken off.
            e + j > b    one is carried to the left, and e + j - b - 1 is left there. That is b - 1 at most: the place
                         is not empty, so the mask drops the board, with whatever the carry did elsewhere.

        A place that was empty before (e = b) always carries, so it is dropped as well. A carry out of the leftmost
        place makes an index beyond the last board, where the mask has no bits.

        Nothing is asked of `boards`, and nothing else has to be masked: what can face a board of seat 1 can still face
        it with one digit less. So from sets within `facing` of n + 1 digits come sets within `facing` of n digits.
        """
        back = 0
        for weight, doublings, empty in self._sets.empty:
            spread = boards << weight
            for shift in doublings:  # in base 10: 1 to 2, 1 to 4, 1 to 8, 1 to 10
                spread |= spread << shift
            back |= spread & empty
        return back

    def _beating(self, board: Board, number: int) -> Boards:
        """The complete boards with which seat 2 wins against a number that is not a multiple."""
        short = shortfall(self.options, number)
        smaller = self._sets.by_shortfall[short] & (1 << index(board, self.base)) - 1
        return (self._sets.closer[short] | smaller) & self._sets.facing(board, self.options.slots)

    def census(self, meter: Meter = UNLIMITED) -> Census:
        """The totals, by counting the boards of sets, not one by one."""
        positions = only_moves = 0
        for ply, layer in enumerate(self.layers):
            for board, (valid, at_most_0, _) in layer.items():
                meter.tick(valid.bit_count())
                positions += valid.bit_count()
                number = number_of(board, self.base)
                if number is not None and not shortfall(self.options, number):
                    continue
                if number is not None:
                    positions += self._sets.facing(board, self.options.slots).bit_count()
                only_moves += (self._one_way_only(ply, board) & (at_most_0 if ply % 2 else ~at_most_0)).bit_count()
        return Census(positions, only_moves)

    def _one_way_only(self, ply: int, board: Board) -> Boards:
        """The boards of seat 2 with which exactly one of several moves wins for the seat to move."""
        left = self.base - ply
        if left * ((self.last_ply - ply + 1) // 2) == 1:
            return 0  # the move is forced
        once = twice = 0
        for reached in self._winning_moves(ply, board):
            twice |= once & reached
            once |= reached
        forced = 0
        if left == 2 and self.options.leading_zero == "forbidden" and 0 not in board:
            forced = self._sets.left_without_0  # a 0 is left for the Left, and one other digit
        return once & ~twice & ~forced

    def _winning_moves(self, ply: int, board: Board) -> list[Boards]:
        """For each move of the seat to move, the boards of seat 2 against which (or from which) it wins."""
        if ply % 2 == 0:
            return [after.valid & ~after.at_most_0 for after in self._after_seat_1(ply, board)]
        won = self._seat_2_wins(ply + 1, board)
        return [
            (won & there) << shift
            for digit, taken_off in self._sets.moves
            if digit not in board
            for there, shift in taken_off
        ]


def oracle(options: Options, meter: Meter = UNLIMITED) -> Oracle[Position]:
    """The sweep, or what numpy makes of large options, where it is installed."""
    if count_states(options) < _LARGE or options.leading_zero == "forbidden":
        return Sweep(options, meter)
    try:
        from fathom.games.digit_dilemma.tables.grid import solve
    except ImportError:  # numpy is not installed
        return Sweep(options, meter)
    return solve(options, meter)


def restore(options: Options, packed: bytes, meter: Meter = UNLIMITED) -> Oracle[Position]:
    """What was packed, with numpy or without; raises `ValueError` if the bytes are not as many as there must be."""
    from fathom.games.digit_dilemma.tables.grid_table import GridTable, unpack

    kind, rest = packed[:1], memoryview(packed)[1:]
    if kind == GridTable.KIND:
        return unpack(options, rest)
    if kind == Sweep.KIND:
        return Sweep(options, meter, rest)
    raise ValueError(f"the bytes begin with {kind!r}, as no table of this game does")


def _megabytes(options: Options) -> int:
    """What the sets of a sweep take: two for each ply and board of seat 1, of a bit for each board of seat 2."""
    slots, base = options.slots, options.base
    firsts = sum(comb(slots, (ply + 1) // 2) * perm(base, (ply + 1) // 2) for ply in range(2 * slots))
    bits_per_byte = 7  # and a half: an integer keeps 30 bits in 4 bytes
    return int(2 * firsts * (base + 1) ** slots // bits_per_byte // _MEGABYTE)


def count_states(options: Options) -> int:
    """How many positions there are before the last move, if a 0 may stand anywhere."""
    slots, base = options.slots, options.base
    return sum(comb(slots, (ply + 1) // 2) * comb(slots, ply // 2) * perm(base, ply) for ply in range(2 * slots))


def shape(position: Position, _meter: Meter = UNLIMITED) -> Hashable:
    """Before the last move only the number of winning moves matters; earlier, everything does."""
    options, _, own, foe, seat, outcome = position
    if outcome or None in foe or own.count(None) > 1:
        return position.key()
    return _last_chances(own, foe, options), seat


@lru_cache(maxsize=1 << 17)
def _last_chances(own: Board, foe: Board, options: Options) -> tuple[int, int]:
    """The number of digits that win on the last empty place, and the number of digits that may go there."""
    place, base = own.index(None), options.base
    digits = [digit for digit in range(base) if digit not in own and digit not in foe]
    if place == 0 and options.leading_zero == "forbidden":
        digits = [digit for digit in digits if digit]
    rival = number_of(foe, base) or 0
    to_beat = (shortfall(options, rival), rival)
    with_0 = number_of((*own[:place], 0, *own[place + 1 :]), base) or 0
    weight = base ** (len(own) - 1 - place)
    numbers = [with_0 + digit * weight for digit in digits]
    return sum((shortfall(options, number), number) < to_beat for number in numbers), len(numbers)
