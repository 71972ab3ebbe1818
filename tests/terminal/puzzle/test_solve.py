"""What `fathom puzzle solve` says."""

from __future__ import annotations

from argparse import Namespace

import pytest

from fathom.terminal.puzzle.solve import solve


def said(capsys, what, start=None):
    """The lines that it prints, with wrapped ones joined."""
    assert solve(Namespace(what=what, start=start, json=False, all=False, limit=20)) == 0
    return capsys.readouterr().out.replace("\n  ", " ").splitlines()


def test_starts_are_told_by_their_cost_and_not_all_of_them(capsys):
    assert said(capsys, "pyramid-puzzle")[-1] == (
        "By start: 12 MP from E1, E2 and E24; 13 MP from E3, E4, E23, E25, E31 and E32; 14 MP from 9 tiles; "
        "up to 16 MP from the 14 other tiles."
    )


def test_a_thousand_starts_are_two_lines(capsys):
    assert len(said(capsys, "pyramid-puzzle,levels=10:kC4")[-1]) < 160


def test_starts_without_a_route_are_told(capsys):
    assert said(capsys, "pyramid-puzzle,levels=2:kB1.xB2.xB4")[-1] == "By start: 2 MP from B1; no route from B3."


@pytest.mark.parametrize(
    "layout, worth",
    [
        ("kC4", None),
        ("kC4.lE24", "Without the ladder 8."),
        ("kC4.dD1", "Without the dynamite 8."),
        ("kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15", "Without the ladder 12, without the dynamite 13, without both 15."),
    ],
)
def test_only_what_lies_there_is_said_to_be_worth_something(capsys, layout, worth):
    lines = [line for line in said(capsys, layout) if line.startswith("Without")]
    assert lines == ([worth] if worth else [])


def test_with_a_start_the_figures_are_those_of_that_start(capsys):
    lines = said(capsys, "pyramid-puzzle", start="E9")
    assert lines[0].startswith("15 MP")
    assert lines[-1] == "Without the ladder 16, without the dynamite 15, without both 16."
