"""The first lesson in Range War: the line, the swing, and how it ends."""

from __future__ import annotations

from fathom.show.lesson import Lesson, Step

LESSON = Lesson(
    (
        Step(
            "range-war",
            "You and your opponent claim numbers from the line, each number once. Claim the 4.",
            ("4",),
            "The 4 is yours, and nobody can claim it again. The second number must be lower than the first: your "
            "opponent claims the 2.",
            "That number may be claimed too. For this lesson, claim the 4.",
        ),
        Step(
            "range-war:4.2",
            "From 4 to 2 was a fall, so now it must go up: only a number higher than 2 will do. Try the 1 to see it "
            "refused, then claim the 3.",
            ("3",),
            "From 2 to 3 is a rise, so your opponent must go lower than 3. Only the 1 is left there, and they claim "
            "it.",
            "That is higher than 2, so it is allowed. But it leaves your opponent more than one number below it; the 3 "
            "leaves only the 1.",
        ),
        Step(
            "range-war:4.2.3.1",
            "From 3 to 1 was a fall, so you go up again. Claim a number that leaves your opponent no lower one.",
            ("5",),
            "Your opponent must go lower than 5, and 1, 2, 3 and 4 are all claimed. Whoever has no number to claim "
            "loses, so you win!",
            "That is allowed, but your opponent can still claim a lower number. Take the lowest one on the line that "
            "is free.",
        ),
    )
)
