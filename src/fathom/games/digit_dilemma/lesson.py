"""The first lesson in Digit Dilemma: shared digits, your own places, a multiple of 7, and what if there is none."""

from __future__ import annotations

from fathom.show.lesson import Lesson, Step

LESSON = Lesson(
    (
        Step(
            "digit-dilemma",
            "Each of you writes a number with three digits, and the first to complete a multiple of 7 wins. Begin at "
            "the end: put the 7 on the Right.",
            ("7R",),
            "Your number ends in 7 now, and nobody else can use the 7. Your opponent puts the 1 on the Left.",
            "That is allowed too. For this lesson, put the 7 on the Right.",
        ),
        Step(
            "digit-dilemma:7R.1L",
            "A digit that is placed is gone for both of you: try the 7 again to see it refused. 427 and 497 are "
            "multiples of 7, so put the 4 on the Left and wait for one of the two.",
            ("4L",),
            "Now the 2 makes 427 and the 9 makes 497. Your opponent can take only one of them away: they put the 2 in "
            "the Middle.",
            "That is allowed too. For this lesson, put the 4 on the Left.",
        ),
        Step(
            "digit-dilemma:7R.1L.4L.2M",
            "The 2 is gone. Complete a multiple of 7 all the same.",
            ("9M",),
            "497 is 7 times 71: you win at once!",
            "That completes a number, but not a multiple of 7. Which one of 427 and 497 is still possible?",
        ),
        Step(
            "digit-dilemma:7L.3L.4M.5M.0R",
            "Another game. Your opponent has 740, 2 short of the multiple 742, and no digit that is left makes 35_ a "
            "multiple. Then the number that is less short of its next multiple wins. Yours would be 357: get as close "
            "below it as you can.",
            ("6R",),
            "356 is 1 short of 357, and 740 is 2 short of 742. Yours is closer, so you win!",
            "That completes a number that is more than 2 short of its next multiple, and 740 would win.",
        ),
    )
)
