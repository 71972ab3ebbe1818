"""Example positions of Range War and its rules."""

from __future__ import annotations

from fathom.show.example import Example, Examples

EXAMPLES = Examples(
    glance="range-war:6.4.9",
    of_rules={
        1: (
            Example("range-war:6.4", "6 and 4 are claimed; the next number is one of the others."),
            Example("range-war:6.4", tried="4"),
        ),
        2: (
            Example("range-war:6.4.9", "From 4 to 9 was a rise, so the next number must be lower than 9."),
            Example("range-war:6.4", tried="2"),
        ),
        3: (
            Example("range-war:6.2", "The second number, 2, is lower than the first, 6."),
            Example("range-war:2", tried="5"),
        ),
        4: (Example("range-war:2.1.10.9", "The first player must go higher than 9, but 10 is claimed, and loses."),),
        5: (
            Example("range-war,reach=3:6.4", "With a reach of 3, the next number is 5 or 7: higher than 4, at most 7."),
            Example("range-war,reach=3:6.4", tried="8"),
        ),
    },
)
