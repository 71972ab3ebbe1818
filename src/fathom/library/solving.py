"""Solving whole games: the value of every position, iteration over positions, data sets and proofs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fathom.analysis.adviser import make_oracle
from fathom.core.budget import NO_LIMIT, Budget, Meter
from fathom.core.code import write_code
from fathom.core.game import AnyGame, AnyPosition, Move
from fathom.core.match import AnyMatch
from fathom.core.match import Match as CoreMatch
from fathom.core.options import Options
from fathom.core.value import AnyOracle, Census, Value, value_of
from fathom.errors import Unknown
from fathom.library.match import as_match, start_of
from fathom.solver import lines, proof, walk
from fathom.solver.lines import PositionDict
from fathom.solver.proof import Proved

if TYPE_CHECKING:
    from fathom.bench.curriculum import CurriculumDict


class Solution:
    """A solved game: the value of every reachable position.

    >>> import fathom
    >>> solution = fathom.solve("digit-dilemma", divisor=11)
    >>> position = fathom.Match("digit-dilemma,divisor=11:9R.2L").position
    >>> solution.value(position).winner
    2
    """

    def __init__(self, game: AnyGame, options: Options, oracle: AnyOracle) -> None:
        self.game = game
        self.options = options
        self._oracle = oracle

    @property
    def start(self) -> AnyPosition:
        """The position before the first move."""
        return self.game.start(self.options)

    def value(self, position: AnyPosition | None = None) -> Value:
        """The value of a position (by default the start) with perfect play."""
        position = self.start if position is None else position
        return value_of(position.outcome) if position.outcome else self._oracle.value(position)

    def best(self, position: AnyPosition | None = None) -> tuple[Move, ...]:
        """The best moves of a position: those that win soonest, else draw, else lose latest."""
        position = self.start if position is None else position
        if position.outcome:
            return ()
        values = self._oracle.values_after(position)
        best = max(value.score(position.to_move) for value in values)
        chosen = zip(position.moves(), values, strict=True)
        return tuple(move for move, value in chosen if value.score(position.to_move) == best)

    @cached_property
    def census(self) -> Census:
        """The number of reachable positions, and of those in which exactly one of several moves keeps the result."""
        return self._oracle.census() or walk.count(self.start, self._oracle)

    def __repr__(self) -> str:
        return f"<Solution of {write_code(CoreMatch(self.game, self.options))}>"


class Reached(NamedTuple):
    """A position, and the moves of one path to it.

    >>> import fathom
    >>> next(fathom.positions("range-war", highest=3))
    Reached(position=<range-war,highest=3: free 1, 2, 3; seat 1 to move>, path=())
    """

    position: AnyPosition
    path: tuple[Move, ...]


def solve(game: str, /, *, budget: Budget | None = None, **options: object) -> Solution:
    """A whole game, solved exactly; raises `Unknown` when the budget is spent.

    >>> import fathom
    >>> solution = fathom.solve("pocket-addition")
    >>> solution.value()
    Value(winner=1, plies=5)
    >>> solution.census.positions
    1973
    """
    start = start_of(game, options)
    return Solution(start.game, start.options, _solve(start, Meter(budget or NO_LIMIT)))


def positions(game: str, /, *, budget: Budget | None = None, **options: object) -> Iterator[Reached]:
    """Every reachable position, once, with a path to it.

    >>> import fathom
    >>> reached = list(fathom.positions("range-war", highest=4))
    >>> len(reached), reached[1].path
    (22, (1,))
    """
    start = start_of(game, options)
    for position, path, _ in walk.walk(start.position, meter=Meter(budget or NO_LIMIT)):
        yield Reached(position, tuple(path))


def dataset(game: str, /, *, budget: Budget | None = None, **options: object) -> Iterator[PositionDict]:
    """Every reachable position, once, as `fathom dataset` writes it: the values of all moves, and the best ones.

    >>> import fathom
    >>> next(fathom.dataset("range-war", highest=4))["best"]
    ['1']
    """
    start, meter = start_of(game, options), Meter(budget or NO_LIMIT)
    yield from lines.dataset(start, _solve(start, meter), meter)


def curriculum(
    game: str, /, *, per_stage: int = 100, seed: int = 0, budget: Budget | None = None, **options: object
) -> Iterator[CurriculumDict]:
    """Positions to train on, with their prompts, from those that are decided at once to those that take long to see
    through, as `fathom dataset --curriculum` writes them; at most `per_stage` in each stage.

    >>> import fathom
    >>> row = next(fathom.curriculum("range-war", per_stage=5))
    >>> row["stage"], row["depth"], row["only"]
    (1, 1, False)
    >>> {fathom.reward(row["code"], move) for move in row["keeping"]}
    {1.0}
    """
    from fathom.bench.curriculum import make_curriculum

    return make_curriculum(start_of(game, options), per_stage=per_stage, seed=seed, meter=Meter(budget or NO_LIMIT))


def prove(match: AnyMatch | str, *, budget: Budget | None = None) -> Iterator[str]:
    """A certificate of who wins from here: lines of JSON that `verify` and `fathom verify` check by the rules alone.

    >>> import fathom
    >>> for line in fathom.prove("range-war,highest=3"):
    ...     print(line)
    {"certificate":1,"game":"range-war","options":{"highest":3,"second_move":"lower"},"start":"range-war,highest=3","winner":1,"plies":1}
    {"code":"range-war,highest=3","move":"1"}
    """
    start, meter = as_match(match), Meter(budget or NO_LIMIT)
    for line in lines.certificate(start, _solve(start, meter), meter):
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def verify(certificate: Iterable[str]) -> Proved:
    """What a certificate proves, replayed by the rules alone; raises `BadCertificate` where it fails.

    >>> import fathom
    >>> proved = fathom.verify(fathom.prove("pocket-addition"))
    >>> proved.winner, proved.plies
    (1, 5)
    """
    return proof.check(line.encode() for line in certificate)


def _solve(match: AnyMatch, meter: Meter) -> AnyOracle:
    """The oracle of a match's game, after it has solved the match's position within the meter."""
    try:
        oracle = make_oracle(match.game, match.options, meter)
        oracle.value(match.position, meter)
    except Unknown as unknown:
        if match.game.is_contest:
            raise
        raise Unknown(f"{unknown} Puzzles are solved by fathom.puzzles.") from None
    return oracle
