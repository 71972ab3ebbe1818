"""The commands of `fathom store` and their arguments."""

from __future__ import annotations

import argparse

from fathom.terminal.parsing import Command, Parser, add_json, whole_number


def _add_place(parser: Parser) -> None:
    """Add what says where the store is: the same as for the server."""
    about = "the server's store (default: the one that fathom serve would use)"
    parser.add_argument("--store", metavar="FILE|URL", default=argparse.SUPPRESS, help=about)
    parser.add_argument("--config", metavar="FILE", help="the server's settings file")


def _stats(parser: Parser) -> None:
    add_json(parser)
    _add_place(parser)


def _check(parser: Parser) -> None:
    add_json(parser)
    _add_place(parser)


def _export(parser: Parser) -> None:
    add = parser.add_argument
    add("match", metavar="MATCH", nargs="?", help="the id of a match, as in its address (default: all matches)")
    about = "records, which fathom replay and fathom review read, or a line of JSON for each match (default record)"
    add("--format", choices=("record", "jsonl"), default="record", help=about)
    add("-o", "--output", metavar="FILE", default="-", help="write to a new file instead of standard output")
    _add_place(parser)


def _add_yes(parser: Parser) -> None:
    parser.add_argument("--yes", action="store_true", help="do it without asking")


def _delete(parser: Parser) -> None:
    parser.add_argument("match", metavar="MATCH", help="the id of a match, as in its address")
    _add_yes(parser)
    _add_place(parser)


def _prune(parser: Parser) -> None:
    add = parser.add_argument
    about = "delete matches, over or not, without an event for so many days (default: keep-days of the server)"
    add("--older-than", type=whole_number, metavar="DAYS", help=about)
    add("--dry-run", action="store_true", help="only say how many there are")
    _add_yes(parser)
    _add_place(parser)


def _rename(parser: Parser) -> None:
    add = parser.add_argument
    add("old", metavar="OLD", help="the name of a player, exactly as it is written")
    add("new", metavar="NEW", help="the name to put in its place")
    add("--match", metavar="MATCH", help="only in this match (default: in all matches)")
    _add_yes(parser)
    _add_place(parser)


def _block(parser: Parser) -> None:
    add = parser.add_argument
    about = "192.0.2.7, 192.0.2.0/24 or 2001:db8::/32; an address of IPv6 stands for the network of 64 bits around it"
    add("network", metavar="ADDRESS|NETWORK", help=about)
    add("--for", dest="duration", metavar="DURATION", help="such as 30m, 12h, 7d or 4w (default: for good)")
    add("--reason", metavar="TEXT", default="", help="a note for yourself; visitors do not see it")
    _add_place(parser)


def _unblock(parser: Parser) -> None:
    parser.add_argument("network", metavar="ADDRESS|NETWORK", help="as fathom store blocked shows it")
    _add_place(parser)


STORE_COMMANDS = {
    "stats": Command("count what a store holds, and measure how large it is and how it grows", "store.looking", _stats),
    "check": Command(
        "check that a store is undamaged, and that every match follows the rules", "store.looking", _check
    ),
    "export": Command("export one match or all as records or as JSON lines", "store.looking", _export),
    "delete": Command("delete a match that is over or abandoned", "store.changing", _delete),
    "prune": Command("delete the matches in which nothing has happened for some days", "store.changing", _prune),
    "rename": Command("replace the name of a player wherever it is stored", "store.changing", _rename),
    "block": Command("answer nothing that comes from an address or a network", "store.blocking", _block),
    "unblock": Command("answer a blocked address or network again", "store.blocking", _unblock),
    "blocked": Command("list what is blocked", "store.blocking", _stats),
    "vacuum": Command("give the space of deleted matches back to the disk", "store.changing", _add_place),
}
