"""The corrected environments of gg-bench: its numbering and spaces, and none of the faults."""

from __future__ import annotations

import copy
from collections import Counter
from random import Random

import gymnasium
import numpy as np
import pytest

import fathom
from fathom.adapters.gg_bench import DigitDilemma, PocketAddition, PyramidChallenge, RangeWar
from fathom.errors import GameOver

EVERY = [PocketAddition, RangeWar, PyramidChallenge, DigitDilemma]


@pytest.mark.parametrize("kind", EVERY)
def test_every_game_ends_and_is_judged_by_the_rules(kind):
    env, rng = kind(), Random(1)
    endings: Counter[int] = Counter()
    for game in range(100):
        observation, _ = env.reset(seed=game)
        done, reward, mover = False, 0, 0
        while not done:
            assert env.observation_space.contains(observation)
            assert env.valid_moves(), "no game is stuck before its end"
            mover = env.current_player
            observation, reward, done, _, _ = env.step(rng.choice(env.valid_moves()))
        outcome = fathom.Match(env.match.code).outcome
        assert outcome
        winner = outcome.winner
        assert reward == (0 if winner is None else 1 if winner == mover else -1)
        endings[reward] += 1
    assert endings[1] > 0
    assert env.valid_moves() == []


def test_range_war_goes_on_after_the_first_move():
    env = RangeWar()
    env.reset()
    _, reward, done, _, _ = env.step(5)
    assert (reward, done) == (0, False)
    assert env.valid_moves() == [0, 1, 2, 3, 4]


def test_range_war_is_begun_by_seat_1_whatever_global_chance_says():
    env = RangeWar()
    starters = set()
    for seed in range(10):
        np.random.seed(seed)  # gg-bench drew the first player from here
        env.reset(seed=1)
        starters.add(env.current_player)
    assert starters == {1}


def test_two_full_boards_are_compared():
    env = DigitDilemma()
    env.reset()
    for digit, place in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)]:  # 135 is 5 short of 140
        env.step(digit * 3 + place)
    _, reward, done, _, _ = env.step(6 * 3 + 2)  # 246 is 6 short of 252
    assert (reward, done) == (-1, True)


def test_a_stuck_seat_passes_without_an_action():
    env = PyramidChallenge()
    env.reset()
    for number in (9, 1, 9, 2, 9, 3):  # nothing fits above 9 and 9, since 0 and 18 are not numbers of the game
        env.step(number - 1)
    assert env.match.moves[-1] == "pass"
    assert env.current_player == 2
    assert env.valid_moves() == [0, 2]  # 2 - 1 and 1 + 2


def test_two_stuck_seats_draw():
    env = PyramidChallenge()
    env.reset()
    for number in (9, 9, 9, 9, 9):
        env.step(number - 1)
    _, reward, done, _, _ = env.step(8)
    assert (reward, done) == (0, True)


def test_numbers_are_yours_or_the_others_as_the_mover_sees_them():
    env = PocketAddition()
    env.reset()
    env.step(5)  # 6
    observation, *_ = env.step(8)  # 9
    assert observation.tolist() == [0, 0, 0, 0, 0, 1, 0, 0, -1, 6, 9]


def test_a_pass_with_a_number_to_take_is_refused():
    env = PocketAddition()
    env.reset()
    _, reward, done, _, info = env.step(9)
    assert (reward, done) == (-10, True)
    assert "may not pass" in str(info["illegal"])
    with pytest.raises(GameOver):
        env.step(0)


@pytest.mark.parametrize("kind", EVERY)
def test_a_deep_copy_goes_its_own_way(kind):
    env = kind()
    env.reset()
    env.step(env.valid_moves()[-1])
    copied = copy.deepcopy(env)
    copied.step(copied.valid_moves()[0])
    assert len(env.match.plies) == 1
    assert isinstance(env, gymnasium.Env)
