"""The style sheet keeps its promises: readable colours in both themes, and players that differ without colour."""

from __future__ import annotations

import re

import pytest

from fathom.web.rendering import STATIC

STYLES = (STATIC / "styles" / "app.css").read_text(encoding="utf-8")
#: The colours of each theme, by their names.
PAIRS = {name: colours for name, *colours in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", STYLES)}
THEMES = {theme: {name: pair[i] for name, pair in PAIRS.items()} for i, theme in enumerate(("light", "dark"))}
#: WCAG 2.2, success criteria 1.4.3 and 1.4.11.
TEXT, SHAPES = 4.5, 3.0

TEXTS = [
    *((ink, ground) for ink in ("ink", "ink-soft", "accent") for ground in ("paper", "surface", "sunken")),
    *((ink, ground) for ink in ("seat-1", "seat-2", "good", "warn", "bad") for ground in ("paper", "surface")),
    *((kind, f"{kind}-soft") for kind in ("seat-1", "seat-2", "good", "warn", "bad", "accent")),
    *(("ink", f"{kind}-soft") for kind in ("seat-1", "seat-2", "good", "warn", "bad", "accent")),
    ("accent-ink", "accent"),
    ("accent-ink", "accent-hover"),
]
EDGES = [(edge, ground) for edge in ("line-strong", "focus", "last") for ground in ("paper", "surface")]


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it, of `#rrggbb`."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def token(theme: str, name: str) -> str:
    assert name in THEMES[theme], f"--{name} has no colour in the {theme} theme"
    return THEMES[theme][name]


def test_contrast_is_measured_as_the_standard_does():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the standard's own borderline grey


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ink,ground", TEXTS)
def test_words_can_be_read(theme, ink, ground):
    assert contrast(token(theme, ink), token(theme, ground)) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edge,ground", EDGES)
def test_edges_can_be_seen(theme, edge, ground):
    assert contrast(token(theme, edge), token(theme, ground)) >= SHAPES


def test_every_colour_with_a_name_has_one_for_each_theme():
    assert not re.search(r"--[\w-]+: #", STYLES)


def test_seats_differ_in_shape_as_well_as_in_colour():
    shapes = {seat: re.search(rf'\.seat\[data-seat="{seat}"\]::before \{{(.*?)\}}', STYLES) for seat in (1, 2)}
    radii = [re.search(r"border-radius: ([^;]+);", found[1]) for found in shapes.values() if found]
    assert [radius[1] for radius in radii if radius] == ["50%", "2px"]


def test_motion_stops_for_those_who_ask_for_it():
    assert "@media (prefers-reduced-motion: reduce)" in STYLES


def test_nothing_is_loaded_from_elsewhere():
    assert not re.search(r"url\(|@import|//", STYLES)
