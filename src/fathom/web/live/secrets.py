"""Ids and tokens: unguessable, and stored only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
import time

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # hard to confuse
_RANDOM_LETTERS = 14  # 69 bits
_MOMENT_LETTERS = 7
_MOMENTS_PER_SECOND = 10
#: The first letter of the ids of an application inside a browser; no id of a server has it.
_LOCAL = "l"


def new_id(*, is_local: bool = False) -> str:
    """The id of a match: the tenth of a second, as `vbkq7mc`, and 14 random letters.

    So matches created together are neighbours in the indexes of the store, and a commit touches few pages.
    """
    moment = _spell(int(time.time() * _MOMENTS_PER_SECOND), _MOMENT_LETTERS)
    return _mark(moment + "".join(secrets.choice(_LETTERS) for _ in range(_RANDOM_LETTERS)), is_local)


def id_from(key: str, *, is_local: bool = False) -> str:
    """The id of the match that a client creates with a key: always the same, and it does not give the key away."""
    digest = hashlib.sha256(f"match {key}".encode()).digest()
    return _mark(_spell(int.from_bytes(digest), _MOMENT_LETTERS + _RANDOM_LETTERS), is_local)


def is_local_id(match_id: str) -> bool:
    """Was the match created inside a browser, so that no server knows it?"""
    return match_id.startswith(_LOCAL)


def _mark(match_id: str, is_local: bool) -> str:
    return f"{_LOCAL}{match_id[1:]}" if is_local else match_id


def _spell(number: int, length: int) -> str:
    """The last letters of a number, written in letters."""
    spelled = ""
    for _ in range(length):
        number, letter = divmod(number, len(_LETTERS))
        spelled = _LETTERS[letter] + spelled
    return spelled


def new_token() -> str:
    """A seat token or an invitation: 128 bits."""
    return secrets.token_urlsafe(16)


def token_from(secret: str, key: str) -> str:
    """The token that a secret and the client's key make: always the same, and known only to that client."""
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
