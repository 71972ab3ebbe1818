"""The dialogue of Pocket Addition and its two pockets."""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.match import Match, Ply
from fathom.core.numerals import numbers_in
from fathom.core.outcome import Seat
from fathom.games.pocket_addition.rules import Move, Position
from fathom.show.canvas import Canvas
from fathom.show.text import GameText

_GAUGE = 30


class PocketAdditionText(GameText[Position, Move]):
    def welcome(self, match: Match[Position, Move]) -> list[str]:
        totals = [f"{name} Total Sum: 0" for name in match.names]
        return [*super().welcome(match), "Game Start", _available(match.position), *totals]

    def board(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        position: Position = match.position
        width = max(map(canvas.length, match.names))
        pockets = [_pocket(match, seat, width, canvas) for seat in (1, 2)]
        return [*pockets, *canvas.flow(_tokens(position, canvas))]

    def turn(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        position: Position = match.position
        head = f"{match.name(position.to_move)}'s Turn:"
        return ["---", "", head, *self.reminder(match)]

    def reminder(self, match: Match[Position, Move]) -> list[str]:
        return [_available(match.position), f"Your Total Sum: {match.position.own}"]

    def prompt(self, match: Match[Position, Move], typed: list[str]) -> str:
        return "Select a number: "

    def announce(self, match: Match[Position, Move], ply: Ply[Position, Move]) -> str:
        name = match.name(ply.seat)
        return f"{name} passes." if ply.move == PASS else f"{name} selects {ply.move}."

    def goal(self, match: Match[Position, Move]) -> str:
        return f"Make exactly {match.position.options.target}, or else end with the higher total."

    def task(self, match: Match[Position, Move]) -> str:
        position: Position = match.position
        if match.must_pass:
            return "pass: no number fits" if position.pool else "pass: no number is left"
        room = position.options.target - position.own
        if room >= numbers_in(position.pool)[-1]:
            return "take any number that is left"
        return f"take a number of at most {room}"

    def deed(self, match: Match[Position, Move], ply: Ply[Position, Move]) -> str:
        return "passed" if ply.move == PASS else f"took {ply.move}"

    def made(self, match: Match[Position, Move], ply: Ply[Position, Move], canvas: Canvas) -> list[str]:
        said = canvas.strong(self.announce(match, ply))
        if ply.move == PASS:
            target = ply.position.options.target
            why = f"Cannot select any number without exceeding {target}. You pass your turn."
            if not numbers_in(ply.position.pool):
                why = "All numbers are taken. You pass your turn."
            return [why, said]
        return [said, f"{match.name(ply.seat)}'s Total Sum: {ply.position.totals[ply.seat - 1]}"]

    def ending(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        position: Position = match.position
        assert position.outcome and position.outcome.winner
        winner = match.name(position.outcome.winner)
        high, low = max(position.totals), min(position.totals)
        if high == position.options.target:
            said = [f"{winner} wins the game immediately by reaching a total sum of {high}."]
        elif high == low:
            said = [
                f"Both players have a total sum of {high}.",
                f"{winner} made the last valid move.",
                f"{winner} wins the game based on the tie-breaker rule.",
            ]
        else:
            said = [
                "No valid moves remain.",
                f"{winner} wins the game with the higher total sum, {high} against {low}.",
            ]
        return [*(self.board(match, canvas) if canvas.live else ["---"]), "", *said[:-1], canvas.strong(said[-1])]


def _available(position: Position) -> str:
    return f"Available Numbers: {' '.join(map(str, numbers_in(position.pool))) or 'None'}"


def _pocket(match: Match[Position, Move], seat: Seat, width: int, canvas: Canvas) -> str:
    """A pocket on one line: the name, a gauge towards the target, the numbers taken."""
    position: Position = match.position
    target, total = position.options.target, position.totals[seat - 1]
    filled = total * min(_GAUGE, target) // target
    gauge = "=" * filled + "." * (min(_GAUGE, target) - filled)
    taken = []
    for i, ply in enumerate(match.plies, 1):
        if ply.seat == seat and ply.move != PASS:
            taken.append(canvas.last(f"<{ply.move}>") if i == len(match.plies) else str(ply.move))
    name = canvas.seat(seat, canvas.pad(match.name(seat), width))
    worth = f" = {' + '.join(taken)}" if taken else ""
    if width + len(gauge) + 24 > canvas.width:
        return f"{name} {total:>2} of {target}{worth}"
    return f"{name} |{gauge}| {total:>2} of {target}{worth}"


def _tokens(position: Position, canvas: Canvas) -> list[str]:
    """The pool: [5] may be taken now, 5 is left but too large."""
    tokens = [
        canvas.choice(f"[{n}]") if position.choices >> n & 1 else canvas.faint(f" {n} ")
        for n in numbers_in(position.pool)
    ]
    return ["Pool:", *(tokens or ["empty"])]


TEXT = PocketAdditionText()
