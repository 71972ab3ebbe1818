"""How a walk compares with the best, and how much each move lost.

The value of a position is its cost so far plus the least still to come. A move loses what it adds to that value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fathom.core.words import enumerate_words
from fathom.games.pyramid_puzzle.rules import GAME, Move, Options, Position
from fathom.games.pyramid_puzzle.solve.solution import Solution, least_mp_from, solve

_LISTED = 4
_IN_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


class Lost(NamedTuple):
    """A move that cost more than necessary: its number in the walk, and the MP it lost."""

    number: int
    move: Move
    mp: int

    def __str__(self) -> str:
        return f"{self.number}. {GAME.format_move(self.move)} ({self.mp} MP)"


def losses(start: Position, moves: Iterable[Move]) -> list[Lost]:
    """The moves of a solved walk that lost something; their losses add up to what it is over the best."""
    found = []
    seen: dict[object, int] = {}
    position, best = start, _best(start, seen)
    for number, move in enumerate(moves, 1):
        position = position.after(move)
        now = _best(position, seen)
        if now > best:
            found.append(Lost(number, move, now - best))
        best = now
    return found


def _best(position: Position, seen: dict[object, int]) -> int:
    """The least MP in all for which the walk can still reach the peak."""
    key = position.key()
    if key not in seen:
        left = least_mp_from(position)
        assert left is not None, "a solved walk goes only through positions that can be solved"
        seen[key] = left
    return position.mp + seen[key]


def par_sentence(options: Options, moves: list[Move], end: Position) -> str:
    """`12 MP, the best there is.`, or what a finished walk lost, and where."""
    head = headline(solve(options), end)
    lost = losses(GAME.start(options), moves) if end.outcome and end.outcome.winner else []
    if not lost:
        return head
    named = [str(item) for item in lost[:_LISTED]]
    if len(lost) > _LISTED:
        named.append(f"{len(lost) - _LISTED} more")
    pronoun = "it was" if sum(item.mp for item in lost) == 1 else "they were"
    return f"{head.removesuffix('.')}; {pronoun} lost with {enumerate_words(named)}."


def headline(solution: Solution, end: Position) -> str:
    """`14 MP, two over the best.`: the same without the moves that lost something."""
    best = solution.mp
    if best is None:
        return f"Nobody can solve this one: {solution.reason}."
    if not (end.outcome and end.outcome.winner):
        head = "No move is left, but it" if end.outcome else "It"
        return f"{head} can be solved; the best there is costs {best} MP."
    return f"{end.mp} MP, {over_the_best(end.mp - best)}{'' if end.mp > best else ' there is'}."


def over_the_best(over: int) -> str:
    """`the best`, `one over the best`, `12 over the best`."""
    return f"{_IN_WORDS.get(over, over)} over the best" if over else "the best"
