"""Example positions of Pocket Addition and its rules."""

from __future__ import annotations

from fathom.show.example import Example, Examples

EXAMPLES = Examples(
    glance="pocket-addition:6.9.1",
    of_rules={
        1: (
            Example(
                "pocket-addition:6.9", "One player has 6 and the other has 9; the other numbers are still in the pool."
            ),
            Example("pocket-addition:6.9", tried="6"),
            Example("pocket-addition:6.9.8", tried="7"),
        ),
        2: (Example("pocket-addition:6.9.1.2.8", "6 + 1 + 8 makes 15 exactly, and the first player has won."),),
        3: (
            Example(
                "pocket-addition:6.9.3.1.5.4.pass.pass",
                "Both have 14 and no 1 is left. The second player took the last number, so the second player wins.",
            ),
            Example("pocket-addition:6.9", tried="pass"),
        ),
    },
)
