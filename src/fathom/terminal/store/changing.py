"""The commands that change a store: `fathom store delete`, `prune`, `rename` and `vacuum`.

While a server has the file, it carries out the orders; otherwise the command does it by itself.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from fathom.core.words import enumerate_words, player_name, quoted
from fathom.errors import BadOption, NotFound, StoreInUse
from fathom.storage.journal import OVER, PLAYING, WAITING, is_shared, sqlite
from fathom.storage.journal.orders import Delete, Prune, Rename, Tidy, old_matches, time_before
from fathom.storage.journal.reading import Number, Reader, Text, open_reader, stored_match
from fathom.terminal.screen import printable
from fathom.terminal.store.place import find_settings, find_store
from fathom.terminal.store.reporting import report, size_words
from fathom.web.live.names import person
from fathom.web.upkeep.operator import Operator, open_operator

_AT_ONCE = 50
_TIDYING_ATTEMPTS = 50
_TIDYING_PAUSE = 0.1
_WITH_NAME = """
    SELECT DISTINCT match FROM events
    WHERE kind IN ('created', 'joined', 'renamed') AND replace(body, ?, '') <> body ORDER BY match
"""


def delete(arguments: argparse.Namespace) -> int:
    place = find_store(arguments)
    with closing(open_reader(place)) as reader:
        stored = stored_match(reader, arguments.match)
    about = "not in the lists"
    if stored:
        names = enumerate_words(msgspec.json.decode(stored.summary.names, type=list[str]))
        about = f"{stored.summary.game}, {names}, {stored.summary.state}, created {stored.summary.created}"
    with closing(open_operator(place)) as operator:
        if not _is_confirmed(arguments, f"Delete match {arguments.match} ({about}) for ever?"):
            return 1
        done = operator.carry_out(Delete(arguments.match))
        if done.problem:
            raise NotFound(done.problem)
    print(f"Match {arguments.match} has been deleted.")
    return 0


def prune(arguments: argparse.Namespace) -> int:
    settings = find_settings(arguments)
    place, days = settings.store, arguments.older_than
    if days is None and not settings.keep_days:
        raise BadOption("Say how old matches must be with --older-than DAYS: the server has no keep-days.")
    days = settings.keep_days if days is None else days
    if days < 1:
        raise BadOption(f"--older-than must be at least 1 day, not {days}.")
    before = time_before(datetime.now(UTC), timedelta(days=days))
    with closing(open_reader(place)) as reader:
        report("Counting ...")
        found = _count_old(reader, before)
        report("")
    total = sum(found.values())
    states = ", ".join(f"{number:,} {state}" for state, number in found.items())
    if arguments.dry_run or not total:
        print(f"Matches without an event for {days} days: {total:,} ({states}). Nothing has been deleted.")
        return 0
    with closing(open_operator(place)) as operator:
        question = f"Delete {total:,} matches without an event for {days} days ({states}) for ever?"
        if not _is_confirmed(arguments, question):
            return 1
        deleted = _prune_all(operator, before, total)
    print(f"{deleted:,} matches have been deleted.")
    return 0


def _count_old(reader: Reader, before: str) -> dict[str, int]:
    """How many matches are old, by their state."""
    found = {OVER: 0, PLAYING: 0, WAITING: 0}
    for query, values in old_matches(before):
        found[str(values[1])] += reader.rows(Number._make, f"SELECT COUNT(*) {query}", *values)[0].number
    return found


def _prune_all(operator: Operator, before: str, total: int) -> int:
    deleted = 0
    while matches := operator.carry_out(Prune(before, _AT_ONCE)).matches:
        deleted += len(matches)
        report(f"Deleting: {deleted:,} of {total:,} matches")
    report("")
    return deleted


def rename(arguments: argparse.Namespace) -> int:
    old, new = arguments.old, player_name(person(arguments.new, ""))
    if old.startswith("@"):
        raise BadOption(f"{quoted(old)} is the name of a computer player, which cannot be replaced.")
    place = find_store(arguments)
    matches = [arguments.match]
    if arguments.match is None:
        with closing(open_reader(place)) as reader:
            report("Searching ...")
            matches = [row.text for row in reader.rows(Text._make, _WITH_NAME, msgspec.json.encode(old).decode())]
            report("")
    with closing(open_operator(place)) as operator:
        where = f"in match {arguments.match}" if arguments.match else f"in up to {len(matches):,} matches"
        if matches and not _is_confirmed(
            arguments, f"Replace the name {quoted(old)} by {quoted(new)} {where} for ever?"
        ):
            return 1
        changed = _rename_all(operator, matches, old, new)
        if not changed:
            print(printable(f"Nobody is called {quoted(old)} there."))
            return 1
        _tidy(operator)
    print(printable(f"{quoted(old)} has been replaced by {quoted(new)}; matches changed: {changed:,}."))
    return 0


def _rename_all(operator: Operator, matches: list[str], old: str, new: str) -> int:
    changed = 0
    for number, match in enumerate(matches, 1):
        changed += len(operator.carry_out(Rename(match, old, new)).matches)
        report(f"Renaming: {number:,} of {len(matches):,} matches")
    report("")
    return changed


def _tidy(operator: Operator) -> None:
    """Remove the old name from the log as well; it may have to wait for somebody who reads from it."""
    for _ in range(_TIDYING_ATTEMPTS):
        if not operator.carry_out(Tidy()).problem:
            return
        time.sleep(_TIDYING_PAUSE)
    print("The old name is still in the write-ahead log, which is being read; the server empties it.", file=sys.stderr)


def vacuum(arguments: argparse.Namespace) -> int:
    place = find_store(arguments)
    before = _size(place)
    report("Giving back space ...")
    if is_shared(place):
        from fathom.storage.journal import postgresql_reading  # an extra

        postgresql_reading.vacuum(place)
    else:
        try:
            sqlite.vacuum(Path(place))
        except StoreInUse as error:
            raise StoreInUse(
                f"{error} A file can only be made smaller while no server has it. "
                "It does not grow as long as it has free space: new matches use that first."
            ) from None
    report("")
    print(f"The store had {size_words(before)}, and has {size_words(_size(place))} now.")
    return 0


def _size(place: str) -> int:
    with closing(open_reader(place)) as reader:
        return reader.sizes().bytes


def _is_confirmed(arguments: argparse.Namespace, question: str) -> bool:
    """Has the operator agreed, in advance or now?"""
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise BadOption(printable(f"{question} This cannot be undone: add --yes to do it without being asked."))
    try:
        return input(printable(f"{question} [y/N] ")).strip().lower() in {"y", "yes"}
    except EOFError:
        return False
