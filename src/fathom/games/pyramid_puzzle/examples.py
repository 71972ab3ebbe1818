"""Example positions of Pyramid Puzzle and its rules."""

from __future__ import annotations

from fathom.show.example import Example, Examples

_PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"

EXAMPLES = Examples(
    glance="pyramid-puzzle,levels=4:kC4.lD14.dD1.xB2.xB3.xC6.xD7.xD12/D1.C1.B1.clear:B2.B2.C4",
    of_rules={
        1: (
            Example(
                _PUBLISHED,
                "The pyramid from above: the peak in the middle, the base outside, and number 1 of each "
                "level at the bottom left.",
            ),
        ),
        2: (
            Example(f"{_PUBLISHED}/E1.E2", "From E1 around the base to E2 costs 1 MP."),
            Example(f"{_PUBLISHED}/E1", tried="C1"),
        ),
        3: (Example(_PUBLISHED, tried="D1"),),
        4: (Example(f"{_PUBLISHED}/E1.D1", "Entering D1 has picked up the stick of dynamite that lay there."),),
        5: (Example(f"{_PUBLISHED}/E1.D1.C1.B1", tried="A1"),),
        6: (
            Example(f"{_PUBLISHED}/E1.D1.C1.B1.clear:B2", "The stick from D1 has opened B2, from the tile beside it."),
            Example(f"{_PUBLISHED}/E8", tried="D4"),
        ),
        8: (
            Example(
                f"{_PUBLISHED}/E1.D1.C1.B1.clear:B2.B2.C4.B2.A1",
                "The best route of this pyramid: key fetched, peak reached, 12 MP spent.",
            ),
        ),
    },
)
