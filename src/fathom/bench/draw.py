"""Positions to ask about: drawn from random lines of play, and spread evenly over depths and seats.

A line begins at the start and goes on with random moves to the end. All positions of many lines are put into strata by
the plies to the end with perfect play and by the seat to move; from these, positions are taken in turn. So a depth that
one position in a thousand has is asked about as often as one that nine in ten have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from fathom.analysis.adviser import adviser_for
from fathom.analysis.judge import Judgement, judge
from fathom.bench.shapes import Shapes
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.match import AnyMatch, Match
from fathom.core.options import Options

#: Lines of play, at least and for each position wanted.
_LINES: Final = 100
_LINES_EACH: Final = 8
_MOST_LINES: Final = 20_000
_LONGEST_LINE: Final = 60


class Drawn(NamedTuple):
    """A position with its match, its exact judgement and its shape."""

    match: AnyMatch
    judgement: Judgement
    shape: str


#: Is a position worth asking about?
Wanted = Callable[[AnyMatch, Judgement], bool]
#: Does a shape belong to the split?
Belongs = Callable[[str], bool]


class Pool:
    """The positions of many random lines of one game."""

    def __init__(self, game: AnyGame, options: Options, rng: Random, count: int, meter: Meter = UNLIMITED) -> None:
        self._game = game
        self._options = options
        self._meter = meter
        self._shapes = Shapes(game, meter)
        self._rng = rng
        self._adviser = adviser_for(game, options, meter)
        self._found: dict[AnyPosition, AnyMatch] = {}
        self._judged: dict[AnyPosition, Judgement] = {}
        for _ in range(min(_MOST_LINES, _LINES + _LINES_EACH * count)):
            for match in self._line():
                self._found.setdefault(match.position, match)

    def _line(self) -> Iterator[AnyMatch]:
        match = Match(self._game, self._options)
        while not match.outcome and len(match.plies) < _LONGEST_LINE:
            if match.plies:  # everybody asks about the start
                yield match.copy()
            match.play(self._rng.choice(match.legal_moves))

    def judge(self, match: AnyMatch) -> Judgement:
        """Every move of a position, judged; each position is judged once for all tasks."""
        position = match.position
        if position not in self._judged:
            self._judged[position] = judge(position, self._adviser, self._game.measure)
        return self._judged[position]

    def shape(self, match: AnyMatch) -> str:
        return self._shapes.digest(match.position)

    def take(self, count: int, wanted: Wanted, belongs: Belongs) -> list[Drawn]:
        """As many positions as there are, up to `count`: the strata take turns, the shallowest first."""
        strata: dict[tuple[int, int], list[tuple[AnyMatch, Judgement]]] = {}
        for match in self._found.values():
            self._meter.tick()
            judgement = self.judge(match)
            if wanted(match, judgement):
                depth = -1 if judgement.value.plies is None else judgement.value.plies
                strata.setdefault((depth, match.position.to_move), []).append((match, judgement))
        order = [self._in_random_order(strata[key], belongs) for key in sorted(strata)]
        taken: list[Drawn] = []
        while order and len(taken) < count:
            for stratum in order.copy():
                drawn = next(stratum, None)
                if drawn is None:
                    order.remove(stratum)
                elif len(taken) < count:
                    taken.append(drawn)
        return taken

    def _in_random_order(self, stratum: list[tuple[AnyMatch, Judgement]], belongs: Belongs) -> Iterator[Drawn]:
        shuffled = self._rng.sample(stratum, len(stratum))
        for match, judgement in shuffled:
            shape = self.shape(match)
            if belongs(shape):
                yield Drawn(match, judgement, shape)
