"""Results: items and answers joined, every answer scored, and what that adds up to.

Every mean is over depths first (each depth counts the same), and every interval respects that items of one shape are
not independent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from fathom.bench.answer_file import Answer
from fathom.bench.item import Item
from fathom.bench.score import STATUSES, Score, Status, failed, score_answer
from fathom.bench.statistics import Estimate, bootstrap_ratio, estimate, stratum_weights, wilson
from fathom.bench.tasks import TASKS, Task
from fathom.bench.whole import Strength, Whole, score_whole
from fathom.errors import FathomError

#: How many bins a calibration curve has.
BINS: Final = 10


class Scored(NamedTuple):
    """An item and what its answer is worth."""

    item: Item
    score: Score
    whole: Whole | None = None


class Bin(NamedTuple):
    """A stretch of stated probabilities: their mean, and what was true on average."""

    low: float
    high: float
    items: int
    stated: float
    true: float


class Agreement(NamedTuple):
    """How often two answers that should agree do."""

    what: str
    pairs: int
    agreeing: int


class Reasons(NamedTuple):
    """The two-by-two of right moves and true reasons, contradictions, and minimal pairs."""

    right_and_true: int
    right_and_false: int
    wrong_and_true: int
    wrong_and_false: int
    contradictions: int
    pairs: int
    pairs_right: int


class Profiled(NamedTuple):
    """What follows from the profile of one game."""

    code: str
    questions: int
    failed: int
    strength: Strength


class Played(NamedTuple):
    """The matches against one opponent: how many, the points, and in how many nothing was given away."""

    opponent: str
    matches: int
    points: float
    faultless: int


class TaskResult(NamedTuple):
    """What the answers to one task add up to. What a task does not have is None or empty."""

    task: Task
    items: int
    shapes: int
    #: The mean over depths of the credit: the headline.
    headline: Estimate
    rates: dict[Status, Estimate]
    by_depth: dict[str, Estimate]
    by_seat: dict[str, Estimate]
    by_game: dict[str, Estimate]
    #: Of moves: what was given away on average, what random play would keep, and the headline between that and 1.
    regret: float | None = None
    chance: float | None = None
    normalised: Estimate | None = None
    #: Of kept wins: the plies that they take longer than the quickest, on average.
    slower: float | None = None
    brier: float | None = None
    calibration: tuple[Bin, ...] = ()
    #: Of routes that reach the end: the MP beyond the least, on average.
    over: float | None = None
    reasons: Reasons | None = None
    profiles: tuple[Profiled, ...] = ()
    matches: tuple[Played, ...] = ()
    agreements: tuple[Agreement, ...] = ()


class Results(NamedTuple):
    """Everything about one player's answers."""

    player: str
    tasks: tuple[TaskResult, ...]
    #: Items without an answer in the file: they count as late.
    missing: int
    scored: tuple[Scored, ...]


def score_all(
    items: Sequence[Item], answers: Sequence[Answer], tick: Callable[[], None] = lambda: None
) -> list[Scored]:
    """Every item with its score; an item without an answer counts as late.

    Raises a `FathomError` if an answer belongs to none of the items.
    """
    check_ids(items, answers)
    by_id = {answer.id: answer for answer in answers}
    found = []
    for item in items:
        tick()
        found.append(_score(item, by_id.get(item.id)))
    return found


def check_ids(items: Sequence[Item], answers: Sequence[Answer]) -> None:
    """Raise a `FathomError` if an answer belongs to none of the items."""
    known = {item.id for item in items}
    stranger = next((answer.id for answer in answers if answer.id not in known), None)
    if stranger is not None:
        raise FathomError(f"There is no item {stranger!r} among the items: are these the answers to other items?")


def _score(item: Item, answer: Answer | None) -> Scored:
    if answer is None:
        return Scored(item, failed(item, "late", "no answer"))
    if item.task in ("match", "profile"):
        whole = score_whole(item, answer)
        return Scored(item, whole.score, whole)
    return Scored(item, score_answer(item, answer.text))


def add_up(items: Sequence[Item], answers: Sequence[Answer], tick: Callable[[], None] = lambda: None) -> Results:
    """The results of one player."""
    scored = score_all(items, answers, tick)
    answered = {answer.id for answer in answers}
    player = next((answer.player for answer in answers if answer.player), "the player")
    by_task: dict[Task, list[Scored]] = defaultdict(list)
    for each in scored:
        by_task[each.item.task].append(each)
    tasks = tuple(_add_up_task(task, by_task[task]) for task in TASKS if task in by_task)
    return Results(player, tasks, sum(item.id not in answered for item in items), tuple(scored))


def _add_up_task(task: Task, scored: Sequence[Scored]) -> TaskResult:
    result = TaskResult(
        task=task,
        items=len(scored),
        shapes=len({each.item.shape for each in scored}),
        headline=_estimate(scored),
        rates={status: _rate(status, scored) for status in STATUSES[1:]},
        by_depth=_split(scored, lambda item: item.stratum, _depth_order),
        by_seat=_split(scored, lambda item: f"seat {item.seat}"),
        by_game=_split(scored, lambda item: item.game),
        agreements=tuple(_agreements(scored)),
    )
    if task in ("best", "only", "picture", "reason"):
        result = _add_moves(result, scored)
    if task == "value":
        result = _add_values(result, scored)
    if task == "reason":
        result = result._replace(reasons=_reasons(scored))
    if task == "puzzle":
        over = [each.score.over for each in scored if each.score.over is not None]
        result = result._replace(over=_mean(over))
    if task == "profile":
        result = result._replace(profiles=tuple(_profiles(scored)))
    if task == "match":
        result = result._replace(matches=tuple(_matches(scored)), regret=_mean_over_depths(scored, _regret))
    return result


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _stratum(item: Item) -> Hashable:
    """Puzzles are not averaged by their least MP, of which nearly every one has its own."""
    return item.task if item.task == "puzzle" else item.stratum


def _estimate(scored: Sequence[Scored], value: Callable[[Scored], float] = lambda each: each.score.credit) -> Estimate:
    return estimate(
        [value(each) for each in scored],
        [_stratum(each.item) for each in scored],
        [each.item.shape for each in scored],
    )


def _rate(status: Status, scored: Sequence[Scored]) -> Estimate:
    """The share of answers of a status, plainly over all items, or over all questions if they are profiles."""
    shapes = [each.item.shape for each in scored]
    asked = sum(each.whole.asked for each in scored if each.whole)
    if asked and all(each.item.task == "profile" for each in scored):
        rate = sum(each.whole.failures[status] for each in scored if each.whole) / asked
        return Estimate(rate, *wilson(rate, asked), asked, len(set(shapes)))
    return estimate([float(each.score.status == status) for each in scored], [None] * len(scored), shapes)


def _depth_order(name: str) -> tuple[bool, int]:
    return (name == "draw", 0 if name == "draw" else int(name.split()[1]))


def _split(
    scored: Sequence[Scored], part: Callable[[Item], str], order: Callable[[str], tuple[bool, int]] | None = None
) -> dict[str, Estimate]:
    parts: dict[str, list[Scored]] = defaultdict(list)
    for each in scored:
        parts[part(each.item)].append(each)
    return {name: _estimate(parts[name]) for name in (sorted(parts, key=order) if order else sorted(parts))}


def _regret(each: Scored) -> float:
    return float(each.score.regret or 0)


def _mean_over_depths(scored: Sequence[Scored], value: Callable[[Scored], float]) -> float:
    weights = stratum_weights([_stratum(each.item) for each in scored])
    return sum(weight * value(each) for weight, each in zip(weights, scored, strict=True))


def _add_moves(result: TaskResult, scored: Sequence[Scored]) -> TaskResult:
    weights = stratum_weights([_stratum(each.item) for each in scored])
    chances = [float(each.score.chance or 0) for each in scored]
    kept = [float(each.score.is_kept) for each in scored]
    slower = [each.score.slower for each in scored if each.score.slower is not None]
    chance = sum(weight * share for weight, share in zip(weights, chances, strict=True))
    return result._replace(
        regret=_mean_over_depths(scored, _regret),
        chance=chance,
        normalised=bootstrap_ratio(
            [weight * (one - share) for weight, one, share in zip(weights, kept, chances, strict=True)],
            [weight * (1 - share) for weight, share in zip(weights, chances, strict=True)],
            [each.item.shape for each in scored],
            Random(0),
            (-chance / (1 - chance), 1.0),
        ),
        slower=_mean(slower),
    )


def _add_values(result: TaskResult, scored: Sequence[Scored]) -> TaskResult:
    brier = _mean_over_depths(scored, lambda each: 1 - each.score.credit)
    bins: list[Bin] = []
    stated = [(each.score.probability, each.score.value) for each in scored]
    pairs = [(said, float(true)) for said, true in stated if said is not None and true is not None]
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [(said, true) for said, true in pairs if min(int(said * BINS), BINS - 1) == number]
        if inside:
            count = len(inside)
            bins.append(Bin(low, high, count, sum(s for s, _ in inside) / count, sum(t for _, t in inside) / count))
    return result._replace(brier=brier, calibration=tuple(bins))


def _reasons(scored: Sequence[Scored]) -> Reasons:
    table: Counter[tuple[bool, bool]] = Counter()
    for each in scored:
        if each.score.claims:
            table[each.score.is_kept, all(claim.is_true for claim in each.score.claims)] += 1
    pairs: dict[str, list[bool]] = defaultdict(list)
    for each in scored:
        if each.item.pair:
            pairs[each.item.pair].append(each.score.is_kept)
    return Reasons(
        table[True, True],
        table[True, False],
        table[False, True],
        table[False, False],
        sum(each.score.contradictions > 0 for each in scored),
        len(pairs),
        sum(all(both) for both in pairs.values()),
    )


def _profiles(scored: Sequence[Scored]) -> list[Profiled]:
    return [
        Profiled(each.item.code, each.whole.asked, each.whole.failed, each.whole.strength)
        for each in scored
        if each.whole and each.whole.strength
    ]


def _matches(scored: Sequence[Scored]) -> list[Played]:
    by_opponent: dict[str, list[Scored]] = defaultdict(list)
    for each in scored:
        by_opponent[each.item.opponent or ""].append(each)
    return [
        Played(
            opponent,
            len(some),
            sum(float(each.whole.result or 0) for each in some if each.whole),
            sum(each.score.credit == 1 for each in some),
        )
        for opponent, some in by_opponent.items()
    ]


def _agreements(scored: Sequence[Scored]) -> list[Agreement]:
    """Of the same position in other words, answers should have the same value; of the same shape, be as right."""
    groups: dict[Hashable, list[Scored]] = defaultdict(list)
    shapes: dict[Hashable, list[Scored]] = defaultdict(list)
    for each in scored:
        groups[each.item.group].append(each)
        if each.item.task not in ("match", "profile", "puzzle"):
            shapes[each.item.shape].append(each)
    counts = {what: [0, 0] for what in ("paraphrases", "renamings", "equal shapes", "seats")}

    def count(what: str, agrees: bool) -> None:
        counts[what][0] += 1
        counts[what][1] += agrees

    for some in groups.values():
        for one, other in combinations(some, 2):
            if one.item.names == other.item.names:
                count("paraphrases", _says_the_same(one.score, other.score))
            elif one.item.paraphrase == other.item.paraphrase:
                count("renamings", _says_the_same(one.score, other.score))
    for some in shapes.values():
        for one, other in combinations(some, 2):
            if one.item.code == other.item.code:
                continue
            agrees = round(one.score.credit) == round(other.score.credit)
            count("equal shapes" if one.item.seat == other.item.seat else "seats", agrees)
    return [Agreement(what, pairs, agreeing) for what, (pairs, agreeing) in counts.items() if pairs]


def _says_the_same(one: Score, other: Score) -> bool:
    if one.probability is not None and other.probability is not None:
        return abs(one.probability - other.probability) <= 0.1
    return (one.status, one.credit, one.regret) == (other.status, other.credit, other.regret)
