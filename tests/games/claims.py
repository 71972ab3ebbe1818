"""Reads the reasons that rooms give, clause by clause, and checks every claim against the position itself.

Nothing here asks the code that made the sentence. A sentence that is not made of known clauses from end to end, or that
claims something untrue, fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

Check = Callable[["Scene", re.Match[str]], bool]


class Scene(NamedTuple):
    """The move a sentence is about. `actor` made the last move spoken of, from `before` to `after`."""

    before: Any
    move: Any
    after: Any
    you: int
    actor: int
    solved: Any

    def seat(self, who: str) -> int:
        return self.you if who == "you" else 3 - self.you

    def acted(self, move: Any) -> Scene:
        """The same, one move later."""
        return self._replace(before=self.after, move=move, after=self.after.after(move), actor=3 - self.actor)


class Grammar(NamedTuple):
    """Clauses with their checks, and how an answer of the other side is introduced."""

    clauses: dict[str, Check]
    connectors: str
    answer: str
    read_move: Callable[[str], Any]


def untrue(sentence: str, scene: Scene, grammar: Grammar) -> str | None:
    """The part of a sentence that is unknown or false, or None when all of it is true."""
    rest = sentence
    while rest:
        answer = re.match(grammar.answer, rest)
        if answer:
            move = grammar.read_move(answer[1])
            if not is_best(scene.after, move, scene.solved):
                return answer[0]
            scene, rest = scene.acted(move), rest[answer.end() :]
        else:
            found = next((m for m in (re.match(p, rest) for p in grammar.clauses) if m), None)
            if not found or not grammar.clauses[found.re.pattern](scene, found):
                return rest
            rest = rest[found.end() :]
        joined = re.match(grammar.connectors, rest)
        if rest and not joined:
            return rest
        rest = rest[joined.end() :] if joined else rest
    return None


def is_best(position: Any, move: Any, solved: Any) -> bool:
    value, reached = solved.value(position), solved.value(position.after(move))
    return reached.winner == value.winner and (value.plies is None or reached.plies == value.plies - 1)


def wins(position: Any, seat: int | None, solved: Any) -> bool:
    return solved.value(position).winner == seat


def best_ends(position: Any, solved: Any) -> set[str]:
    """The reasons with which the game can end when both sides play perfectly."""
    if position.outcome:
        return {position.outcome.reason}
    best = [move for move in position.moves() if is_best(position, move, solved)]
    return set().union(*(best_ends(position.after(move), solved) for move in best))
