"""Rows in a folder: JSON lines in `data/`, and a card (`README.md`) by which Hugging Face `datasets` loads them.

datasets.load_dataset("DIR")                           needs no network, and runs no code from the folder
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from fathom.adapters.dataset.columns import Column, describe_features

_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGER: Final = "1M<n<10M"


class Table(NamedTuple):
    """A table of the folder: its name (a `config` to `datasets`), its columns, and the file of each split."""

    name: str
    about: str
    columns: Sequence[Column]
    #: By split: the path of its file in the folder, and how many rows it has.
    files: Mapping[str, tuple[str, int]]


def write_splits(folder: Path, name: str, rows: Iterable[Mapping[str, object]]) -> dict[str, tuple[str, int]]:
    """Write rows as JSON lines, each to the file of its `split`, which is `train` unless it says so.

    Returns the file of each split and how many rows it has.
    """
    counts: dict[str, int] = {}
    (folder / "data").mkdir()
    with ExitStack() as opened:
        files: dict[str, TextIO] = {}
        for row in rows:
            split = str(row.get("split", "train"))
            if split not in files:
                path = folder / "data" / f"{name}-{split}.jsonl"
                files[split] = opened.enter_context(path.open("x", encoding="utf-8"))
            files[split].write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
            counts[split] = counts.get(split, 0) + 1
    return {split: (f"data/{name}-{split}.jsonl", count) for split, count in counts.items()}


def write_card(folder: Path, title: str, about: str, command: str, tables: Sequence[Table]) -> None:
    """Write the card of a folder; its first table is the one that is loaded by default."""
    rows = sum(count for table in tables for _, count in table.files.values())
    size = next((name for limit, name in _SIZES if rows < limit), _LARGER)
    head = ["---", f"pretty_name: {json.dumps(title)}", "license: mit", "tags:", "- games", "- verifiable-rewards"]
    head += ["size_categories:", f"- {size}", "configs:"]
    for number, table in enumerate(tables):
        head += [f"- config_name: {table.name}", *(["  default: true"] if number == 0 else []), "  data_files:"]
        for split, (path, _) in table.files.items():
            head += [f"  - split: {split}", f"    path: {path}"]
    head.append("dataset_info:")
    for table in tables:
        head += [f"- config_name: {table.name}", "  features:", *describe_features(table.columns)]
    body = [f"# {title}", "", about, "", f"Made by `{command}`; the same command makes the same bytes.", ""]
    for table in tables:
        body += [f"## {table.name}", "", table.about, "", "| split | file | rows |", "|---|---|--:|"]
        body += [f"| {split} | `{path}` | {count:,} |" for split, (path, count) in table.files.items()]
        body.append("")
    (folder / "README.md").write_text("\n".join([*head, "---", "", *body]), encoding="utf-8")
