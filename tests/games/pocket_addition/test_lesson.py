"""Every sentence of the first lesson, proved by the position."""

from __future__ import annotations

from fathom.core.game import ONLY_PASS
from fathom.core.numerals import numbers_in
from fathom.games.pocket_addition.rules import DEFAULTS
from tests.games.lessons import check_lesson


def test_every_sentence_of_the_lesson_is_true() -> None:
    target = DEFAULTS.target
    check_lesson(
        "pocket-addition",
        [
            {
                "The pool is for both of you, and each number is there once.": lambda at: all(
                    n not in numbers_in(at.here.after(n).pool) for n in at.here.moves()
                ),
                "What you take is added to your total, and a total of exactly 15 wins.": lambda at: (
                    all(at.here.after(n).foe == n for n in at.here.moves()) and target == 15
                ),
                "Take the 6.": lambda at: at.only == "6",
                "Your total is 6, so you need 9 more.": lambda at: at.after[0].foe == 6 == target - 9,
                "Your opponent sees it and takes the 9.": lambda at: at.tells("9"),
                "That number may be taken too.": lambda at: len(at.others) == 8,
                "For this lesson, take the 6.": lambda at: at.only == "6",
            },
            {
                "Try the 9 to see it refused:": lambda at: at.here.violation(9),
                "it is gone.": lambda at: 9 not in numbers_in(at.here.pool),
                "So make the 9 you need from two numbers.": lambda at: at.here.own + 9 == target,
                "Take the 1, and the 8 would be the other one.": lambda at: at.only == "1" and 1 + 8 == 9,
                "You have 7, and the 8 makes 15.": lambda at: at.after[0].foe == 7 and target == 7 + 8,
                "Your opponent has 9 and cannot take the 8 away from you:": lambda at: (
                    at.after[0].own == 9 and at.after[0].violation(8)
                ),
                "9 + 8 = 17 is more than 15.": lambda at: 9 + 8 == 17 > target,
                "They take the 2.": lambda at: at.tells("2"),
                "That number may be taken too.": lambda at: at.others,
                "For this lesson, take the 1.": lambda at: at.only == "1",
            },
            {
                "You have 7.": lambda at: at.here.own == 7,
                "Take the number that makes exactly 15.": lambda at: at.here.own + int(at.only) == target,
                "6 + 1 + 8 = 15, and you win at once!": lambda at: (
                    at.then.moves[:1] == ["6"] and at.here.own == 6 + 1 and 6 + 1 + int(at.only) == 15 and at.is_won
                ),
                "That is allowed, but it does not make 15.": lambda at: all(other.foe != target for other in at.others),
                "What must be added to 7?": lambda at: at.here.own == 7,
            },
            {
                "Another game.": lambda at: at.then.moves[:3] == ["6", "9", "2"],  # and not 6, 9, 1
                "Your opponent has 13 and could not take 3, 5, 7 or 8 without passing 15, so they had to pass.": (
                    lambda at: (
                        at.here.foe == 13
                        and numbers_in(at.here.pool) == (3, 5, 7, 8)
                        and at.then.plies[-2].position.moves() == ONLY_PASS
                        and at.then.moves[-1] == "pass"
                    )
                ),
                "You have 9 and no number makes 15.": lambda at: (
                    at.here.own == 9 and all(position.foe != target for position in (*at.after, *at.others))
                ),
                "When neither of you can take a number, the higher total wins:": lambda at: (
                    at.after[0].after("pass").after("pass").outcome.reason == "the higher total, 14 against 13"
                ),
                "take the number that gets you ahead.": lambda at: (
                    at.after[0].foe > at.after[0].own and all(other.foe < other.own for other in at.others)
                ),
                "14 against 13, and neither of you can take another number.": lambda at: (
                    (at.after[0].foe, at.after[0].own) == (14, 13)
                    and at.after[0].moves() == ONLY_PASS == at.after[0].after("pass").moves()
                ),
                "The higher total wins:": lambda at: at.after[0].foe > at.after[0].own,
                "you win!": lambda at: at.is_won,
                "That makes 12, which is less than 13, and leaves nothing that you could add.": lambda at: (
                    [(other.foe, other.own, other.after("pass").moves()) for other in at.others]
                    == [(12, 13, ONLY_PASS)]
                ),
            },
        ],
    )
