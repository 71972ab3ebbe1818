"""The command line: every command with its purpose, its module and its arguments.

Only the given command gets a parser: those of the others would take longer than most commands.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from fathom import __version__
from fathom.terminal.parsing import (
    Command,
    Parser,
    add_commands,
    add_json,
    add_output,
    add_seed,
    add_store,
    whole_number,
)

_ABOUT = "Five number games, played exactly by their rules. Without a command: a menu."


def parser(argv: Sequence[str]) -> Parser:
    """The parser for a command line, with the arguments of the command that it names."""
    top = Parser(prog="fathom", description=_ABOUT)
    top.add_argument("--version", action="version", version=f"fathom {__version__}")
    top.add_argument(
        "--store", metavar="FILE", help="keep matches in this file (else $FATHOM_STORE, else your data folder)"
    )
    if list(argv) != ["--version"]:
        asked = _command_word(argv)
        add_commands(top, {asked: COMMANDS[asked]} if asked in COMMANDS else COMMANDS, "command", required=False)
    return top


def _command_word(argv: Sequence[str]) -> str | None:
    """The first word that is neither an option nor the file after `--store`."""
    words = iter(argv)
    for word in words:
        if word in {"-h", "--help"}:
            return None
        if word == "--store":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def _set(parser: Parser) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="see fathom games")


def _coach(parser: Parser) -> None:
    modes = ("off", "warn", "on")
    parser.add_argument("--coach", choices=modes, default="off", help="warn of mistakes, or comment every move")


def _budget(parser: Parser) -> None:
    add = parser.add_argument
    add("--states", type=whole_number, default=1_000_000, metavar="N", help="positions to visit at most (1,000,000)")
    add("--seconds", type=whole_number, default=120, metavar="S", help="time to take at most (120)")
    add("--memory", type=whole_number, default=4000, metavar="MB", help="memory to take at most (4000)")


def _play(parser: Parser) -> None:
    add = parser.add_argument
    add("what", metavar="GAME|CODE|FILE", help="range-war, range-war:6.4.9 or a puzzle file such as p.yaml")
    add("players", metavar="PLAYER", nargs="*", help="a person's name, or a machine: @random, @expert ...")
    add("--first", choices=("1", "2", "random"), default="1", help="which of the players begins")
    add("--best-of", type=whole_number, default=1, metavar="N", help="a series; the first move alternates")
    _set(parser)
    add_seed(parser, "machines and the coin")
    _coach(parser)
    add_store(parser)


def _rules(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--all", action="store_true", help="errata, rulings and what is known as well")
    add_json(parser)


def _history(parser: Parser) -> None:
    parser.add_argument("--limit", type=whole_number, default=20, metavar="N", help="how many, the newest first")
    add_json(parser)
    add_store(parser)


def _resume(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", nargs="?", help="as fathom history shows it; else the latest")
    add_seed(parser)
    _coach(parser)
    add_store(parser)


def _show(parser: Parser) -> None:
    parser.add_argument("code", metavar="CODE")
    add_json(parser)


def _analyze(parser: Parser) -> None:
    parser.add_argument("code", metavar="CODE", help="range-war:6.4.9; - reads one code a line")
    parser.add_argument("--step", metavar="MOVE", help="show the best play after a move on the board")
    add_json(parser)


def _review(parser: Parser) -> None:
    add = parser.add_argument
    add("what", metavar="FILE|ID", help="a record file, or a kept match by its id")
    add("--all", action="store_true", help="the reason for every move")
    add("--svg", metavar="FILE", help="draw the values in a new SVG file; - prints it instead")
    add_json(parser)
    add_store(parser)


def _drill(parser: Parser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", help="else all four games for two")
    add("--count", type=whole_number, default=10, metavar="N", help="how many positions (10)")
    add("--level", type=whole_number, metavar="1-5", help="how hard new positions are; else as you do well")
    add_seed(parser, "the choice of new positions")
    add_store(parser)


def _progress(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="else all four games for two")
    add_json(parser)
    add_store(parser)


def _levels(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    _set(parser)
    add_json(parser)


def _solve(parser: Parser) -> None:
    _levels(parser)
    _budget(parser)


def _prove(parser: Parser) -> None:
    parser.add_argument("what", metavar="GAME|CODE", help="range-war or range-war:6.4.9")
    _set(parser)
    add_output(parser)
    _budget(parser)


def _verify(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    add_json(parser)


def _dataset(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    _set(parser)
    add_output(parser)


def _replay(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    add_json(parser)


def _export(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID")
    parser.add_argument("-o", "--output", metavar="FILE", help="a new file instead of standard output")
    add_store(parser)


def _serve(parser: Parser) -> None:
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="the address to serve at (127.0.0.1: this machine only)")
    add("--port", type=whole_number, default=8000, metavar="N", help="the port (8000)")
    add("--workers", type=whole_number, default=1, metavar="N", help="processes; more than one needs PostgreSQL (1)")
    add("--origin", action="append", default=[], metavar="URL", help="a site whose pages may play, such as https://...")
    add("--proxy", metavar="ADDRESS", help="trust this proxy to say where requests come from")
    add("--limit", action="append", default=[], metavar="NAME=N", help="such as matches-per-minute=60")
    add(
        "--store",
        metavar="FILE|URL",
        default=argparse.SUPPRESS,
        help="a file of its own, or postgresql://... (else $FATHOM_SERVER_STORE, else your data folder)",
    )


def _puzzle(parser: Parser) -> None:
    from fathom.terminal.puzzle.arguments import PUZZLE_COMMANDS

    add_commands(parser, PUZZLE_COMMANDS, "puzzle_command", required=True)


COMMANDS = {
    "play": Command("play a game, or go on from a code or a puzzle file", "commands.matches", _play),
    "games": Command("the five games, their options, how many positions, who wins", "commands.matches", add_json),
    "rules": Command("the numbered rules of a game", "commands.matches", _rules),
    "history": Command("the matches kept in the store", "commands.matches", _history),
    "resume": Command("go on with a kept match", "commands.matches", _resume),
    "show": Command("the position that a code names", "commands.matches", _show),
    "analyze": Command(
        "every move of a position: its exact value, verdict, line and reason", "commands.analyze", _analyze
    ),
    "review": Command(
        "look back on a match: verdicts, turning point, accuracy and a picture of its values",
        "commands.review",
        _review,
    ),
    "drill": Command("find the only winning move; your own mistakes come back", "commands.drill", _drill),
    "progress": Command(
        "how much of each game you know, what is due, your accuracy by week", "commands.progress", _progress
    ),
    "levels": Command("the exact chances of the machine players against each other", "commands.levels", _levels),
    "solve": Command(
        "who wins, in how many plies, by which first moves, and how many positions there are", "commands.solve", _solve
    ),
    "prove": Command("write a certificate of who wins from a position", "commands.solve", _prove),
    "verify": Command("check a certificate by the rules alone", "commands.solve", _verify),
    "dataset": Command(
        "write every position that can be reached, with the exact value of every move", "commands.solve", _dataset
    ),
    "puzzle": Command("solve, check, make, rate, print and play puzzles", "puzzle.dispatch", _puzzle),
    "serve": Command("serve the games on the web, with live matches", "commands.serve", _serve),
    "replay": Command("step through a record", "commands.matches", _replay),
    "export": Command("a kept match as a record", "commands.matches", _export),
}
