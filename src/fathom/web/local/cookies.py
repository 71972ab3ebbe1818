"""The cookies of the one visitor: a service worker cannot set any, so they are kept beside the matches."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Final, NamedTuple

import msgspec

#: What the row of a cookie begins with; no other row does.
MARK: Final = '{"cookie":'


class Cookie(NamedTuple):
    """A cookie, sent with every request at its path or below."""

    name: str
    path: str
    value: str


class _Row(msgspec.Struct):
    cookie: Cookie


class Cookies:
    """The cookies that the application has set. They have no end: a seat in a match is kept as long as the match."""

    def __init__(self, rows: list[str]) -> None:
        self._values: dict[tuple[str, str], str] = {}
        for row in rows:
            name, path, value = msgspec.json.decode(row, type=_Row).cookie
            self._values[name, path] = value

    def header(self, path: str) -> str:
        """The cookies for a path, as a request sends them."""
        return "; ".join(f"{name}={value}" for (name, at), value in self._values.items() if _is_below(path, at))

    def set(self, header: str) -> list[str]:
        """Take what a `Set-Cookie` header says; the rows that have to be kept, if it is news."""
        rows = []
        for name, morsel in SimpleCookie(header).items():
            cookie = Cookie(name, morsel["path"] or "/", morsel.value)
            if self._values.get((cookie.name, cookie.path)) != cookie.value:
                self._values[cookie.name, cookie.path] = cookie.value
                rows.append(msgspec.json.encode(_Row(cookie)).decode())
        return rows


def _is_below(path: str, at: str) -> bool:
    return path == at or path.startswith(at if at.endswith("/") else f"{at}/")
