"""The reference of the command line, written from its parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from fathom.terminal.arguments import parser
from fathom.terminal.help_texts import EXAMPLES, EXIT_CODES
from fathom.terminal.parsing import Parser

Subparsers = argparse._SubParsersAction  # the one class of argparse that holds commands has no public name


def write_page() -> str:
    """A page about every command: what it does, how it is called, its arguments and an example."""
    top = parser([])
    commands = "\n".join(line for below in _commands_below(top) for line in _section(below, "##"))
    return f"""# Commands

{top.description} Every command has `--help`; most of what a command prints is also available as [JSON](json.md).

```text
{_usage(top)}
```

{_arguments(top)}

The exit codes are the same for all commands:

| code | meaning |
|--:|---|
{chr(10).join(f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items())}

{commands}
"""


def _section(command: Parser, mark: str) -> Iterator[str]:
    """The section about one command, followed by those about the commands below it."""
    yield f"\n{mark} {command.prog}\n"
    yield f"{_sentence(command.description or '')}\n"
    yield f"```text\n{_usage(command)}\n```\n"
    yield _arguments(command)
    yield f"\nFor example:\n\n```console\n$ {EXAMPLES[command.prog]}\n```\n"
    for below in _commands_below(command):
        yield from _section(below, f"{mark}#")


def _commands_below(command: Parser) -> list[Parser]:
    found = [action for action in command._actions if isinstance(action, Subparsers)]
    return [below for action in found for below in action.choices.values()]


def _usage(command: Parser) -> str:
    return command.format_usage().removeprefix("usage: ").strip()


def _arguments(command: Parser) -> str:
    """A table of a command's arguments, as `--help` explains them."""
    shown = [action for action in command._actions if action.help != argparse.SUPPRESS and not _is_standard(action)]
    if not shown:
        return ""
    rows = "\n".join(f"| {_name(action)} | {_cell(_help(command, action))} |" for action in shown)
    return f"| argument | meaning |\n|---|---|\n{rows}\n"


def _is_standard(action: argparse.Action) -> bool:
    """Arguments that every command has, and the place of the commands themselves."""
    return isinstance(action, argparse._HelpAction | Subparsers)


def _name(action: argparse.Action) -> str:
    """`--seed N`, or `GAME` for an argument without dashes."""
    value = action.metavar or (f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper())
    word = value if isinstance(value, str) else " ".join(value)
    if not action.option_strings:
        return f"`{_cell(word)}`"
    takes_value = action.nargs != 0
    return ", ".join(f"`{_cell(f'{flag} {word}' if takes_value else flag)}`" for flag in action.option_strings)


def _help(command: Parser, action: argparse.Action) -> str:
    """What `--help` says of an argument, with its default filled in."""
    return command._get_formatter()._expand_help(action) if action.help else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}." if text else ""
