"""The plan of an arena: everything that decides which games are played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypedDict, get_args

from fathom import games
from fathom.analysis.adviser import has_contest
from fathom.core.code import write_code
from fathom.core.words import is_program, quoted
from fathom.errors import BadName, BadOption, FathomError
from fathom.players import check_player, is_machine

#: Everyone against everyone; the first against all others; or everyone against their neighbours in the list.
Format = Literal["round-robin", "gauntlet", "ladder"]

SCHEMA: Final = "fathom-arena-1"
MOST_GAMES: Final = 1_000_000


class Plan(NamedTuple):
    """What is played. Each round, each pairing plays a pair of games in each game: the same opening, seats swapped.

    `openings` are codes; of random openings only the number of moves is kept, in `random_moves`. `clock` is the seconds
    that a program has for a move. With `adjudicate`, a game ends once perfect play wins it within that many plies.
    """

    games: tuple[str, ...]
    players: tuple[str, ...]
    format: Format = "round-robin"
    rounds: int = 10
    openings: tuple[str, ...] = ()
    random_moves: int = 0
    seed: int = 0
    clock: float = 5.0
    adjudicate: int = 0

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """The players of each pairing, by their places in the list."""
        count = len(self.players)
        if self.format == "gauntlet":
            return [(0, other) for other in range(1, count)]
        if self.format == "ladder":
            return [(one, one + 1) for one in range(count - 1)]
        return [(one, other) for one in range(count) for other in range(one + 1, count)]

    @property
    def size(self) -> int:
        """The number of games."""
        return 2 * len(self.pairings) * len(self.games) * self.rounds

    @property
    def has_programs(self) -> bool:
        return any(map(is_program, self.players))


def check_plan(plan: Plan) -> Plan:
    """The plan, if it can be played; raises a `FathomError` that says what is wrong."""
    if len(plan.players) < 2:
        raise BadOption("An arena needs at least two players, such as @greedy and @minimax-4.")
    if not plan.games:
        raise BadOption(f"An arena needs at least one game: {', '.join(games.names())}.")
    for words, what in ((plan.players, "player"), (plan.games, "game")):
        if twice := [word for word in words if words.count(word) > 1]:
            raise BadName(f"The {what} {quoted(twice[0])} is named twice.")
    for code in plan.games:
        match = games.read_code(code)
        if not has_contest(match.game, match.options):
            raise BadOption(f"{match.game.title} is not a game for two, so there is nothing to compete in.")
        if match.outcome:
            raise BadOption(f"{quoted(code)} is over already: {match.outcome.reason}.")
        for name in plan.players:
            if not is_machine(check_player(name, match.game, match.options)):
                raise BadName(f"{quoted(name)} is not a machine or a program, such as @expert or ./mybot.")
    if not 0 < plan.size <= MOST_GAMES:
        raise BadOption(f"This plan has {plan.size:,} games; an arena plays from 1 to {MOST_GAMES:,}.")
    return plan


class PlanDict(TypedDict):
    """A plan as JSON."""

    games: list[str]
    players: list[str]
    format: Format
    rounds: int
    openings: list[str]
    random_moves: int
    seed: int
    clock: float
    adjudicate: int


def plan_dict(plan: Plan) -> PlanDict:
    return {
        "games": list(plan.games),
        "players": list(plan.players),
        "format": plan.format,
        "rounds": plan.rounds,
        "openings": list(plan.openings),
        "random_moves": plan.random_moves,
        "seed": plan.seed,
        "clock": plan.clock,
        "adjudicate": plan.adjudicate,
    }


def read_plan(content: Mapping[str, object]) -> Plan:
    """The plan that was written as JSON; raises `FathomError` if it is none."""
    try:
        plan = Plan(
            tuple(_texts(content["games"])),
            tuple(_texts(content["players"])),
            next(each for each in get_args(Format) if each == content["format"]),
            _whole(content["rounds"]),
            tuple(_texts(content["openings"])),
            _whole(content["random_moves"]),
            _whole(content["seed"]),
            float(str(content["clock"])),
            _whole(content["adjudicate"]),
        )
    except (KeyError, ValueError, StopIteration):
        raise FathomError(f"This is not a plan: {json.dumps(content)[:100]}") from None
    return check_plan(plan)


def _texts(value: object) -> Sequence[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError(value)
    return value


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def canonical_code(text: str) -> str:
    """The one spelling of a code."""
    return write_code(games.read_code(text))
