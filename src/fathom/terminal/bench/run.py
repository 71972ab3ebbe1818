"""The command `bench run`: ask every item, and keep what is said."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from fathom.bench.answer_file import Answer, read_answers, write_answer
from fathom.bench.item import Item
from fathom.bench.results import check_ids
from fathom.bench.run import Running, run_items
from fathom.core.budget import NO_LIMIT
from fathom.core.words import counted, quoted
from fathom.errors import FathomError
from fathom.storage.location import user_path
from fathom.terminal.bench.files import folder_of, load_answers, load_items
from fathom.terminal.progress_line import ProgressLine


def run(arguments: argparse.Namespace) -> int:
    items = load_items(arguments.items)
    if (arguments.bot is None) == (arguments.answers is None):
        raise FathomError("Say who answers: --bot @MACHINE, --bot COMMAND, or --answers FILE.")
    if not 1 <= arguments.jobs <= 64:
        raise FathomError("--jobs is a number from 1 to 64.")
    path = user_path(arguments.output)
    kept = _kept(path, arguments.output, items) if arguments.resume else []
    if not arguments.resume and path.exists():
        raise FathomError(f"{quoted(arguments.output)} already exists; choose another name, or go on with --resume.")
    done = {answer.id for answer in kept}
    left = [item for item in items if item.id not in done]
    answers = 0
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file, _progress(len(left)) as meter:
            for answer in _answers(arguments, items, left):
                file.write(write_answer(answer))
                file.flush()  # what has been said is never asked again
                answers += 1
                meter.tick()
                meter.look()
    except OSError as error:
        raise FathomError(f"{quoted(arguments.output)} cannot be written: {error.strerror or error}.") from error
    finally:
        if path.exists() and not path.stat().st_size:  # nobody could be asked, and the name is free again
            path.unlink()
    print(f"{counted(answers, 'answer')} added to {path}; {len(done) + answers} of {len(items)} items are answered.")
    return 0


def _progress(items: int) -> ProgressLine:
    line = ProgressLine(NO_LIMIT).over("Asking")
    line.meter.total = items
    return line


def _answers(arguments: argparse.Namespace, items: list[Item], left: list[Item]) -> Iterator[Answer]:
    """To the items that are left, from a file or from a player."""
    if arguments.answers is not None:
        given, wanted = load_answers(arguments.answers), {item.id for item in left}
        check_ids(items, given)
        return (answer for answer in given if answer.id in wanted)
    running = Running(
        player=arguments.bot,
        seed=arguments.seed,
        seconds=arguments.seconds,
        contain=arguments.contain,
        per_question=arguments.per_question,
        retries=arguments.retries,
        jobs=arguments.jobs,
        folder=str(folder_of(arguments.items)),
    )
    return run_items(left, running)


def _kept(path: Path, name: str, items: list[Item]) -> list[Answer]:
    """The answers that are there already, without those of a player who broke; a last line cut short is dropped."""
    if not path.exists():
        return []
    content = path.read_text(encoding="utf-8")
    whole = content[: content.rfind("\n") + 1]
    known = {item.id for item in items}
    kept = read_answers(whole, name)
    stranger = next((answer.id for answer in kept if answer.id not in known), None)
    if stranger:
        raise FathomError(f"{quoted(name)} has answers to other items, such as {stranger}; choose another name.")
    kept = [answer for answer in kept if not answer.error]
    path.write_text("".join(map(write_answer, kept)), encoding="utf-8", newline="\n")
    return kept
