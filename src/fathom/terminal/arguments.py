"""The command line: every command with what it is for, the module that carries it out and its arguments.

Only the command that was asked for gets its parser: the others would cost more time than most commands take.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn

from fathom import __version__
from fathom.errors import FathomError

_ABOUT = "Five number games, played exactly by their rules. Without a command: a menu."
_DIFFICULTIES = ("easy", "medium", "hard", "fiendish")


class Usage(FathomError):
    """A command line that cannot be read."""

    code = "usage"


class Parser(argparse.ArgumentParser):
    """Says what was wrong in one sentence, and what was probably meant."""

    def error(self, message: str) -> NoReturn:
        from fathom.core.words import did_you_mean

        unknown = re.match(r"argument COMMAND: invalid choice: '(.*?)'", message)
        known = PUZZLE_COMMANDS if self.prog.endswith(" puzzle") else COMMANDS
        hint = did_you_mean(unknown[1], known) if unknown else ""
        if unknown and hint:
            message = f"there is no command '{unknown[1]}'."
        raise Usage(f"{self.prog}: {message}{hint} ({self.prog} --help tells more)")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Lets a player be named behind an option too: `fathom play range-war --first 2 Alice Bob`."""
        arguments, left = self.parse_known_args(words)
        if left and arguments.command == "play" and not any(word.startswith("-") for word in left):
            arguments.players += left
        elif left:
            self.error(f"cannot read {' '.join(map(repr, left))}")
        return arguments


class Command(NamedTuple):
    """What a command is for, the module of `fathom.terminal` that carries it out, and how its arguments are added."""

    help: str
    module: str
    arguments: Callable[[Parser], None]


def parser(argv: Sequence[str]) -> Parser:
    """The parser for a command line, with the arguments of the command that it names."""
    top = Parser(prog="fathom", description=_ABOUT)
    top.add_argument("--version", action="version", version=f"fathom {__version__}")
    top.add_argument(
        "--store", metavar="FILE", help="keep matches in this file (else $FATHOM_STORE, else your data folder)"
    )
    if list(argv) != ["--version"]:
        asked = _command_word(argv)
        _add_commands(top, {asked: COMMANDS[asked]} if asked in COMMANDS else COMMANDS, "command", required=False)
    return top


def _add_commands(above: Parser, commands: dict[str, Command], dest: str, *, required: bool) -> None:
    added = above.add_subparsers(dest=dest, metavar="COMMAND", parser_class=Parser, required=required)
    for name, command in commands.items():
        command.arguments(added.add_parser(name, help=command.help, description=command.help))


def _command_word(argv: Sequence[str]) -> str | None:
    """The first word that is neither an option nor the file behind `--store`."""
    words = iter(argv)
    for word in words:
        if word in {"-h", "--help"}:
            return None
        if word == "--store":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def _store(parser: Parser) -> None:
    parser.add_argument("--store", metavar="FILE", default=argparse.SUPPRESS, help="the store of matches")


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _set(parser: Parser) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="see fathom games")


def _seed(parser: Parser, what: str = "machines") -> None:
    parser.add_argument("--seed", type=_whole, metavar="N", help=f"makes {what} repeatable")


def _coach(parser: Parser) -> None:
    modes = ("off", "warn", "on")
    parser.add_argument("--coach", choices=modes, default="off", help="warn of mistakes, or comment every move")


def _budget(parser: Parser) -> None:
    add = parser.add_argument
    add("--states", type=_whole, default=1_000_000, metavar="N", help="positions to visit at most (1,000,000)")
    add("--seconds", type=_whole, default=120, metavar="S", help="time to take at most (120)")
    add("--memory", type=_whole, default=4000, metavar="MB", help="memory to take at most (4000)")


def _play(parser: Parser) -> None:
    add = parser.add_argument
    add("what", metavar="GAME|CODE|FILE", help="range-war, range-war:6.4.9 or a puzzle file such as p.yaml")
    add("players", metavar="PLAYER", nargs="*", help="a person's name, or a machine: @random, @expert ...")
    add("--first", choices=("1", "2", "random"), default="1", help="which of the players begins")
    add("--best-of", type=_whole, default=1, metavar="N", help="a series; the first move alternates")
    _set(parser)
    _seed(parser, "machines and the coin")
    _coach(parser)
    _store(parser)


def _rules(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--all", action="store_true", help="errata, rulings and what is known as well")
    _json(parser)


def _history(parser: Parser) -> None:
    parser.add_argument("--limit", type=_whole, default=20, metavar="N", help="how many, the newest first")
    _json(parser)
    _store(parser)


def _resume(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", nargs="?", help="as fathom history shows it; else the latest")
    _seed(parser)
    _coach(parser)
    _store(parser)


def _show(parser: Parser) -> None:
    parser.add_argument("code", metavar="CODE")
    _json(parser)


def _analyze(parser: Parser) -> None:
    parser.add_argument("code", metavar="CODE", help="range-war:6.4.9; - reads one code a line")
    parser.add_argument("--step", metavar="MOVE", help="show the best play after a move on the board")
    _json(parser)


def _review(parser: Parser) -> None:
    add = parser.add_argument
    add("what", metavar="FILE|ID", help="a record file, or a kept match by its id")
    add("--all", action="store_true", help="the reason for every move")
    add("--svg", metavar="FILE", help="draw the values in a new SVG file; - prints it instead")
    _json(parser)
    _store(parser)


def _drill(parser: Parser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", help="else all four games for two")
    add("--count", type=_whole, default=10, metavar="N", help="how many positions (10)")
    add("--level", type=_whole, metavar="1-5", help="how hard new positions are; else as you do well")
    _seed(parser, "the choice of new positions")
    _store(parser)


def _progress(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="else all four games for two")
    _json(parser)
    _store(parser)


def _levels(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    _set(parser)
    _json(parser)


def _solve(parser: Parser) -> None:
    _levels(parser)
    _budget(parser)


def _prove(parser: Parser) -> None:
    parser.add_argument("what", metavar="GAME|CODE", help="range-war or range-war:6.4.9")
    _set(parser)
    _output(parser)
    _budget(parser)


def _verify(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    _json(parser)


def _dataset(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    _set(parser)
    _output(parser)


def _output(parser: Parser) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="a new file; - prints it instead")


def _replay(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    _json(parser)


def _export(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID")
    parser.add_argument("-o", "--output", metavar="FILE", help="a new file instead of standard output")
    _store(parser)


def _serve(parser: Parser) -> None:
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="the address to serve at (127.0.0.1: this machine only)")
    add("--port", type=_whole, default=8000, metavar="N", help="the port (8000)")
    add("--workers", type=_whole, default=1, metavar="N", help="processes; more than one needs PostgreSQL (1)")
    add("--origin", action="append", default=[], metavar="URL", help="a site whose pages may play, such as https://...")
    add("--proxy", metavar="ADDRESS", help="trust this proxy to say where requests come from")
    add("--limit", action="append", default=[], metavar="NAME=N", help="such as matches-per-minute=60")
    add(
        "--store",
        metavar="FILE|URL",
        default=argparse.SUPPRESS,
        help="a file of its own, or postgresql://... (else $FATHOM_SERVER_STORE, else your data folder)",
    )


_PUZZLE = "CODE|FILE"


def _puzzle(parser: Parser) -> None:
    _add_commands(parser, PUZZLE_COMMANDS, "puzzle_command", required=True)


def _made(parser: Parser, difficulty: str | None = "medium", levels: int | None = 5) -> None:
    """How puzzles are to be made."""
    add = parser.add_argument
    add("--difficulty", choices=_DIFFICULTIES, default=difficulty, help="how hard (medium)")
    add("--levels", type=_whole, default=levels, metavar="N", help="levels of the pyramid (5)")
    _seed(parser, "the puzzles")


def _puzzle_play(parser: Parser) -> None:
    parser.add_argument("what", metavar=_PUZZLE, nargs="?", help="pyramid-puzzle:kC4.xB2, kC4.xB2 or p.yaml")
    parser.add_argument("--daily", action="store_true", help="the puzzle of the day")
    parser.add_argument("--player", metavar="NAME", help="who is playing")
    _made(parser, difficulty=None, levels=None)
    _store(parser)


def _puzzle_solve(parser: Parser) -> None:
    add = parser.add_argument
    add("what", metavar=_PUZZLE, help="pyramid-puzzle:kC4.xB2, kC4.xB2 or p.yaml; - reads one code a line")
    add("--start", metavar="TILE", help="start on this tile")
    add("--all", action="store_true", help="list the best routes")
    add("--limit", type=_whole, default=100, metavar="N", help="how many of them (100)")
    _json(parser)


def _check(parser: Parser) -> None:
    parser.add_argument("what", metavar=_PUZZLE)
    parser.add_argument("route", metavar="ROUTE", help="E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1")
    _json(parser)


def _new(parser: Parser) -> None:
    _made(parser)
    parser.add_argument("--count", type=_whole, default=1, metavar="N", help="how many (1)")
    parser.add_argument("--format", choices=("code", "yaml", "json"), default="code", help="how to print them")


def _rate(parser: Parser) -> None:
    parser.add_argument("what", metavar=_PUZZLE)
    _json(parser)


def _daily(parser: Parser) -> None:
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="else today, by UTC")
    _json(parser)


def _results(parser: Parser) -> None:
    _rate(parser)
    _store(parser)


def _draw(parser: Parser) -> None:
    parser.add_argument("what", metavar=_PUZZLE)
    parser.add_argument("--route", metavar="ROUTE", nargs="?", const="best", help="with this route, or the best one")
    parser.add_argument("-o", "--output", metavar="FILE", help="a new SVG file; else drawn in characters")


def _sheet(parser: Parser) -> None:
    _made(parser)
    parser.add_argument("--count", type=_whole, default=6, metavar="N", help="how many puzzles (6)")
    _output(parser)


def _whole(text: str) -> int:
    from fathom.core.numerals import read_number

    number = read_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at most nine digits")
    return number


COMMANDS = {
    "play": Command("play a game, or go on from a code or a puzzle file", "commands.matches", _play),
    "games": Command("the five games, their options, how many positions, who wins", "commands.matches", _json),
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
PUZZLE_COMMANDS = {
    "play": Command("play a puzzle: a given one, today's, or a new one", "puzzle.play", _puzzle_play),
    "solve": Command("the least MP, the best routes, and what each thing is worth", "puzzle.solve", _puzzle_solve),
    "check": Command("replay a route: is it legal, what does it cost, how far from the best", "puzzle.solve", _check),
    "new": Command("make certified puzzles", "puzzle.make", _new),
    "rate": Command("how hard a puzzle is, and why", "puzzle.make", _rate),
    "daily": Command("the puzzle of the day", "puzzle.make", _daily),
    "results": Command("who has solved a puzzle, and for how many MP", "puzzle.play", _results),
    "draw": Command("draw a puzzle, as SVG or in characters", "puzzle.draw", _draw),
    "sheet": Command("printable pages of puzzles, with the solutions at the end", "puzzle.draw", _sheet),
}
