"""A parser for command lines with helpful errors, and the arguments that commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn

from fathom.errors import FathomError
from fathom.terminal.help_texts import epilog

#: The commands whose last words may also come after an option, and where they go.
_MORE_WORDS = {"play": "players", "strength": "players", "arena": "words"}


class Usage(FathomError):
    """A command line that cannot be read."""

    code = "usage"


class Parser(argparse.ArgumentParser):
    """Reports an error in one sentence, with what was probably meant."""

    #: The names of the commands that may follow.
    commands: tuple[str, ...] = ()

    def error(self, message: str) -> NoReturn:
        from fathom.core.words import did_you_mean

        unknown = re.match(r"argument COMMAND: invalid choice: '(.*?)'", message)
        hint = did_you_mean(unknown[1], self.commands) if unknown else ""
        if unknown and hint:
            message = f"there is no command '{unknown[1]}'."
        raise Usage(f"{self.prog}: {message}{hint} (see {self.prog} --help)")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse a command line; players may also come after an option: `fathom play range-war --first 2 Alice Bob`."""
        arguments, left = self.parse_known_args(words)
        if left and arguments.command in _MORE_WORDS and not any(word.startswith("-") for word in left):
            getattr(arguments, _MORE_WORDS[arguments.command]).extend(left)
        elif left:
            self.error(f"cannot read {' '.join(map(repr, left))}")
        return arguments


class Command(NamedTuple):
    """A command's purpose, its module in `fathom.terminal`, and the function that adds its arguments."""

    help: str
    module: str
    arguments: Callable[[Parser], None]


def add_commands(above: Parser, commands: Mapping[str, Command], dest: str, *, required: bool) -> None:
    """Add subcommands to a parser, one of which may be required."""
    above.commands = tuple(commands)
    added = above.add_subparsers(dest=dest, metavar="COMMAND", parser_class=Parser, required=required)
    for name, command in commands.items():
        below = added.add_parser(
            name,
            help=command.help,
            description=command.help,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        below.epilog = epilog(below.prog)
        command.arguments(below)


def add_store(parser: Parser) -> None:
    parser.add_argument("--store", metavar="FILE", default=argparse.SUPPRESS, help="where matches are saved")


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_seed(parser: Parser, what: str = "computer players") -> None:
    parser.add_argument("--seed", type=whole_number, metavar="N", help=f"make {what} repeatable")


def add_coach(parser: Parser, default: str | None, usual: str) -> None:
    modes = ("off", "warn", "on")
    about = f"warn about mistakes, or comment on every move (default: {usual})"
    parser.add_argument("--coach", choices=modes, default=default, help=about)


def add_output(parser: Parser) -> None:
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="write to a new file; - prints it instead"
    )


def whole_number(text: str) -> int:
    """The argparse type of a count."""
    from fathom.core.numerals import read_number

    number = read_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at most nine digits")
    return number


def seconds(text: str) -> float:
    """The argparse type of a time."""
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", text, re.ASCII) and float(text) > 0:
        return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0, such as 2 or 0.5")
