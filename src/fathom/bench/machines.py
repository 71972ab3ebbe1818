"""The computer players as models: they answer every task, in the same form as a model, and so are the baselines.

Moves are drawn as the player draws them. A probability is the share of games that the player to move wins when the
machine plays both sides, over a few games. A reason is what the machine expects: the line that it would play for both
sides, and how that ends. `@perfect` is right in all of it; the others are as right as they are strong. Legal moves and
positions are matters of the rules, which all of them know. Puzzles are for `@perfect` and `@random` only.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Final

from fathom import games
from fathom.bench.asking import Question
from fathom.bench.item import Item
from fathom.bench.prompts import spell_moves, wording_of
from fathom.core.budget import UNLIMITED
from fathom.core.game import AnyGame, Move
from fathom.core.match import AnyMatch, Match
from fathom.core.options import Options
from fathom.players import RANDOM, Machine, machine

_PERFECT: Final = "@perfect"
#: Games that a machine plays against itself to estimate a probability.
_GAMES: Final = 16
_LONGEST_WALK: Final = 300


class MachineAsker:
    """A computer player. What it answers depends on the item and the seed, never on the order of questions."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self._seed = seed
        self._machine_for = lru_cache(maxsize=16)(self._make)

    def _make(self, game: AnyGame, options: Options) -> Machine:
        return machine(self.name, Random(0), game, options)

    def ask(self, question: Question, /) -> str | None:
        item, match = question.item, question.match
        rng = Random(f"{self._seed} {item.id} {question.turn}")
        if item.task == "puzzle":
            return self._solve(match, rng)
        if item.task == "legal":
            return json.dumps({"moves": spell_moves(match, item.naming)})
        if item.task == "track":
            return json.dumps(_tell(item, match))
        if item.task == "value":
            return json.dumps({"probability": self._estimate(match, rng)})
        move = self._draw(match, rng)
        if item.task == "reason":
            return json.dumps({"move": _spell(item, match, move), "claims": self._explain(item, match, move)})
        return json.dumps({"move": _spell(item, match, move)})

    def _draw(self, match: AnyMatch, rng: Random) -> Move:
        bounds = list(accumulate(self._machine_for(match.game, match.options).weights(match.position)))
        return match.legal_moves[bisect(bounds, rng.randrange(bounds[-1]))]

    def _estimate(self, match: AnyMatch, rng: Random) -> float:
        seat, halves = match.position.to_move, 0
        for _ in range(_GAMES):
            tried = match.copy()
            while not tried.outcome:
                tried.play(self._draw(tried, rng))
            winner = tried.outcome.winner
            halves += 1 if winner is None else 2 * (winner == seat)
        return halves / (2 * _GAMES)

    def _explain(self, item: Item, match: AnyMatch, move: Move) -> list[Mapping[str, object]]:
        """The line that it expects, and how that ends."""
        line, tried = [_spell(item, match, move)], match.copy()
        tried.play(move)
        while not tried.outcome:
            weights = self._machine_for(tried.game, tried.options).weights(tried.position)
            expected = tried.legal_moves[weights.index(max(weights))]
            line.append(_spell(item, tried, expected))
            tried.play(expected)
        claims: list[Mapping[str, object]] = [{"claim": "line", "moves": line}]
        if tried.outcome.winner is not None:
            kind = "wins_in" if tried.outcome.winner == match.position.to_move else "loses_in"
            claims.insert(0, {"claim": kind, "move": line[0], "plies": len(line)})
        return claims

    def _solve(self, match: AnyMatch, rng: Random) -> str:
        """A route: the best one, or a random walk."""
        best_line = games.room(match.game.name).best_line
        if self.name == _PERFECT and best_line:
            moves = list(best_line(match.position, UNLIMITED))
        elif self.name == RANDOM:
            walked = Match(match.game, match.options)
            while not walked.outcome and len(walked.plies) < _LONGEST_WALK:
                walked.play(rng.choice(walked.legal_moves))
            moves = [ply.move for ply in walked.plies]
        else:
            return '{"route": null}'
        return json.dumps({"route": [match.game.format_move(move) for move in moves]})


def _spell(item: Item, match: AnyMatch, move: Move) -> str:
    return wording_of(match).rename(match.game.format_move(move), item.naming)


def _tell(item: Item, match: AnyMatch) -> dict[str, object]:
    facts = wording_of(match).facts(match, item.naming)
    told: dict[str, object] = {fact.name: fact.value for fact in facts if fact.changes}
    return {**told, "to_move": match.position.to_move}
