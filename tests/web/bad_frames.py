"""Frames that no good client sends: each is broken in one of many ways."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

Frame = str | bytes

GOOD = json.dumps({"type": "move", "id": 1, "move": "6", "expected": 1, "key": "a-key-of-mine"})
WORDS = ["type", "move", "subscribe", "ping", "id", "expected", "key", "hint", "level", "plies", "after", "token"]
NUMBERS = ["1e999", "-1e999", "9" * 400, "-" + "9" * 400, "NaN", "Infinity", "-Infinity", "1e-999", "0x10", "01", "1."]
SURROGATES = ['"\\ud800"', '"\\udfff\\ud800"', '"\\uD83D"', '"\\u00"', '"\\x41"', '"\x00"', '"\n"']


def random_bytes(rng: Random) -> Frame:
    return rng.randbytes(rng.randrange(200))


def random_text(rng: Random) -> Frame:
    letters = (chr(rng.choice([rng.randrange(32, 127), rng.randrange(0xE000, 0x11000)])) for _ in range(50))
    return "".join(letters)


def truncated(rng: Random) -> Frame:
    return GOOD[: rng.randrange(len(GOOD))]


def garbled(rng: Random) -> Frame:
    """A good frame with one byte changed so that it is not text."""
    data = bytearray(GOOD.encode())
    data[rng.randrange(len(data))] = rng.randrange(128, 256)
    return bytes(data)


def nested(rng: Random) -> Frame:
    depth = rng.randrange(10, 2000)
    opening, closing = rng.choice([("[", "]"), ('{"a":', "}")])
    deep = opening * (depth // len(opening)) + "1" + (closing * depth)[: rng.choice([0, depth])]
    return rng.choice([deep, f'{{"type":"ping","id":{deep}}}'])[:4000]


def huge_number(rng: Random) -> Frame:
    number = rng.choice(NUMBERS)
    return f'{{"type":"move","move":"6","key":"12345678","expected":{number}}}'


def lone_surrogate(rng: Random) -> Frame:
    text = rng.choice(SURROGATES)
    return f'{{"type":"move","move":{text},"key":{text},"expected":1}}'


def wrong_type(rng: Random) -> Frame:
    frame = json.loads(GOOD)
    frame[rng.choice(["type", "move", "expected", "key"])] = rng.choice([None, True, [], {}, 1.5, -1, [[]], {"a": 1}])
    return json.dumps(frame)


def unknown(rng: Random) -> Frame:
    frame = {rng.choice(WORDS): rng.choice(WORDS) for _ in range(5)}
    return json.dumps(frame | {rng.choice(["surprise", "__proto__", "", "\0"]): 1})


def not_an_object(rng: Random) -> Frame:
    return rng.choice(["", " ", "null", "true", "0", '"subscribe"', "[]", '[{"type":"ping"}]', "{}{}", "\ufeff{}"])


def binary(rng: Random) -> Frame:
    return GOOD.encode(rng.choice(["utf-16", "utf-32", "utf-16-be"]))


def repeated_names(rng: Random) -> Frame:
    return '{"type":"ping",' + ",".join(f'"{rng.choice(WORDS)}":1' for _ in range(100)) + ',"type":"dance"}'


KINDS: tuple[Callable[[Random], Frame], ...] = (
    random_bytes,
    random_text,
    truncated,
    garbled,
    nested,
    huge_number,
    lone_surrogate,
    wrong_type,
    unknown,
    not_an_object,
    binary,
    repeated_names,
)


def bad_frame(rng: Random) -> Frame:
    """A frame that cannot be read."""
    return rng.choice(KINDS)(rng)


def broken_bytes(rng: Random) -> bytes:
    """Bytes that are not a frame: reserved bits, unknown kinds, no mask, wrong lengths."""
    return rng.choice(
        [
            rng.randbytes(rng.randrange(1, 100)),
            b"\xf1\x80" + rng.randbytes(4),
            b"\x83\x80" + rng.randbytes(4),
            b"\x81\x05hello",
            b"\x80\x80" + rng.randbytes(4),
            b"\x81\xff" + b"\xff" * 8 + rng.randbytes(4),
            b"\x88\x81" + rng.randbytes(5),
            b"\x88\x82\0\0\0\0\x03\xec",
            b"\x89\xfe\x00\x7e" + rng.randbytes(130),
            b"\x01\x80" + rng.randbytes(4) + b"\x01\x80" + rng.randbytes(4),
            b"GET / HTTP/1.1\r\n\r\n",
        ]
    )
