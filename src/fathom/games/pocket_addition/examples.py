"""Example positions of Pocket Addition and its rules."""

from __future__ import annotations

from fathom.show.example import Example, Examples

EXAMPLES = Examples(
    glance="pocket-addition:6.9.1",
    of_rules={
        1: (
            Example("pocket-addition:6.9", "Seat 1 has 6 and seat 2 has 9; the other numbers are still in the pool."),
            Example("pocket-addition:6.9", tried="6"),
            Example("pocket-addition:6.9.8", tried="7"),
        ),
        2: (Example("pocket-addition:6.9.1.2.8", "6 + 1 + 8 makes 15 exactly, and seat 1 has won."),),
        3: (
            Example(
                "pocket-addition:6.9.3.1.5.4.pass.pass",
                "Both have 14 and no 1 is left. Seat 2 took the last number, so seat 2 wins.",
            ),
            Example("pocket-addition:6.9", tried="pass"),
        ),
    },
)
