"""The kinds of values that settings have: how each is read from text and from a TOML file, and what it must be.

A kind returns None for a value that is not of its kind; its `words` then say what would be.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import ip_network
from typing import NamedTuple, Protocol

from fathom.core.numerals import read_number

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,252}[A-Za-z0-9])?\.?")
_ORIGIN = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[a-z0-9][a-z0-9.-]*)(?::([0-9]{1,5}))?/?")
_USUAL_PORTS = {"http": "80", "https": "443"}
_YES, _NO = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})
_PASSWORD = re.compile(r"(?<=://)([^:/@\s]*):[^/\s]*@|(?<=[?&]password=)[^&\s]*")


class Kind(Protocol):
    """How a value is read."""

    @property
    def words(self) -> str:
        """What a value must be."""

    def from_text(self, text: str) -> object | None:
        """The value of a flag or an environment variable."""

    def from_file(self, value: object) -> object | None:
        """The value from TOML."""


class Whole(NamedTuple):
    """A whole number."""

    low: int
    high: int

    @property
    def words(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def from_text(self, text: str) -> int | None:
        return self.from_file(read_number(text))

    def from_file(self, value: object) -> int | None:
        # True is an int in Python, but not in TOML.
        return value if type(value) is int and self.low <= value <= self.high else None


class Text(NamedTuple):
    """Text of some form."""

    words: str
    is_right: Callable[[str], bool]

    def from_text(self, text: str) -> str | None:
        return text if self.is_right(text) else None

    def from_file(self, value: object) -> str | None:
        return self.from_text(value) if isinstance(value, str) else None


class Texts(NamedTuple):
    """A list of texts of some form; on one line, commas separate them."""

    words: str
    is_right: Callable[[str], bool]

    def from_text(self, text: str) -> tuple[str, ...] | None:
        return self.from_file([part.strip() for part in text.split(",") if part.strip()])

    def from_file(self, value: object) -> tuple[str, ...] | None:
        if not isinstance(value, list):
            return None
        texts = tuple(item for item in value if isinstance(item, str) and self.is_right(item))
        return texts if len(texts) == len(value) else None


class Choice(NamedTuple):
    """One of a few words."""

    choices: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"one of {', '.join(self.choices)}"

    def from_text(self, text: str) -> str | None:
        return text.lower() if text.lower() in self.choices else None

    def from_file(self, value: object) -> str | None:
        return self.from_text(value) if isinstance(value, str) else None


class Switch(NamedTuple):
    """Yes or no."""

    words: str = "true or false"

    def from_text(self, text: str) -> bool | None:
        return True if text.lower() in _YES else False if text.lower() in _NO else None

    def from_file(self, value: object) -> bool | None:
        return value if isinstance(value, bool) else None


class Numbers(NamedTuple):
    """Named numbers: `name=N,name=N`, or a table; their names and ranges are checked by whoever knows them."""

    words: str

    def from_text(self, text: str) -> tuple[str, ...] | None:
        return tuple(part.strip() for part in text.split(",") if part.strip())

    def from_file(self, value: object) -> tuple[str, ...] | None:
        if not isinstance(value, dict) or any(type(number) is not int for number in value.values()):
            return None
        return tuple(f"{name}={number}" for name, number in value.items())


def is_host(text: str) -> bool:
    """An address or the name of a machine, without a port."""
    return (is_network(text) and "/" not in text) or bool(_NAME.fullmatch(text))


def is_network(text: str) -> bool:
    """An address or a network such as `10.0.0.0/8`."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def is_origin(text: str) -> bool:
    """An origin as browsers send it: they leave out the usual port and any path. A slash at the end is forgiven."""
    found = _ORIGIN.fullmatch(text)
    return found is not None and found[3] != _USUAL_PORTS[found[1]]


def hide_passwords(text: str) -> str:
    """`postgresql://fathom:***@db/fathom` for a URL with a password."""
    return _PASSWORD.sub(lambda found: f"{found[1]}:***@" if found[1] is not None else "***", text)
