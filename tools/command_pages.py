"""Makes what follows from the parser of the command line: completions for shells, and the man page.

`tools/docs.py` writes them, and a test says when they are out of date.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import shtab

from fathom import __version__, games
from fathom.analysis.levels import LEVELS
from fathom.terminal.arguments import parser
from fathom.terminal.help_texts import EXAMPLES, EXIT_CODES
from fathom.terminal.parsing import Parser

COMPLETIONS: Final = Path("src") / "fathom" / "terminal" / "completion"
MAN_PAGE: Final = Path("data") / "share" / "man" / "man1" / "fathom.1"
SHELLS: Final = ("bash", "zsh", "fish")
#: What the environment says to every command.
VARIABLES: Final = {
    "FATHOM_STORE": "The file in which matches are saved, unless --store names another.",
    "NO_COLOR": "If set, nothing is printed in color.",
    "XDG_DATA_HOME": "Where data is kept on systems that have it; ~/.local/share by default.",
    "FATHOM_SERVE_*": "The settings of fathom serve, which lists them.",
}
FILES: Final = {
    "~/.local/share/fathom/fathom.db": "Your matches, answers and progress.",
    "~/.local/share/fathom/server.db": "The matches of a server that is given no other store.",
    "~/.local/share/fathom/tables/": "Solved tables, kept by fathom solve --keep.",
}


class Documented(NamedTuple):
    """A command: its words, what it does, and its parser."""

    name: str
    purpose: str
    parser: Parser


def pages() -> dict[Path, str]:
    """Every file that is made here, by its path from the root of the project."""
    made = {COMPLETIONS / f"fathom.{shell}": completion(shell) for shell in SHELLS}
    return made | {MAN_PAGE: man_page()}


# ---------------------------------------------------------------- completions


def completion(shell: str) -> str:
    """The script for a shell."""
    top = parser([])
    for command in _commands(top):
        for action in command.parser._actions:
            _tell_values(action)
    return str(shtab.complete(top, shell)).rstrip() + "\n"


def _tell_values(action: argparse.Action) -> None:
    """Say what may stand for a metavar: the name of a game, a computer player, a file."""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if action.choices is None and "GAME" in metavar:
        action.choices = list(games.ROOMS)
    elif action.choices is None and metavar == "PLAYER":
        action.choices = [level.name for level in LEVELS]
    elif metavar == "DIR":
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif "FILE" in metavar:
        action.complete = shtab.FILE  # type: ignore[attr-defined]


def _commands(above: Parser, words: str = "fathom") -> Iterator[Documented]:
    """Every command below a parser, with those below it."""
    for action in above._actions:
        if isinstance(action, argparse._SubParsersAction):
            purposes = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, below in action.choices.items():
                yield Documented(f"{words} {name}", purposes[name], below)
                yield from _commands(below, f"{words} {name}")


# ---------------------------------------------------------------- the man page


def man_page() -> str:
    """The manual page, in the man macros of roff."""
    top = parser([])
    lines = [
        '.\\" Made by `make docs` from the parser of the command line.',
        f'.TH FATHOM 1 "" "fathom {__version__}" "Games"',
        ".SH NAME",
        "fathom \\- five number games to play, learn and solve",
        ".SH SYNOPSIS",
        ".B fathom\n[\\fIoptions\\fR] [\\fIcommand\\fR ...]",
        ".SH DESCRIPTION",
        _roff(top.description or ""),
        ".SH OPTIONS",
        *_man_arguments(top),
        ".SH COMMANDS",
    ]
    for command in _commands(top):
        lines += [f".SS {_roff(command.name)}", _roff(_sentence(command.purpose))]
        lines += _man_arguments(command.parser)
        if example := EXAMPLES.get(command.name):
            lines += [".PP", "Example:", ".PP", ".RS", ".EX", _roff(example), ".EE", ".RE"]
    lines += [".SH EXIT STATUS", *_man_list({str(code): _sentence(text) for code, text in EXIT_CODES.items()})]
    lines += [".SH ENVIRONMENT", *_man_list(VARIABLES), ".SH FILES", *_man_list(FILES)]
    lines += [_roff("On macOS the folder is ~/Library/Application Support/fathom, on Windows %LOCALAPPDATA%\\fathom.")]
    return "\n".join(lines) + "\n"


def _man_arguments(of: Parser) -> list[str]:
    return _man_list({_spelling(action): _help(action) for action in _arguments(of)})


def _man_list(items: dict[str, str]) -> list[str]:
    return [line for term, text in items.items() for line in (".TP", f"\\fB{_roff(term)}\\fR", _roff(text) or "\\&")]


def _roff(text: str) -> str:
    """Text without anything that roff would take for a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^\.", r"\\&.", escaped, flags=re.MULTILINE)


# ---------------------------------------------------------------- of a parser


def _arguments(of: Parser) -> list[argparse.Action]:
    """The arguments except `--help` and the commands below."""
    kinds = (argparse._HelpAction, argparse._SubParsersAction)
    return [action for action in of._actions if not isinstance(action, kinds)]


def _spelling(action: argparse.Action) -> str:
    """As it is typed: `-o FILE, --output FILE`, `GAME`."""
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest)
    if not action.option_strings:
        return str(value)
    if action.nargs == 0 or isinstance(action, argparse.BooleanOptionalAction):
        return ", ".join(action.option_strings)
    return ", ".join(f"{option} {value}" for option in action.option_strings)


def _help(action: argparse.Action) -> str:
    if isinstance(action, argparse._VersionAction):
        return "print the version and exit"
    return (action.help or "") % {"default": action.default, "prog": "fathom"}


def _sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[0].upper()}{text[1:].rstrip('.')}." if text else ""
