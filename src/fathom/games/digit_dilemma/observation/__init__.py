"""A position of Digit Dilemma as numbers: the pool and both boards."""

from __future__ import annotations

from fathom.games.digit_dilemma.rules import PLACES, SYMBOLS, Options, Position
from fathom.show.observation import Observer


def observer(options: Options) -> Observer[Position]:
    """By digit: is it in the pool; then the places of both boards: 0 while empty, else the digit plus one."""
    digits = range(options.base)

    def observe(position: Position) -> tuple[int, ...]:
        pool = position.pool
        boards = (0 if digit is None else digit + 1 for digit in (*position.own, *position.foe))
        return (*(pool >> digit & 1 for digit in digits), *boards)

    places = PLACES[options.slots]
    pool = (f"{SYMBOLS[digit]}: 1 in the pool" for digit in digits)
    boards = (f"{whose} {place}: 0 empty, else digit + 1" for whose in ("own", "other") for place in places)
    return Observer((*pool, *boards), options.base, observe)
