"""Reads a reason of Pocket Addition from left to right, and follows on a board of its own what it tells.

A `Reader` knows where the sentence has got to: the position, who wins, and the move that `fathom analyze` shows next.
Each clause is checked there by the rules alone, or by exact values from a plain search. What a clause says of the
future becomes an axiom for `claims.settle`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fathom.core.game import PASS
from fathom.core.value import Adviser
from tests.games.claims import Axiom, Scene, Wins
from tests.games.pocket_addition.facts import (
    fitting,
    is_unstoppable,
    must_block,
    total,
)

WHO = r"(you|the opponent|they)"
AFTER = r"after (?:\d+, )*(?:\d+ or )?\d+"
LINE = r"\d+(?:-\d+)* \(\d+ (?:each, taking last|to \d+)\)"
_END_OF_BRANCH = r"; (?=after |(?:otherwise )?(?:you|they) win by force|\d+ would have|you had to)"


Check = Callable[["Reader", re.Match[str]], bool]


class Untrue(Exception):
    """A sentence says something that is not so, or cannot be read."""


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


class Reader:
    """Follows one sentence; raises `Untrue` at the first thing that is not so."""

    def __init__(self, scene: Scene, clauses: Mapping[str, Check]) -> None:
        self.clauses = clauses
        self.before, self.you, self.solved = scene.before, scene.you, scene.solved
        self.move, self.here = scene.move, scene.after
        self.winner = scene.solved.value(scene.after).winner
        self.adviser = Adviser[Any, Any](scene.solved)
        self.actor = scene.you
        self.named: int | None = None
        self.axioms: list[Axiom] = []
        #: The position before the last move that the sentence tells.
        self.told_before: list[Any] = []
        self.is_settled_by_any_reply = False

    def copy(self) -> Reader:
        twin = Reader.__new__(Reader)
        twin.__dict__.update(self.__dict__, told_before=[])
        return twin

    @property
    def loser(self) -> int:
        return 3 - self.winner

    def seat(self, who: str) -> int:
        return self.you if who in {"you", "your"} else 3 - self.you

    def read(self, rest: str) -> None:
        while rest:
            found = next((m for m in (re.match(p, rest) for p in self.clauses) if m), None)
            if not found:
                raise Untrue(rest)
            if found.re.pattern.startswith("whatever"):
                rest = self.whatever(found, rest[found.end() :])
                continue
            if not self.clauses[found.re.pattern](self, found):
                raise Untrue(rest)
            rest = rest[found.end() :]
            joined = re.match(r"; |, but |, and then |, and | and |, (?=which|below)", rest)
            if rest and not joined:
                raise Untrue(rest)
            rest = rest[joined.end() :] if joined else rest

    def go(self, move: Any, *, is_free: bool = False) -> bool:
        """Make a move that the sentence tells; it must be the one in the line shown, unless every reply is told."""
        if move not in self.here.moves() or not (is_free or move == self.adviser.best(self.here)[0]):
            return False
        self.told_before = [self.here]
        self.actor, self.here = self.here.to_move, self.here.after(move)
        return True

    def claim(self, axiom: Callable[[Any], bool]) -> None:
        """The winner wins where the axiom holds, and before the move that the sentence says leads there.

        That is a move of the winner, one that the loser must make, or each of the loser's moves in a list of all.
        """
        told = self.told_before
        self.say(lambda position: position in told or axiom(position))

    def say(self, axiom: Callable[[Any], bool]) -> None:
        """The winner wins where the axiom holds."""
        winner = self.winner
        self.axioms.append(lambda position: Wins(winner) if axiom(position) else None)

    def whatever(self, said: re.Match[str], rest: str) -> str:
        """`whatever you take: after 2 ...; after 3 or 5 ...`; gives back what follows the list."""
        root, branches = self.copy(), list[str]()
        root.is_settled_by_any_reply = True
        if self.here.to_move != self.seat(said[1]) or self.loser != self.here.to_move:
            raise Untrue(said[0])
        while True:
            part, *following = re.split(_END_OF_BRANCH, rest, maxsplit=1)
            branches.append(part)
            rest = following[0] if following else ""
            if not re.match(r"after |(?:otherwise )?(?:you|they) win by force", rest):
                break
        told = [reply for branch in branches for reply in root.branch(branch)]
        if sorted(told) != sorted(self.here.moves()):
            raise Untrue(f"{told} are not all replies")
        if root.is_settled_by_any_reply:
            self.say(lambda position: position == root.here)
        return rest

    def branch(self, text: str) -> Iterator[int]:
        """The replies that a part of the list tells of, each of them checked."""
        if threats := re.fullmatch(
            rf"{WHO} threaten a number that {WHO} cannot take((?:, {AFTER} with the \d+)+)", text
        ):
            for replies, move in re.findall(r"after ([\d, or]+) with the (\d+)", threats[3]):
                for reply in numbers(replies):
                    yield self.threat_after(reply, int(move))
        elif lines := re.fullmatch(rf"(?:otherwise )?{WHO} win by force with ({LINE}(?:, {LINE})*)", text):
            for moves, own, end in re.findall(r"([\d-]+) \((\d+) (each, taking last|to \d+)\)", lines[2]):
                yield self.forced_line(numbers(moves.replace("-", " ")), int(own), end)
        else:
            after = re.match(r"after ((?:\d+, )*(?:\d+ or )?\d+) ", text)
            if not after:
                raise Untrue(text)
            for reply in numbers(after[1]):
                branch = self.copy()
                branch.go(reply, is_free=True)
                branch.told_before = []
                branch.read(text[after.end() :])
                self.is_settled_by_any_reply &= branch.told_before == []
                yield reply

    def threat_after(self, reply: int, move: int) -> int:
        branch = self.copy()
        if not (branch.go(reply, is_free=True) and branch.go(move) and is_unstoppable(branch.here, self.winner)):
            raise Untrue(f"{reply} {move}")
        branch.claim(lambda _position: False)
        self.is_settled_by_any_reply = False
        return reply

    def forced_line(self, moves: list[int], own: int, end: str) -> int:
        """Play the line, with a pass wherever there is nothing else, and let its end decide."""
        branch, told = self.copy(), []
        for number, move in enumerate(moves):
            while branch.here.moves() == (PASS,):
                branch.go(PASS)
            is_reply = branch.here.to_move == self.loser
            is_forced = branch.here.moves() == (move,) or must_block(branch.here, self.winner)
            if not branch.go(move, is_free=number == 0) or (is_reply and number and not is_forced):
                raise Untrue(f"{moves} at {move}")
            told.append(branch.here)
        foe = total(branch.here, self.loser)
        said = (own, own if end.startswith("each") else int(end.removeprefix("to ")))
        is_over = branch.here.outcome or not fitting(branch.here, self.loser)
        if said != (total(branch.here, self.winner), foe) or own < foe or not is_over:
            raise Untrue(f"{moves} ({own} {end})")
        self.say(lambda position: position in told)
        self.is_settled_by_any_reply = False
        return moves[0]
