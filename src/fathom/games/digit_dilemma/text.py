"""The dialogue of Digit Dilemma and its two boards."""

from __future__ import annotations

from fathom.core.match import Match, Ply
from fathom.core.numerals import numbers_in
from fathom.core.outcome import Seat
from fathom.core.words import quoted, whose
from fathom.errors import UnreadableMove
from fathom.games.digit_dilemma.rules import (
    PLACES,
    SYMBOLS,
    Options,
    Placement,
    Position,
    list_digits,
    number_of,
    read_digit,
    read_place,
    shortfall,
    spell_board,
    spell_number,
)
from fathom.show.canvas import Canvas
from fathom.show.text import GameText

_DECIMAL = 10


class DigitDilemmaText(GameText[Position, Placement]):
    def welcome(self, match: Match[Position, Placement]) -> list[str]:
        return [*super().welcome(match), _available("Available Digits", match), "", *_numbers(match)]

    def board(self, match: Match[Position, Placement], canvas: Canvas) -> list[str]:
        heads = [f"{whose(name)} Number:" for name in match.names]
        width = max(map(canvas.length, heads))
        rows = [
            f"{canvas.seat(seat, canvas.pad(head, width))} {_places(match, seat, canvas)}"
            for seat, head in enumerate(heads, 1)
        ]
        tokens = [canvas.choice(f"[{SYMBOLS[digit]}]") for digit in numbers_in(match.position.pool)]
        return [*rows, *canvas.flow(["Digits:", *(tokens or ["none"])])]

    def turn(self, match: Match[Position, Placement], canvas: Canvas) -> list[str]:
        head = f"{match.name(match.position.to_move)}'s Turn:"
        return ["---", "", head, _available("Available Digits", match)]

    def prompt(self, match: Match[Position, Placement], typed: list[str]) -> str:
        if not typed:
            return "Enter the digit you want to pick: "
        places = ", ".join(PLACES[match.position.options.slots])
        return f"Enter the position to place the digit ({places}): "

    def answer(self, match: Match[Position, Placement], typed: list[str]) -> str | None:
        """A bare digit from the pool asks for its place; another digit as the answer replaces it.

        An `F` may be both, and is the Fourth place where the board has one.
        """
        *before, last = typed
        options, digit, place = match.position.options, read_digit(last), read_place(last)
        if digit is not None and digit >= options.base and not last.isdecimal():
            digit = None  # just a letter
        if before and (digit is None or (place is not None and place in options.letters)) and not last[0].isdecimal():
            if place is None:
                raise UnreadableMove(f"{quoted(last)} is not a place.")
            return f"{before[-1]} {last}"
        if digit is None:
            return last
        if match.position.pool >> digit & 1:
            return None
        return f"{last}L"  # gone, or not a digit: the rules refuse it on any place

    def announce(self, match: Match[Position, Placement], ply: Ply[Position, Placement]) -> str:
        return f"{match.name(ply.seat)} places {SYMBOLS[ply.move.digit]} on the {_name_place(ply)}."

    def goal(self, match: Match[Position, Placement]) -> str:
        options = match.position.options
        base = "" if options.base == _DECIMAL else f", read in base {options.base}"
        without_zero = " that does not begin with 0" if options.leading_zero == "unqualified" else ""
        return f"Make a multiple of {options.divisor}{without_zero}{base}."

    def task(self, match: Match[Position, Placement]) -> str:
        return "choose a digit, then a place"

    def deed(self, match: Match[Position, Placement], ply: Ply[Position, Placement]) -> str:
        return f"placed {SYMBOLS[ply.move.digit]} on the {_name_place(ply)}"

    def made(self, match: Match[Position, Placement], ply: Ply[Position, Placement], canvas: Canvas) -> list[str]:
        return [*_numbers(match), _available("Digit Pool after turn", match), *_verification(ply)]

    def ending(self, match: Match[Position, Placement], canvas: Canvas) -> list[str]:
        position: Position = match.position
        assert position.outcome and position.outcome.winner
        options, seat = position.options, position.outcome.winner
        winner, number = match.name(seat), number_of(position.board(seat), options.base)
        assert number is not None
        if not shortfall(options, number):
            formed = f"forming the number {spell_number(number, options.base)}"
            said = [f"Congratulations, {winner} wins by {formed}, which is a multiple of {options.divisor}!"]
        else:
            neither = "counts as a multiple" if options.leading_zero == "unqualified" else "is divisible"
            said = [f"Neither number {neither}: the closer one to its next multiple wins."]
            said += [_shortfall(match, seat) for seat in (1, 2)]
            said += [f"Congratulations, {winner} wins: {position.outcome.reason}!"]
        said = [*said[:-1], canvas.strong(said[-1])]
        return [*self.board(match, canvas), "", *said] if canvas.live else ["---", "", *said]


def _name_place(ply: Ply[Position, Placement]) -> str:
    """The place of a move in words: `Left`."""
    options = ply.position.options
    return PLACES[options.slots][options.letters.index(ply.move.place)]


def _available(what: str, match: Match[Position, Placement]) -> str:
    return f"{what}: {list_digits(match.position.pool)}"


def _numbers(match: Match[Position, Placement]) -> list[str]:
    plain = Canvas()
    return [f"{whose(match.name(seat))} Number: {_places(match, seat, plain)}" for seat in (1, 2)]


def _places(match: Match[Position, Placement], seat: Seat, canvas: Canvas) -> str:
    """`7 _ _`; in a terminal, the digit placed last is marked: `<7> _ _`."""
    position: Position = match.position
    shown = spell_board(position.board(seat))
    if not canvas.live:
        return " ".join(shown)
    shown = [f" {place} " for place in shown]
    if match.plies and match.plies[-1].seat == seat:
        at = position.options.letters.index(match.plies[-1].move.place)
        shown[at] = canvas.last(f"<{shown[at].strip()}>")
    return "".join(shown)


def _verification(ply: Ply[Position, Placement]) -> list[str]:
    """The rule book's line for a complete number: `Result: 741 ÷ 7 = 105.857 (Not divisible by 7)`."""
    position: Position = ply.position
    options, board = position.options, position.board(ply.seat)
    number = number_of(board, options.base)
    if number is None:
        return []
    said = [
        "",
        f"Completed Number: {''.join(spell_board(board))}",
        f"Checking if {spell_number(number, options.base)} is divisible by {options.divisor}...",
        f"Result: {division(number, options.divisor)}",
    ]
    return [*said, _unqualified(options)] if shortfall(options, number) == options.divisor else said


def _unqualified(options: Options) -> str:
    return f"It begins with 0, so it does not count as a multiple of {options.divisor}."


def division(number: int, divisor: int) -> str:
    """`741 ÷ 7 = 105.857 (Not divisible by 7)`, computed in integers and rounded to the nearest."""
    whole, rest = divmod(number, divisor)
    if rest == 0:
        return f"{number} ÷ {divisor} = {whole} (Divisible by {divisor})"
    whole, thousandths = divmod((2000 * number + divisor) // (2 * divisor), 1000)
    return f"{number} ÷ {divisor} = {whole}.{thousandths:03} (Not divisible by {divisor})"


def _shortfall(match: Match[Position, Placement], seat: Seat) -> str:
    position: Position = match.position
    options = position.options
    number = number_of(position.board(seat), options.base)
    assert number is not None
    short = shortfall(options, number)
    return f"{match.name(seat)}'s {spell_number(number, options.base)} is {short} short of {number + short}."


TEXT = DigitDilemmaText()
