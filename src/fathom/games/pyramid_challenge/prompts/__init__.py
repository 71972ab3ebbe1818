"""Pyramid Challenge in words, for readers who have only text."""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.match import Match
from fathom.games.pyramid_challenge.rules import Move, Position
from fathom.show.wording import Fact, Naming, Wording


def prose(position: Position) -> tuple[str, ...]:
    options = position.options
    levels, highest, copies = options.levels, options.highest, options.copies
    tokens = (
        f" {_counted(copies)} of every number to go round, for both players together; what is used up is gone."
        if copies
        else " Any number can be used as often as you like."
    )
    return (
        f"Each player builds a pyramid with {levels} cells at the bottom, one fewer in every row above and a single "
        "one on top. You write one number per turn, bottom row first, always from left to right, then the next row. "
        f"Down at the bottom anything from 1 to {highest} goes. Higher up a cell has to be what the two cells under it "
        f"give when you add them or take the smaller from the larger, and that has to be between 1 and {highest} as "
        f"well: no zero, nothing bigger.{tokens} If nothing fits you have to pass, otherwise you have to write "
        "something. Whoever finishes first wins. Two passes in a row and the game ends with no winner.",
        f"Two pyramids, one per player, {levels} rows high with {levels} cells in the lowest. They grow from the "
        f"bottom left, row by row, a cell each turn. The lowest row takes numbers from 1 to {highest} freely. Every "
        "other cell shows the sum or the difference of the pair right below it, provided that it is a number from 1 to "
        f"{highest}.{tokens} No number that fits? Then you pass, and only then. A complete pyramid wins immediately; "
        "when both players pass one after the other, nobody has won.",
    )


def _counted(copies: int) -> str:
    return "There is only one" if copies == 1 else f"There are only {copies}"


def facts(match: Match[Position, Move], name: Naming) -> list[Fact]:
    position, options = match.position, match.position.options
    found = []
    for seat in (1, 2):
        filled = [name(str(number)) for number in position.pyramid(seat)]
        cells = (*filled, *["_"] * (options.cells - len(filled)))
        found.append(Fact(f"player_{seat}", cells, f"Cells of player {seat}, in the order of filling"))
    if options.copies:
        left = [n for n in range(1, options.highest + 1) for _ in range(position.tokens_left(n))]
        found.append(Fact("tokens", tuple(name(str(n)) for n in left), "Tokens left", in_order=False))
    return found


def rename(text: str, name: Naming) -> str:
    return text if text == PASS else name(text)


WORDING: Wording[Position, Move] = Wording(
    prose,
    facts,
    "A move is the number for your next empty cell, such as 7, or pass if nothing fits.",
    "numbers",
    lambda position: tuple(map(str, range(1, position.options.highest + 1))),
    rename,
    unseen={"levels": ("2", "3"), "highest": ("4", "5", "6"), "copies": ("1", "2", "3")},
)
