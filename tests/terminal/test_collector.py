"""The pause in the search for reference cycles."""

from __future__ import annotations

import gc

import pytest

from fathom.terminal.collector import pause_collector


def test_nothing_is_collected_meanwhile_and_everything_as_before_afterwards():
    assert gc.isenabled()
    with pause_collector():
        assert not gc.isenabled()
        with pause_collector():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_error_ends_the_pause():
    with pytest.raises(KeyError), pause_collector():
        raise KeyError
    assert gc.isenabled()
