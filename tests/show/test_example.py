"""Examples say no more than they need to."""

from __future__ import annotations

from fathom.show.example import Example, Examples


def test_an_example_shows_a_position_and_nothing_else_unless_it_says_so():
    assert Example("range-war:6") == Example(code="range-war:6", told="", tried="")
    assert Examples("range-war:6") == Examples(glance="range-war:6", of_rules={})
