"""The style sheet keeps its promises: readable colours in both themes, and players that differ without colour."""

from __future__ import annotations

import re

import pytest

from fathom.web.rendering import STATIC

STYLES = (STATIC / "styles" / "app.css").read_text(encoding="utf-8")
LIGHT, DARK = re.findall(r":root \{(.*?)\n *\}", STYLES, re.DOTALL)[:2]
THEMES = {"light": LIGHT, "dark": DARK}
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
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}});", THEMES[theme])
    assert found, f"--{name} has no colour in the {theme} theme"
    return found[1]


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


def test_both_themes_define_the_same_colours():
    named = [set(re.findall(r"--([\w-]+): #", theme)) for theme in (LIGHT, DARK)]
    assert named[0] == named[1]


def test_seats_differ_in_shape_as_well_as_in_colour():
    shapes = {seat: re.search(rf'\.seat\[data-seat="{seat}"\]::before \{{(.*?)\}}', STYLES) for seat in (1, 2)}
    radii = [re.search(r"border-radius: ([^;]+);", found[1]) for found in shapes.values() if found]
    assert [radius[1] for radius in radii if radius] == ["50%", "2px"]


def test_motion_stops_for_those_who_ask_for_it():
    assert "@media (prefers-reduced-motion: reduce)" in STYLES


def test_nothing_is_loaded_from_elsewhere():
    assert not re.search(r"url\(|@import|//", STYLES)
