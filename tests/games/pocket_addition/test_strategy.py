"""The rules for Pocket Addition, derived again from their sentences, and their proof by plain search."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from fathom import games
from fathom.core.game import AnyPosition, Move
from fathom.solver.walk import walk

pytestmark = pytest.mark.truth

GAME = games.game("pocket-addition")
STRATEGY = games.room("pocket-addition").strategy(GAME.options_type())
assert STRATEGY


class Table(NamedTuple):
    """What lies on the table: the numbers left, the totals of the player to move and of the other, a pass before."""

    left: frozenset[int]
    own: int
    other: int
    is_after_pass: bool = False

    def allowed(self) -> set[int]:
        return {number for number in self.left if self.own + number <= 15}

    def after(self, number: int | None) -> Table:
        """A number is taken, or None: a pass."""
        if number is None:
            return Table(self.left, self.other, self.own, True)
        return Table(self.left - {number}, self.other, self.own + number)


def replayed(path: list[Move]) -> Table:
    table = Table(frozenset(range(1, 10)), 0, 0)
    for move in path:
        text = GAME.format_move(move)
        table = table.after(None if text == "pass" else int(text))
    return table


def told(table: Table) -> tuple[int, set[int]]:
    """The number of the first rule that applies, and what it says; 0 and everything allowed if none does."""
    allowed, left, own, other = table.allowed(), table.left, table.own, table.other

    def is_threat(number: int) -> bool:
        return 15 - own - number in left - {number}

    def brings_them_above(number: int) -> bool:
        return other + (15 - own - number) > 15

    def nobody_can_go_on(number: int) -> bool:
        return not any(total + more <= 15 for total in (own + number, other) for more in left - {number})

    threats = {number for number in allowed if is_threat(number)}
    said = [
        {number for number in allowed if own + number == 15},
        {number for number in allowed if other + number == 15},
        {number for number in threats if brings_them_above(number)},
        {number for number in allowed if own + number >= other and nobody_can_go_on(number)},
        {6} & allowed if own == 0 else set(),
        {min(threats)} if threats else set(),
    ]
    return next(((number, moves) for number, moves in enumerate(said, 1) if moves), (0, allowed))


def test_the_rules_recommend_what_their_sentences_say() -> None:
    assert STRATEGY
    used = set[int]()
    for position, path, moves in walk(GAME.start()):
        if not moves or GAME.format_move(moves[0]) == "pass":
            assert STRATEGY.advice(position) is None
            continue
        number, expected = told(replayed(path))
        advice = STRATEGY.advice(position)
        assert (advice.number if advice else 0) == number, position
        assert set(STRATEGY.moves(position)) == expected, position
        used.add(number)
    assert used == set(range(7))


@cache
def wins(table: Table) -> bool:
    """Does the player to move win? By plain search of the rules, apart from the package."""
    allowed = table.allowed()
    if any(table.own + number == 15 for number in allowed):
        return True
    if not allowed and table.is_after_pass:
        return table.own >= table.other  # equal totals: the second to pass took the last number
    return any(not wins(table.after(number)) for number in (allowed or [None]))


def test_by_plain_search_the_rules_never_give_a_win_away() -> None:
    for seat in (1, 2):
        start = (Table(frozenset(range(1, 10)), 0, 0), 1)
        met, seen = [start], {start}
        for table, to_move in met:
            if 15 in (table.own, table.other) or (table.is_after_pass and not table.allowed()):
                continue
            moves = told(table)[1] if to_move == seat else table.allowed()
            following = [(table.after(number), 3 - to_move) for number in (moves or [None])]
            if to_move == seat and wins(table):
                assert all(after.other == 15 or not wins(after) for after, _ in following), table
            met += [pair for pair in following if pair not in seen]
            seen.update(following)
        assert len(met) > 30


def test_each_player_has_at_most_one_number_that_makes_15_and_only_taking_it_answers_the_threat() -> None:
    """The fact that the rules rest on: after any other reply that does not end the game, the threat stands."""
    for position, path, moves in walk(GAME.start()):
        table = replayed(path)
        need = 15 - table.other
        assert len({number for number in table.left if table.own + number == 15}) <= 1
        if not moves or need not in table.left:
            continue
        for move in moves:
            after: AnyPosition = position.after(move)
            text = GAME.format_move(move)
            if not after.outcome and text != str(need):
                assert need in {int(GAME.format_move(reply)) for reply in after.moves()}
            assert text != str(need) or table.own + need <= 15
