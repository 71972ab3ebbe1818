"""Ids and tokens: unguessable, and stored only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
import time

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # hard to confuse
_RANDOM_LETTERS = 16  # 79 bits
_MINUTE_LETTERS = 5


def new_id() -> str:
    """The id of a match: the minute, as `bkq7m`, and 16 random letters.

    So matches of the same time are neighbours in the indexes of the store, and a commit touches fewer pages.
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
    """The seat token for an invitation and the client's key: always the same, and known only to that client."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"{secret} {key}".encode()).digest()[:16]).decode().rstrip("=")


def hash_of(token: str) -> str:
    """The hash that is stored of a token. Tokens are random, so one round of SHA-256 is safe."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, kept: str | None) -> bool:
    """Does the token match the stored hash? Compares in constant time."""
    return hmac.compare_digest(hash_of(token), kept or "-")


def coin() -> int:
    """1 or 2, at random."""
    return 1 + os.urandom(1)[0] % 2
