"""Ids and tokens: unguessable, and kept only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
import time

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # hard to mistake for each other
_RANDOM_LETTERS = 16  # 79 bits
_MINUTE_LETTERS = 5


def new_id() -> str:
    """The id of a match: the minute, as `bkq7m`, and 16 letters that nobody can guess.

    Matches of one time are thus neighbours in the indexes of a store, and a commit touches fewer pages.
    """
    minutes, prefix = int(time.time()) // 60, ""
    for _ in range(_MINUTE_LETTERS):
        minutes, letter = divmod(minutes, len(_LETTERS))
        prefix = _LETTERS[letter] + prefix
    return prefix + "".join(secrets.choice(_LETTERS) for _ in range(_RANDOM_LETTERS))


def new_token() -> str:
    """A seat token or an invitation: 128 bits."""
    return secrets.token_urlsafe(16)


def token_from(secret: str, key: str) -> str:
    """The seat token that an invitation gives to whoever made up the key: the same each time, and only theirs."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"{secret} {key}".encode()).digest()[:16]).decode().rstrip("=")


def hash_of(token: str) -> str:
    """What is kept of a token. It is random, so one round of SHA-256 gives nothing away."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, kept: str | None) -> bool:
    """Is it the token that was kept? Takes as long whether it is or not."""
    return hmac.compare_digest(hash_of(token), kept or "-")


def coin() -> int:
    """1 or 2."""
    return 1 + os.urandom(1)[0] % 2
