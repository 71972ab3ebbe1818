"""Codes in addresses: `f"/a/{CODE}"` takes whatever follows, also what no code can hold.

A path of Starlette's own ends at a line break; then nothing would match, and a code with one in it would be sent
elsewhere instead of being refused.
"""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor


class _Code(Convertor[str]):
    regex = r"[\s\S]*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("code", _Code())

#: The part of a route that a code stands for.
CODE = "{code:code}"
