"""Every sentence of the first lesson, proved by the position."""

from __future__ import annotations

from fathom.core.numerals import numbers_in
from fathom.games.range_war.rules import HIGHER, LOWER, Position
from tests.games.lessons import check_lesson


def _lower_ones(position: Position) -> list[int]:
    """The free numbers below the last one."""
    assert position.last
    return [n for n in numbers_in(position.free) if n < position.last]


def test_every_sentence_of_the_lesson_is_true() -> None:
    check_lesson(
        "range-war",
        [
            {
                "You and your opponent claim numbers from the line, each number once.": lambda at: all(
                    at.here.after(n).violation(n) for n in at.here.moves()
                ),
                "Claim the 4.": lambda at: at.only == "4",
                "The 4 is yours, and nobody can claim it again.": lambda at: (
                    4 not in numbers_in(at.after[0].free) and at.after[0].after(2).violation(4)
                ),
                "The second number must be lower than the first:": lambda at: (
                    all(at.after[0].violation(n) for n in range(4, 11)) and set(at.after[0].moves()) == {1, 2, 3}
                ),
                "your opponent claims the 2.": lambda at: at.tells("2"),
                "That number may be claimed too.": lambda at: len(at.others) == 9,
                "For this lesson, claim the 4.": lambda at: at.only == "4",
            },
            {
                "From 4 to 2 was a fall, so now it must go up:": lambda at: (
                    at.then.moves[:2] == ["4", "2"] and at.here.must_go == HIGHER
                ),
                "only a number higher than 2 will do.": lambda at: min(at.here.moves()) > 2,
                "Try the 1 to see it refused, then claim the 3.": lambda at: at.here.violation(1) and at.only == "3",
                "From 2 to 3 is a rise, so your opponent must go lower than 3.": lambda at: (
                    at.here.last == 2 and at.after[0].last == 3 and at.after[0].must_go == LOWER
                ),
                "Only the 1 is left there, and they claim it.": lambda at: (
                    _lower_ones(at.after[0]) == [1] and at.tells("1")
                ),
                "That is higher than 2, so it is allowed.": lambda at: all(other.last > 2 for other in at.others),
                "But it leaves your opponent more than one number below it; the 3 leaves only the 1.": lambda at: (
                    all(len(_lower_ones(other)) > 1 for other in at.others) and _lower_ones(at.after[0]) == [1]
                ),
            },
            {
                "From 3 to 1 was a fall, so you go up again.": lambda at: (
                    at.then.moves[-2:] == ["3", "1"] and at.here.must_go == HIGHER
                ),
                "Claim a number that leaves your opponent no lower one.": lambda at: _lower_ones(at.after[0]) == [],
                "Your opponent must go lower than 5, and 1, 2, 3 and 4 are all claimed.": lambda at: (
                    at.after[0].must_go == LOWER and at.after[0].last == 5 and not at.after[0].free & 0b11110
                ),
                "Whoever has no number to claim loses, so you win!": lambda at: at.is_won,
                "That is allowed, but your opponent can still claim a lower number.": lambda at: all(
                    other.moves() and max(other.moves()) < other.last for other in at.others
                ),
                "Take the lowest one on the line that is free.": lambda at: (
                    at.only == str(min(numbers_in(at.here.free)))
                ),
            },
        ],
    )
