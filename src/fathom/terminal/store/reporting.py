"""What the commands of `fathom store` say while and after they work."""

from __future__ import annotations

import sys

from fathom.terminal.progress_line import StatusLine

_UNITS = ("bytes", "kB", "MB", "GB", "TB")
_THOUSAND = 1000
_line = StatusLine(sys.stderr)


def report(text: str) -> None:
    """Say on standard error what is going on, if a person may read it there; an empty text clears the line."""
    if sys.stderr.isatty():
        _line.show(text)


def size_words(size: int) -> str:
    """`1.4 MB` for a number of bytes."""
    amount, unit = float(size), 0
    while amount >= _THOUSAND and unit < len(_UNITS) - 1:
        amount, unit = amount / _THOUSAND, unit + 1
    return f"{amount:,.1f} {_UNITS[unit]}" if unit else f"{size} bytes"
