"""Making items: the same arguments always give the same items, to the byte.

    make_items(Plan(tasks=("best",), games=("range-war",), split="dev", size=20))        -> [Item(...), ...]

Everything random comes from `random.Random`, seeded with the split, the game, the task, the seed and, for `held-out`,
the salt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import product
from random import Random
from typing import Final, NamedTuple

from fathom import games
from fathom.analysis.adviser import has_contest
from fathom.analysis.judge import Judgement
from fathom.bench.asking import begin_match
from fathom.bench.draw import Drawn, Pool, Wanted
from fathom.bench.item import Item
from fathom.bench.prompts import WORDINGS, Manner, write_prompt
from fathom.bench.shapes import digest_of_text
from fathom.bench.splits import check_salt, options_of, split_of
from fathom.bench.tasks import TASKS, Split, Style, Task
from fathom.bench.truth import truth_of
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.code import write_code
from fathom.core.game import AnyGame
from fathom.core.match import AnyMatch, Match
from fathom.core.options import Options
from fathom.errors import BadOption

#: Tasks about a position that is drawn, about a whole game, and about a puzzle.
POSITION_TASKS: Final[tuple[Task, ...]] = ("legal", "track", "value", "best", "only", "reason", "picture")
GAME_TASKS: Final[tuple[Task, ...]] = ("profile", "match")
#: Against whom matches are played.
OPPONENTS: Final = ("@random", "@minimax-2", "@perfect")
_ID_LENGTH: Final = 12


class Plan(NamedTuple):
    """What to make; no games means all of them. `size` is the number of positions for each task and game.

    Every position is asked in `paraphrases` wordings, and if `renamed`, each of them once more with renamed numbers.
    """

    tasks: tuple[Task, ...] = TASKS
    games: tuple[str, ...] = ()
    split: Split = "dev"
    salt: str | None = None
    size: int = 20
    seed: int = 0
    style: Style = "numbered"
    paraphrases: int = 1
    renamed: bool = False
    legal_moves: bool = False
    tools: bool = False

    def check(self) -> None:
        check_salt(self.split, self.salt)
        if not 1 <= self.paraphrases <= WORDINGS:
            raise BadOption(f"--paraphrases is a number from 1 to {WORDINGS}, not {self.paraphrases}.")
        if self.size < 1:
            raise BadOption("--count is at least 1.")

    @property
    def chosen_games(self) -> tuple[str, ...]:
        return self.games or games.names()

    def rng(self, *purpose: str) -> Random:
        return Random(" ".join([self.split, str(self.seed), self.salt or "", *purpose]))


def make_items(plan: Plan, meter: Meter = UNLIMITED) -> list[Item]:
    """The items of a plan, game by game and task by task; raises `BadOption` if there are none."""
    plan.check()
    items = [item for name in plan.chosen_games for item in _make_game(plan, games.game(name), meter)]
    if not items:
        raise BadOption(
            f"There is nothing to ask: {', '.join(plan.tasks)} does not go with {', '.join(plan.chosen_games)}."
        )
    return items


def _make_game(plan: Plan, game: AnyGame, meter: Meter) -> Iterator[Item]:
    room = games.room(game.name)
    if room.wording is None:
        return
    if room.puzzles is not None:
        if "puzzle" in plan.tasks:
            yield from _make_puzzles(plan, game)
        return
    chosen = [options for options in options_of(game, plan.split, plan.salt) if has_contest(game, options)]
    shares = _share_out(plan.size, len(chosen))
    for options, count in zip(chosen, shares, strict=True):
        yield from _make_for_options(plan, game, options, count, meter)


def _share_out(count: int, parts: int) -> list[int]:
    """A count in nearly equal parts, the larger ones first."""
    return [count // parts + (part < count % parts) for part in range(parts)] if parts else []


def _make_for_options(plan: Plan, game: AnyGame, options: Options, count: int, meter: Meter) -> Iterator[Item]:
    named = f"{game.name} {options.write_line()}"
    drawn_tasks = [task for task in plan.tasks if task in POSITION_TASKS]
    if count and drawn_tasks:
        pool = Pool(game, options, plan.rng("lines", named), count * len(drawn_tasks), meter)
        for task in drawn_tasks:
            yield from _make_positions(plan, task, game, options, count, pool)
    for task in (task for task in plan.tasks if task in GAME_TASKS):
        yield from _make_whole(plan, task, game, options)


def _make_positions(plan: Plan, task: Task, game: AnyGame, options: Options, count: int, pool: Pool) -> Iterator[Item]:
    wording = games.room(game.name).wording
    assert wording
    is_exempt = wording.has_few_shapes(game.start(options))

    def belongs(shape: str) -> bool:
        return is_exempt or split_of(shape) == plan.split

    taken = pool.take(count, _WANTED[task], belongs)
    rng = plan.rng("manner", task, game.name, options.write_line())
    seen = {write_code(drawn.match) for drawn in taken}
    for drawn in taken:
        code = write_code(drawn.match)
        partner = _find_partner(drawn, pool) if task == "reason" else None
        has_partner = partner is not None and (is_exempt or split_of(partner.shape) == plan.split)
        if partner is None or not has_partner or write_code(partner.match) in seen:
            yield from _ask(plan, task, drawn, rng)
            continue
        seen.add(write_code(partner.match))
        pair = digest_of_text(f"pair {code}")[:_ID_LENGTH]
        for one in (drawn, partner):
            yield from _ask(plan, task, one, rng, pair)


def _is_tested(_: AnyMatch, judgement: Judgement) -> bool:
    return judgement.is_tested


def _has_only_move(_: AnyMatch, judgement: Judgement) -> bool:
    return len(judgement.moves) - sum(map(judgement.is_mistake, judgement.moves)) == 1 < len(judgement.moves)


def _is_open(match: AnyMatch, _: Judgement) -> bool:
    return not match.must_pass


_WANTED: Final[Mapping[Task, Wanted]] = {
    "legal": _is_open,
    "track": _is_open,
    "value": _is_open,
    "best": _is_tested,
    "only": _has_only_move,
    "reason": _is_tested,
    "picture": _is_tested,
}


def _find_partner(drawn: Drawn, pool: Pool) -> Drawn | None:
    """A position that differs by the last move, in which a good move of this one is a mistake."""
    good = {judged.move for judged in drawn.judgement.moves if not drawn.judgement.is_mistake(judged)}
    before = drawn.match.copy()
    last = before.undo().move
    for move in before.legal_moves:
        match = before.copy()
        match.play(move)
        if move == last or match.outcome:
            continue
        judgement = pool.judge(match)
        mistakes = {judged.move for judged in judgement.moves if judgement.is_mistake(judged)}
        if good & mistakes:
            return Drawn(match, judgement, pool.shape(match))
    return None


def _ask(plan: Plan, task: Task, drawn: Drawn, rng: Random, pair: str | None = None) -> Iterator[Item]:
    """The items about one position, in every wording."""
    for manner in _manners(plan, task, drawn.match, rng):
        yield _item(plan, task, drawn.match, drawn.judgement.value.plies, drawn.shape, manner, pair)


def _manners(plan: Plan, task: Task, match: AnyMatch, rng: Random) -> Iterator[Manner]:
    """Every wording, with the numbers as they are and renamed; what is held out has renamed numbers at least."""
    wording = games.room(match.game.name).wording
    assert wording
    is_secret = plan.split == "held-out"
    renamings: list[Mapping[str, str] | None] = [None]
    if (plan.renamed or is_secret) and wording.noun and task != "picture":
        renaming = rename_numbers(wording.names(match.start), rng)
        renamings = [renaming] if is_secret and not plan.renamed else [None, renaming]
    for paraphrase in range(plan.paraphrases):
        for names in renamings:
            yield Manner(plan.style, paraphrase, plan.legal_moves, names, plan.tools)


def rename_numbers(names: Sequence[str], rng: Random) -> dict[str, str]:
    """A bijection of names onto themselves that leaves as few in place as chance has it, but never all."""
    while True:
        renamed = dict(zip(names, rng.sample(names, len(names)), strict=True))
        if any(number != name for number, name in renamed.items()):
            return renamed


def _item(
    plan: Plan,
    task: Task,
    match: AnyMatch,
    depth: int | None,
    shape: str,
    manner: Manner,
    pair: str | None = None,
    opponent: str | None = None,
) -> Item:
    code, seat = write_code(match), match.position.to_move
    asked = f"{task} {code} {opponent}"
    told = f"{asked} {manner.style} {manner.paraphrase} {manner.legal_moves} {manner.tools} {_write_names(manner)}"
    item_id = f"{task}-{sha256(told.encode()).hexdigest()[:_ID_LENGTH]}"
    has_truth = plan.split == "dev" and task not in GAME_TASKS
    return Item(
        id=item_id,
        task=task,
        split=plan.split,
        game=match.game.name,
        code=code,
        seat=seat,
        depth=depth,
        shape=shape,
        group=digest_of_text(asked)[:_ID_LENGTH],
        prompt=write_prompt(task, match, manner),
        style=manner.style,
        paraphrase=manner.paraphrase,
        names=manner.names,
        pair=pair,
        opponent=opponent,
        tools=manner.tools and task == "match",
        picture=f"pictures/{item_id}.svg" if task == "picture" else None,
        truth=truth_of(code).as_dict() if has_truth else None,
    )


def _write_names(manner: Manner) -> str:
    return ",".join(f"{number}={name}" for number, name in (manner.names or {}).items())


def _make_whole(plan: Plan, task: Task, game: AnyGame, options: Options) -> Iterator[Item]:
    """A profile of the whole game, or matches in both seats against each opponent."""
    match = Match(game, options)
    value = truth_of(write_code(match)).value
    shape = digest_of_text(f"{game.name} {options.write_line()}")
    rng = plan.rng("manner", task, game.name, options.write_line())
    for manner in _manners(plan, task, match, rng):
        if task == "profile":
            yield _item(plan, task, match, value.plies, shape, manner)
            continue
        for opponent, seat in product(OPPONENTS, (1, 2)):
            item = _item(plan, task, match, value.plies, shape, manner, None, f"{opponent} {seat}")
            of_match = digest_of_text(f"{shape} {opponent} {seat}")
            yield from _begin(item._replace(opponent=opponent, seat=seat, shape=of_match), manner)


def _begin(item: Item, manner: Manner) -> Iterator[Item]:
    """A match with its first question; none if the opponent wins before there is one."""
    match, _ = begin_match(item)
    if not match.outcome:
        yield item._replace(prompt=write_prompt(item.task, match, manner))


def _make_puzzles(plan: Plan, game: AnyGame) -> Iterator[Item]:
    """Puzzles of every grade in turn; of all splits but `dev`, of the harder half."""
    puzzles = games.room(game.name).puzzles
    assert puzzles
    rng = plan.rng("puzzles")
    grades = puzzles.grades if plan.split == "dev" else puzzles.grades[len(puzzles.grades) // 2 :]
    for number in range(plan.size):
        while True:
            options = puzzles.new(rng, grades[number % len(grades)])
            shape = digest_of_text(puzzles.shape(options))
            if split_of(shape) == plan.split:
                break
        match = Match(game, options)
        mp = truth_of(write_code(match)).value.mp
        for manner in _manners(plan, "puzzle", match, rng):
            yield _item(plan, "puzzle", match, mp, shape, manner)
