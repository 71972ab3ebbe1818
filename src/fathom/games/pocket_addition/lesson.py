"""The first lesson in Pocket Addition: one pool for two, exactly 15, and the higher total."""

from __future__ import annotations

from fathom.show.lesson import Lesson, Step

LESSON = Lesson(
    (
        Step(
            "pocket-addition",
            "The pool is for both of you, and each number is there once. What you take is added to your total, and a "
            "total of exactly 15 wins. Take the 6.",
            ("6",),
            "Your total is 6, so you need 9 more. Your opponent sees it and takes the 9.",
            "That number may be taken too. For this lesson, take the 6.",
        ),
        Step(
            "pocket-addition:6.9",
            "Try the 9 to see it refused: it is gone. So make the 9 you need from two numbers. Take the 1, and the 8 "
            "would be the other one.",
            ("1",),
            "You have 7, and the 8 makes 15. Your opponent has 9 and cannot take the 8 away from you: 9 + 8 = 17 is "
            "more than 15. They take the 2.",
            "That number may be taken too. For this lesson, take the 1.",
        ),
        Step(
            "pocket-addition:6.9.1.2",
            "You have 7. Take the number that makes exactly 15.",
            ("8",),
            "6 + 1 + 8 = 15, and you win at once!",
            "That is allowed, but it does not make 15. What must be added to 7?",
        ),
        Step(
            "pocket-addition:6.9.2.4.1.pass",
            "Another game. Your opponent has 13 and could not take 3, 5, 7 or 8 without passing 15, so they had to "
            "pass. You have 9 and no number makes 15. When neither of you can take a number, the higher total wins: "
            "take the number that gets you ahead.",
            ("5",),
            "14 against 13, and neither of you can take another number. The higher total wins: you win!",
            "That makes 12, which is less than 13, and leaves nothing that you could add.",
        ),
    )
)
