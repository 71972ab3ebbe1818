"""The first lesson in Pyramid Challenge: the bottom row, sums and differences, getting stuck, and the top."""

from __future__ import annotations

from fathom.show.lesson import Lesson, Step

LESSON = Lesson(
    (
        Step(
            "pyramid-challenge",
            "Each of you fills a pyramid of six cells from the bottom up, and whoever fills theirs first wins. The "
            "bottom row takes any number from 1 to 9. Place a 3.",
            ("3",),
            "The 3 is in your first cell. Your opponent begins with a 9, you go on with a 5, and they place another 9.",
            "That number may be placed too. For this lesson, place a 3.",
        ),
        Step(
            "pyramid-challenge:3.9.5.9",
            "One cell of your bottom row is left. Place a 4.",
            ("4",),
            "Your bottom row is 3, 5, 4. Your opponent completes theirs with a 1.",
            "That number may be placed too. For this lesson, place a 4.",
        ),
        Step(
            "pyramid-challenge:3.9.5.9.4.1",
            "The next cell stands above 3 and 5. It takes their sum or their difference: 3 + 5 = 8 or 5 - 3 = 2. Try "
            "another number to see it refused, then place the 8.",
            ("8",),
            "8 is 3 + 5. Your opponent's next cell stands above 9 and 9: the sum 18 is more than 9, and the difference "
            "0 is not a number of the game. They are stuck for good and have to pass.",
            "That is the difference, and it fits. For this lesson, place the 8.",
        ),
        Step(
            "pyramid-challenge:3.9.5.9.4.1.8.pass",
            "The next cell stands above 5 and 4. Place their sum or their difference, but think of the top, which will "
            "stand above it and the 8: place the 1.",
            ("1",),
            "Now the top stands above 8 and 1. Your opponent has to pass again.",
            "That is the sum, and it fits: the top would then take 9 - 8 = 1. For this lesson, place the 1.",
        ),
        Step(
            "pyramid-challenge:3.9.5.9.4.1.8.pass.1.pass",
            "Only the top is left. Place the sum or the difference of 8 and 1.",
            (),
            "Your pyramid is complete before your opponent's: you win!",
        ),
    )
)
