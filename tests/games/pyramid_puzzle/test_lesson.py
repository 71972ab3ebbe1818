"""Every sentence of the first lesson, proved by the position."""

from __future__ import annotations

from fathom.games.pyramid_puzzle.board import pyramid
from fathom.games.pyramid_puzzle.rules import GAME, Move, Position
from tests.games.lessons import Moment, check_lesson


def _cost(before: Position, after: Position) -> int:
    return after.mp - before.mp


def _cheapest(start: Position) -> int:
    """The least MP to the peak, by trying every walk that spends at most as much as the best one so far."""
    best, reached = {start.key(): 0}, [start]
    solved = []
    while reached:
        position = reached.pop()
        for move in position.moves():
            after = position.after(move)
            if after.tile == "A1":
                solved.append(after.mp)
            elif after.outcome is None and best.get(after.key(), after.mp + 1) > after.mp:
                best[after.key()] = after.mp
                reached.append(after)
    return min(solved)


def _may_do_others(at: Moment) -> bool:
    return bool(at.others)


def test_every_sentence_of_the_lesson_is_true() -> None:
    check_lesson(
        "pyramid-puzzle",
        [
            {
                "This pyramid has three levels:": lambda at: at.here.options.levels == 3,
                "the peak A1 in the middle, the base C outside.": lambda at: (
                    {tile[0] for tile in pyramid(3).base} == {"C"} and at.here.options.levels == 3
                ),
                "Fetch the key from B3 and enter the peak, for as few movement points (MP) as you can.": lambda at: (
                    at.here.options.layout.key == "B3"
                ),
                "Start on C2, where a stick of dynamite lies.": lambda at: (
                    at.only == "C2" and at.here.options.layout.dynamite == ("C2",)
                ),
                "Starting costs nothing, and you pick up what lies on your tile:": lambda at: (
                    at.after[0].mp == 0 and at.after[0].taken == {"C2"}
                ),
                "you have the dynamite now.": lambda at: at.after[0].sticks == 1,
                "You may start there too.": lambda at: all(other.mp == 0 for other in at.others),
                "For this lesson, start on C2.": lambda at: at.only == "C2",
            },
            {
                "Going around your level costs 1 MP for each tile.": lambda at: all(
                    _cost(at.here, at.here.after(Move(tile))) == 1 for tile in ("C1", "C3")
                ),
                "Go on to C3 and take the ladder.": lambda at: at.only == "C3" and at.after[0].has_ladder,
                "1 MP spent.": lambda at: at.after[0].mp == 1,
                "With the ladder, every step up costs 1 MP instead of 2.": lambda at: (
                    at.here.cost("B1") == 2 and at.after[0].cost("B2") == 1
                ),
                "That is allowed too.": _may_do_others,
                "For this lesson, go to C3.": lambda at: at.only == "C3",
            },
            {
                "B2, the tile above you, is blocked.": lambda at: (
                    "B2" in at.here.still_blocked and at.here.tile == "C3" and (3 + 1) // 2 == 2
                ),
                "Your dynamite opens one blocked tile for good:": lambda at: at.here.sticks == 1,
                "enter B2.": lambda at: at.only == "B2",
                "The dynamite is spent and B2 is open.": lambda at: (
                    at.after[0].sticks == 0 and at.after[0].opened == {"B2"}
                ),
                "With the ladder, the step up cost 1 MP.": lambda at: (
                    at.here.has_ladder and _cost(at.here, at.after[0]) == 1
                ),
                "That is allowed too.": _may_do_others,
                "For this lesson, enter B2.": lambda at: at.only == "B2",
            },
            {
                "The peak is one step away.": lambda at: any(
                    path.to == "A1" for path in pyramid(3).paths[at.here.tile]
                ),
                "Try A1 to see it refused without the key, then fetch the key from B3.": lambda at: (
                    at.here.violation(Move("A1")) and not at.here.has_key and at.only == "B3"
                ),
                "You have the key, for 3 MP so far.": lambda at: at.after[0].has_key and at.after[0].mp == 3,
                "That is allowed too.": _may_do_others,
                "For this lesson, go to B3.": lambda at: at.only == "B3",
            },
            {
                "With the key in hand, enter the peak A1.": lambda at: at.here.has_key and at.only == "A1",
                "The peak, for 4 MP in all.": lambda at: at.is_won and at.after[0].mp == 4,
                "There is no cheaper way up this pyramid, so it is solved!": lambda at: (
                    _cheapest(GAME.start(at.here.options)) == 4
                ),
                "That is allowed too, but it costs MP.": lambda at: all(
                    _cost(at.here, other) > 0 for other in at.others
                ),
                "Enter the peak A1.": lambda at: at.only == "A1",
            },
        ],
    )
