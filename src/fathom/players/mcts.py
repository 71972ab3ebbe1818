"""Monte Carlo tree search: `@mcts-N` plays N random games before each move.

Each of them starts with moves of a tree that grows on the way, chosen by how well they have done so far (UCT, the rule
of Kocsis and Szepesvári), and goes on at random from the first position that is new. The move that was tried most is
played. The random numbers are seeded by the position, so the same position always gets the same move: it is a fixed
policy, and its score against another one can be computed exactly.
"""

from __future__ import annotations

import math
import random
from typing import Final

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyPosition
from fathom.core.memory import Memory
from fathom.core.outcome import Outcome, Seat
from fathom.core.words import counted
from fathom.players import Brief, Machine

#: How much a move that has been tried less often is preferred; a win counts 1 and a loss 0.
_EXPLORATION: Final = math.sqrt(2)
_POSITIONS_REMEMBERED = 1 << 16


class MctsPlayer(Machine):
    """Plays a number of random games before each move."""

    def __init__(self, games: int, rng: random.Random) -> None:
        super().__init__(rng)
        self._games = games
        self._known: Memory[AnyPosition, list[int]] = Memory(_POSITIONS_REMEMBERED)
        #: The search that ran out of its budget, if the last one did.
        self._unfinished: _Search | None = None

    def weights(self, position: AnyPosition, meter: Meter = UNLIMITED) -> list[int]:
        known = self._known.get(position)
        if known is not None:
            return known
        search = self._unfinished = _Search(position)
        if len(position.moves()) > 1:
            while search.games < self._games:
                meter.tick()
                search.play()
        self._unfinished = None
        return self._known.keep(position, search.weights())

    def think_briefly(self, position: AnyPosition) -> Brief:
        """What the unfinished search says."""
        search = self._unfinished or _Search(position)
        return Brief(search.weights(), f"stopped after {counted(search.games, 'game')}")


class _Node:
    """A position of the tree: the games that went through it, their results for the seat that moved there, its moves.

    A child is made when it is first visited.
    """

    __slots__ = ("children", "position", "score", "visits")

    def __init__(self, position: AnyPosition) -> None:
        self.position = position
        self.children: list[_Node | None] = [None] * len(position.moves())
        self.visits = 0
        self.score = 0.0


class _Search:
    """The tree below one position."""

    def __init__(self, position: AnyPosition) -> None:
        # A position's own hash would differ from one process to the next.
        self._rng = random.Random(repr((position.key(), position.moves())))
        self._root = _Node(position)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self._root.visits

    def weights(self) -> list[int]:
        """1 for the move that was tried most, and else 0; of equal moves it is the one with the better results."""
        tried = [(child.visits, child.score) if child else (0, 0.0) for child in self._root.children]
        best = tried.index(max(tried))
        return [int(i == best) for i in range(len(tried))]

    def play(self) -> None:
        """Play one game, and count its result for every position of the tree that it went through."""
        node, path = self._root, [self._root]
        while node.children:
            i = self._pick(node)
            child = node.children[i]
            if child is None:
                position = node.position
                child = node.children[i] = _Node(position.after(position.moves()[i]))
                path.append(child)
                break
            node = child
            path.append(node)
        outcome = self._finish(path[-1].position)
        mover: Seat | None = None
        for node in path:
            node.visits += 1
            node.score += _result(outcome, mover)
            mover = node.position.to_move

    def _pick(self, node: _Node) -> int:
        """The index of the move to try: a new one at random, or else the one with the highest bound."""
        new = [i for i, child in enumerate(node.children) if child is None]
        if new:
            return self._rng.choice(new)
        spread = _EXPLORATION * math.sqrt(math.log(node.visits))
        bounds = [child.score / child.visits + spread / math.sqrt(child.visits) for child in node.children if child]
        return bounds.index(max(bounds))

    def _finish(self, position: AnyPosition) -> Outcome:
        choice = self._rng.choice
        while position.outcome is None:
            position = position.after(choice(position.moves()))
        return position.outcome


def _result(outcome: Outcome, seat: Seat | None) -> float:
    """1 for a win of the seat, 0 for a loss, and a half for a draw."""
    return 0.5 if outcome.winner is None else float(outcome.winner == seat)
