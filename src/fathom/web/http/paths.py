"""Paths: where the API is, and codes in URLs: `f"/a/{CODE}"` matches whatever follows, even if it cannot be a code.

Starlette's own path convertor stops at a line break; then nothing would match, and a code with one in it would get a
404 instead of a clear error.
"""

from __future__ import annotations

from typing import Final

from starlette.convertors import Convertor, register_url_convertor

#: What the paths of the API start with. A change that would break a client gets another one.
API: Final = "/api/v1"
#: What they started with before; see `web/http/old_paths.py`.
OLD_API: Final = "/api"


class _Code(Convertor[str]):
    regex = r"[\s\S]*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("code", _Code())

#: The part of a route that matches a code.
CODE = "{code:code}"
