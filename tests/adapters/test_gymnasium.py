"""The Gymnasium environments: its own checker, and games that are judged by the rules alone."""

from __future__ import annotations

import copy
import pickle
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import fathom
from fathom import games
from fathom.adapters import gymnasium as adapter
from fathom.errors import BadOption, GameOver, UnknownPlayer

CONTESTS = ["fathom/RangeWar-v0", "fathom/PocketAddition-v0", "fathom/DigitDilemma-v0", "fathom/PyramidChallenge-v0"]
EVERY = [*CONTESTS, "fathom/PyramidPuzzle-v0"]


def play_out(env, rng: Random, info) -> tuple[list[int], float]:
    """Play legal actions to the end: the actions, and the sum of the rewards."""
    actions, total, is_over = [], 0.0, False
    while not is_over:
        legal = np.flatnonzero(info["action_mask"])
        actions.append(int(rng.choice(list(legal))) if len(legal) else 0)
        _, reward, terminated, truncated, info = env.step(actions[-1])
        total += reward
        is_over = terminated or truncated
    return actions, total


@pytest.mark.parametrize("name", EVERY)
def test_gymnasiums_own_checker_finds_nothing_and_does_not_warn(name):
    env = gymnasium.make(name)
    check_env(env.unwrapped)  # warnings are errors
    assert env.spec.id == name


def test_every_game_is_registered():
    ids = {adapter.environment_id(name) for name in games.names()}
    assert ids <= set(gymnasium.registry)
    assert "fathom/RangeWar-v0" in ids


@pytest.mark.parametrize("name", CONTESTS)
@pytest.mark.parametrize("seat", [1, 2])
def test_rewards_are_the_outcome_as_the_agents_seat_sees_it(name, seat):
    env, rng = gymnasium.make(name, opponent="@random", seat=seat), Random(4)
    for game in range(20):
        _, info = env.reset(seed=game)
        _, total = play_out(env, rng, info)
        outcome = fathom.Match(env.unwrapped.match.code).outcome  # replayed from its code
        assert outcome
        assert total == (0 if outcome.winner is None else 1 if outcome.winner == seat else -1)


@pytest.mark.parametrize("name", CONTESTS)
def test_the_mask_has_the_legal_moves_and_nothing_else(name):
    env, rng = gymnasium.make(name, opponent=None), Random(2)
    _, info = env.reset(seed=1)
    game = env.unwrapped.match.game
    while env.unwrapped.match.outcome is None:
        match = env.unwrapped.match
        allowed = [game.actions(match.options)[action] for action in np.flatnonzero(info["action_mask"])]
        assert sorted(map(str, allowed)) == sorted(map(str, match.legal_moves))
        _, _, _, _, info = env.step(int(rng.choice(list(np.flatnonzero(info["action_mask"])))))
    assert not info["action_mask"].any()


def test_an_action_that_is_not_allowed_loses_and_the_rule_is_named():
    env = gymnasium.make("fathom/RangeWar-v0", opponent=None)
    env.reset(seed=1)
    env.step(4)
    _, reward, terminated, _, info = env.step(4)
    assert (reward, terminated) == (-1.0, True)
    assert info["illegal"] == "5 has been claimed already (rule 1). Allowed now: 1, 2, 3, 4."
    assert env.unwrapped.match.forfeited[0] == 2


def test_playing_both_seats_rewards_whoever_has_just_acted():
    env = gymnasium.make("fathom/RangeWar-v0", opponent=None)
    env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(0)  # opening with 1 wins on the spot
    assert (reward, terminated) == (1.0, True)


def test_a_game_lost_before_the_first_action_is_reported_by_the_first_step():
    class OpensWithOne:
        def choose(self, match):
            return 1

    env = gymnasium.make("fathom/RangeWar-v0", opponent=OpensWithOne(), seat=2)
    observation, info = env.reset(seed=1)
    assert not observation.any()
    assert not info["action_mask"].any()
    assert env.step(3)[1:4] == (-1.0, True, False)
    with pytest.raises(GameOver):
        env.step(3)


def test_options_are_keyword_arguments():
    env = gymnasium.make("fathom/RangeWar-v0", highest=12, second_move="free")
    assert env.action_space.n == 12
    assert env.unwrapped.match.code == "range-war,highest=12,second_move=free"
    with pytest.raises(BadOption, match="highest must be a whole number"):
        gymnasium.make("fathom/RangeWar-v0", highest=1)


def test_the_same_seed_gives_the_same_game():
    def played(seed):
        env = gymnasium.make("fathom/PocketAddition-v0", opponent="@casual", seat="random")
        _, info = env.reset(seed=seed)
        play_out(env, Random(0), info)
        return env.unwrapped.match.code

    assert len({played(7) for _ in range(3)}) == 1
    assert len({played(seed) for seed in range(20)}) > 1


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("name", EVERY)
def test_a_copy_in_mid_game_goes_on_from_there(clone, name):
    env = gymnasium.make(name).unwrapped
    _, info = env.reset(seed=5)
    _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    copied = clone(env)
    assert copied.match == env.match
    for _ in range(2):
        if env.match.outcome is None:
            action = int(np.flatnonzero(info["action_mask"])[0])
            ours, theirs = env.step(action), copied.step(action)
            info = ours[4]
            assert (ours[0] == theirs[0]).all()
            assert ours[1:4] == theirs[1:4]


def test_programs_play_and_forfeit_as_everywhere():
    env = gymnasium.make("fathom/RangeWar-v0", opponent="cmd:echo nonsense")
    env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(5)
    env.close()
    assert (reward, terminated) == (1.0, True)
    assert env.unwrapped.match.forfeited[0] == 2


def test_an_opponent_that_does_not_exist_is_refused_in_a_sentence():
    with pytest.raises(UnknownPlayer, match="is not a machine or a program"):
        gymnasium.make("fathom/RangeWar-v0", opponent="Ben")
    with pytest.raises(BadOption, match="the seat is 1, 2 or"):
        gymnasium.make("fathom/RangeWar-v0", seat=3)


def test_the_board_can_be_shown(capsys):
    env = gymnasium.make("fathom/RangeWar-v0", render_mode="ansi", opponent=None)
    env.reset(seed=1)
    env.step(5)
    assert env.render() == str(fathom.Match("range-war:6"))
    shown = gymnasium.make("fathom/RangeWar-v0", render_mode="human", opponent=None)
    shown.reset(seed=1)
    shown.step(5)
    assert str(fathom.Match("range-war:6")) in capsys.readouterr().out


def test_a_puzzle_walked_along_its_best_route_returns_minus_the_least_mp():
    env = gymnasium.make("fathom/PyramidPuzzle-v0", grade="medium").unwrapped
    for seed in range(3):
        _, info = env.reset(seed=seed)
        puzzle = fathom.puzzles.read(env.match.code)
        total, terminated = 0.0, False
        for step in str(puzzle.solve().route).split("|"):
            move = env.match.game.parse_move(step if step.startswith("clear:") else step.split(":")[0])
            _, reward, terminated, _, _ = env.step(env._numbers[move])
            total += reward
        assert terminated
        assert -total == puzzle.solve().mp == info["best"]


def test_puzzles_come_from_the_generator_by_seed_and_grade():
    env = gymnasium.make("fathom/PyramidPuzzle-v0", grade="hard").unwrapped
    env.reset(seed=7)
    assert fathom.puzzles.read(env.match.code) == fathom.puzzles.new("hard", seed=7)
    env.reset(seed=7, options={"grade": "easy"})
    assert fathom.puzzles.read(env.match.code) == fathom.puzzles.new("easy", seed=7)


def test_a_puzzle_step_that_is_not_allowed_costs_one_and_leads_nowhere():
    env = gymnasium.make("fathom/PyramidPuzzle-v0", steps=2).unwrapped
    env.reset(seed=1)
    before = env.match.code
    _, reward, terminated, truncated, info = env.step(0)  # the peak, before the start
    assert (reward, terminated, truncated) == (-1.0, False, False)
    assert "A walk starts on the base level" in info["illegal"]
    assert env.match.code == before
    assert env.step(0)[3]  # the second of two steps
