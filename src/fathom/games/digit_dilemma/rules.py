"""Digit Dilemma: place shared digits to complete a multiple of seven first.

    Options(divisor=7, slots=3, leading_zero="allowed", base=10)
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
from fathom.core.numerals import mask_of, numbers_in, read_number
from fathom.core.outcome import Outcome, Seat, other
from fathom.core.words import enumerate_words, quoted
from fathom.errors import BadOption, UnreadableMove

#: How digits are written: those above 9 by letters, as in hexadecimal numbers.
SYMBOLS = "0123456789ABCDEF"
_DECIMAL = 10
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
    leading_zero = core.Choice(
        ("allowed", "forbidden", "unqualified"),
        "may a 0 stand on the Left; with unqualified it may, but the number does not count as a multiple",
    )
    base = core.Whole(
        10, 4, len(SYMBOLS), "how many digits there are, and the base in which numbers are read", ours=True
    )

    def check(self) -> None:
        slots, base, placed = self.slots, self.base, 2 * self.slots
        if placed > base:
            raise BadOption(
                f"slots={slots} needs a base of at least {placed}: the two boards have {placed} places, "
                f"and in base {base} there are {base} digits."
            )
        if placed == base and self.leading_zero == "forbidden":
            raise BadOption(
                f"slots={slots} with base={base} does not go with leading_zero=forbidden: all {base} digits get "
                "placed, and a seat whose last digit is 0 and whose last place is Left could not move."
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
        if not 0 <= digit < options.base:
            return Violation(
                1, f"{_name_digit(digit, options.base)} is not a digit: digits are {_digits(options.base)}"
            )
        if not pool >> digit & 1:
            return Violation(1, f"The digit {SYMBOLS[digit]} has been placed already")
        if place not in _INDICES[options.slots]:
            names = enumerate_words(PLACES[options.slots])
            return Violation(1, f"There is no place {_PLACE_NAMES.get(place, place)} on this board: it has {names}")
        if place not in open_places(own):
            taken = spell_board(own)[options.letters.index(place)]
            return Violation(1, f"Your place {_PLACE_NAMES[place]} is taken by the {taken}, which stays there")
        if digit == 0 and place == "L" and options.leading_zero == "forbidden":
            return Violation(4, "A 0 may not stand on the Left")
        return None

    def key(self) -> tuple[int, Board, Board, Seat]:
        return (self.pool, self.own, self.foe, self.to_move)

    def board(self, seat: Seat) -> Board:
        return self.own if seat == self.to_move else self.foe

    def __repr__(self) -> str:
        boards = [f"seat {seat} has {''.join(spell_board(self.board(seat)))}" for seat in (1, 2)]
        return GAME.describe(self, *boards, f"digits {list_digits(self.pool)}")


def spell_board(board: Board) -> list[str]:
    """`["7", "_", "A"]` for (7, None, 10)."""
    return ["_" if digit is None else SYMBOLS[digit] for digit in board]


def list_digits(pool: int) -> str:
    """`0, 7, A`; "None" if there are none."""
    return ", ".join(SYMBOLS[digit] for digit in numbers_in(pool)) or "None"


def _name_digit(digit: int, base: int) -> str:
    """A digit that is none in this base: `D` among letters, otherwise `13`."""
    return SYMBOLS[digit] if base > _DECIMAL and 0 <= digit < len(SYMBOLS) else str(digit)


def _digits(base: int) -> str:
    """`0 to 9`, `0 to 9 and A`, `0 to 9 and A to F`"""
    if base <= _DECIMAL:
        return f"0 to {SYMBOLS[base - 1]}"
    return "0 to 9 and A" + (f" to {SYMBOLS[base - 1]}" if base > _DECIMAL + 1 else "")


@lru_cache(maxsize=1 << 16)
def number_of(board: Board, base: int) -> int | None:
    """The number on a complete board, read as written: (0, 1, 4) is 14 in base 10. None while a place is empty."""
    number = 0
    for digit in board:
        if digit is None:
            return None
        number = number * base + digit
    return number


def spell_number(number: int, base: int) -> str:
    """A number for people: `741`; in another base than 10 as it is written there, and its value: `2E5 = 741`."""
    if base == _DECIMAL:
        return str(number)
    written, rest = "", number
    while rest:
        rest, digit = divmod(rest, base)
        written = SYMBOLS[digit] + written
    return f"{written} = {number}"


def _fact(number: int, base: int) -> int | str:
    return number if base == _DECIMAL else spell_number(number, base)


def shortfall(options: Options, number: int) -> int:
    """The distance up to the next multiple, by which rule 3 compares; 0 for a multiple.

    With `leading_zero=unqualified`, a number that begins with 0 is never a multiple: it counts up to the next one.
    """
    short = -number % options.divisor
    if not short and options.leading_zero == "unqualified" and number < options.base ** (options.slots - 1):
        return options.divisor
    return short


def _find_outcome(options: Options, seat: Seat, own: Board, foe: Board) -> Outcome | None:
    """The outcome by rules 2 and 3, when `seat` has just completed its board."""
    base = options.base
    number, rival = number_of(own, base), number_of(foe, base)
    assert number is not None
    short = shortfall(options, number)
    if not short:
        return Outcome(seat, Ending.MULTIPLE, (("number", _fact(number, base)), ("divisor", options.divisor)))
    if rival is None:
        return None
    rival_short, winner = shortfall(options, rival), seat
    if (rival_short, rival) < (short, number):
        winner, short, number, rival_short, rival = other(seat), rival_short, rival, short, number
    facts = (
        ("number", _fact(number, base)),
        ("short", short),
        ("rival", _fact(rival, base)),
        ("rival_short", rival_short),
    )
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


#: Every move of any options by the text that `format_move` gives it: what most readers of moves are given.
_FORMATTED = {
    f"{symbol}{place}": Placement(digit, place) for digit, symbol in enumerate(SYMBOLS) for place in _PLACE_NAMES
}


class DigitDilemma(Game[Position, Placement]):
    name = "digit-dilemma"
    title = "Digit Dilemma"
    summary = "Place shared digits on your board; whoever completes a multiple of 7 first wins."
    options_type = Options

    def start(self, options: Options = DEFAULTS) -> Position:
        empty = (None,) * options.slots
        return Position(options, mask_of(0, options.base - 1), empty, empty, 1, None)

    def actions(self, options: Options = DEFAULTS) -> tuple[Placement, ...]:
        return _placements(mask_of(0, options.base - 1), options.letters, options.leading_zero)

    def longest(self, options: Options = DEFAULTS) -> int:
        return 2 * options.slots

    def allowed(self, position: Position) -> str:
        """Every digit goes on every place, so each is listed once."""
        if position.outcome:
            return super().allowed(position)
        digits = list_digits(position.pool)
        places = enumerate_words((_PLACE_NAMES[letter] for letter in open_places(position.own)), "or")
        zero = position.pool & 1 and "L" in open_places(position.own) and position.options.leading_zero == "forbidden"
        return f"Allowed now: {digits} on {places}{', but 0 not on the Left' if zero else ''}."

    def parse_move(self, text: str) -> Placement:
        """`7L`, `7 l`, `7 Left` and `7, left` are all the same move; `BL` and `b Left` are another one."""
        move = _FORMATTED.get(text)
        if move:
            return move
        typed = text.replace(",", " ").strip()
        digits = typed[: len(typed) - len(typed.lstrip(SYMBOLS[:_DECIMAL])) or 1]
        digit, place = read_digit(digits), read_place(typed[len(digits) :])
        if digit is None or place is None:
            raise UnreadableMove(f"{quoted(text)} is not a digit and a place, such as 7L or 7 Left.")
        return Placement(digit, place)

    def format_move(self, move: Placement) -> str:
        digit, place = move
        return f"{SYMBOLS[digit] if 0 <= digit < len(SYMBOLS) else digit}{place}"


def read_digit(text: str) -> int | None:
    """11 for `B`, `b` or `11`; None for anything else."""
    letter = text.upper()
    return SYMBOLS.index(letter) if len(letter) == 1 and letter in SYMBOLS else read_number(text)


def read_place(text: str) -> str | None:
    """`L` for ` left`, `LEFT` or `l`; None for anything else."""
    return _SPELLINGS.get(text.strip().lower())


GAME = DigitDilemma()
