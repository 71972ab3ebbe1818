"""Every sentence of the first lesson, proved by the position."""

from __future__ import annotations

from fathom.core.numerals import numbers_in
from fathom.games.digit_dilemma.rules import DEFAULTS, Board, Placement
from tests.games.lessons import Moment, check_lesson


def _read(board: Board) -> int:
    return int("".join(map(str, board)))


def _short(number: int) -> int:
    return next(up for up in range(1, 8) if (number + up) % 7 == 0)


def _completing(board: Board, pool: int) -> set[int]:
    """The multiples of 7 that a digit of the pool makes of a board with one empty place."""
    shown = "".join("_" if digit is None else str(digit) for digit in board)
    made = {int(shown.replace("_", str(digit))) for digit in numbers_in(pool)}
    return {number for number in made if number % 7 == 0}


def _lesson_is_of_default_game(_: Moment) -> bool:
    return (DEFAULTS.divisor, DEFAULTS.slots) == (7, 3)


def test_every_sentence_of_the_lesson_is_true() -> None:
    check_lesson(
        "digit-dilemma",
        [
            {
                "Each of you writes a number with three digits, and the first to complete a multiple of 7 wins.": (
                    _lesson_is_of_default_game
                ),
                "Begin at the end:": lambda at: at.only.endswith("R"),
                "put the 7 on the Right.": lambda at: at.only == "7R",
                "Your number ends in 7 now, and nobody else can use the 7.": lambda at: (
                    at.after[0].foe[-1] == 7 and not any(move.digit == 7 for move in at.after[0].moves())
                ),
                "Your opponent puts the 1 on the Left.": lambda at: at.tells("1L"),
                "That is allowed too.": lambda at: len(at.others) == 29,
                "For this lesson, put the 7 on the Right.": lambda at: at.only == "7R",
            },
            {
                "A digit that is placed is gone for both of you:": lambda at: (
                    numbers_in(at.here.pool)
                    == (
                        0,
                        2,
                        3,
                        4,
                        5,
                        6,
                        8,
                        9,
                    )
                ),
                "try the 7 again to see it refused.": lambda at: all(
                    at.here.violation(Placement(7, place)) for place in "LMR"
                ),
                "427 and 497 are multiples of 7, so put the 4 on the Left and wait for one of the two.": lambda at: (
                    427 % 7 == 0 == 497 % 7 and at.only == "4L"
                ),
                "Now the 2 makes 427 and the 9 makes 497.": lambda at: (
                    _completing(at.after[0].foe, at.after[0].pool) == {427, 497}
                ),
                "Your opponent can take only one of them away:": lambda at: all(
                    _completing(reply.own, reply.pool) for reply in map(at.after[0].after, at.after[0].moves())
                ),
                "they put the 2 in the Middle.": lambda at: at.tells("2M"),
                "That is allowed too.": lambda at: at.others,
                "For this lesson, put the 4 on the Left.": lambda at: at.only == "4L",
            },
            {
                "The 2 is gone.": lambda at: 2 not in numbers_in(at.here.pool),
                "Complete a multiple of 7 all the same.": lambda at: _read(at.after[0].foe) % 7 == 0,
                "497 is 7 times 71:": lambda at: _read(at.after[0].foe) == 497 == 7 * 71,
                "you win at once!": lambda at: at.is_won,
                "That completes a number, but not a multiple of 7.": lambda at: all(
                    _read(other.foe) % 7 for other in at.others
                ),
                "Which one of 427 and 497 is still possible?": lambda at: (
                    _completing(at.here.own, at.here.pool) == {497}
                ),
            },
            {
                "Another game.": lambda at: at.then.moves[0] == "7L",
                "Your opponent has 740, 2 short of the multiple 742, and no digit that is left makes 35_ a multiple.": (
                    lambda at: (
                        _read(at.here.foe) == 740
                        and (740 + _short(740), _short(740)) == (742, 2)
                        and at.here.own == (3, 5, None)
                        and not _completing(at.here.own, at.here.pool)
                    )
                ),
                "Then the number that is less short of its next multiple wins.": lambda at: all(
                    (position.outcome.winner == at.here.to_move) == (_short(_read(position.foe)) < _short(740))
                    for position in (*at.after, *at.others)
                ),
                "Yours would be 357:": lambda at: 350 < 357 == 350 + _short(350) < 360,
                "get as close below it as you can.": lambda at: (
                    _read(at.after[0].foe)
                    == max(number for number in (350 + d for d in numbers_in(at.here.pool)) if number < 357)
                ),
                "356 is 1 short of 357, and 740 is 2 short of 742.": lambda at: (
                    _read(at.after[0].foe) == 356 and _short(356) == 1 and _short(740) == 2
                ),
                "Yours is closer, so you win!": lambda at: at.is_won,
                "That completes a number that is more than 2 short of its next multiple, and 740 would win.": (
                    lambda at: all(_short(_read(o.foe)) > 2 and o.outcome.winner == 1 for o in at.others)
                ),
            },
        ],
    )
