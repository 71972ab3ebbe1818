"""Digit Dilemma: place shared digits to complete a multiple of seven first.

    Options(divisor=7, slots=3, leading_zero="allowed")
    Placement(7, "L")                       a move, `7L`: which digit, and on which place of your own board
    pool      0b1101110111                  the digits that are left (bit d is digit d)
    own, foe  (7, None, 1), (5, 3, None)    the boards of the seat to move and of the other seat

The numbers of the rules are those of `rules.md` beside this file.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from fathom.core import options as core
from fathom.core import outcome as endings
from fathom.core.game import Game, Violation, game_over
from fathom.core.numerals import listing, mask_of, numbers_in, read_number
from fathom.core.outcome import Outcome, Seat, other
from fathom.core.words import enumerate_words, quoted
from fathom.errors import BadOption, UnreadableMove

DIGITS = 10
#: The names of the places, by the number of places. Moves spell them by their first letter.
PLACES = {
    2: ("Left", "Right"),
    3: ("Left", "Middle", "Right"),
    4: ("Left", "Second", "Third", "Right"),
    5: ("Left", "Second", "Middle", "Fourth", "Right"),
}
_LETTERS = {slots: "".join(name[0] for name in names) for slots, names in PLACES.items()}
_INDICES = {slots: {name[0]: i for i, name in enumerate(names)} for slots, names in PLACES.items()}
_PLACE_NAMES = {name[0]: name for names in PLACES.values() for name in names}
_SPELLINGS = {spelled.lower(): letter for letter, name in _PLACE_NAMES.items() for spelled in (letter, name)}

Board = tuple[int | None, ...]


class Options(core.Options):
    divisor = core.Whole(7, 2, 1000, "complete a multiple of this number")
    slots = core.Whole(3, min(PLACES), max(PLACES), "places on each board")
    leading_zero = core.Choice(("allowed", "forbidden"), "may a 0 stand on the Left")

    def check(self) -> None:
        if 2 * self.slots == DIGITS and self.leading_zero == "forbidden":
            raise BadOption(
                "slots=5 needs leading_zero=allowed: all ten digits get placed, "
                "and a seat whose last digit is 0 and whose last place is Left could not move."
            )

    @property
    def letters(self) -> str:
        """The places in order: `LMR`."""
        return _LETTERS[self.slots]


class Placement(NamedTuple):
    digit: int
    place: str


DEFAULTS = Options()


class Ending(endings.Ending):
    MULTIPLE = 2, "{number} is a multiple of {divisor}"
    CLOSER = 3, "{number} is {short} short, {rival} is {rival_short} short"
    SMALLER = 3, "{number} and {rival} are both {short} short, and {number} is the smaller"


class Position(NamedTuple):
    """The pool and both boards, seen from the seat to move."""

    options: Options
    pool: int
    own: Board
    foe: Board
    to_move: Seat
    outcome: Outcome | None

    def moves(self) -> tuple[Placement, ...]:
        if self.outcome:
            return ()
        return _placements(self.pool, open_places(self.own), self.options.leading_zero)

    def after(self, move: Placement) -> Position:
        options, pool, own, foe, seat, outcome = self
        digit, place = move
        board = fill(own, digit, place)
        is_forbidden_zero = digit == 0 and place == "L" and options.leading_zero == "forbidden"
        if outcome or board is None or digit < 0 or not pool >> digit & 1 or is_forbidden_zero:
            raise GAME.refusal(self, move)
        if None not in board:
            outcome = _find_outcome(options, seat, board, foe)
        return Position(options, pool ^ 1 << digit, foe, board, 3 - seat, outcome)

    def violation(self, move: Placement) -> Violation | None:
        options, pool, own, _, _, outcome = self
        digit, place = move
        if outcome:
            return game_over(outcome)
        if not 0 <= digit < DIGITS:
            return Violation(1, f"{digit} is not a digit: digits are 0 to 9")
        if not pool >> digit & 1:
            return Violation(1, f"The digit {digit} has been placed already")
        if place not in _INDICES[options.slots]:
            names = enumerate_words(PLACES[options.slots])
            return Violation(1, f"There is no place {_PLACE_NAMES.get(place, place)} on this board: it has {names}")
        if place not in open_places(own):
            taken = own[options.letters.index(place)]
            return Violation(1, f"Your place {_PLACE_NAMES[place]} is taken by the {taken}, which stays there")
        if digit == 0 and place == "L" and options.leading_zero == "forbidden":
            return Violation(4, "A 0 may not stand on the Left")
        return None

    def key(self) -> tuple[int, Board, Board, Seat]:
        return (self.pool, self.own, self.foe, self.to_move)

    def board(self, seat: Seat) -> Board:
        return self.own if seat == self.to_move else self.foe

    def __repr__(self) -> str:
        boards = [f"seat {seat} has {_format_board(self.board(seat))}" for seat in (1, 2)]
        return GAME.describe(self, *boards, f"digits {listing(numbers_in(self.pool))}")


def _format_board(board: Board) -> str:
    """`7__` for (7, None, None)."""
    return "".join("_" if digit is None else str(digit) for digit in board)


@lru_cache(maxsize=1 << 16)
def number_of(board: Board) -> int | None:
    """The number on a complete board, read as written: (0, 1, 4) is 14. None while a place is empty."""
    number = 0
    for digit in board:
        if digit is None:
            return None
        number = number * 10 + digit
    return number


def _find_outcome(options: Options, seat: Seat, own: Board, foe: Board) -> Outcome | None:
    """The outcome by rules 2 and 3, when `seat` has just completed its board."""
    number, rival, divisor = number_of(own), number_of(foe), options.divisor
    assert number is not None
    if number % divisor == 0:
        return Outcome(seat, Ending.MULTIPLE, (("number", number), ("divisor", divisor)))
    if rival is None:
        return None
    short, rival_short = -number % divisor, -rival % divisor
    winner = seat
    if (rival_short, rival) < (short, number):
        winner, short, number, rival_short, rival = other(seat), rival_short, rival, short, number
    facts = (("number", number), ("short", short), ("rival", rival), ("rival_short", rival_short))
    return Outcome(winner, Ending.SMALLER if short == rival_short else Ending.CLOSER, facts)


@lru_cache(maxsize=1 << 16)
def fill(board: Board, digit: int, place: str) -> Board | None:
    """The board with a digit put on an empty place, or None if there is no such place."""
    i = _INDICES[len(board)].get(place)
    return None if i is None or board[i] is not None else (*board[:i], digit, *board[i + 1 :])


@lru_cache(maxsize=1 << 14)
def open_places(board: Board) -> str:
    """The empty places, from left to right: `MR` for (7, None, None)."""
    return "".join(letter for letter, digit in zip(_LETTERS[len(board)], board, strict=True) if digit is None)


@cache
def _placements(pool: int, places: str, leading_zero: str) -> tuple[Placement, ...]:
    """Every legal placement: digits rising, for each the places from left to right."""
    return tuple(
        Placement(digit, place)
        for digit in numbers_in(pool)
        for place in places
        if not (digit == 0 and place == "L" and leading_zero == "forbidden")
    )


class DigitDilemma(Game[Position, Placement]):
    name = "digit-dilemma"
    title = "Digit Dilemma"
    summary = "Place shared digits on your board; whoever completes a multiple of 7 first wins."
    options_type = Options

    def start(self, options: Options = DEFAULTS) -> Position:
        empty = (None,) * options.slots
        return Position(options, mask_of(0, DIGITS - 1), empty, empty, 1, None)

    def actions(self, options: Options = DEFAULTS) -> tuple[Placement, ...]:
        return _placements(mask_of(0, DIGITS - 1), options.letters, options.leading_zero)

    def longest(self, options: Options = DEFAULTS) -> int:
        return 2 * options.slots

    def allowed(self, position: Position) -> str:
        """Every digit goes on every place, so each is listed once."""
        if position.outcome:
            return super().allowed(position)
        digits = ", ".join(map(str, numbers_in(position.pool)))
        places = enumerate_words((_PLACE_NAMES[letter] for letter in open_places(position.own)), "or")
        zero = position.pool & 1 and "L" in open_places(position.own) and position.options.leading_zero == "forbidden"
        return f"Allowed now: {digits} on {places}{', but 0 not on the Left' if zero else ''}."

    def parse_move(self, text: str) -> Placement:
        """`7L`, `7 l`, `7 Left` and `7, left` are all the same move."""
        typed = text.replace(",", " ").strip()
        digits = typed[: len(typed) - len(typed.lstrip("0123456789"))]
        digit, place = read_number(digits), read_place(typed[len(digits) :])
        if digit is None or place is None:
            raise UnreadableMove(f"{quoted(text)} is not a digit and a place, such as 7L or 7 Left.")
        return Placement(digit, place)

    def format_move(self, move: Placement) -> str:
        return f"{move.digit}{move.place}"


def read_place(text: str) -> str | None:
    """`L` for ` left`, `LEFT` or `l`; None for anything else."""
    return _SPELLINGS.get(text.strip().lower())


GAME = DigitDilemma()
