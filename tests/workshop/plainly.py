"""The figures of an audit by plain means: every position is visited, nothing is merged, nothing is looked up.

It shares no code with the solver, the levels or the workshop: only the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from fathom import games


class Result(NamedTuple):
    """Who wins with perfect play, and in how many plies (0 in a draw)."""

    winner: int | None
    plies: int

    def goodness(self, seat: int) -> tuple[int, int]:
        """Wins over draws over losses, quick wins and slow losses first."""
        if self.winner is None:
            return (0, 0)
        return (1, -self.plies) if self.winner == seat else (-1, self.plies)


class PlainGame:
    """One game from a position on."""

    def __init__(self, code: str) -> None:
        self.match = games.read_code(code)
        self.start: Any = self.match.position
        self.result = cache(self._result)
        self.chances = cache(self._chances)

    def positions(self) -> set[Any]:
        seen, left = {self.start}, [self.start]
        while left:
            position = left.pop()
            for move in position.moves():
                after = position.after(move)
                if after not in seen:
                    seen.add(after)
                    left.append(after)
        return seen

    def after(self, position: Any) -> list[Any]:
        return [position.after(move) for move in position.moves()]

    def _result(self, position: Any) -> Result:
        if position.outcome:
            return Result(position.outcome.winner, 0)
        seat = position.to_move
        best = max((self.result(after) for after in self.after(position)), key=lambda result: result.goodness(seat))
        return Result(best.winner, 0 if best.winner is None else best.plies + 1)

    # ------------------------------------------------------------ how players choose

    def _chances(self, position: Any, player: str | Fraction) -> list[Fraction]:
        """The chance of each move: of a player who slips so often, or of a restricted player."""
        following = self.after(position)
        if isinstance(player, Fraction):
            liked = self._best(position)
            return [
                player / len(following) + (1 - player) * Fraction(i in liked, len(liked)) for i in range(len(following))
            ]
        if player == "@random":
            liked = list(range(len(following)))
        elif player == "@perfect":
            liked = self._best(position)
        elif player == "@greedy":
            winning = [
                i for i, after in enumerate(following) if after.outcome and after.outcome.winner == position.to_move
            ]
            liked = winning or list(range(len(following)))
        else:
            plies = int(player.removeprefix("@minimax-"))
            seen = [self.look_ahead(after, plies - 1, position.to_move) for after in following]
            liked = [i for i, score in enumerate(seen) if score == max(seen)]
        return [Fraction(i in liked, len(liked)) for i in range(len(following))]

    def _best(self, position: Any) -> list[int]:
        scores = [self.result(after).goodness(position.to_move) for after in self.after(position)]
        return [i for i, score in enumerate(scores) if score == max(scores)]

    def look_ahead(self, position: Any, plies: int, seat: int) -> int:
        """A depth-limited minimax: 1 for a win of `seat`, -1 for a loss, 0 for a draw or anything unfinished."""
        if position.outcome:
            winner = position.outcome.winner
            return 0 if winner is None else 1 if winner == seat else -1
        if plies == 0:
            return 0
        scores = [self.look_ahead(after, plies - 1, seat) for after in self.after(position)]
        return max(scores) if position.to_move == seat else min(scores)

    # ------------------------------------------------------------ plays

    def plays(self) -> Iterator[list[Any]]:
        """Every play, as the list of its positions."""

        def go_on(path: list[Any]) -> Iterator[list[Any]]:
            if path[-1].outcome:
                yield path
            for after in self.after(path[-1]):
                yield from go_on([*path, after])

        yield from go_on([self.start])

    def chance_of(self, play: list[Any], first: str | Fraction, second: str | Fraction) -> Fraction:
        """How likely two players are to play a play. Two moves to one position would be two plays."""
        chance = Fraction(1)
        for position, after in pairwise(play):
            chances = self.chances(position, first if position.to_move == 1 else second)
            chance *= chances[self.after(position).index(after)]
        return chance

    def score(self, first: str | Fraction, second: str | Fraction) -> Fraction:
        """Of seat 1: a draw is half a win."""

        @cache
        def at(position: Any) -> Fraction:
            if position.outcome:
                return {1: Fraction(1), 2: Fraction(0), None: Fraction(1, 2)}[position.outcome.winner]
            chances = self.chances(position, first if position.to_move == 1 else second)
            reached = zip(chances, self.after(position), strict=True)
            return sum((chance * at(after) for chance, after in reached if chance), Fraction(0))

        return at(self.start)

    # ------------------------------------------------------------ counts

    def tally(self) -> tuple[Counter[str], Counter[int | None]]:
        """The counts of an audit by their names, and the only-moves by depth."""
        tally, depths = Counter[str](), Counter[int | None]()
        for position in self.positions():
            tally["reachable"] += 1
            if position.outcome:
                tally["over"] += 1
                continue
            result, moves = self.result(position), self.after(position)
            kept = [after for after in moves if self.result(after).winner == result.winner]
            tally["forced"] += len(moves) == 1
            tally["drawn"] += result.winner is None
            tally["tested"] += 0 < len(kept) < len(moves)
            tally["moves"] += len(moves)
            tally["most_moves"] = max(tally["most_moves"], len(moves))
            if len(kept) == 1 and len(moves) > 1:
                tally["only_moves"] += 1
                depths[None if result.winner is None else result.plies] += 1
        return tally, depths
