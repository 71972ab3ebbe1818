"""What to start for a player: a file, or a command.

./mybot                  an executable file: ./, ../, / or ~/ comes first
cmd:python bot.py        a command, split into words as a shell would; no shell is involved
json:node bot.js         the same, for a program that speaks the JSON dialect
"""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from fathom.core.words import quoted
from fathom.errors import UnknownPlayer

CMD: Final = "cmd:"
JSON: Final = "json:"


class Command(NamedTuple):
    """A program that can be started: the file, its arguments, and whether it speaks JSON."""

    file: str
    words: tuple[str, ...]
    speaks_json: bool = False


def read_command(text: str) -> Command:
    """The command that a player's name gives; raises `UnknownPlayer` if there is nothing to start."""
    if not text.startswith((CMD, JSON)):
        return Command(_find_file(text), (text,))
    mark, _, line = text.partition(":")
    try:
        words = shlex.split(line)
    except ValueError:
        raise UnknownPlayer(f"{quoted(text)} cannot be split into words: a quote is not closed.") from None
    if not words:
        raise UnknownPlayer(f'{quoted(text)} names no command: write {mark}:"python bot.py".')
    file = _find_file(words[0]) if "/" in words[0] else shutil.which(words[0])
    if file is None:
        raise UnknownPlayer(f"There is no command {quoted(words[0])} here; a file is given with its folder: ./bot.")
    return Command(file, tuple(words), mark == JSON.rstrip(":"))


def _find_file(text: str) -> str:
    path = Path(text).expanduser()
    if path.is_dir():
        raise UnknownPlayer(f"{quoted(text)} is a folder, not a program.")
    if not path.is_file():
        raise UnknownPlayer(f"There is no program {quoted(text)} in {Path.cwd()}.")
    if not os.access(path, os.X_OK):
        how = f'chmod +x {text}, or cmd:"python {text}"'
        raise UnknownPlayer(f"{quoted(text)} is not an executable file: {how} would work.")
    return str(path.absolute())
