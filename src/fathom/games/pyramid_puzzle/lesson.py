"""The first lesson in Pyramid Puzzle: a small pyramid with everything on it."""

from __future__ import annotations

from fathom.show.lesson import Lesson, Step

_SMALL = "pyramid-puzzle,levels=3:kB3.lC3.dC2.xB2.xC5.xC6"

LESSON = Lesson(
    (
        Step(
            _SMALL,
            "This pyramid has three levels: the peak A1 in the middle, the base C outside. Fetch the key from B3 and "
            "enter the peak, for as few movement points (MP) as you can. Start on C2, where a stick of dynamite lies.",
            ("C2",),
            "Starting costs nothing, and you pick up what lies on your tile: you have the dynamite now.",
            "You may start there too. For this lesson, start on C2.",
        ),
        Step(
            f"{_SMALL}/C2",
            "Going around your level costs 1 MP for each tile. Go on to C3 and take the ladder.",
            ("C3",),
            "1 MP spent. With the ladder, every step up costs 1 MP instead of 2.",
            "That is allowed too. For this lesson, go to C3.",
        ),
        Step(
            f"{_SMALL}/C2.C3",
            "B2, the tile above you, is blocked. Your dynamite opens one blocked tile for good: enter B2.",
            ("B2",),
            "The dynamite is spent and B2 is open. With the ladder, the step up cost 1 MP.",
            "That is allowed too. For this lesson, enter B2.",
        ),
        Step(
            f"{_SMALL}/C2.C3.B2",
            "The peak is one step away. Try A1 to see it refused without the key, then fetch the key from B3.",
            ("B3",),
            "You have the key, for 3 MP so far.",
            "That is allowed too. For this lesson, go to B3.",
        ),
        Step(
            f"{_SMALL}/C2.C3.B2.B3",
            "With the key in hand, enter the peak A1.",
            ("A1",),
            "The peak, for 4 MP in all. There is no cheaper way up this pyramid, so it is solved!",
            "That is allowed too, but it costs MP. Enter the peak A1.",
        ),
    )
)
