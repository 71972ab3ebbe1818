"""The data card: what a set of items holds, how it was made, and what it must not be used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from fathom.bench.item import Item
from fathom.bench.make import Plan
from fathom.bench.splits import salt_hash

_SPLITS: Final = {
    "dev": "The games of the rule books at their default options. Every item holds its truth.",
    "test": "Deeper games (the presets of every game). The items hold no truth: scoring works it out from the code.",
    "held-out": "Games whose options, and names of numbers, are drawn from a secret salt. Publish the hash of the salt "
    "and keep the items to yourself: each one names its position.",
}


def write_card(plan: Plan, items: Sequence[Item], command: str) -> str:
    """The card as Markdown, with the head that dataset libraries read."""
    exempt = sorted({item.game for item in items if _is_exempt(item)})
    lines = [
        "---",
        f"pretty_name: Fathom Bench ({plan.split})",
        "license: mit",
        "configs:",
        "- config_name: default",
        "  data_files:",
        f"  - split: {plan.split.replace('-', '_')}",
        "    path: items.jsonl",
        "---",
        "",
        f"# Fathom Bench, split {plan.split}",
        "",
        f"{len(items):,} questions about small number games, each with an exact answer. {_SPLITS[plan.split]}",
        "",
        f"Made by `{command}`; the same command makes the same bytes.",
        "",
    ]
    if plan.salt:
        lines += [f"SHA-256 of the salt (with `fathom-bench ` before it): `{salt_hash(plan.salt)}`", ""]
    lines += _table("Items by task and game", ("task", "game", "items", "shapes"), _by_task(items))
    lines += _table("Items by depth", ("depth", "items"), _by_depth(items))
    lines += [
        "## How they were drawn",
        "",
        "Positions come from random lines of play. They are put into strata by the plies to the end with perfect play "
        "and by the seat to move, and taken from the strata in turn: averages over positions as they occur would be "
        "averages over positions one ply from the end. So results are given by depth, and the headline is the mean "
        "over depths.",
        "",
        "Positions with the same tree of choices, up to the names of moves and seats, have the same `shape`. A shape "
        "belongs to one split only, by its digest; errors are clustered by shape.",
        "",
    ]
    if exempt:
        lines += [f"Exempt, because there are too few shapes to divide: {', '.join(exempt)}.", ""]
    lines += [
        "## What it is for",
        "",
        "Measuring how well a model follows rules, looks ahead, knows what it knows, and tells the truth about its "
        "reasons. Do not train on `test` or `held-out`.",
        "",
    ]
    return "\n".join(lines)


def _is_exempt(item: Item) -> bool:
    from fathom import games

    wording = games.room(item.game).wording
    return bool(wording and wording.has_few_shapes(games.read_code(item.code).start))


def _by_task(items: Sequence[Item]) -> list[tuple[str, ...]]:
    counts = Counter((item.task, item.game) for item in items)
    shapes = {key: len({item.shape for item in items if (item.task, item.game) == key}) for key in counts}
    return [(task, game, str(count), str(shapes[task, game])) for (task, game), count in counts.items()]


def _by_depth(items: Sequence[Item]) -> list[tuple[str, ...]]:
    counts = Counter((item.depth is None, item.depth or 0) for item in items if item.task != "puzzle")
    return [("draw" if is_draw else str(depth), str(count)) for (is_draw, depth), count in sorted(counts.items())]


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [
        f"## {title}",
        "",
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
    ]
