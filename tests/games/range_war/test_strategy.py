"""The rule for winning Range War, derived again from its sentence, and its proof by plain search."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.games.range_war.rules import Options
from fathom.show.strategy import AnyStrategy
from fathom.solver.search import solve
from fathom.solver.walk import walk

pytestmark = pytest.mark.truth

OPTIONS = [Options(), Options(highest=7), Options(second_move="free"), Options(second_move="free", highest=9)]
GAME = games.game("range-war")


def strategy(options: Options) -> AnyStrategy:
    found = games.room("range-war").strategy(options)
    assert found
    return found


def told(highest: int, claimed: list[int], *, is_free: bool) -> set[int]:
    """What the sentence says, by lists of numbers: who has claimed what decides where everybody must go."""
    free = set(range(1, highest + 1)) - set(claimed)

    def sides_of_next(numbers: list[int]) -> list[str]:
        if len(numbers) == 1:
            return ["lower", "higher"] if is_free else ["lower"]
        return ["lower"] if numbers[-1] > numbers[-2] else ["higher"]

    def on_side(numbers: set[int], last: int, side: str) -> set[int]:
        return {number for number in numbers if (number < last) == (side == "lower")}

    def is_good(number: int) -> bool:
        left, after = free - {number}, [*claimed, number]
        ahead = [len(on_side(left, number, side)) for side in sides_of_next(after)]
        return all(count <= len(left) - count for count in ahead)

    allowed = free
    if claimed:
        allowed = set[int]().union(*[on_side(free, claimed[-1], side) for side in sides_of_next(claimed)])
    return {number for number in allowed if is_good(number)}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_rule_recommends_what_its_sentence_says(options: Options) -> None:
    [rule] = strategy(options).rules
    for position, path, _ in walk(GAME.start(options)):
        if not position.outcome:
            claimed = [int(GAME.format_move(move)) for move in path]
            expected = told(options.highest, claimed, is_free=options.second_move == "free")
            assert set(rule.recommend(position)) == expected


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_by_plain_search_the_rule_applies_exactly_where_you_win_and_recommends_exactly_what_wins(
    options: Options,
) -> None:
    [rule] = strategy(options).rules
    solved = solve(GAME.start(options))
    for position, _, moves in walk(GAME.start(options)):
        winning = [move for move in moves if solved.value(position.after(move)).winner == position.to_move]
        assert list(rule.recommend(position)) == winning


def test_the_player_to_move_wins_if_more_free_numbers_lie_ahead_than_behind() -> None:
    """The fact that the rule rests on, from the second number on."""
    solved = solve(GAME.start())
    for position, path, moves in walk(GAME.start()):
        if path:
            last = int(GAME.format_move(path[-1]))
            free = set(range(1, 11)) - {int(GAME.format_move(move)) for move in path}
            is_down = len(path) == 1 or last > int(GAME.format_move(path[-2]))
            ahead = sum((number < last) == is_down for number in free)
            assert len(moves) == ahead
            assert (solved.value(position).winner == position.to_move) == (ahead > len(free) - ahead)
