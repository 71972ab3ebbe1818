"""The commands that change nothing: `fathom store stats`, `check` and `export`. They work while the server runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextlib import closing

from fathom.core.words import counted, quoted
from fathom.errors import FathomError, NotFound
from fathom.storage.journal.reading import Reader, StoredMatch, open_reader, stored_match, stored_matches
from fathom.storage.journal.stats import DAYS, StatsDict, measure
from fathom.terminal.json_output import print_json
from fathom.terminal.new_file import new_file
from fathom.terminal.screen import printable
from fathom.terminal.store.place import find_store
from fathom.terminal.store.reporting import report, size_words
from fathom.web.setting_kinds import hide_passwords
from fathom.web.upkeep.check import CheckDict, check_store
from fathom.web.upkeep.export import as_json_line, as_record

_EVERY = 100


def stats(arguments: argparse.Namespace) -> int:
    place = find_store(arguments)
    with closing(open_reader(place)) as reader:
        report("Counting ...")
        found = measure(reader, hide_passwords(place))
        report("")
    if arguments.json:
        print_json(found)
    else:
        print("\n".join(_describe(found)))
    return 0


def _describe(found: StatsDict) -> list[str]:
    matches, room = found["matches"], size_words(found["bytes"])
    free = f", of which {size_words(found['free_bytes'])} are free" if found["free_bytes"] else ""
    per_move = f"; {found['bytes_per_move']:,.0f} bytes for each move" if found["bytes_per_move"] else ""
    states = ", ".join(f"{matches[state]:,} {state}" for state in ("waiting", "playing", "over"))
    lines = [
        f"Store     {found['store']} ({found['kind']}, version {found['version']})",
        f"Matches   {matches['total']:,}: {states}",
        f"Events    {found['events']:,}, of which {found['moves']:,} are moves",
        f"Size      {room}{free}{per_move}",
    ]
    if found["oldest"]:
        lines.append(f"Period    {found['oldest']} to {found['newest']}")
    if found["parts"]:
        lines += ["", f"{'table or index':32}{'size':>12}"]
        lines += [f"{part['name']:32}{size_words(part['bytes']):>12}" for part in found["parts"]]
    lines += ["", f"{f'last {DAYS} days (UTC)':20}{'matches':>12}{'events':>12}{'moves':>12}"]
    lines += [f"{day['day']:20}{day['matches']:>12,}{day['events']:>12,}{day['moves']:>12,}" for day in found["days"]]
    if found["largest"]:
        lines += ["", f"{'longest matches':32}{'events':>12}"]
        lines += [f"{match['id']:32}{match['events']:>12,}" for match in found["largest"]]
    return lines


def check(arguments: argparse.Namespace) -> int:
    place = find_store(arguments)
    found: CheckDict = {"store": hide_passwords(place), "matches": 0, "events": 0, "faults": []}
    with closing(open_reader(place)) as reader:
        report("Checking the pages of the store ...")
        for looked in check_store(reader):
            found["matches"] += looked.matches
            found["events"] += looked.events
            if looked.faults:
                report("")
            for fault in looked.faults:
                found["faults"].append({"match": fault.match, "problem": fault.problem})
                if not arguments.json:
                    print(printable(f"{fault.match or 'the store'}: {fault.problem}"))
            if found["matches"] % _EVERY == 0:
                report(f"Checking: {found['matches']:,} matches, {found['events']:,} events")
        report("")
    if arguments.json:
        print_json(found)
    else:
        looked_at = "1 match" if found["matches"] == 1 else f"{found['matches']:,} matches"
        faults = counted(len(found["faults"]), "fault") if found["faults"] else "no faults"
        print(f"{looked_at} with {found['events']:,} events: {faults}.")
    return 1 if found["faults"] else 0


def export(arguments: argparse.Namespace) -> int:
    write = as_record if arguments.format == "record" else as_json_line
    status = 0
    with closing(open_reader(find_store(arguments))) as reader, new_file(arguments.output) as file:
        for number, stored in enumerate(_chosen(reader, arguments.match)):
            try:
                text = write(stored)
            except (FathomError, ValueError, LookupError) as error:
                print(printable(f"{stored.summary.id} is left out: {error}"), file=sys.stderr)
                status = 1
                continue
            if arguments.format == "record" and number:
                file.write("\n")
            file.write(text)
            if number % _EVERY == 0 and arguments.output != "-":
                report(f"Exporting: {number:,} matches")
        report("")
    return status


def _chosen(reader: Reader, match: str | None) -> Iterable[StoredMatch]:
    if match is None:
        return stored_matches(reader)
    found = stored_match(reader, match)
    if found is None:
        raise NotFound(f"There is no match {quoted(match)} in the store.")
    return [found]
