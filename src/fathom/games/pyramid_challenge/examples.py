"""Example positions of Pyramid Challenge and its rules."""

from __future__ import annotations

from fathom.show.example import Example, Examples

EXAMPLES = Examples(
    glance="pyramid-challenge:3.6.5.2.4.5.8",
    of_rules={
        1: (
            Example(
                "pyramid-challenge:3.9.5",
                "The first player has put 3 and 5 into the bottom row; the second fills a second cell next.",
            ),
        ),
        2: (
            Example(
                "pyramid-challenge:3.9.5.9.4.1.8",
                "Above 3 and 5 the first player has put their sum, 8. The difference, 2, would have done too.",
            ),
            Example("pyramid-challenge:3.9.5.9.4.1", tried="7"),
        ),
        3: (
            Example(
                "pyramid-challenge:3.9.5.9.4.1.8.pass",
                "Nothing fits above 9 and 9: their sum is 18, their difference 0. The second player is stuck.",
            ),
            Example("pyramid-challenge:3.9", tried="pass"),
        ),
        4: (
            Example(
                "pyramid-challenge:3.9.5.9.4.1.8.pass.1.pass.9", "The first player has filled the top cell and wins."
            ),
        ),
        5: (
            Example(
                "pyramid-challenge:9.9.9.9.1.1.pass.pass",
                "Both pyramids are stuck above 9 and 9, and the game is drawn.",
            ),
        ),
        6: (
            Example(
                "pyramid-challenge,copies=2:4.4",
                "With two tokens of each number, both 4s are placed, and nobody can place another one.",
            ),
            Example("pyramid-challenge,copies=2:4.4", tried="4"),
        ),
    },
)
