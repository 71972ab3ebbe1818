"""The `fathom` command: reads the command line and sends it to the module that does the work.

Start-up is kept short: a command imports what it needs when it runs. Exit codes: 0 fine, 1 the answer is no,
2 bad usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from fathom import __version__
from fathom.errors import FathomError

_ABOUT = "Five number games, played exactly by their rules. Without a command: a menu."
COMMANDS = {
    "play": "play a game, or go on from a code or a puzzle file",
    "games": "the five games, their options, how many positions, who wins",
    "rules": "the numbered rules of a game",
    "history": "the matches kept in the store",
    "resume": "go on with a kept match",
    "show": "the position that a code names",
    "analyze": "every move of a position: its exact value, verdict, line and reason",
    "replay": "step through a record",
    "export": "a kept match as a record",
}


#: The module of `fathom.terminal` that carries a command out, where it is not `commands`.
MODULES = {"analyze": "study"}


class Parser(argparse.ArgumentParser):
    """Says what was wrong in one sentence, and what was probably meant."""

    def error(self, message: str) -> NoReturn:
        from fathom.core.words import did_you_mean

        unknown = re.match(r"argument COMMAND: invalid choice: '(.*?)'", message)
        hint = did_you_mean(unknown[1], COMMANDS) if unknown else ""
        if unknown and hint:
            message = f"there is no command '{unknown[1]}'."
        raise Usage(f"{self.prog}: {message}{hint} ({self.prog} --help tells more)")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Lets a player be named behind an option too: `fathom play range-war --first 2 Alice Bob`."""
        arguments, left = self.parse_known_args(args, namespace)
        if left and arguments.command == "play" and not any(word.startswith("-") for word in left):
            arguments.players += left
        elif left:
            self.error(f"cannot read {' '.join(map(repr, left))}")
        return arguments


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
    added = {name: commands.add_parser(name, help=text, description=text) for name, text in COMMANDS.items()}

    for name in ("play", "history", "resume", "export"):
        added[name].add_argument("--store", metavar="FILE", default=argparse.SUPPRESS, help="the store of matches")
    for name in ("games", "rules", "history", "show", "analyze", "replay"):
        added[name].add_argument("--json", action="store_true", help="print JSON")

    play = added["play"]
    play.add_argument(
        "what", metavar="GAME|CODE|FILE", help="range-war, range-war:6.4.9 or a puzzle file such as p.yaml"
    )
    play.add_argument("players", metavar="PLAYER", nargs="*", help="a person's name, or @random for a machine")
    play.add_argument("--first", choices=("1", "2", "random"), default="1", help="which of the players begins")
    play.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="see fathom games")
    play.add_argument("--best-of", type=_whole, default=1, metavar="N", help="a series; the first move alternates")
    play.add_argument("--seed", type=_whole, metavar="N", help="makes machines and the coin repeatable")

    added["rules"].add_argument("game", metavar="GAME")
    added["rules"].add_argument("--all", action="store_true", help="errata, rulings and what is known as well")
    added["history"].add_argument("--limit", type=_whole, default=20, metavar="N", help="how many, the newest first")
    added["resume"].add_argument("id", metavar="ID", nargs="?", help="as fathom history shows it; else the latest")
    added["resume"].add_argument("--seed", type=_whole, metavar="N", help="makes machines repeatable")
    added["show"].add_argument("code", metavar="CODE")
    added["analyze"].add_argument("code", metavar="CODE", help="range-war:6.4.9; - reads one code a line")
    added["replay"].add_argument("file", metavar="FILE")
    added["export"].add_argument("id", metavar="ID")
    added["export"].add_argument("-o", "--output", metavar="FILE", help="a new file instead of standard output")
    return top


def _module(command: str) -> str:
    return MODULES.get(command, "commands")


def _whole(text: str) -> int:
    from fathom.core.numerals import read_number

    number = read_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at most nine digits")
    return number


def main(argv: Sequence[str] | None = None) -> int:
    _stand_in_for_closed_streams()
    _tolerate_any_text()
    try:
        arguments = parser().parse_args(argv)
        if arguments.command is None:
            from fathom.terminal.menu import run
        else:
            run = getattr(import_module(f"fathom.terminal.{_module(arguments.command)}"), arguments.command)
        status: int = run(arguments)
        sys.stdout.flush()
        return status
    except FathomError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _silence_output()  # whoever read it has seen enough
        return 0
    except OSError as error:
        _silence_output()
        return _refuse(f"The output cannot be written: {error.strerror or error}.")


def _refuse(reason: str) -> int:
    from fathom.terminal.screen import printable

    print(printable(reason), file=sys.stderr)
    return 2


def _silence_output() -> None:
    """What is still in the buffer is not tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stand_in_for_closed_streams() -> None:
    """A program started with `>&-` or `2>&-` talks to nobody; that is no reason to fail."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _tolerate_any_text() -> None:
    """Characters that the terminal cannot show, and bytes that are no text, are spelled out instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
