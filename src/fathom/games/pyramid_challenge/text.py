"""The dialogue of Pyramid Challenge and its two pyramids."""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.match import Match, Ply
from fathom.core.outcome import Seat, other
from fathom.core.words import enumerate_words, whose
from fathom.games.pyramid_challenge.rules import Move, Position, below
from fathom.show.canvas import Canvas
from fathom.show.text import GameText


class PyramidChallengeText(GameText[Position, Move]):
    def welcome(self, match: Match[Position, Move]) -> list[str]:
        players = [f"Player {seat}: {match.name(seat)}" for seat in (1, 2)]
        return [*super().welcome(match), *players]

    def board(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        return [*canvas.beside(_pyramid(match, 1, canvas), _pyramid(match, 2, canvas)), *_tokens(match, canvas)]

    def turn(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        seat = match.position.to_move
        drawn = [*_pyramid(match, seat, canvas), *(_tokens(match, canvas) or _numbers(match, canvas))]
        return [f"It's {match.name(seat)}'s turn.", "", *drawn, "", *_arithmetic(match.position, seat)]

    def prompt(self, match: Match[Position, Move], typed: list[str]) -> str:
        position: Position = match.position
        cell = cell_name(position.options.levels, len(position.own))
        return f"Select a number from 1 to {position.options.highest} for {cell}:\n> "

    def announce(self, match: Match[Position, Move], ply: Ply[Position, Move]) -> str:
        name, position = match.name(ply.seat), ply.position
        if ply.move == PASS:
            return f"No valid number exists, so {name} passes."
        cell = cell_name(position.options.levels, len(position.pyramid(ply.seat)) - 1)
        return f"{name} places {ply.move} at {cell}."

    def goal(self, match: Match[Position, Move]) -> str:
        return "Fill your pyramid to the top before your opponent does."

    def task(self, match: Match[Position, Move]) -> str:
        position: Position = match.position
        levels, cells = position.options.levels, position.own
        if match.must_pass:
            return "pass: nothing fits the next cell"
        if len(cells) < levels:
            token = " that has a token left" if position.options.copies else ""
            return f"choose a number{token} for your bottom row"
        a, b = below(levels, cells)
        numbers = enumerate_words(map(str, position.moves()), "or")
        return f"choose {numbers}, made of the {a} and the {b} below"

    def deed(self, match: Match[Position, Move], ply: Ply[Position, Move]) -> str:
        if ply.move == PASS:
            return "passed, as nothing fitted"
        cell = len(ply.position.pyramid(ply.seat)) - 1
        return f"placed {ply.move} {_where(ply.position.options.levels, cell)}"

    def made(self, match: Match[Position, Move], ply: Ply[Position, Move], canvas: Canvas) -> list[str]:
        if ply.move == PASS:
            said = [canvas.strong(self.announce(match, ply))]
        else:
            said = [*_pyramid(match, ply.seat, canvas), ""]
        if match.outcome is None:
            said.append(f"Turn ends. Switching to {match.name(other(ply.seat))}.")
        return said

    def ending(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        outcome = match.position.outcome
        assert outcome
        if outcome.winner is None:
            said = "No valid moves remain for both players. Nobody wins: the game is drawn."
        else:
            said = f"{match.name(outcome.winner)} has filled all positions and wins the game!"
        return [*([*self.board(match, canvas), ""] if canvas.live else []), canvas.strong(said)]


def _where(levels: int, cell: int) -> str:
    """`in the bottom row`, `in row 2`, `on top`."""
    row = 0
    while cell >= levels - row:
        cell -= levels - row
        row += 1
    return "in the bottom row" if row == 0 else "on top" if row == levels - 1 else f"in row {row + 1}"


def cell_name(levels: int, cell: int) -> str:
    """`Bottom Level Position 1`, as the rule book names the cells."""
    row, position = 0, cell
    while position >= levels - row:
        position -= levels - row
        row += 1
    if row == levels - 1 and levels > 1:
        return "Top Level Position"
    level = "Bottom" if row == 0 else "Middle" if levels == 3 else f"{_ordinal(row + 1)}"
    return f"{level} Level Position {position + 1}"


def _ordinal(n: int) -> str:
    return {2: "Second", 3: "Third", 4: "Fourth", 5: "Fifth", 6: "Sixth", 7: "Seventh", 8: "Eighth", 9: "Ninth"}[n]


def _pyramid(match: Match[Position, Move], seat: Seat, canvas: Canvas) -> list[str]:
    return [canvas.seat(seat, f"{whose(match.name(seat))} Pyramid:"), *_drawing(match, seat, canvas)]


def _tokens(match: Match[Position, Move], canvas: Canvas) -> list[str]:
    """`Tokens left: 1 x2, 2 x1, 4 x2`, where they are limited."""
    position: Position = match.position
    if not position.options.copies:
        return []
    left = {number: position.tokens_left(number) for number in range(1, position.options.highest + 1)}
    told = ", ".join(f"{number} x{count}" for number, count in left.items() if count)
    return ["", *canvas.wrap(f"Tokens left: {told or 'none'}", "  ")]


def _numbers(match: Match[Position, Move], canvas: Canvas) -> list[str]:
    """The tokens there are, which the rule book wants to be shown; each may be used as often as you like."""
    numbers = range(1, match.position.options.highest + 1)
    return ["", *canvas.wrap(f"Available number tokens: {' '.join(map(str, numbers))}", "  ")]


def _drawing(match: Match[Position, Move], seat: Seat, canvas: Canvas) -> list[str]:
    """The rows from the top down; in a terminal, the last number is in angle brackets."""
    position: Position = match.position
    options, cells = position.options, position.pyramid(seat)
    size = len(str(options.highest))
    shown = [f"[{n:>{size}}]" for n in cells] + [f"[{'':{size}}]"] * (options.cells - len(cells))
    if canvas.live and match.plies and match.plies[-1].seat == seat and match.plies[-1].move != PASS:
        shown[len(cells) - 1] = canvas.last(f"<{cells[-1]:>{size}}>")
    rows, at = [], 0
    for length in range(options.levels, 0, -1):
        rows.append(_row(shown[at : at + length], options.levels - length, size, canvas))
        at += length
    return rows[::-1]


def _row(cells: list[str], height: int, size: int, canvas: Canvas) -> str:
    """A row as the rule book draws it; in a terminal, with room between the cells, so that each row is centred."""
    gap = 2 - size % 2 if canvas.live else 0
    step = (size + 2 + gap) // 2
    return " " * (4 + height * step) + (" " * gap).join(cells)


def _arithmetic(position: Position, seat: Seat) -> list[str]:
    """What the two numbers below the next cell allow, in the words of the rule book's example."""
    levels, highest, cells = position.options.levels, position.options.highest, position.pyramid(seat)
    if len(cells) < levels:
        return []
    a, b = below(levels, cells)
    total, gap = a + b, abs(a - b)
    too_high = f" (Invalid, exceeds {highest})" if total > highest else _used_up(position, total)
    zero = " (Invalid, 0 is not a number of the game)" if gap == 0 else _used_up(position, gap)
    return [
        f"Numbers below are {a} and {b}.",
        f"  Sum: {a} + {b} = {total}{too_high}",
        f"  Difference: |{a} - {b}| = {gap}{zero}",
    ]


def _used_up(position: Position, number: int) -> str:
    is_gone = position.options.copies and not position.tokens_left(number)
    return f" (Invalid, no token of {number} is left)" if is_gone else ""


TEXT = PyramidChallengeText()
