"""The exact chances of the levels: compared with a plain recursion, with simulation, and with what the docs print."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from fathom import games
from fathom.analysis import filing as module
from fathom.analysis.chances import chances, odds
from fathom.analysis.filing import fold
from fathom.analysis.levels import LEVELS
from fathom.analysis.reckoning import Odds
from fathom.core.budget import Budget, Meter
from fathom.errors import Unknown
from fathom.players import MACHINES, machine
from tests.conformance.laws import cases
from tests.conformance.room_laws import positions_of_one_shape_have_one_tree

pytestmark = pytest.mark.slow  # thousands of simulated games

PAGE = (Path(__file__).parents[2] / "docs" / "levels.md").read_text(encoding="utf-8")
TWO_PLAYER = [name for name in games.ROOMS if games.game(name).seats == 2]

#: Small enough for a recursion that merges nothing.
TINY = [
    "range-war,highest=5",
    "range-war,highest=4,second_move=free",
    "pocket-addition,highest=4,target=6",
    "pocket-addition:1.2.3.4",
    "pocket-addition:6.8.1",
    "pyramid-challenge,levels=2,highest=3",
    "pyramid-challenge,highest=2:2.1.1.2",
    "pyramid-challenge:4.4.7.9.3.9",
    "digit-dilemma,slots=2:7L.3L",
    "digit-dilemma:7L.3M.1R.8R",
    "digit-dilemma:7L.3M.1R",
]
#: Small enough to visit every position.
SMALL = [
    "range-war,highest=7",
    "pocket-addition,highest=6,target=10",
    "pyramid-challenge,levels=2,highest=9",
    "pyramid-challenge:4.4.7.9",
    "pocket-addition",
    "pyramid-challenge,levels=3,highest=3",
    "pyramid-challenge,levels=4,highest=1",
    "digit-dilemma,slots=2",
    "digit-dilemma,slots=2,leading_zero=forbidden,divisor=13",
]


def from_here(code: str) -> dict[tuple[str, str], Odds]:
    """The odds from the position that a code names."""
    match = games.read_code(code)
    room = games.room(match.game.name)
    return odds(fold(match.position, room.shape, room.strategy(match.options)), LEVELS)


# ---------------------------------------------------------------- the same by plain recursion


Distribution = Callable[[Any], list[tuple[Any, Fraction]]]


def plainly(position: Any, first: Distribution, second: Distribution) -> tuple[Fraction, Fraction]:
    """The chances of a win of seat 1 and of a draw: nothing is merged, no position is looked up."""
    if position.outcome:
        return Fraction(position.outcome.winner == 1), Fraction(position.outcome.winner is None)
    mover = first if position.to_move == 1 else second
    won = drawn = Fraction(0)
    for move, chance in mover(position):
        after = plainly(position.after(move), first, second) if chance else (0, 0)
        won, drawn = won + chance * after[0], drawn + chance * after[1]
    return won, drawn


@pytest.mark.parametrize("code", TINY)
def test_the_chances_equal_a_plain_recursion_over_the_whole_tree(code: str) -> None:
    match, found = games.read_code(code), from_here(code)
    players: dict[str, Distribution] = {
        name: cache(machine(name, random.Random(0), match.game, match.options).distribution) for name in MACHINES
    }
    for first, second in product(MACHINES, repeat=2):
        assert found[first, second] == plainly(match.position, players[first], players[second])


@pytest.mark.parametrize("code", SMALL)
def test_merging_positions_of_one_shape_changes_nothing(code: str) -> None:
    match = games.read_code(code)
    strategy = games.room(match.game.name).strategy(match.options)
    assert from_here(code) == odds(fold(match.position, lambda position, _: position, strategy), LEVELS)


@pytest.mark.parametrize("game", TWO_PLAYER)
def test_positions_of_one_shape_have_one_tree(game: str) -> None:
    for case in cases(games.game(game)):
        positions_of_one_shape_have_one_tree(case)  # asserts


# ---------------------------------------------------------------- the same by other means


@pytest.mark.parametrize("highest", [2, 3, 5])
def test_a_random_mover_completes_its_pyramid_as_often_as_counted_by_hand(highest: int) -> None:
    # In seat 1 it is never too late: it wins exactly when it can go on to the top.
    def completes(cells: tuple[int, ...]) -> Fraction:
        if len(cells) == 6:
            return Fraction(1)
        numbers = range(1, highest + 1)
        left = {3: 0, 4: 1, 5: 3}.get(len(cells))
        if left is not None:
            a, b = cells[left], cells[left + 1]
            numbers = [n for n in numbers if n in (a + b, abs(a - b))]  # type: ignore[assignment]
        return Fraction(sum(completes((*cells, n)) for n in numbers), len(numbers) or 1)

    found = from_here(f"pyramid-challenge,highest={highest}")
    assert {found["@random", name].first for name in MACHINES} == {completes(())}


@pytest.mark.parametrize("game", TWO_PLAYER)
def test_a_student_who_moves_first_always_wins_a_game_that_the_first_player_wins(game: str) -> None:
    """All four are such games, and a list of rules that never gives away a win is proved elsewhere."""
    won = published(game, "Seat 1 wins")
    assert {won["@student", name] for name in MACHINES} == {100.0}


def test_random_against_random_with_three_numbers() -> None:
    # Second lower, 1 opens: wins at once (1/3). 2: then 1, then 3, and seat 2 is stuck (1/3). 3: seat 2 takes 2, and
    # nothing is higher; or 1, then 2, and nothing is lower than 2.
    assert from_here("range-war,highest=3")["@random", "@random"].first == Fraction(1, 3) + Fraction(1, 3) + Fraction(
        1, 6
    )


@pytest.mark.parametrize("game", TWO_PLAYER)
@pytest.mark.parametrize("first, second", [("@random", "@random"), ("@novice", "@student"), ("@casual", "@trickster")])
def test_the_published_tables_agree_with_simulation(game: str, first: str, second: str) -> None:
    rounds = 500
    won = sum(winner(game, first, second, seed) == 1 for seed in range(rounds))
    # Hoeffding: a mean is further off than this with a chance below 1e-6; half a tenth of a percent is rounding.
    allowed = math.sqrt(math.log(2e6) / (2 * rounds)) + 0.0005
    assert abs(won / rounds - published(game, "Seat 1 wins")[first, second] / 100) <= allowed


def winner(game: str, first: str, second: str, seed: int) -> int | None:
    rules, rng = games.game(game), random.Random(seed)
    players = {1: machine(first, rng, rules), 2: machine(second, rng, rules)}
    position: Any = rules.start()
    while position.outcome is None:
        position = position.after(players[position.to_move].draw(position))
    return position.outcome.winner


def published(game: str, title: str) -> dict[tuple[str, str], float]:
    """A table of docs/levels.md, in percent."""
    block = re.search(rf"<!-- chances: {game} -->\n(.*?)<!-- /chances -->", PAGE, re.DOTALL)
    assert block
    lines = block[1].split(f"\n{title}\n")[1].splitlines()[1 : len(MACHINES) + 1]
    rows = [line.split() for line in lines]
    return {(f"@{row[0]}", second): float(cell) for row in rows for second, cell in zip(MACHINES, row[1:], strict=True)}


# ---------------------------------------------------------------- what the figures say


@pytest.mark.parametrize("game", ["range-war", "pocket-addition"])
def test_every_pair_of_levels_has_its_odds_and_they_sum_to_one(game: str) -> None:
    found = chances(games.game(game), games.game(game).options_type())
    assert list(found) == list(product(MACHINES, repeat=2))
    for one in found.values():
        assert one.drawn == 0
        assert 0 <= one.first <= 1
        assert one.first + one.drawn + one.second == 1


def test_a_game_with_draws_has_a_chance_of_one() -> None:
    found = from_here("pyramid-challenge,highest=3")
    assert 0 < found["@random", "@random"].drawn < 1
    assert all(one.first + one.drawn + one.second == 1 for one in found.values())


@pytest.mark.parametrize("game", TWO_PLAYER)
def test_in_every_game_each_level_scores_more_against_the_others_than_the_one_before(game: str) -> None:
    won = published(game, "Seat 1 wins")
    drawn = published(game, "Nobody wins") if game == "pyramid-challenge" else dict.fromkeys(won, 0.0)

    def score(name: str, opponent: str) -> float:
        begun, followed = (name, opponent), (opponent, name)
        return (won[begun] + drawn[begun] / 2 + 100 - won[followed] - drawn[followed] / 2) / 2

    names = list(MACHINES)[:-2]  # between perfect players nobody is better, and a student gives nothing away either
    for lower, upper in pairwise(names):
        assert score(upper, lower) > 50.5


def test_progress_is_told_in_positions_worked_out() -> None:
    meter = Meter()
    chances(games.game("range-war"), games.game("range-war").options_type(), meter)
    assert meter.positions > 10


@pytest.mark.parametrize("code", ["range-war", "pyramid-challenge,highest=5"])
def test_chances_that_take_too_long_are_unknown(code: str) -> None:
    match = games.read_code(code)
    with pytest.raises(Unknown, match="it takes more than 0 s"):
        chances(match.game, match.options, Meter(Budget(seconds=0)))


def test_a_game_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_MOVES", 1000)
    with pytest.raises(Unknown, match="1,000 moves were not enough to work out the chances; try smaller options"):
        chances(games.game("pocket-addition"), games.game("pocket-addition").options_type())


def test_pyramids_that_are_too_many_to_sort_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from fathom.games.pyramid_challenge import theory

    monkeypatch.setattr(theory, "_MOST_PYRAMIDS", 100)
    game = games.game("pyramid-challenge")
    with pytest.raises(Unknown, match="100 pyramids were not enough"):
        chances(game, game.options_type(highest=8))
