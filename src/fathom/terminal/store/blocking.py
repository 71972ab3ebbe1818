"""The commands against troublemakers, which work while the server runs: `fathom store block`, `unblock`, `blocked`."""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TypedDict

from fathom.core.words import quoted
from fathom.errors import BadOption, NotFound
from fathom.storage.journal.blocks import ACTIVE, StoredBlock
from fathom.storage.journal.orders import Block, Unblock, time_before
from fathom.storage.journal.reading import open_reader
from fathom.storage.journal.statements import FIRST_WITH_BLOCKS
from fathom.terminal.inputs import fathom_command
from fathom.terminal.json_output import print_json
from fathom.terminal.screen import printable
from fathom.terminal.store.place import find_settings, find_store
from fathom.web.http.blocks import read_network, write_network
from fathom.web.upkeep.operator import open_operator

_DURATION = re.compile("([1-9][0-9]{0,4})([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_LONGEST_REASON = 200


class BlockDict(TypedDict):
    """A blocked network as JSON."""

    network: str
    until: str | None
    reason: str
    at: str


def block(arguments: argparse.Namespace) -> int:
    network = read_network(arguments.network)
    until, reason = _end_of(arguments.duration), arguments.reason.strip()
    if len(reason) > _LONGEST_REASON or (reason and not reason.isprintable()):
        raise BadOption(f"--reason must be one line of at most {_LONGEST_REASON} characters.")
    settings = find_settings(arguments)
    with closing(open_operator(settings.store)) as operator:
        operator.carry_out(Block(write_network(network), until, reason))
    print(f"{write_network(network)} is blocked{f' until {until}' if until else ''}.")
    if network.is_loopback and not settings.proxy:
        print(
            "This is the machine itself: if a proxy on it passes requests on, and --proxy does not tell the server so, "
            "everybody is blocked.",
            file=sys.stderr,
        )
    return 0


def _end_of(duration: str | None) -> str:
    """The time at which a block ends; empty if never."""
    if duration is None:
        return ""
    found = _DURATION.fullmatch(duration)
    if not found:
        raise BadOption(
            f"{quoted(duration)} is not a duration: it must be a number with a unit, such as 30m, 12h, 7d or 4w."
        )
    return time_before(datetime.now(UTC), -timedelta(**{_UNITS[found[2]]: int(found[1])}))


def unblock(arguments: argparse.Namespace) -> int:
    network = write_network(read_network(arguments.network))
    with closing(open_operator(find_store(arguments))) as operator:
        if problem := operator.carry_out(Unblock(network)).problem:
            raise NotFound(f"{problem} {fathom_command()} store blocked lists what is.")
    print(f"{network} is not blocked any more.")
    return 0


def blocked(arguments: argparse.Namespace) -> int:
    with closing(open_reader(find_store(arguments))) as reader:
        now = time_before(datetime.now(UTC), timedelta())
        found = reader.rows(StoredBlock._make, ACTIVE, now) if reader.version >= FIRST_WITH_BLOCKS else []
    if arguments.json:
        print_json([_block_dict(one) for one in found])
        return 0
    for one in found:
        print(printable(f"{one.network:40}  {one.until or 'for good':24}  {one.reason}".rstrip()))
    if not found:
        print("Nothing is blocked.")
    return 0


def _block_dict(one: StoredBlock) -> BlockDict:
    return {"network": one.network, "until": one.until or None, "reason": one.reason, "at": one.at}
