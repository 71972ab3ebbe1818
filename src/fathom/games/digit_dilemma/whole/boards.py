"""Every board of Digit Dilemma, with what can be added to it."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

from fathom.games.digit_dilemma.rules import GAME, Board, Options, Placement, number_of, shortfall


class Filled(NamedTuple):
    """A board, the digits on it as bits, and for each digit that may be added: its bit, the move and the next board."""

    board: Board
    used: int
    following: list[tuple[int, Placement, int]]


def standing_of(options: Options, board: Board) -> tuple[int, int]:
    """How good a complete board is, the best first: the distance to the next multiple, and the number."""
    number = number_of(board, options.base)
    assert number is not None
    return shortfall(options, number), number


def all_boards(options: Options) -> list[list[Filled]]:
    """By the number of digits on them."""
    slots, letters = options.slots, options.letters
    moves = {(move.digit, letters.index(move.place)): move for move in GAME.actions(options)}
    boards: list[list[Board]] = []
    for count in range(slots + 1):
        boards.append([])
        for places in combinations(range(slots), count):
            for digits in permutations(range(options.base), count):
                if all(put in moves for put in zip(digits, places, strict=True)):
                    placed = dict(zip(places, digits, strict=True))
                    boards[-1].append(tuple([placed.get(place) for place in range(slots)]))
    numbers = [{board: number for number, board in enumerate(some)} for some in boards]
    return [
        [_filled(board, moves, numbers[count + 1] if count < slots else {}) for board in some]
        for count, some in enumerate(boards)
    ]


def _filled(board: Board, moves: dict[tuple[int, int], Placement], numbers: dict[Board, int]) -> Filled:
    used = sum(1 << digit for digit in board if digit is not None)
    following = [
        (1 << digit, move, numbers[(*board[:place], digit, *board[place + 1 :])])
        for (digit, place), move in moves.items()
        if board[place] is None and not used >> digit & 1
    ]
    return Filled(board, used, following)
