"""The `fathom` command: reads the command line and sends it to the module that does the work.

Start-up is kept short: a command imports what it needs when it runs. Exit codes: 0 fine, 1 the answer is no,
2 bad usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from fathom import __version__
from fathom.errors import FathomError

_ABOUT = "Five number games, played exactly by their rules. Without a command: a menu."
_COMMANDS = {
    "play": "play a game, or go on from a code or a puzzle file",
    "games": "the five games, their options, how many positions, who wins",
    "rules": "the numbered rules of a game",
    "history": "the matches kept in the store",
    "resume": "go on with a kept match",
    "show": "the position that a code names",
    "replay": "step through a record",
    "export": "a kept match as a record",
}


class Parser(argparse.ArgumentParser):
    """Says what was wrong in one sentence, and what was probably meant."""

    def error(self, message: str) -> NoReturn:
        from fathom.core.words import did_you_mean

        typed = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
        hint = did_you_mean(typed, _COMMANDS) if "invalid choice" in message else ""
        if hint:
            message = f"there is no command {typed!r}."
        raise Usage(f"{self.prog}: {message}{hint} ({self.prog} --help tells more)")


class Usage(FathomError):
    """A command line that cannot be read."""

    code = "usage"


def parser() -> Parser:
    top = Parser(prog="fathom", description=_ABOUT)
    top.add_argument("--version", action="version", version=f"fathom {__version__}")
    top.add_argument(
        "--store", metavar="FILE", help="keep matches in this file (else $FATHOM_STORE, else your data folder)"
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    added = {name: commands.add_parser(name, help=text, description=text) for name, text in _COMMANDS.items()}

    for name in ("play", "history", "resume", "export"):
        added[name].add_argument("--store", metavar="FILE", default=argparse.SUPPRESS, help="the store of matches")
    for name in ("games", "rules", "history", "show", "replay"):
        added[name].add_argument("--json", action="store_true", help="print JSON")

    play = added["play"]
    play.add_argument(
        "what", metavar="GAME|CODE|FILE", help="range-war, range-war:6.4.9 or a puzzle file such as p.yaml"
    )
    play.add_argument("players", metavar="PLAYER", nargs="*", help="a person's name, or @random for a machine")
    play.add_argument("--first", choices=("1", "2", "random"), default="1", help="which of the players begins")
    play.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="see fathom games")
    play.add_argument("--best-of", type=int, default=1, metavar="N", help="a series; the first move alternates")
    play.add_argument("--seed", type=int, metavar="N", help="makes machines and the coin repeatable")

    added["rules"].add_argument("game", metavar="GAME")
    added["rules"].add_argument("--all", action="store_true", help="errata, rulings and what is known as well")
    added["history"].add_argument("--limit", type=int, default=20, metavar="N", help="how many, the newest first")
    added["resume"].add_argument("id", metavar="ID", nargs="?", help="as fathom history shows it; else the latest")
    added["resume"].add_argument("--seed", type=int, metavar="N", help="makes machines repeatable")
    added["show"].add_argument("code", metavar="CODE")
    added["replay"].add_argument("file", metavar="FILE")
    added["export"].add_argument("id", metavar="ID")
    added["export"].add_argument("-o", "--output", metavar="FILE", help="a new file instead of standard output")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    _tolerate_any_text()
    try:
        arguments = parser().parse_args(argv)
        if arguments.command is None:
            from fathom.terminal.menu import run
        else:
            from fathom.terminal import commands

            run = getattr(commands, arguments.command)
        status: int = run(arguments)
        sys.stdout.flush()
        return status
    except FathomError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _tolerate_any_text() -> None:
    """Characters that the terminal cannot show, and bytes that are no text, are spelled out instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
