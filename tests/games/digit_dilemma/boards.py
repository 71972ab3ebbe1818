"""Digit Dilemma looked at with plain arithmetic, without the code under test."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

PLACE_NAMES = {2: ["Left", "Right"], 3: ["Left", "Middle", "Right"], 4: ["Left", "Second", "Third", "Right"]}


def digits_of(position: Any) -> set[int]:
    """The digits that are left."""
    return {d for d in range(position.options.base) if position.pool >> d & 1}


def empty_places(position: Any, seat: int) -> list[str]:
    board = position.board(seat)
    return [name for name, held in zip(PLACE_NAMES[len(board)], board, strict=True) if held is None]


def number_on(position: Any, seat: int) -> int:
    return number_of(position.options, position.board(seat))


def number_of(options: Any, board: Any) -> int:
    return int("".join(f"{digit:X}" for digit in board), options.base)


def shortfall(position: Any, number: int) -> int:
    """How far it is to the next multiple; for a number that begins with 0 and is unqualified, the next higher one."""
    return _shortfall(position.options, number)


def _shortfall(options: Any, number: int) -> int:
    begins_with_0 = number < options.base ** (options.slots - 1)
    least = int(begins_with_0 and options.leading_zero == "unqualified")
    divisor: int = options.divisor
    return next(more for more in range(least, divisor + 1) if (number + more) % divisor == 0)


def completed(position: Any, seat: int) -> dict[int, int]:
    """{digit: number} for the one empty place of a seat, whether the digit is left or not; empty if not one place."""
    return dict(_completed(position.options, position.board(seat)))


@lru_cache(maxsize=10_000)  # a claim about every reply asks for the same few boards again and again
def _completed(options: Any, board: tuple[int | None, ...]) -> dict[int, int]:
    if board.count(None) != 1:
        return {}
    allowed = [d for d in range(options.base) if d or board[0] is not None or options.leading_zero != "forbidden"]
    return {d: number_of(options, [d if held is None else held for held in board]) for d in allowed}


def finishing(position: Any, seat: int, place: str | None = None) -> dict[int, int]:
    """The same, but only the multiples, and only if the empty place is the one named."""
    if place is not None and empty_places(position, seat) != [place]:
        return {}
    return dict(_multiples(position.options, position.board(seat)))


@lru_cache(maxsize=10_000)
def _multiples(options: Any, board: tuple[int | None, ...]) -> dict[int, int]:
    return {d: n for d, n in _completed(options, board).items() if _shortfall(options, n) == 0}


def numbers_reached(position: Any, seat: int) -> dict[int, int]:
    """The same, with every digit that is left."""
    return {d: n for d, n in completed(position, seat).items() if d in digits_of(position)}


def beaten(position: Any, number: int, *, by: int) -> bool:
    """Does another number win the comparison with this one?"""
    return (shortfall(position, by), by) < (shortfall(position, number), number)


def doubles(position: Any, seat: int) -> set[Any]:
    """The moves with which the seat to move threatens two digits at once, while the other one cannot win first."""
    found: set[Any] = set()
    if position.to_move != seat:
        return found
    for move in position.moves():
        after = position.after(move)
        mine = set(finishing(after, seat)) & digits_of(after)
        if len(mine) > 1 and not set(finishing(after, 3 - seat)) & digits_of(after):
            found.add(move)
    return found


def sample_positions(game: Any, options: Any, rng: Random, number: int) -> list[Any]:
    """The start, everything after one move, and random positions at every depth; none of them over."""
    start = game.start(options)
    found = {start.key(): start} | {after.key(): after for after in map(start.after, start.moves())}
    deepest = 2 * options.slots - 1
    for _ in range(10 * number):  # a small game does not have as many
        if len(found) >= number:
            break
        position = start
        for _ in range(rng.randint(2, deepest)):
            if not position.outcome:
                position = position.after(rng.choice(position.moves()))
        if not position.outcome:
            found[position.key()] = position
    return list(found.values())
