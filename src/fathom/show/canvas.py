"""The canvas for boards in text: its width, and how to highlight things.

This one leaves text as it is; a terminal's adds colour. Colour is never the only difference: characters differ as well.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable
from itertools import zip_longest

from fathom.core.outcome import Seat

_NARROWEST = 20


class Canvas:
    """Plain text, 80 columns wide."""

    #: Is it a terminal that a person looks at? Then both players' boards are drawn at every turn.
    live = False
    width = 80

    def seat(self, seat: Seat, text: str) -> str:
        """Text that belongs to a seat."""
        return text

    def last(self, text: str) -> str:
        """The move made last."""
        return text

    def choice(self, text: str) -> str:
        """Something that is allowed now."""
        return text

    def faint(self, text: str) -> str:
        """Something that does not matter now."""
        return text

    def strong(self, text: str) -> str:
        """Something important."""
        return text

    def item(self, kind: str, text: str) -> str:
        """A thing on a board; the kinds, each a letter, differ in colour."""
        return text

    def good(self, text: str) -> str:
        """A move that keeps the result."""
        return text

    def bad(self, text: str) -> str:
        """A mistake."""
        return text

    def wrap(self, text: str, indent: str = "") -> list[str]:
        """Running text, without colour, wrapped to lines that fit."""
        room = columns = max(_NARROWEST, self.width)
        while True:
            lines = textwrap.wrap(text, columns, subsequent_indent=indent[: room // 2], break_on_hyphens=False) or [""]
            if max(map(self.length, lines)) <= room:
                return lines
            columns -= 1  # wide characters take up more than textwrap counts

    def length(self, text: str) -> int:
        """The number of columns a text takes: wide characters take two, combining ones none."""
        return len(text) if text.isascii() else sum(map(_columns, text))

    def pad(self, text: str, columns: int) -> str:
        """The text, padded with spaces to a number of columns."""
        return text + " " * (columns - self.length(text))

    def flow(self, words: Iterable[str]) -> list[str]:
        """Words, separated by spaces, as lines that fit."""
        lines, used = [""], 0
        for word in words:
            size = self.length(word)
            if used and used + 1 + size > self.width:
                lines.append("")
                used = 0
            lines[-1] += f" {word}" if used else word
            used += size + (1 if used else 0)
        return lines

    def beside(self, left: list[str], right: list[str], gap: int = 6) -> list[str]:
        """Two drawings side by side if there is room, else one below the other."""
        column = max(map(self.length, left), default=0) + gap
        if column + max(map(self.length, right), default=0) > self.width:
            return [*left, "", *right]
        return [(self.pad(a, column) + b).rstrip() for a, b in zip_longest(left, right, fillvalue="")]


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
