"""The `fathom` command: reads the command line and sends it to the module that does the work.

Start-up is kept short: a command imports what it needs when it runs. Exit codes: 0 fine, 1 the answer is no,
2 bad usage, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from fathom.errors import FathomError
from fathom.terminal.arguments import COMMANDS, parser


def main(argv: Sequence[str] | None = None) -> int:
    _stand_in_for_closed_streams()
    _tolerate_any_text()
    try:
        argv = sys.argv[1:] if argv is None else argv
        arguments = parser(argv).read(argv)
        if arguments.command is None:
            from fathom.terminal.commands.menu import run
        else:
            module = import_module(f"fathom.terminal.{COMMANDS[arguments.command].module}")
            run = getattr(module, arguments.command)
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
