"""Example positions of Digit Dilemma and its rules."""

from __future__ import annotations

from fathom.show.example import Example, Examples

EXAMPLES = Examples(
    glance="digit-dilemma:7L.3M.4M.1R",
    of_rules={
        1: (
            Example(
                "digit-dilemma:7L.3M",
                "The first player has 7 on the Left, the second 3 in the Middle; both digits have left the pool.",
            ),
            Example("digit-dilemma:7L", tried="7M"),
            Example("digit-dilemma:7L.3M", tried="1L"),
        ),
        2: (
            Example(
                "digit-dilemma:7L.1L.4M.3M.2R",
                "742 is 7 times 106, so the first player has won before the second player completes a number.",
            ),
        ),
        3: (
            Example(
                "digit-dilemma:7L.5L.4M.3M.1R.0R",
                "741 is 1 short of 742 and 530 is 2 short of 532, so the first player wins.",
            ),
        ),
        4: (
            Example("digit-dilemma:0L.5L.1M.3M.4R", "0 1 4 is read as 14, which is 7 times 2: the first player wins."),
            Example("digit-dilemma,leading_zero=forbidden:7L", tried="0L"),
        ),
    },
)
