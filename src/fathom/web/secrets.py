"""Ids and tokens: unguessable, and kept only as hashes."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # hard to mistake for each other
_ID_LENGTH = 16  # 79 bits


def new_id() -> str:
    """The id of a match: `q7m2x9dk4hbn3cva`."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def new_token() -> str:
    """A seat token or an invitation: 128 bits."""
    return secrets.token_urlsafe(16)


def hash_of(token: str) -> str:
    """What is kept of a token. It is random, so one round of SHA-256 gives nothing away."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, kept: str | None) -> bool:
    """Is it the token that was kept? Takes as long whether it is or not."""
    return hmac.compare_digest(hash_of(token), kept or "-")


def coin() -> int:
    """1 or 2."""
    return 1 + os.urandom(1)[0] % 2
