"""Plays the games of a plan and judges every move by exact values.

    referee = Referee(plan)
    with referee:
        referee.play(fixture)                -> Played(number=0, code="range-war:1", winner=1, ...)

A referee keeps its players and what it has worked out from game to game. Before a game, everything that is random is
seeded anew, so a game does not depend on the games before it.
"""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import Final, Literal, NamedTuple, Self

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.arena.fixtures import Fixture
from fathom.arena.plan import Plan
from fathom.core.code import write_code
from fathom.core.game import AnyPosition
from fathom.core.match import AnyMatch
from fathom.core.memory import Memory
from fathom.core.outcome import Seat
from fathom.core.value import AnyAdviser, Value
from fathom.errors import Forfeit
from fathom.players import Machine, Player, ending_programs, player_named
from fathom.players.read_only import choose_ply

_POSITIONS_REMEMBERED: Final = 1 << 16

#: By the rules, by a forfeit, or because perfect play wins soon.
Ended = Literal["rules", "forfeit", "adjudicated"]


class Tally(NamedTuple):
    """How well one player played in one game: decisions in which something could be given away, and what was.

    `lost` counts half points: a win turned into a loss is 2. Without exact values all are 0.
    """

    decisions: int = 0
    mistakes: int = 0
    lost: int = 0


class Played(NamedTuple):
    """A game that was played: the whole game as a code, the winner (0: nobody), and how well each seat played."""

    number: int
    code: str
    winner: Seat
    ended: Ended
    reason: str
    tallies: tuple[Tally, Tally]


class Judged(NamedTuple):
    """A position as the referee sees it: half points given away by each move, and the value after it."""

    lost: list[int]
    values: list[Value]

    @property
    def is_tested(self) -> bool:
        """Could something be given away?"""
        return any(self.lost)


class Referee:
    """Plays the games of one plan, one at a time."""

    def __init__(self, plan: Plan, *, has_values: bool = True) -> None:
        self._plan = plan
        self._tables = [_Table(code, plan, has_values=has_values) for code in plan.games]
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the programs."""
        self._stack.close()

    def play(self, fixture: Fixture) -> Played:
        table = self._tables[fixture.game]
        seated = [table.player(place, self._stack) for place in fixture.players]
        for seat, player in enumerate(seated):
            player.rng.seed(fixture.seed * 2 + seat)
        return table.play(fixture, seated)


class _Seated(NamedTuple):
    """A player with its random numbers and, if it is a machine of ours, the weights it has worked out."""

    player: Player
    rng: Random
    weights: Memory[AnyPosition, list[int]]


class _Table:
    """One game of the plan, with the players that have sat at it."""

    def __init__(self, code: str, plan: Plan, *, has_values: bool) -> None:
        self._start = games.read_code(code)
        self._plan = plan
        self._players: dict[int, _Seated] = {}
        self._judged: Memory[AnyPosition, Judged] = Memory(_POSITIONS_REMEMBERED)
        self._openings: Memory[str, AnyMatch] = Memory(_POSITIONS_REMEMBERED)
        self._adviser: AnyAdviser | None = adviser_for(self._start.game, self._start.options) if has_values else None

    def player(self, place: int, stack: ExitStack) -> _Seated:
        """The player at a place of the list, who is made when first needed."""
        if place not in self._players:
            rng = Random()
            plan, game, options = self._plan, self._start.game, self._start.options
            player = player_named(plan.players[place], rng, game, options, plan.clock)
            stack.enter_context(ending_programs([player]))
            self._players[place] = _Seated(player, rng, Memory(_POSITIONS_REMEMBERED))
        return self._players[place]

    def play(self, fixture: Fixture, seated: list[_Seated]) -> Played:
        opening = self._openings.get(fixture.code)
        if opening is None:
            opening = self._openings.keep(fixture.code, games.read_code(fixture.code))
        match = opening.copy()
        tallies = [[0, 0, 0], [0, 0, 0]]
        ended: Ended = "rules"
        while (position := match.position).outcome is None:
            seat = position.to_move
            judged = self._judge(position)
            if judged and self._plan.adjudicate:
                best = max(judged.values, key=lambda value: value.score(seat))
                if best.plies is not None and best.plies < self._plan.adjudicate:
                    return _played(fixture, match, best.winner or 0, "adjudicated", tallies)
            try:
                chosen = _choose(seated[seat - 1], match)
            except Forfeit as forfeit:
                match.forfeit(seat, forfeit.reason)
                ended = "forfeit"
                break
            if judged and judged.is_tested:
                lost = judged.lost[chosen]
                tally = tallies[seat - 1]
                tally[0] += 1
                tally[1] += lost > 0
                tally[2] += lost
        assert match.outcome
        return _played(fixture, match, match.outcome.winner or 0, ended, tallies)

    def _judge(self, position: AnyPosition) -> Judged | None:
        if self._adviser is None:
            return None
        known = self._judged.get(position)
        if known is None:
            seat, values = position.to_move, self._adviser.values_after(position)
            worth = [1 if value.winner is None else 2 * (value.winner == seat) for value in values]
            best = max(worth)
            known = self._judged.keep(position, Judged([best - each for each in worth], values))
        return known


def _choose(seated: _Seated, match: AnyMatch) -> int:
    """Make the player's move, and say which of the legal ones it was."""
    position, player = match.position, seated.player
    moves = position.moves()
    if not isinstance(player, Machine) or player.sees_history:
        ply = choose_ply(player, match)
        match.make(ply)
        return moves.index(ply.move)
    weights = seated.weights.get(position)
    if weights is None:
        weights = seated.weights.keep(position, player.weights(position))
    move = player.pick(position, weights)
    match.make(match.look(move))
    return moves.index(move)


def _played(fixture: Fixture, match: AnyMatch, winner: Seat, ended: Ended, tallies: list[list[int]]) -> Played:
    reason = match.outcome.reason if match.outcome else "perfect play wins soon"
    first, second = (Tally(*tally) for tally in tallies)
    return Played(fixture.number, write_code(match), winner, ended, reason, (first, second))
