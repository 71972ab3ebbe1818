"""Sets of boards of seat 2 as integers, from which the sweep of `theory.py` makes all others.

Bit i stands for board i, which is its digits in a radix one above the base; an empty place counts as the base:

    board (7, None, 1)  ->  i = 7 * 121 + 10 * 11 + 1
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, combinations, permutations
from operator import itemgetter, or_

from fathom.games.digit_dilemma.rules import Board, Options, number_of, shortfall

#: A set of boards of seat 2.
Boards = int


@lru_cache(maxsize=1 << 16)
def index(board: Board, base: int) -> int:
    """The number of a board: its digits in a radix one above the base, in which an empty place is the highest digit."""
    i = 0
    for digit in board:
        i = i * (base + 1) + (base if digit is None else digit)
    return i


def boards_with(options: Options, filled: int) -> list[Board]:
    """Every board with `filled` digits on it."""
    boards: list[Board] = []
    for places in combinations(range(options.slots), filled):
        # For each place, which of the digits goes there; the last of them stands for an empty place.
        pick = itemgetter(*[places.index(i) if i in places else filled for i in range(options.slots)])
        forbids_0 = options.leading_zero == "forbidden" and places[:1] == (0,)
        boards += [
            pick((*digits, None)) for digits in permutations(range(options.base), filled) if not forbids_0 or digits[0]
        ]
    return boards


def _having(options: Options, digit: int, weight: int) -> Boards:
    """The boards with a digit on the place of that weight: a run of bits, repeated."""
    radix = options.base + 1
    period = radix * weight
    bits: int = radix**options.slots
    repeats = ((1 << bits) - 1) // ((1 << period) - 1)
    return (((1 << weight) - 1) << digit * weight) * repeats


def _union(sets: list[Boards]) -> Boards:
    union = 0
    for boards in sets:
        union |= boards
    return union


def _set_of(boards: list[Board], options: Options) -> Boards:
    bits = bytearray((options.base + 1) ** options.slots // 8 + 1)
    for board in boards:
        i = index(board, options.base)
        bits[i >> 3] |= 1 << (i & 7)
    return int.from_bytes(bits, "little")


class BoardSets:
    """The basic sets of boards of seat 2, from which all others are made."""

    def __init__(self, options: Options, boards: list[list[Board]]) -> None:
        slots, base = options.slots, options.base
        weights = [(base + 1) ** (slots - 1 - i) for i in range(slots)]
        #: By place: what a digit there adds to the index of a board.
        self.weights = dict(zip(options.letters, weights, strict=True))
        with_digit = [[_having(options, digit, weight) for weight in weights] for digit in range(base)]
        #: For each digit, and each place: the boards that have it there, and how far taking it off moves the index.
        self.moves = [
            (digit, [(there, (base - digit) * weight) for there, weight in zip(row, weights, strict=True)])
            for digit, row in enumerate(with_digit)
        ]
        self._without = [~_union(row) for row in with_digit]
        #: How many times the weight a set of boards is moved, so that in the end it is spread over 1 to `base` times.
        doublings = [min(reached, base - reached) for reached in (1, 2, 4, 8) if reached < base]
        #: By place: its weight, the shifts that spread a set of boards, and the boards on which it is empty.
        self.empty = [
            (weight, [times * weight for times in doublings], _having(options, base, weight)) for weight in weights
        ]
        #: The boards whose Left is empty and that have no 0.
        self.left_without_0 = self.empty[0][2] & self._without[0]
        self._filled = [_set_of(some, options) for some in boards]
        self._facing: dict[tuple[int, frozenset[int | None]], Boards] = {}
        complete: list[list[Board]] = [[] for _ in range(options.divisor + 1)]
        for board in boards[slots]:
            complete[shortfall(options, number_of(board, base) or 0)].append(board)
        #: The complete boards, by the distance of their number to the next multiple.
        self.by_shortfall = [_set_of(some, options) for some in complete]
        #: Those with a shorter distance.
        self.closer = list(accumulate(self.by_shortfall, or_, initial=0))

    def facing(self, board: Board, filled: int) -> Boards:
        """The boards of seat 2 with `filled` digits, none of which is on `board`."""
        key = (filled, frozenset(board))
        known = self._facing.get(key)
        if known is None:
            known = self._filled[filled]
            for digit in board:
                if digit is not None:
                    known &= self._without[digit]
            self._facing[key] = known
        return known
