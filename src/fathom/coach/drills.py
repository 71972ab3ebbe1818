"""Drills: positions in which something can be thrown away, above all those with exactly one winning move.

    drill_of(match)                          -> the drill at the position where a match stands, or None
    sample(game, level=2, rng=Random(7))     -> a drill with exactly one winning move, found by random walks
    decisions(match, seats=[1])              -> the decisions of seat 1 in a match, right or wrong

How hard a drill is depends on its distance, the plies to the win with best play:

    plies    1    2-3   4-5   6-7   8 or more
    level    1     2     3     4     5

A drill belongs to the rule for winning that decides there, if following it keeps the result; in the others one has to
look ahead. New drills are picked so that every rule comes up.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import reason
from fathom.analysis.citing import CitedRule, cite
from fathom.analysis.judge import Judged, Judgement, best_line, judge
from fathom.core.game import AnyGame, AnyPosition, Move
from fathom.core.match import AnyMatch, Match
from fathom.core.outcome import Seat
from fathom.core.value import AnyAdviser
from fathom.show.strategy import AnyStrategy
from fathom.show.verdicts import Verdict

DRILL_LEVELS = range(1, 6)

#: The number of walks (random games) for a drill, and the most while none has found anything.
_WALKS = 500
_MOST_WALKS = 5000
#: Enough drills of the wanted level to choose from.
_CHOICE = 8


class Drill:
    """A position in which some moves keep the result and others throw it away."""

    def __init__(self, match: AnyMatch, judgement: Judgement) -> None:
        self.match = match
        self.judgement = judgement

    @property
    def position(self) -> AnyPosition:
        return self.match.position

    @property
    def adviser(self) -> AnyAdviser:
        return adviser_for(self.match.game, self.match.options)

    @property
    def is_only_move(self) -> bool:
        """Does exactly one move win?"""
        won = self.judgement.value.winner == self.position.to_move
        return won and any(judged.verdict is Verdict.ONLY for judged in self.judgement.moves)

    @property
    def keeping(self) -> list[Judged]:
        """The right answers: every move that keeps the result."""
        return [judged for judged in self.judgement.moves if judged.verdict is not Verdict.THROWS]

    def judged(self, move: Move) -> Judged:
        return self.judgement.judged(move)

    def why(self, move: Move) -> str:
        """Why a move has its value."""
        return reason(self.match.game, self.judgement, self.judged(move), self.adviser)

    def line(self, move: Move) -> list[str]:
        """The move and the best play after it: for a wrong answer, its refutation."""
        written = self.match.game.format_move
        return [written(move), *map(written, best_line(self.position.after(move), self.adviser))]

    @property
    def solution(self) -> tuple[str, str]:
        """`("The only right move is", "7: ...")`"""
        right, move = len(self.keeping), self.judgement.best.move
        head = "The only right move is" if right == 1 else f"One of {right} right moves is"
        return head, self.with_reason(move)

    def with_reason(self, move: Move) -> str:
        """`7: threatens the 8 that makes 15.`"""
        return f"{self.match.game.format_move(move)}: {self.why(move)}."

    @property
    def level(self) -> int:
        """How hard it is; holding a draw is the highest level."""
        plies = self.judgement.value.plies
        return DRILL_LEVELS[-1] if plies is None else level_of(plies)

    @property
    def _strategy(self) -> AnyStrategy | None:
        return games.room(self.match.game.name).strategy(self.match.options)

    @cached_property
    def rule(self) -> CitedRule | None:
        """The rule for winning that it belongs to: the one that decides here, if all its moves keep the result."""
        strategy = self._strategy
        cited = cite(self.judgement, strategy)
        is_safe = strategy is not None and all(move in cited for move in strategy.moves(self.position))
        return next(iter(cited.values())) if cited and is_safe else None

    @property
    def lesson(self) -> str:
        """What there is to learn: `This is rule 2, Block.` Empty for a game without rules for winning."""
        if self._strategy is None:
            return ""
        return f"This is {self.rule.words}." if self.rule else "No rule decides this one: you have to look ahead."


def level_of(plies: int) -> int:
    """How hard it is to find a win in this many plies."""
    return min(DRILL_LEVELS[-1], plies // 2 + 1)


def drill_of(match: AnyMatch) -> Drill | None:
    """The drill at the position where a match stands, if something can be thrown away there."""
    judgement = judge(match.position, adviser_for(match.game, match.options))
    return Drill(match, judgement) if judgement.is_tested else None


def sample(
    game: AnyGame,
    level: int,
    rng: random.Random,
    seen: Collection[AnyPosition] = (),
    rules: Mapping[CitedRule | None, int] | None = None,
) -> Drill | None:
    """A drill of the nearest level, whose position was not `seen` before: with exactly one winning move, if possible.

    `rules` counts how often each rule has come up; of several drills, one with the rarest rule is picked. For a rule
    that none of them has, it may be one with several winning moves.

    Positions come from random walks from the start, on which every legal move is equally likely, and each is checked
    exactly. So the game is never enumerated; positions near the start, of which there are few, come up more often.
    """
    met: list[_Met] = []
    further: list[_Met] = []
    known, fitting = set(seen), 0
    for number in range(_MOST_WALKS):
        if fitting >= _CHOICE or (met and number >= _WALKS):
            break
        for found in _walk(game, rng):
            if found.position not in known:
                known.add(found.position)
                (met if found.is_only else further).append(found)
                fitting += found.is_only and found.level == level
    if not met:
        return None
    nearest = min(abs(found.level - level) for found in met)
    drills = [found.drill(game) for found in met if abs(found.level - level) == nearest][:_CHOICE]
    drills += _add_rules(game, drills, [found for found in further if abs(found.level - level) == nearest])
    return min(drills, key=lambda drill: (rules or {}).get(drill.rule, 0))


def _add_rules(game: AnyGame, drills: list[Drill], further: list[_Met]) -> list[Drill]:
    """One drill for each rule that is not among the drills yet."""
    numbers = {drill.rule.number for drill in drills if drill.rule}
    first = {found.rule: found for found in reversed(further) if found.rule not in numbers}
    return [drill for found in first.values() if (drill := found.drill(game)).rule]


class _Met(NamedTuple):
    """A position with winning moves and others, the path to it, and the number of the rule that decides (0: none)."""

    position: AnyPosition
    path: tuple[Move, ...]
    level: int
    is_only: bool
    rule: int

    def drill(self, game: AnyGame) -> Drill:
        match = Match(game)
        match.play_all(map(game.format_move, self.path))
        return Drill(match, judge(match.position, adviser_for(game, match.options)))


def _walk(game: AnyGame, rng: random.Random) -> Iterator[_Met]:
    """The positions of one random game with exactly one winning move, or with several where a rule decides."""
    options = game.options_type()
    adviser, strategy = adviser_for(game, options), games.room(game.name).strategy(options)
    position, path = game.start(options), list[Move]()
    while not position.outcome:
        moves, seat = position.moves(), position.to_move
        won = [value for value in adviser.values_after(position) if value.winner == seat]
        if 0 < len(won) < len(moves):
            advice = strategy.advice(position) if strategy else None
            if advice or len(won) == 1:
                plies = max(won, key=lambda value: value.score(seat)).one_ply_earlier().plies
                assert plies is not None
                rule = advice.number if advice else 0
                yield _Met(position, tuple(path), level_of(plies), len(won) == 1, rule)
        path.append(rng.choice(moves))
        position = position.after(path[-1])


class Decision(NamedTuple):
    """A move made where something could be thrown away, after `ply` moves."""

    ply: int
    position: AnyPosition
    is_right: bool


def decisions(match: AnyMatch, seats: Collection[Seat]) -> Iterator[Decision]:
    """The tested decisions of these seats, without moves that were forced or could not change the result."""
    adviser = adviser_for(match.game, match.options)
    position = match.start
    for number, ply in enumerate(match.plies):
        if ply.seat in seats:
            judgement = judge(position, adviser)
            if judgement.is_tested:
                kept = judgement.judged(ply.move).verdict is not Verdict.THROWS
                yield Decision(number, position, kept)
        position = ply.position


def match_before(match: AnyMatch, ply: int) -> AnyMatch:
    """The match as it stood after `ply` plies, without the players' names."""
    before = Match(match.game, match.options)
    before.play_all(match.moves[:ply])
    return before
