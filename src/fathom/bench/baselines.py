"""The baselines: every computer player on the same items, and what random play keeps exactly.

`fathom bench baselines` makes the tables of docs/bench.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fathom import games
from fathom.analysis.adviser import has_contest
from fathom.bench.chance import chance
from fathom.bench.item import Item
from fathom.bench.make import Plan, make_items
from fathom.bench.results import Results, TaskResult, add_up
from fathom.bench.run import Running, run_items
from fathom.bench.tasks import USUAL
from fathom.bench.whole import BASELINES
from fathom.bench.words import Table, figure, interval, percent

PLAYERS: Final = BASELINES
#: What everybody is asked; a profile only of the games that have few questions.
ASKED: Final = Plan(tasks=USUAL, size=24)
PROFILED: Final = Plan(tasks=("profile",), games=("range-war", "pocket-addition"))
#: Games with more positions are left out where every position is visited.
_MOST_POSITIONS: Final = 1_000_000


def baseline_items() -> list[Item]:
    return [*make_items(ASKED), *make_items(PROFILED)]


def baseline(name: str, items: Sequence[Item]) -> Results:
    """The results of one computer player."""
    return add_up(items, list(run_items(items, Running(name))))


def baseline_tables(players: Sequence[str], tell: Callable[[str], None] = lambda _: None) -> list[Table]:
    """Scores by task, what moves give away, and the exact chances of random play."""
    tell("Making items")
    items, found = baseline_items(), []
    for name in players:
        tell(f"Asking {name}")
        found.append(baseline(name, items))
    tell("Counting positions")
    return [_scores(found, len(items)), _moves(found), _strengths(found), _chances()]


def _by_task(results: Results) -> dict[str, TaskResult]:
    return {task.task: task for task in results.tasks}


def _scores(found: Sequence[Results], items: int) -> Table:
    tasks = [task.task for task in found[0].tasks if task.task != "profile"]
    rows = [(results.player, *(_score(_by_task(results)[task]) for task in tasks)) for results in found]
    return Table(
        "Scores of the baselines",
        ("player", *tasks),
        tuple(rows),
        f"Percent, the mean over depths, of {items} items of the split dev. Puzzles are for @random and @perfect; the "
        "others refuse them.",
    )


def _score(task: TaskResult) -> str:
    return "–" if task.rates["refused"].value == 1 else percent(task.headline.value)


def _moves(found: Sequence[Results]) -> Table:
    rows = []
    for results in found:
        best, value, reason = (_by_task(results)[task] for task in ("best", "value", "reason"))
        assert reason.reasons
        rows.append(
            (
                results.player,
                f"{percent(best.headline.value)} ({interval(best.headline)})",
                figure(best.regret),
                percent(best.normalised.value if best.normalised else None),
                figure(value.brier),
                f"{reason.reasons.right_and_true} / {reason.reasons.right_and_false} / "
                f"{reason.reasons.wrong_and_true} / {reason.reasons.wrong_and_false}",
                str(reason.reasons.contradictions),
            )
        )
    return Table(
        "Moves, probabilities and reasons of the baselines",
        ("player", "best (95% interval)", "regret", "above chance", "Brier", "move / reason", "contradictions"),
        tuple(rows),
        "Move / reason: right and true, right and false, wrong and true, wrong and false.",
    )


def _strengths(found: Sequence[Results]) -> Table:
    rows = [
        (
            results.player,
            *(percent(float(each.strength.exploitability)) for each in profiles),
            *(percent(float(each.strength.against[0].score)) for each in profiles),
        )
        for results in found
        if (profiles := _by_task(results)["profile"].profiles)
    ]
    codes = [each.code for each in _by_task(found[0])["profile"].profiles]
    return Table(
        "Exact strength of one profile of each baseline",
        ("player", *(f"exploitability, {code}" for code in codes), *(f"against @random, {code}" for code in codes)),
        tuple(rows),
        "Percent, computed from every answer. A player who draws moves by chance is profiled as it answered once.",
    )


def _chances() -> Table:
    rows = []
    for name in games.names():
        game = games.game(name)
        options = game.options_type()
        if not has_contest(game, options) or games.room(name).known.positions > _MOST_POSITIONS:
            continue
        found = chance(game, options)
        one_ply = found.by_depth.get(1, 0) / found.positions
        rows.append((game.title, f"{found.positions:,}", f"{float(found.kept):.4f}", f"{100 * one_ply:.0f}%"))
    return Table(
        "What random play keeps",
        ("game", "positions that test a player", "kept by random play", "of them one ply deep"),
        tuple(rows),
        "Exact, over all positions at the default options.",
    )
