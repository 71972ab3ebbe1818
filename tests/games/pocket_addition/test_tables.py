"""Ways to solve Pocket Addition: each equals a plain search of the rules in every state, and keeps to its budget."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from time import monotonic
from typing import Any

import pytest

from fathom.core.budget import UNLIMITED, Budget, Meter
from fathom.core.value import Value
from fathom.errors import Unknown
from fathom.games.pocket_addition import theory
from fathom.games.pocket_addition.rules import GAME, Options
from fathom.games.pocket_addition.tables.bits import BitScores
from fathom.games.pocket_addition.tables.kept import KeptScores
from fathom.games.pocket_addition.tables.scores import Root, RowScores

#: The numbers left, both totals together, and the target.
ROOTS = [
    *((tuple(range(1, n + 1)), 0, t) for n, t in ((1, 1), (1, 5), (2, 3), (4, 4), (5, 7), (7, 12), (6, 21), (3, 30))),
    ((2, 5, 6, 9), 7, 11),
    ((1, 4, 7), 12, 10),
    ((), 9, 6),
]


def array_scores() -> Any:
    pytest.importorskip("numpy", reason="numpy is not installed; the extra `tables` has it")
    from fathom.games.pocket_addition.tables.arrays import ArrayScores

    return ArrayScores


def ways() -> list[Any]:
    return [RowScores, BitScores, array_scores()]


def states(numbers: tuple[int, ...], both: int, target: int) -> Iterator[tuple[frozenset[int], int, int]]:
    """What is left, the total of the seat to move and that of the other, with both totals below the target."""
    for count in range(len(numbers) + 1):
        for taken in combinations(numbers, count):
            for own in range(both + sum(taken) + 1):
                foe = both + sum(taken) - own
                if own < target and foe < target:
                    yield frozenset(numbers) - set(taken), own, foe


def plain(target: int) -> Any:
    """By the rules alone: +p if the seat to move wins in p plies, -p if it loses in p."""

    @cache
    def value(left: frozenset[int], own: int, foe: int, passed: bool = False) -> int:
        legal = [number for number in left if own + number <= target]
        if not legal and passed:
            return 1 if own >= foe else -1  # who passes second took the last number
        if not legal:
            theirs = [value(left, foe, own, passed=True)]
        elif target - own in legal:
            return 1
        else:
            theirs = [value(left - {number}, foe, own + number) for number in legal]
        won = [1 - plies for plies in theirs if plies < 0]
        return min(won) if won else -1 - max(theirs)

    return value


def signed(score: int) -> int:
    return 255 - score if score >= 128 else -score


def bits(numbers: Any) -> int:
    return sum(1 << number for number in numbers)


@pytest.mark.parametrize("numbers, both, target", ROOTS)
def test_every_way_equals_a_plain_search_in_every_state(numbers: tuple[int, ...], both: int, target: int) -> None:
    value = plain(target)
    root = Root(bits(numbers), both, min(target, both + sum(numbers) + 1))
    solved = [way(root, UNLIMITED) for way in ways()]
    met = 0
    for left, own, foe in states(numbers, both, target):
        expected = value(left, own, foe)
        assert [signed(one.score(bits(left), own, foe)) for one in solved] == [expected] * len(solved), (left, own, foe)
        met += 1
    assert met == root.size().states


@pytest.mark.parametrize("numbers, both, target", ROOTS)
def test_every_way_is_kept_as_the_same_bytes_which_have_every_score(
    numbers: tuple[int, ...], both: int, target: int
) -> None:
    value = plain(target)
    root = Root(bits(numbers), both, min(target, both + sum(numbers) + 1))
    (packed,) = {way(root, UNLIMITED).pack() for way in ways()}
    kept = KeptScores(root, packed)
    for left, own, foe in states(numbers, both, target):
        assert signed(kept.score(bits(left), own, foe)) == value(left, own, foe), (left, own, foe)
    assert kept.pack() == packed
    with pytest.raises(ValueError, match=r"take .* bytes, not"):
        KeptScores(root, packed + b"\0")


def test_what_numpy_solved_and_was_kept_is_read_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    array_scores()
    options, rng = Options(highest=14, target=40), Random(1)
    solved = theory.Table(options)
    packed = solved.pack()
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setattr(theory, "solve", lambda *_: pytest.fail("it was solved again"))
    kept = theory.restore(options, packed)
    for _ in range(200):
        position = GAME.start(options)
        while not position.outcome:
            assert kept.value(position) == solved.value(position), position
            position = position.after(rng.choice(position.moves()))


def test_a_target_out_of_reach_is_no_different_from_one_that_is_further_away() -> None:
    assert Root.of(bits(range(1, 5)), 0, 0, 1275) == Root.of(bits(range(1, 5)), 0, 0, 11)


def test_numbers_that_are_too_large_for_both_are_left_out() -> None:
    assert Root.of(bits(range(1, 10)), 9, 7, 15) == Root(bits(range(1, 9)), 16, 15)


@pytest.mark.parametrize("options", [Options(highest=13, target=14), Options(highest=14, target=9)])
def test_with_many_numbers_a_match_is_solved_from_where_it_stands(options: Options) -> None:
    """A position of its own, one that follows, and one that does not."""
    table, value = theory.Table(options), plain(options.target)
    start: Any = GAME.start(options)
    for moves in ((3, 5), (3, 5, 1), (2,), ()):
        position = start
        for move in moves:
            position = position.after(move)
        left = frozenset(number for number in range(1, options.highest + 1) if position.pool >> number & 1)
        plies = value(left, position.own, position.foe)
        assert table.value(position) == Value(position.to_move if plies > 0 else 3 - position.to_move, abs(plies))


def test_without_numpy_large_options_are_solved_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(highest=14, target=22)
    start = GAME.start(options)
    array_scores()
    expected = theory.Table(options).value(start)
    monkeypatch.setitem(sys.modules, "fathom.games.pocket_addition.tables.arrays", None)
    table = theory.Table(options)
    assert table.value(start) == expected
    assert isinstance(table._solved[0], RowScores)


def test_a_first_analysis_of_the_default_options_does_without_numpy() -> None:
    told = "import fathom, sys; fathom.analyze('pocket-addition'); print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "False\n"


# ------------------------------------------------------------------ budgets


LARGE = Root.of(bits(range(1, 31)), 0, 0, 60)


@pytest.mark.parametrize("name", ["rows", "arrays"])
@pytest.mark.parametrize(
    "budget, said",
    [
        (Budget(states=1_000_000), "1,000,000 states were not enough to solve it"),
        (Budget(megabytes=10), "it takes more than 10 MB of memory"),
        (Budget(seconds=0.05), r"it takes more than 0\.05 s"),
    ],
)
def test_a_large_game_keeps_to_its_budget(name: str, budget: Budget, said: str) -> None:
    way = RowScores if name == "rows" else array_scores()
    with pytest.raises(Unknown, match=said):
        way(LARGE, Meter(budget))


def test_a_large_game_can_be_interrupted_at_any_time_and_says_how_much_is_done() -> None:
    class Enough(Exception):
        pass

    reported: list[float] = []
    way, meter = array_scores(), Meter()

    def report(_positions: int) -> None:
        reported.append(monotonic())
        assert meter.share is not None
        assert 0 <= meter.share <= 1
        if len(reported) == 3:
            raise Enough

    meter = Meter(report=report)
    with pytest.raises(Enough):
        way(Root.of(bits(range(1, 37)), 0, 0, 60), meter)
    assert len(reported) == 3
