"""A curriculum: positions to train on, from those that are decided at once to those that take long to see through.

    for row in make_curriculum(game, options, per_stage=100, seed=7): ...

A stage has the positions of one depth, the plies to the end with perfect play. First come those in which several of the
moves keep the result, then those with an only move. In all of them some moves do not keep it: where nothing can be
thrown away there is nothing to learn. The same arguments give the same rows in the same order.

Rows with the same tree of choices, up to the names of moves and seats, have one `group`. A group is in one split, and
only shapes that belong to the split `dev` of Fathom Bench are trained on, so that `test` and `held-out` stay unseen.
`seed` is fixed for a group: a trainer that draws several answers to a prompt can draw the same ones again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Final, Literal, NamedTuple, TypedDict

from fathom import games
from fathom.bench.draw import Drawn, Pool
from fathom.bench.prompts import Manner, write_prompt
from fathom.bench.splits import split_of
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.errors import BadOption

TrainingSplit = Literal["train", "validation"]

#: One group in so many is for validation.
_VALIDATION: Final = 10
_SEEDS: Final = 2**31
#: A stage takes at most this share of its rows from one group.
_LARGEST_SHARE: Final = 4
_DRAWN_EACH: Final = 40


class CurriculumDict(TypedDict):
    """A row as JSON."""

    stage: int
    split: TrainingSplit
    code: str
    prompt: str
    depth: int | None
    only: bool
    legal: int
    keeping: list[str]
    group: str
    seed: int


class _Kind(NamedTuple):
    """What a stage is about; stages are in this order. A draw has no depth and comes last."""

    is_draw: bool
    depth: int
    only: bool


def make_curriculum(
    match: AnyMatch, *, per_stage: int, seed: int = 0, legal_moves: bool = False, meter: Meter = UNLIMITED
) -> Iterator[CurriculumDict]:
    """The rows, stage by stage, of the game of a match that has not begun; at most `per_stage` in each.

    Raises `BadOption` for a game that has no positions to ask about in words.
    """
    room = games.room(match.game.name)
    if room.wording is None or not match.game.is_contest:
        raise BadOption(f"{match.game.title} has no curriculum: its positions are not won or lost.")
    has_few = room.wording.has_few_shapes(match.start)
    rng = Random(f"curriculum {match.game.name} {match.options.write_line()} {seed}")
    pool = Pool(match.game, match.options, rng, _DRAWN_EACH * per_stage, meter)
    drawn = pool.take(
        _DRAWN_EACH * per_stage,
        lambda _, judgement: judgement.is_tested,
        lambda shape: has_few or split_of(shape) == "dev",
    )
    stages: dict[_Kind, list[Drawn]] = {}
    for each in drawn:
        stages.setdefault(_kind_of(each), []).append(each)
    chosen = {kind: _choose(stages[kind], per_stage, seed) for kind in sorted(stages)}
    seeds = {each.shape: _number(f"{seed} {each.shape}") for stage in chosen.values() for each in stage}
    held_back = set(sorted(seeds, key=lambda group: seeds[group])[_VALIDATION - 1 :: _VALIDATION])
    for number, (kind, stage) in enumerate(chosen.items(), 1):
        for each in stage:
            meter.tick()
            split: TrainingSplit = "validation" if each.shape in held_back else "train"
            prompt = write_prompt("best", each.match, Manner(legal_moves=legal_moves)).text
            yield {
                "stage": number,
                "split": split,
                "code": write_code(each.match),
                "prompt": prompt,
                "depth": None if kind.is_draw else kind.depth,
                "only": kind.only,
                "legal": len(each.judgement.moves),
                "keeping": _keeping(each),
                "group": each.shape,
                "seed": seeds[each.shape],
            }


def _kind_of(drawn: Drawn) -> _Kind:
    plies = drawn.judgement.value.plies
    return _Kind(plies is None, plies or 0, len(_keeping(drawn)) == 1)


def _keeping(drawn: Drawn) -> list[str]:
    judgement, spell = drawn.judgement, drawn.match.game.format_move
    return [spell(judged.move) for judged in judgement.moves if not judgement.is_mistake(judged)]


def _choose(stage: list[Drawn], count: int, seed: int) -> list[Drawn]:
    """As many as wanted, in an order that only the seed decides; no group has more than its share while others wait."""
    ordered = sorted(stage, key=lambda each: _number(f"{seed} {write_code(each.match)}"))
    share, taken = max(1, count // _LARGEST_SHARE), Counter[str]()
    first: list[Drawn] = []
    rest: list[Drawn] = []
    for each in ordered:
        taken[each.shape] += 1
        (first if taken[each.shape] <= share else rest).append(each)
    return [*first, *rest][:count]


def _number(text: str) -> int:
    """A number that only a text decides."""
    return int(sha256(text.encode()).hexdigest(), 16) % _SEEDS
