"""Digit Dilemma in words, for readers who have only text."""

from __future__ import annotations

from fathom.core.match import Match
from fathom.core.numerals import numbers_in
from fathom.games.digit_dilemma.rules import PLACES, SYMBOLS, Placement, Position, spell_board
from fathom.show.wording import Fact, Naming, Wording

_DECIMAL = 10


def prose(position: Position) -> tuple[str, ...]:
    options = position.options
    divisor, places = options.divisor, ", ".join(PLACES[options.slots])
    digits = (
        f"0 to {SYMBOLS[options.base - 1]}"
        if options.base <= _DECIMAL
        else f"0 to 9 and on to {SYMBOLS[options.base - 1]}"
    )
    base = "" if options.base == _DECIMAL else f" Everything is read in base {options.base}."
    zero = {
        "allowed": "Starting with a 0 is fine; the number is simply smaller then.",
        "forbidden": "You may not put the 0 on the Left.",
        "unqualified": f"You may put the 0 on the Left, but then your number never counts as a multiple of {divisor}, "
        "and its gap is measured to the multiple after it.",
    }[options.leading_zero]
    return (
        f"You each build a number of {options.slots} digits, on the places {places}. The digits {digits} are shared: "
        "once somebody has used one, it is gone for both. A turn is one digit on one of your own empty places, and it "
        f"stays there. Finish with something that {divisor} divides and you have won there and then. If both numbers "
        f"are finished and {divisor} divides neither, look how far each one is below the next multiple of {divisor}: "
        f"the smaller gap wins, and with equal gaps the smaller number. {zero}{base}",
        f"Two players, one set of digits ({digits}), and a row of {options.slots} places each: {places}. In turn, take "
        "a digit nobody has used and write it on a free place in your row. No moving it later. The first complete row "
        f"that is a multiple of {divisor} wins at once. Two complete rows without a multiple are compared by how much "
        f"is missing up to the next multiple of {divisor}; less missing is better, and if it is the same, the lower "
        f"number is. {zero}{base}",
    )


def facts(match: Match[Position, Placement], name: Naming) -> list[Fact]:
    position, slots = match.position, match.position.options.slots
    pool = tuple(name(SYMBOLS[digit]) for digit in numbers_in(position.pool))
    boards = [
        tuple(text if text == "_" else name(text) for text in spell_board(position.board(seat))) for seat in (1, 2)
    ]
    places = ", ".join(PLACES[slots])
    return [
        Fact("pool", pool, "Digits not used yet", in_order=False),
        *(Fact(f"player_{seat}", board, f"Player {seat} ({places})") for seat, board in enumerate(boards, 1)),
    ]


def rename(text: str, name: Naming) -> str:
    return name(text[:-1]) + text[-1]


WORDING: Wording[Position, Placement] = Wording(
    prose,
    facts,
    "A move is a digit and the first letter of a place, such as 2R.",
    "digits",
    lambda position: tuple(SYMBOLS[: position.options.base]),
    rename,
    unseen={
        "divisor": tuple(map(str, (8, 9, 11, 12, 14, 15, 16, 17, 19, 21, 22, 23))),
        "leading_zero": ("allowed", "forbidden"),
        "base": ("9", "10"),
    },
)
