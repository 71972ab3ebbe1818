"""The rules for Digit Dilemma, derived again from their sentences, and their proof by plain search."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.games.digit_dilemma.rules import Options
from tests import truth

GAME = games.game("digit-dilemma")
READINGS = ["allowed", "forbidden"]
EMPTY = "___"
PLACES = "LMR"


class Table(NamedTuple):
    """Two boards such as `7_1`: of the player to move, and of the other. `zero`: may 0 stand on the Left?"""

    own: str
    other: str
    zero: str

    def digits(self) -> list[str]:
        return [digit for digit in "0123456789" if digit not in self.own + self.other]

    def allowed(self) -> list[str]:
        return [
            digit + PLACES[i]
            for digit in self.digits()
            for i in range(3)
            if self.own[i] == "_" and not (digit + PLACES[i] == "0L" and self.zero == "forbidden")
        ]

    def after(self, move: str) -> Table:
        return Table(self.other, put(self.own, move), self.zero)

    def swapped(self) -> Table:
        return Table(self.other, self.own, self.zero)


def put(board: str, move: str) -> str:
    i = PLACES.index(move[1])
    return board[:i] + move[0] + board[i + 1 :]


def missing(number: str) -> int:
    """How much a complete number is short of a multiple of 7, counted up one by one."""
    return next(more for more in range(7) if (int(number) + more) % 7 == 0)


def beats(number: str, other: str) -> bool:
    return (missing(number), int(number)) < (missing(other), int(other))


def multiples(table: Table) -> list[str]:
    """The moves with which the player to move completes a multiple."""
    if table.own.count("_") != 1:
        return []
    return [move for move in table.allowed() if missing(put(table.own, move)) == 0]


def told(table: Table) -> tuple[int, set[str]]:
    """The number of the first rule that applies, and what it says; 0 and everything allowed if none does."""
    said = [set(multiples(table)), finishing_ahead(table), threatening_two(table), answering_all(table), first(table)]
    return next(
        ((number, moves) for number, moves in enumerate(said, 1) if moves),
        (0, set(table.allowed())),
    )


def finishing_ahead(table: Table) -> set[str]:
    if table.own.count("_") != 1:
        return set()

    def beats_all(move: str) -> bool:
        number = put(table.own, move)
        if "_" not in table.other:
            return beats(number, table.other)
        after = table.after(move)
        return all(beats(number, put(after.own, reply)) for reply in after.allowed())

    return {move for move in table.allowed() if beats_all(move)}


def threatening_two(table: Table) -> set[str]:
    def is_double(move: str) -> bool:
        after = table.after(move)
        return len(multiples(after.swapped())) == 2 and not multiples(after)

    return {move for move in table.allowed() if is_double(move)} if table.own.count("_") == 2 else set()


def answering_all(table: Table) -> set[str]:
    def has_answers(move: str) -> bool:
        after = table.after(move)
        if multiples(after):
            return False
        finished = [after.after(reply) for reply in after.allowed()]
        return all(any(beats(put(t.own, mine), t.other) for mine in t.allowed()) for t in finished)

    if (table.own.count("_"), table.other.count("_")) != (2, 1):
        return set()
    return {move for move in table.allowed() if has_answers(move)}


def first(table: Table) -> set[str]:
    if table.own != EMPTY:
        return set()
    return {"7R"} if "7" in table.digits() else {"0R"}


@cache
def wins(table: Table) -> bool:
    """Does the player to move win? By plain search of the rules, apart from the package."""
    return any(is_win_for_mover(table.after(move)) for move in table.allowed())


def is_win_for_mover(after: Table) -> bool:
    """Has the player who has just moved won, or does the other one lose from here?"""
    if "_" not in after.other:
        if missing(after.other) == 0:
            return True
        if "_" not in after.own:
            return beats(after.other, after.own)
    return not wins(after)


@pytest.mark.parametrize("zero", READINGS)
@pytest.mark.slow
@pytest.mark.truth
def test_the_rules_recommend_what_their_sentences_say(zero: str) -> None:
    """On random games, which meet every rule."""
    options = Options(leading_zero=zero)
    strategy = games.room(GAME.name).strategy(options)
    assert strategy
    rng, used = Random(truth.SEED), set[int]()
    for _ in range(truth.amount(400, 5_000)):
        match, table = Match(GAME, options), Table(EMPTY, EMPTY, zero)
        while not match.outcome:
            number, expected = told(table)
            advice = strategy.advice(match.position)
            assert (advice.number if advice else 0) == number, match.position
            assert {GAME.format_move(move) for move in strategy.moves(match.position)} == expected, match.position
            used.add(number)
            move = rng.choice(sorted(expected) if rng.random() < 0.5 else table.allowed())
            match.play(move)
            table = table.after(move)
    assert used == set(range(6))


@pytest.mark.parametrize("zero", READINGS)
@pytest.mark.slow
@pytest.mark.truth
def test_by_plain_search_the_rules_never_give_a_win_away(zero: str) -> None:
    wins.cache_clear()
    for seat in (1, 2):
        start = (Table(EMPTY, EMPTY, zero), 1)
        met, seen = [start], {start}
        for table, to_move in met:
            moves = sorted(told(table)[1]) if to_move == seat else table.allowed()
            following = [table.after(move) for move in moves]
            is_start = table.own == table.other == EMPTY  # which seat 1 wins, so it is held to it
            if to_move == seat and (is_start or wins(table)):
                assert all(map(is_win_for_mover, following)), table
            unfinished = [(after, 3 - to_move) for after in following if not is_over(after)]
            met += [pair for pair in unfinished if pair not in seen]
            seen.update(unfinished)
        assert len(met) > 1000


def is_over(after: Table) -> bool:
    return "_" not in after.other and ("_" not in after.own or missing(after.other) == 0)


@pytest.mark.parametrize("values", [{"base": 9}, {"leading_zero": "unqualified"}, {"divisor": 5}, {"slots": 2}])
def test_where_the_rules_are_not_proved_there_are_none(values) -> None:
    assert games.room(GAME.name).strategy(Options(**values)) is None


def test_0_and_7_1_and_8_and_2_and_9_do_the_same_job() -> None:
    pairs = [("0", "7"), ("1", "8"), ("2", "9")]
    for a, b in permutations("0123456789", 2):
        for i in range(3):
            for one, other in pairs:
                numbers = [f"{(a + b)[:i]}{digit}{(a + b)[i:]}" for digit in (one, other)]
                assert (missing(numbers[0]) == 0) == (missing(numbers[1]) == 0)
