"""The dialogue of Range War and its number line."""

from __future__ import annotations

from itertools import pairwise

from fathom.core.match import Match, Ply
from fathom.core.numerals import listing, numbers_in
from fathom.core.outcome import other
from fathom.games.range_war.rules import ANY, Position
from fathom.show.canvas import Canvas
from fathom.show.text import GameText

_DRAWN = 200


class RangeWarText(GameText[Position, int]):
    def welcome(self, match: Match[Position, int]) -> list[str]:
        return [*super().welcome(match), "Game Start!", _available(match)]

    def board(self, match: Match[Position, int], canvas: Canvas) -> list[str]:
        position: Position = match.position
        if position.options.highest > _DRAWN:
            return [*canvas.wrap(_available(match)), *_path(match, canvas)]
        return [*canvas.flow(_tokens(position, canvas)), *_path(match, canvas)]

    def turn(self, match: Match[Position, int], canvas: Canvas) -> list[str]:
        position: Position = match.position
        lines = [f"{match.name(position.to_move)}'s turn."]
        if wanted(position):
            lines.append(f"You must select a number {wanted(position)}.")
        return lines

    def prompt(self, match: Match[Position, int], typed: list[str]) -> str:
        return "Select a number: "

    def announce(self, match: Match[Position, int], ply: Ply[Position, int]) -> str:
        return f"{match.name(ply.seat)} selected {ply.move}."

    def goal(self, match: Match[Position, int]) -> str:
        return "Leave your opponent without a number to claim."

    def task(self, match: Match[Position, int]) -> str:
        position: Position = match.position
        if where := wanted(position):
            return f"choose a number {where}"
        return "choose any number" if position.last is None else "choose any free number"

    def deed(self, match: Match[Position, int], ply: Ply[Position, int]) -> str:
        return f"claimed {ply.move}"

    def made(self, match: Match[Position, int], ply: Ply[Position, int], canvas: Canvas) -> list[str]:
        return [self.announce(match, ply), _trend(match), "", _available(match)]

    def ending(self, match: Match[Position, int], canvas: Canvas) -> list[str]:
        position: Position = match.position
        assert position.outcome and position.outcome.winner
        winner, loser = position.outcome.winner, other(position.outcome.winner)
        said = [f"{match.name(loser)}'s turn."]
        if position.free:
            said.append(f"You must select a number {wanted(position)}.")
        said += [
            "No available moves. You cannot make a valid move.",
            canvas.strong(f"{match.name(winner)} wins!"),
        ]
        return [*self.board(match, canvas), "", *said] if canvas.live else said


def wanted(position: Position) -> str:
    """Where the next number must lie: `lower than 6, at most 3 away`; empty if it may be any number."""
    last, reach = position.last, position.options.reach
    if last is None:
        return ""
    if position.must_go == ANY:
        return f"at most {reach} away from {last}" if reach else ""
    return f"{position.must_go} than {last}" + (f", at most {reach} away" if reach else "")


def _available(match: Match[Position, int]) -> str:
    free = numbers_in(match.position.free)
    return f"Available Numbers: {listing(free, joiner=',')}"


def _trend(match: Match[Position, int]) -> str:
    numbers = [ply.move for ply in match.plies]
    if len(numbers) < 2:
        return "Trend: No trend established."
    before, now = numbers[-2:]
    return f"Trend: {'Upward' if now > before else 'Downward'} ({before} -> {now})."


def _path(match: Match[Position, int], canvas: Canvas) -> list[str]:
    """The numbers claimed so far, with < for a rise and > for a fall: `6 > 4 < 9`."""
    numbers = [ply.move for ply in match.plies]
    if not numbers:
        return []
    words = [f"{numbers[0]}"]
    words += [f"{'<' if b > a else '>'} {b}" for a, b in pairwise(numbers)]
    return canvas.wrap(f"Claimed: {' '.join(words)}", "  ")


def _tokens(position: Position, canvas: Canvas) -> list[str]:
    """The line: [5] may be claimed now, 5 is free, <6> was claimed last, a dot was claimed before."""
    tokens = []
    for n in range(1, position.options.highest + 1):
        if n == position.last:
            token = canvas.last(f"<{n}>")
        elif position.choices >> n & 1:
            token = canvas.choice(f"[{n}]")
        elif position.free >> n & 1:
            token = canvas.faint(f" {n} ")
        else:
            token = canvas.faint(" . ")
        tokens.append(canvas.pad(token, len(str(position.options.highest)) + 2))
    return tokens


TEXT = RangeWarText()
