"""The tasks of Fathom Bench as tasks of Inspect: `inspect eval fathom/best --model ...`.

inspect eval fathom/best -T game=range-war -T count=40 -T split=test --model ...
inspect eval fathom/only -T items=items.jsonl --model ...            a file of `fathom bench make`
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from inspect_ai import Task as InspectTask
from inspect_ai import task
from inspect_ai._util.package import get_installed_package_name
from inspect_ai.dataset import MemoryDataset, Sample

from fathom.adapters.inspect.asking import ITEM, ask_model
from fathom.adapters.inspect.scoring import GAME, SHAPE, STRATUM, exact_value
from fathom.bench.item import Item, read_items, write_items
from fathom.bench.make import Plan, make_items
from fathom.bench.tasks import TASKS, Split, Style, Task
from fathom.errors import BadOption


def _define(name: Task) -> object:
    """A task of the benchmark as a task of Inspect."""

    def bench_task(
        game: str | None = None,
        split: Split = "dev",
        count: int = 20,
        seed: int = 0,
        style: Style = "numbered",
        legal_moves: bool = False,
        salt: str | None = None,
        items: str | None = None,
    ) -> InspectTask:
        if items is not None:
            asked = [item for item in read_items(Path(items).read_text(encoding="utf-8"), items) if item.task == name]
        else:
            chosen = (game,) if game else ()
            asked = make_items(Plan((name,), chosen, split, salt, count, seed, style, legal_moves=legal_moves))
        if not asked:
            raise BadOption(f"{items} has no items of the task {name}.")
        return InspectTask(
            dataset=MemoryDataset([_sample(item) for item in asked], name=f"fathom-{name}"),
            solver=ask_model(),
            scorer=exact_value(),
        )

    bench_task.__name__ = bench_task.__qualname__ = name
    bench_task.__doc__ = f"Fathom Bench: {name}."
    # Inspect puts the name of the package before that of a task, but does not see it in an editable install, whose
    # distribution has another name than the package.
    prefix = "" if get_installed_package_name(bench_task) else "fathom/"
    registered: object = task(name=f"{prefix}{name}")(bench_task)
    return registered


def _sample(item: Item) -> Sample:
    """An item as a sample. The truth stays behind: it is worked out again when the answer is scored."""
    known = {STRATUM: item.stratum, SHAPE: item.shape, GAME: item.game, "seat": item.seat}
    return Sample(
        input=item.prompt.text,
        id=item.id,
        metadata={**known, ITEM: write_items([item._replace(truth=None, tools=False)])},
    )


BENCH_TASKS: Final = {name: _define(name) for name in TASKS}
