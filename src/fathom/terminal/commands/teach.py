"""`fathom teach`: how a game is won, as a short list of rules with examples, and the proof that it works."""

from __future__ import annotations

import argparse
from typing import TypedDict

from fathom import games
from fathom.coach.strategies import Proof, ProofDict, example_of, order_words, proof_words, prove, strategy_for
from fathom.core.budget import Budget
from fathom.core.game import AnyGame
from fathom.core.options import Options
from fathom.errors import Unknown
from fathom.show.canvas import Canvas
from fathom.show.strategy import AnyStrategy
from fathom.terminal.inputs import read_options
from fathom.terminal.json_output import print_json
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen

_BUDGET = Budget(states=200_000, seconds=20, megabytes=1000)


class ExampleDict(TypedDict):
    """The example of a rule as JSON: the position, and the moves that the rule recommends there."""

    code: str
    moves: list[str]


class RuleDict(TypedDict):
    """A rule as JSON."""

    rule: int
    name: str
    text: str
    example: ExampleDict


class StrategyDict(TypedDict):
    """What `--json` prints; `unknown` says why there is no proof."""

    game: str
    options: dict[str, int | str]
    insight: str
    rules: list[RuleDict]
    proof: ProofDict | None
    unknown: str | None


def teach(arguments: argparse.Namespace) -> int:
    game = games.game(arguments.game)
    options = read_options(game, arguments.set, arguments.preset)
    strategy = strategy_for(game, options)
    proof, unknown = _try_to_prove(game, options, strategy)
    if arguments.json:
        print_json(strategy_dict(game, options, strategy, proof, unknown))
        return 0
    screen = Screen()
    lines = strategy_lines(game, strategy, screen.canvas)
    said = proof_words(strategy, proof) if proof else f"Not checked with these options: {unknown}"
    lines += ["", *screen.canvas.wrap(said)]
    screen.page(
        [*lines, *(f"  {lapse.code}  {', '.join(lapse.moves)}" for lapse in (proof.exceptions if proof else ()))]
    )
    return 0


def _try_to_prove(game: AnyGame, options: Options, strategy: AnyStrategy) -> tuple[Proof | None, str | None]:
    """The proof, or why there is none."""
    try:
        with ProgressLine(_BUDGET).over("Checking the rules") as meter:
            return prove(game, options, strategy, meter), None
    except Unknown as error:
        return None, str(error)


def strategy_lines(game: AnyGame, strategy: AnyStrategy, canvas: Canvas) -> list[str]:
    """The rules in order, each with its example on the board."""
    lines = [canvas.strong(f"How to win {game.title}"), "", *canvas.wrap(strategy.insight)]
    for number, rule in enumerate(strategy.rules, 1):
        example = example_of(rule)
        said = f"Example, {rule.example}: {example.words}"
        board = games.room(game.name).text.board(example.match, canvas)
        lines += ["", canvas.strong(f"{number}. {rule.name}"), *canvas.wrap(rule.text), "", *canvas.wrap(said), *board]
    return [*lines, "", *canvas.wrap(order_words(strategy))]


def strategy_dict(
    game: AnyGame, options: Options, strategy: AnyStrategy, proof: Proof | None, unknown: str | None
) -> StrategyDict:
    return {
        "game": game.name,
        "options": options.as_dict(),
        "insight": strategy.insight,
        "rules": [
            {
                "rule": number,
                "name": rule.name,
                "text": rule.text,
                "example": {"code": rule.example, "moves": example_of(rule).moves},
            }
            for number, rule in enumerate(strategy.rules, 1)
        ],
        "proof": proof.as_dict() if proof else None,
        "unknown": unknown,
    }
