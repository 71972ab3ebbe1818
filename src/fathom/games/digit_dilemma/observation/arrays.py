"""Every position of Digit Dilemma as arrays: a matrix for each ply, of the boards of seat 1 by the boards of seat 2.

Two boards make a position if they have no digit in common. A move changes one board, so it leads from a cell of one
matrix to a cell in another row (seat 1) or column (seat 2) of the next. What a move does to a board, and what complete
boards are worth, is asked of the rules once for each board, not for each pair.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fathom.games.digit_dilemma.rules import GAME, Board, Options, fill, number_of, shortfall
from fathom.show.observation import ILLEGAL, MOST_POSITIONS, WON_BY_1, WON_BY_2, GameArrays

_MOST_PAIRS = 8 * MOST_POSITIONS


class _Boards(NamedTuple):
    """All boards with the same number of digits on them."""

    #: The digits on each board as a bit mask, and what the observer sees of it: 0 for an empty place, or digit + 1.
    masks: np.ndarray
    seen: np.ndarray
    #: By board and action: the number of the board after it, among those with one digit more; -1 if there is none.
    after: np.ndarray


def arrays(options: Options) -> GameArrays | None:
    """The whole game; None if it has too many positions."""
    boards, complete = _list_boards(options)
    plies = [(boards[(ply + 1) // 2], boards[ply // 2]) for ply in range(2 * options.slots)]
    if max(len(first.masks) * len(second.masks) for first, second in plies) > _MOST_PAIRS:
        return None
    is_pair = [_are_disjoint(first, second) for first, second in plies]
    shortfalls = np.array([shortfall(options, number) for number in complete])
    is_multiple = shortfalls == 0
    is_won = is_pair[-1] & is_multiple[:, np.newaxis]
    is_pair[-1] &= ~is_won
    if sum(int(pairs.sum()) for pairs in is_pair) > MOST_POSITIONS:
        return None
    cells = [*_number(is_pair), _results(boards[-1], shortfalls, np.array(complete))]
    cells[-2][is_multiple] = np.where(
        (boards[-1].masks[is_multiple, np.newaxis] & boards[-2].masks) == 0, WON_BY_1, ILLEGAL
    )
    layers = [_layer(options, ply, *plies[ply], np.nonzero(is_pair[ply]), cells[ply + 1]) for ply in range(len(plies))]
    return GameArrays(*map(np.concatenate, zip(*layers, strict=True)))


def _list_boards(options: Options) -> tuple[list[_Boards], list[int]]:
    """The boards by the number of digits on them, and the numbers on the complete ones."""
    empty: Board = (None,) * options.slots
    layers = [[empty]]
    listed = []
    for _ in range(options.slots + 1):
        boards, numbers = layers[-1], dict[Board, int]()
        after = []
        for board in boards:
            fits = (fill(board, *move) if move.digit not in board else None for move in GAME.actions(options))
            after.append([-1 if filled is None else numbers.setdefault(filled, len(numbers)) for filled in fits])
        seen = np.array([[0 if digit is None else digit + 1 for digit in board] for board in boards], np.uint8)
        masks = np.array([sum(1 << digit for digit in board if digit is not None) for board in boards])
        listed.append(_Boards(masks, seen, np.array(after)))
        layers.append(list(numbers))
    return listed, [number_of(board, options.base) or 0 for board in layers[options.slots]]


def _are_disjoint(first: _Boards, second: _Boards) -> np.ndarray:
    """For each board of seat 1 and each of seat 2: have they no digit in common?"""
    return (first.masks[:, np.newaxis] & second.masks) == 0


def _number(is_pair: list[np.ndarray]) -> list[np.ndarray]:
    """By ply: the number of the position in each cell; illegal where two boards make none."""
    numbered, first = [], 0
    for pairs in is_pair:
        cells = np.full(pairs.shape, ILLEGAL, np.int32)
        count = int(pairs.sum())
        cells[pairs] = np.arange(first, first + count)
        numbered.append(cells)
        first += count
    return numbered


def _results(boards: _Boards, shortfalls: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Who has won when both boards are complete: seat 2 by a multiple, or whoever is better by rule 3."""
    rank = np.empty(len(numbers), np.int64)
    rank[np.lexsort((numbers, shortfalls))] = np.arange(len(numbers))
    is_second = (shortfalls == 0) | (rank < rank[:, np.newaxis])
    return np.where(_are_disjoint(boards, boards), np.where(is_second, WON_BY_2, WON_BY_1), ILLEGAL)


def _layer(
    options: Options, ply: int, first: _Boards, second: _Boards, pairs: tuple[np.ndarray, ...], following: np.ndarray
) -> GameArrays:
    """The positions of one ply, in the order of their cells."""
    rows, columns = pairs
    if ply % 2 == 0:
        after = first.after[rows]
        successors = following[after, columns[:, np.newaxis]]
        own, foe = first.seen[rows], second.seen[columns]
    else:
        after = second.after[columns]
        successors = following[rows[:, np.newaxis], after]
        own, foe = second.seen[columns], first.seen[rows]
    successors[after < 0] = ILLEGAL
    taken = first.masks[rows] | second.masks[columns]
    pool = 1 - (taken[:, np.newaxis] >> np.arange(options.base) & 1)
    seats = np.full(len(rows), ply % 2 + 1, np.int8)
    return GameArrays(successors, np.hstack([pool.astype(np.uint8), own, foe]), seats)
