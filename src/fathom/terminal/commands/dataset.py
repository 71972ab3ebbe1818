"""`fathom dataset`: exact data for training, as JSON lines, as Parquet or in a folder with a card.

It has every position of a game with the value of every move or, with `--curriculum`, positions to train on by depth.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from fathom.adapters.dataset.columns import CURRICULUM, POSITIONS, Column
from fathom.analysis.adviser import adviser_for, make_oracle
from fathom.core.budget import NO_LIMIT, Meter
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.core.words import how_to_install
from fathom.errors import BadOption, Unknown
from fathom.solver.lines import dataset as positions_of
from fathom.terminal.commands.solve import is_mixed, report_unfinished, say_what_was_written, whole_game, write_lines
from fathom.terminal.new_file import new_file, new_folder, new_path
from fathom.terminal.progress_line import ProgressLine

Row = Mapping[str, object]
#: Writes rows, and returns how many there were.
Writer = Callable[[Iterable[Row]], int]


class Content(NamedTuple):
    """What is written: a table by name, its columns, how its rows are made, and the options that were given for it."""

    name: str
    about: str
    columns: Sequence[Column]
    solve: Callable[[Meter], Callable[[Meter], Iterable[Row]]]
    flags: str = ""


def dataset(arguments: argparse.Namespace) -> int:
    match, output = whole_game(arguments), arguments.output
    content = _positions(match) if arguments.curriculum is None else _curriculum(match, arguments)
    line = ProgressLine(NO_LIMIT, silent=is_mixed(output))
    try:
        with _open(match, content, arguments) as write:
            with line.over("Solving") as meter:
                make_rows = content.solve(meter)
            with line.over("Writing") as meter:
                written = write(make_rows(meter))
    except Unknown as unknown:
        return report_unfinished(match, output, unknown)
    say_what_was_written(output, f"{written:,} positions.")
    return 0


# ------------------------------------------------------------------ what is written


def _positions(match: AnyMatch) -> Content:
    def solve(meter: Meter) -> Callable[[Meter], Iterable[Row]]:
        oracle = make_oracle(match.game, match.options, meter)
        oracle.value(match.position, meter)
        return lambda meter: positions_of(match, oracle, meter)

    about = (
        "Every position that can be reached, once: its code, whose turn it is, who wins it with perfect play in how "
        "many plies, the same after every legal move, and the best moves."
    )
    return Content("positions", about, POSITIONS, solve)


def _curriculum(match: AnyMatch, arguments: argparse.Namespace) -> Content:
    from fathom.bench.curriculum import make_curriculum

    per_stage, seed, legal_moves = arguments.curriculum, arguments.seed or 0, arguments.legal_moves
    if per_stage < 1:
        raise BadOption(f"--curriculum must be at least 1, not {per_stage}.")

    def solve(meter: Meter) -> Callable[[Meter], Iterable[Row]]:
        if match.game.is_contest:
            adviser_for(match.game, match.options, meter).value(match.position)
        return lambda meter: make_curriculum(
            match, per_stage=per_stage, seed=seed, legal_moves=legal_moves, meter=meter
        )

    about = (
        "Positions to train on, in stages: by depth (the plies to the end with perfect play), and within a depth first "
        "those in which several moves keep the result, then those with an only move. `prompt` asks for a move and "
        "`keeping` has the right ones; `fathom.reward(code, answer)` scores an answer. Positions with the same tree of "
        "choices have one `group`; a group is in one split, and has a fixed `seed`. Shapes that Fathom Bench tests "
        "with are left out."
    )
    flags = f" --curriculum {per_stage} --seed {seed}{' --legal-moves' * legal_moves}"
    return Content("curriculum", about, CURRICULUM, solve, flags)


# ------------------------------------------------------------------ in which form


def _open(match: AnyMatch, content: Content, arguments: argparse.Namespace) -> AbstractContextManager[Writer]:
    """The output in the form asked for, which appears under its name when the block ends without an error."""
    output: str = arguments.output
    if output == "-" and arguments.format != "jsonl":
        raise BadOption(f"--format {arguments.format} needs a name to write to: give one with -o.")
    if arguments.format == "parquet":
        return _open_parquet(content, output)
    return _open_folder(match, content, output) if arguments.format == "folder" else _open_lines(output)


@contextmanager
def _open_lines(output: str) -> Iterator[Writer]:
    with new_file(output) as file:
        yield lambda rows: write_lines(file, rows)


@contextmanager
def _open_parquet(content: Content, output: str) -> Iterator[Writer]:
    try:
        from fathom.adapters.dataset.parquet import write_parquet
    except ModuleNotFoundError as error:
        raise BadOption(f"--format parquet needs the package {error.name}: {how_to_install('parquet')}.") from error

    with new_path(output) as path:
        yield lambda rows: write_parquet(path, content.columns, rows)


@contextmanager
def _open_folder(match: AnyMatch, content: Content, output: str) -> Iterator[Writer]:
    from fathom.adapters.dataset.folder import Table, write_card, write_splits

    code = write_code(match)

    def write(rows: Iterable[Row]) -> int:
        files = write_splits(folder, content.name, rows)
        command = f"fathom dataset {code}{content.flags} --format folder -o {Path(output).name}"
        table = Table(content.name, content.about, content.columns, files)
        write_card(folder, f"Fathom: {match.game.title}", f"{match.game.summary} (`{code}`)", command, [table])
        return sum(count for _, count in files.values())

    with new_folder(output) as folder:
        yield write
