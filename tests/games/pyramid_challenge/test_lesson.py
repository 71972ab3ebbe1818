"""Every sentence of the first lesson, proved by the position."""

from __future__ import annotations

from fathom.core.game import ONLY_PASS
from fathom.games.pyramid_challenge.rules import DEFAULTS
from tests.games.lessons import check_lesson


def test_every_sentence_of_the_lesson_is_true() -> None:
    check_lesson(
        "pyramid-challenge",
        [
            {
                "Each of you fills a pyramid of six cells from the bottom up, and whoever fills theirs first wins.": (
                    lambda _at: DEFAULTS.cells == 6 == 3 + 2 + 1
                ),
                "The bottom row takes any number from 1 to 9.": lambda at: at.here.moves() == tuple(range(1, 10)),
                "Place a 3.": lambda at: at.only == "3",
                "The 3 is in your first cell.": lambda at: at.after[0].foe == (3,),
                "Your opponent begins with a 9, you go on with a 5, and they place another 9.": lambda at: at.tells(
                    "9", "5", "9"
                ),
                "That number may be placed too.": lambda at: len(at.others) == 8,
                "For this lesson, place a 3.": lambda at: at.only == "3",
            },
            {
                "One cell of your bottom row is left.": lambda at: len(at.here.own) == DEFAULTS.levels - 1,
                "Place a 4.": lambda at: at.only == "4",
                "Your bottom row is 3, 5, 4.": lambda at: at.after[0].foe == (3, 5, 4),
                "Your opponent completes theirs with a 1.": lambda at: at.tells("1") and len(at.then.position.foe) == 3,
                "That number may be placed too.": lambda at: at.others,
                "For this lesson, place a 4.": lambda at: at.only == "4",
            },
            {
                "The next cell stands above 3 and 5.": lambda at: at.here.own[:2] == (3, 5) and len(at.here.own) == 3,
                "It takes their sum or their difference:": lambda at: set(at.here.moves()) == {3 + 5, 5 - 3},
                "3 + 5 = 8 or 5 - 3 = 2.": lambda at: set(at.here.moves()) == {8, 2},
                "Try another number to see it refused, then place the 8.": lambda at: (
                    all(at.here.violation(n) for n in (1, 3, 4, 5, 6, 7, 9)) and at.only == "8"
                ),
                "8 is 3 + 5.": lambda at: at.after[0].foe[-1] == 8 == 3 + 5,
                "Your opponent's next cell stands above 9 and 9:": lambda at: (
                    at.after[0].own[:2] == (9, 9) and len(at.after[0].own) == 3
                ),
                "the sum 18 is more than 9, and the difference 0 is not a number of the game.": lambda at: (
                    9 + 9 == 18 > DEFAULTS.highest and at.after[0].violation(0)
                ),
                "They are stuck for good and have to pass.": lambda at: (
                    at.after[0].moves() == ONLY_PASS and at.tells("pass")
                ),
                "That is the difference, and it fits.": lambda at: [other.foe[-1] for other in at.others] == [5 - 3],
                "For this lesson, place the 8.": lambda at: at.only == "8",
            },
            {
                "The next cell stands above 5 and 4.": lambda at: at.here.own[1:3] == (5, 4) and len(at.here.own) == 4,
                "Place their sum or their difference, but think of the top, which will stand above it and the 8:": (
                    lambda at: set(at.here.moves()) == {5 + 4, 5 - 4} and at.here.own[3] == 8
                ),
                "place the 1.": lambda at: at.only == "1",
                "Now the top stands above 8 and 1.": lambda at: (
                    at.after[0].foe[3:] == (8, 1) and len(at.after[0].foe) == DEFAULTS.cells - 1
                ),
                "Your opponent has to pass again.": lambda at: at.after[0].moves() == ONLY_PASS and at.tells("pass"),
                "That is the sum, and it fits:": lambda at: [other.foe[-1] for other in at.others] == [5 + 4],
                "the top would then take 9 - 8 = 1.": lambda at: (
                    [other.after("pass").moves() for other in at.others] == [(9 - 8,)]
                ),
                "For this lesson, place the 1.": lambda at: at.only == "1",
            },
            {
                "Only the top is left.": lambda at: len(at.here.own) == DEFAULTS.cells - 1,
                "Place the sum or the difference of 8 and 1.": lambda at: (
                    at.here.own[3:] == (8, 1) and set(at.here.moves()) == {8 + 1, 8 - 1} and not at.others
                ),
                "Your pyramid is complete before your opponent's:": lambda at: all(
                    len(position.foe) == DEFAULTS.cells > len(position.own) for position in at.after
                ),
                "you win!": lambda at: at.is_won,
            },
        ],
    )
