"""The `fathom` command: parses the command line and calls the module of the command.

To keep start-up short, a command imports what it needs when it runs. The exit codes are in `help_texts.py`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from fathom.errors import FathomError
from fathom.terminal.arguments import COMMANDS, join_names, parser


def main(argv: Sequence[str] | None = None) -> int:
    _stand_in_for_closed_streams()
    _tolerate_any_text()
    try:
        argv = join_names(sys.argv[1:] if argv is None else argv)
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
    except MemoryError:
        return _refuse("This machine ran out of memory. Try smaller options of the game.")
    except BrokenPipeError:
        _silence_output()  # the reader has closed the pipe
        return 0
    except OSError as error:
        _silence_output()
        return _refuse(f"The output cannot be written: {error.strerror or error}.")


def _refuse(reason: str) -> int:
    from fathom.terminal.screen import fit, printable

    for line in fit(printable(reason), sys.stderr):
        print(line, file=sys.stderr)
    return 2


def _silence_output() -> None:
    """Keep Python from flushing the buffer again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stand_in_for_closed_streams() -> None:
    """Replace standard streams that were closed by `>&-` or `2>&-`, so that writing to them does not fail."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _tolerate_any_text() -> None:
    """Escape characters that the terminal cannot show, and bytes that are not text, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
