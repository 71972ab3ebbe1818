"""Ids, tokens and what is kept of them."""

from __future__ import annotations

import hashlib
import hmac
from math import log2

import pytest

from fathom.web.live.secrets import coin, fits, hash_of, new_id, new_token


def test_ids_are_unguessable() -> None:
    ids = [new_id() for _ in range(2000)]
    assert len(set(ids)) == len(ids)
    letters = {letter for match_id in ids for letter in match_id}
    by_chance = len(ids[0]) - 7  # the rest tells when
    assert by_chance * log2(len(letters)) >= 64


def test_ids_of_matches_created_together_begin_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    def moment(seconds: float) -> str:
        monkeypatch.setattr("time.time", lambda: seconds)
        return new_id()[:7]

    assert moment(1_800_000_000.01) == moment(1_800_000_000.09)
    assert moment(1_800_000_000.1) not in {moment(1_800_000_000), moment(1_800_000_060), moment(1_800_864_000)}
    assert moment(1_800_000_000)[:5] == moment(1_800_000_001)[:5]


def test_tokens_are_128_bits_of_chance() -> None:
    tokens = {new_token() for _ in range(2000)}
    assert len(tokens) == 2000
    assert {len(token) for token in tokens} == {22}


def test_a_token_is_kept_as_its_sha_256() -> None:
    assert hash_of("token") == hashlib.sha256(b"token").hexdigest()


def test_a_token_fits_its_own_hash_alone() -> None:
    token = new_token()
    assert fits(token, hash_of(token))
    assert not fits(token, hash_of(new_token()))
    assert not fits(token, token)
    assert not fits(token, None)
    assert not fits("", None)
    assert not fits("é", hash_of(token))


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def remembered(one: str, two: str) -> bool:
        compared.append((one, two))
        return False

    monkeypatch.setattr(hmac, "compare_digest", remembered)
    assert not fits("token", "kept")
    assert not fits("token", None)
    assert [one for one, _ in compared] == [hash_of("token")] * 2


def test_a_coin_has_two_sides() -> None:
    assert {coin() for _ in range(200)} == {1, 2}
