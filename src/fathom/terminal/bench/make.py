"""The command `bench make`."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from fathom import games
from fathom.bench.card import write_card
from fathom.bench.item import Item, write_items
from fathom.bench.make import Plan, make_items
from fathom.bench.pictures import can_draw_png, draw_board, draw_png
from fathom.bench.tasks import TASKS, USUAL
from fathom.core.budget import NO_LIMIT
from fathom.core.words import counted, quoted
from fathom.errors import FathomError
from fathom.storage.location import user_path
from fathom.terminal.progress_line import ProgressLine

_ITEMS = "items.jsonl"


def make(arguments: argparse.Namespace) -> int:
    for name in arguments.game or ():
        games.game(name)
    plan = Plan(
        tasks=tuple(task for task in TASKS if task in (arguments.task or USUAL)),
        games=tuple(dict.fromkeys(arguments.game or ())),
        split=arguments.split,
        salt=arguments.salt,
        size=arguments.count,
        seed=arguments.seed,
        style=arguments.rules,
        paraphrases=arguments.paraphrases,
        renamed=arguments.renamed,
        legal_moves=arguments.legal_moves,
        tools=arguments.tools,
    )
    plan.check()
    folder = _new_folder(arguments.output)
    with ProgressLine(NO_LIMIT).over("Making items") as meter:
        items = make_items(plan, meter)
    try:
        _write(folder, plan, items)
    except OSError as error:
        raise FathomError(f"{quoted(arguments.output)} cannot be written: {error.strerror or error}.") from error
    print(f"{counted(len(items), 'item')} in {folder / _ITEMS}")
    return 0


def _new_folder(name: str) -> Path:
    """A folder that does not exist yet, or is empty."""
    folder = user_path(name)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FathomError(f"{quoted(name)} already exists; choose another folder.")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FathomError(f"{quoted(name)} cannot be written: {error.strerror or error}.") from error
    return folder


def _write(folder: Path, plan: Plan, items: list[Item]) -> None:
    pictured = [item for item in items if item.picture]
    if pictured:
        (folder / "pictures").mkdir()
    for item in pictured:
        svg = draw_board(item.code)
        place = folder / str(item.picture)
        place.write_text(svg, encoding="utf-8")
        if can_draw_png():
            place.with_suffix(".png").write_bytes(draw_png(svg))
    (folder / "README.md").write_text(write_card(plan, items, _command(plan)), encoding="utf-8")
    (folder / _ITEMS).write_text(write_items(items), encoding="utf-8", newline="\n")  # last: now it is complete


def _command(plan: Plan) -> str:
    """The command that makes these items; of the salt it tells nothing."""
    words = ["fathom", "bench", "make"]
    if plan.tasks != USUAL:
        words += [word for task in plan.tasks for word in ("--task", task)]
    words += [word for game in plan.games for word in ("--game", game)]
    words += ["--split", plan.split, "--count", str(plan.size), "--seed", str(plan.seed), "--rules", plan.style]
    if plan.salt:
        words += ["--salt", "..."]
    words += ["--paraphrases", str(plan.paraphrases)]
    switches = (("--renamed", plan.renamed), ("--legal-moves", plan.legal_moves), ("--tools", plan.tools))
    words += [name for name, is_on in switches if is_on]
    return shlex.join([*words, "-o", "DIR"])
