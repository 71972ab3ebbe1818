"""SVG drawn outside of a browser, and the colours that come out."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import resvg_py

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = 4
_WIDTH = 200

Colour = tuple[int, ...]


def colours(svg: str) -> set[Colour]:
    """Every colour (red, green, blue, alpha) of the picture, drawn small and without softened edges."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=_WIDTH, shape_rendering="optimize_speed"))
    return {colour for row in _rows(png) for colour in zip(*[iter(row)] * _CHANNELS, strict=True)}


def _rows(png: bytes) -> Iterator[bytes]:
    """The rows of pixels of a PNG with 8 bits for each of four channels."""
    chunks = dict[bytes, bytes]()
    assert png.startswith(_SIGNATURE)
    at = len(_SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    width, height, depth, colour_type, *_, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (depth, colour_type, interlaced) == (8, 6, 0), "the pictures of resvg are of this kind"
    data, stride = zlib.decompress(chunks[b"IDAT"]), width * _CHANNELS
    above = bytes(stride)
    for row in range(height):
        start = row * (stride + 1)
        above = _unfilter(data[start], data[start + 1 : start + 1 + stride], above)
        yield above


def _unfilter(kind: int, row: bytes, above: bytes) -> bytes:
    """Undo the filter of a row (see the PNG specification, filter types 0 to 4)."""
    if kind == 0:
        return row
    done = bytearray()
    for i, value in enumerate(row):
        left = done[i - _CHANNELS] if i >= _CHANNELS else 0
        corner = above[i - _CHANNELS] if i >= _CHANNELS else 0
        done.append((value + _predict(kind, left, above[i], corner)) & 0xFF)
    return bytes(done)


def _predict(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda value: abs(guess - value))
    return {1: left, 2: up, 3: (left + up) // 2}[kind]
