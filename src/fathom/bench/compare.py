"""Two players on the same items: paired differences, by task, tested together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from random import Random
from typing import NamedTuple, TypedDict

from fathom.bench.results import Scored
from fathom.bench.results_json import EstimateDict, estimate_dict
from fathom.bench.statistics import Estimate, holm, items_needed, paired_difference, sign_flip, stratum_weights
from fathom.bench.tasks import TASKS, Task


class Difference(NamedTuple):
    """How much more credit the first player gets for a task, and whether that can be chance.

    `needed` is how many items would show a difference of the size asked for, four times in five.
    """

    task: Task
    first: float
    second: float
    difference: Estimate
    p: float
    corrected: float
    needed: int | None


class DifferenceDict(TypedDict):
    """A difference as JSON."""

    task: Task
    first: float
    second: float
    difference: EstimateDict
    p: float
    corrected: float
    needed: int | None


def compare(first: Sequence[Scored], second: Sequence[Scored], size: float) -> list[Difference]:
    """The differences by task, with p-values corrected by Holm for the number of tasks."""
    others = {each.item.id: each for each in second}
    by_task: dict[Task, list[tuple[Scored, Scored]]] = defaultdict(list)
    for each in first:
        by_task[each.item.task].append((each, others[each.item.id]))
    found = [_compare_task(task, by_task[task], size) for task in TASKS if task in by_task]
    corrected = holm([each.p for each in found])
    return [each._replace(corrected=p) for each, p in zip(found, corrected, strict=True)]


def _compare_task(task: Task, pairs: Sequence[tuple[Scored, Scored]], size: float) -> Difference:
    strata: list[Hashable] = [task if task == "puzzle" else one.item.stratum for one, _ in pairs]
    weights = stratum_weights(strata)
    differences = [one.score.credit - other.score.credit for one, other in pairs]
    shapes = [one.item.shape for one, _ in pairs]
    sums: dict[str, float] = defaultdict(float)
    for weight, difference, shape in zip(weights, differences, shapes, strict=True):
        sums[shape] += weight * difference
    means = [
        sum(weight * scored.score.credit for weight, scored in zip(weights, some, strict=True))
        for some in zip(*pairs, strict=True)
    ]
    found, deviation = paired_difference(differences, strata, shapes)
    p = sign_flip(list(sums.values()), Random(0))
    return Difference(task, means[0], means[1], found, p, p, items_needed(size, deviation))


def difference_dict(found: Difference) -> DifferenceDict:
    return {
        "task": found.task,
        "first": found.first,
        "second": found.second,
        "difference": estimate_dict(found.difference),
        "p": found.p,
        "corrected": found.corrected,
        "needed": found.needed,
    }
