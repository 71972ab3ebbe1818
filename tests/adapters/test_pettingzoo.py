"""The PettingZoo environments: its own checkers, and games that are judged by the rules alone."""

from __future__ import annotations

import copy
import importlib
import pickle
import warnings
from random import Random

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import fathom
from fathom.adapters import pettingzoo as adapter

MODULES = ["digit_dilemma_v0", "pocket_addition_v0", "pyramid_challenge_v0", "range_war_v0"]
#: What the checker says of every environment whose observations are dictionaries, PettingZoo's own chess among them.
OF_DICTIONARIES = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def module(name):
    return getattr(adapter, name)


@pytest.mark.parametrize("name", MODULES)
def test_pettingzoos_own_checker_finds_nothing(name, capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(module(name).env(), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out
    assert [str(each.message) for each in caught if not str(each.message).startswith(OF_DICTIONARIES)] == []


@pytest.mark.parametrize("name", MODULES)
def test_seeds_and_rendering_pass_its_checkers(name, capsys):
    seed_test(module(name).env, num_cycles=10)
    render_test(module(name).env)
    assert capsys.readouterr().out  # the mode `human` prints


@pytest.mark.parametrize("name", MODULES)
def test_a_game_ends_as_the_rules_say(name):
    env, rng = module(name).env(), Random(3)
    for _ in range(10):
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            legal = list(np.flatnonzero(observation["action_mask"]))
            if terminated:
                break
            assert agent == f"player_{env.unwrapped.match.position.to_move}"
            env.step(int(rng.choice(legal)))
        outcome = fathom.Match(env.unwrapped.match.code).outcome
        assert outcome
        won = {None: (0, 0), 1: (1, -1), 2: (-1, 1)}[outcome.winner]
        assert (env.rewards["player_1"], env.rewards["player_2"]) == won


def test_the_modules_are_found_by_both_kinds_of_import():
    assert importlib.import_module("fathom.adapters.pettingzoo.range_war_v0") is module("range_war_v0")


def test_the_registry_makes_them_with_options():
    env = pettingzoo.make("aec", "fathom/range_war-v0", highest=12)
    env.reset()
    assert env.action_space("player_1").n == 12


def test_an_action_that_is_not_allowed_loses():
    env = module("range_war_v0").env()
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert "5 has been claimed already" in env.infos["player_2"]["illegal"]


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("name", MODULES)
def test_a_copy_in_mid_game_keeps_the_position(clone, name):
    env = module(name).env()
    env.reset()
    env.step(2)
    copied = clone(env)
    assert copied.unwrapped.match == env.unwrapped.match
    assert copied.agent_selection == "player_2"
    copied.step(int(np.flatnonzero(copied.last()[0]["action_mask"])[0]))
    assert len(env.unwrapped.match.plies) == 1
