"""The baselines: their names, what each of them plays, and that `@mcts-N` is a fixed policy."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import islice
from typing import Any

import pytest

import fathom
from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.errors import UnknownPlayer
from fathom.players import check_player, is_own, machine, machines, player_named, policy_named
from fathom.players.baselines import FAMILIES, LISTED, read_baseline
from fathom.players.mcts import MctsPlayer
from fathom.players.thinking import choose_within
from fathom.solver.walk import walk

CODES = [
    "range-war,highest=6",
    "range-war,highest=5,second_move=free",
    "pocket-addition,highest=5,target=9",
    "pyramid-challenge,levels=2,highest=4",
    "digit-dilemma:7L.3L.1R",
]


def positions(code: str) -> Iterator[tuple[Any, Any, Any]]:
    """Some positions that are not over, with the game and the options."""
    match = games.read_code(code)
    reached = (visit.position for visit in walk(match.position) if visit.position.outcome is None)
    for position in islice(reached, 0, 600, 3):
        yield match.game, match.options, position


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    "name", ["@minimax-0", "@minimax-100", "@minimax-", "@minimax-x", "@minimax-04", "@mcts-100001"]
)
def test_a_number_that_is_not_allowed_is_refused_with_the_limits(name: str) -> None:
    with pytest.raises(
        UnknownPlayer, match=rf"There is no player '{name}': in @m\w+-N, N is .* from 1 to [\d,]+, such"
    ):
        check_player(name)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_limits_themselves_are_allowed(family: Any) -> None:
    for number in (1, family.highest):
        assert read_baseline(check_player(f"{family.stem}{number}")) == (family, number)


def test_a_family_without_its_number_is_answered_with_one_that_exists() -> None:
    with pytest.raises(UnknownPlayer, match=r"@greedy, @minimax-N, @mcts-N.*Did you mean @minimax-4\?"):
        check_player("@minimax")


def test_they_are_listed_with_one_line_each() -> None:
    assert machines()["@minimax-4"] == "looks 4 moves ahead, and no further"
    assert machines()["@mcts-100"] == "tries 100 random games before each move"
    assert set(LISTED) < set(machines())
    assert all(is_own(name) for name in LISTED)


@pytest.mark.parametrize("name", ["@greedy", "@minimax-2", "@mcts-10"])
def test_a_puzzle_is_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer, match=f"{name} plays to win, and in Pyramid Puzzle nobody loses"):
        fathom.play("pyramid-puzzle", name)


@pytest.mark.parametrize("name", LISTED)
def test_each_of_them_plays_in_the_library(name: str) -> None:
    assert fathom.play("pocket-addition", fathom.player(name, seed=1), "@random", seed=2).outcome


# ---------------------------------------------------------------- what they play


@pytest.mark.parametrize("code", CODES)
def test_greedy_takes_a_win_at_once_and_else_anything(code: str) -> None:
    for game, options, position in positions(code):
        ends = [position.after(move).outcome for move in position.moves()]
        winning = [int(end is not None and end.winner == position.to_move) for end in ends]
        found = machine("@greedy", random.Random(1), game, options).weights(position)
        assert found == (winning if any(winning) else [1] * len(ends))


def minimax(position: Any, seat: int, plies: int) -> int:
    """By definition: 1, 0 or -1 for `seat`, and 0 where the search stops."""
    if position.outcome:
        return 0 if position.outcome.winner is None else 1 if position.outcome.winner == seat else -1
    if plies == 0:
        return 0
    best = max if position.to_move == seat else min
    return best(minimax(position.after(move), seat, plies - 1) for move in position.moves())


@pytest.mark.parametrize("plies", [1, 2, 3, 4])
@pytest.mark.parametrize("code", CODES)
def test_minimax_plays_as_a_plain_search_of_that_depth(code: str, plies: int) -> None:
    for game, options, position in islice(positions(code), 60):
        scores = [minimax(position.after(move), position.to_move, plies - 1) for move in position.moves()]
        found = machine(f"@minimax-{plies}", random.Random(1), game, options).weights(position)
        assert found == [int(score == max(scores)) for score in scores]


# ---------------------------------------------------------------- @mcts-N


def test_mcts_plays_one_move_whoever_asks_and_in_whatever_order() -> None:
    code = "import random; from fathom import games; from fathom.players import machine;"
    code += "print([machine('@mcts-50', random.Random(), g).weights(g.start()) for g in map(games.game, {names})])"
    names = ["pocket-addition", "digit-dilemma", "range-war"]
    run = [sys.executable, "-c", code.format(names=names)]
    told = {
        subprocess.run(run, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in "12"
    }
    here = [machine("@mcts-50", random.Random(3), games.game(name)).weights(games.game(name).start()) for name in names]
    assert told == {f"{here}\n"}


def test_mcts_finds_a_winning_move() -> None:
    # README.md shows the analysis: 1, 2 and 4 win, and 3, 5, 7 and 8 lose.
    position = games.read_code("pocket-addition:6.9").position
    chosen = policy_named("@mcts-2000", games.game("pocket-addition"), position.options).weigh(position, Meter())
    assert position.moves()[chosen.index(1)] in (1, 2, 4)


def test_mcts_does_not_search_where_there_is_one_move() -> None:
    position = games.read_code("pocket-addition:9.1.5.8").position
    meter = Meter()
    assert machine("@mcts-1000", random.Random(1)).weights(position, meter) == [1]
    assert meter.positions == 0


def test_mcts_out_of_time_plays_by_the_games_it_has_played() -> None:
    match = games.read_code("pocket-addition")
    player = player_named("@mcts-100000", random.Random(1), match.game, match.options)
    assert isinstance(player, MctsPlayer)
    stopped = Meter(Budget(seconds=0))
    choice = choose_within(player, match, nullcontext(stopped))
    assert choice.ply.move in match.legal_moves
    assert choice.shortfall
    said = choice.shortfall.describe("@mcts-100000")
    assert said == "@mcts-100000 did not see to the end (it takes more than 0 s), so it stopped after 0 games."


def test_mcts_that_was_stopped_once_is_still_the_same_policy() -> None:
    match = games.read_code("pocket-addition:6")
    stopped, free = (player_named("@mcts-200", random.Random(1), match.game, match.options) for _ in range(2))
    choose_within(stopped, match, nullcontext(Meter(Budget(seconds=0))))
    assert isinstance(stopped, MctsPlayer)
    assert isinstance(free, MctsPlayer)
    assert stopped.weights(match.position) == free.weights(match.position)
