"""The vector environment does what as many single environments do, and its chance is fair."""

from __future__ import annotations

from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import fathom.adapters.gymnasium  # noqa: F401 (registers the environments)
from fathom import games
from fathom.adapters.chance import Stream, draw_below
from fathom.adapters.numbering import number_moves, read_options
from fathom.adapters.policies import replay
from fathom.adapters.tables import make_table, walk_arrays
from fathom.errors import BadOption, GameOver, Unknown
from fathom.show.observation import GameArrays

GAMES = [
    ("fathom/RangeWar-v0", {}),
    ("fathom/PocketAddition-v0", {"highest": 7, "target": 12}),
    ("fathom/DigitDilemma-v0", {"slots": 2}),
    ("fathom/PyramidChallenge-v0", {"highest": 3}),
]
SEATS = [
    {"opponent": None},
    {"opponent": "@random", "seat": 2},
    {"opponent": "@casual", "seat": "random"},
    {"opponent": "@perfect", "seat": 2},
]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("seats", SEATS, ids=lambda seats: str(seats["opponent"]))
@pytest.mark.parametrize("name, options", GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_it_equals_single_environments_under_the_same_seeds_and_actions(name, options, seats, mode):
    arguments = {"num_envs": 6, **seats, **options}
    single = gymnasium.make_vec(name, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **arguments)
    table = gymnasium.make_vec(name, autoreset_mode=mode, **arguments)
    rng = np.random.default_rng(0)
    expected, found = single.reset(seed=5), table.reset(seed=5)
    for _ in range(40):
        masks = expected[-1]["action_mask"]
        np.testing.assert_array_equal(masks, found[-1]["action_mask"])
        for theirs, ours in zip(expected[:-1], found[:-1], strict=True):
            np.testing.assert_array_equal(theirs, ours)
            assert theirs.dtype == ours.dtype
        actions = np.array([_mostly_legal(mask, rng) for mask in masks])
        expected, found = single.step(actions), table.step(actions)


def _mostly_legal(mask: np.ndarray, rng: np.random.Generator) -> int:
    """A legal action; one time in ten, any."""
    legal = np.flatnonzero(mask)
    return int(rng.integers(len(mask)) if not len(legal) or rng.random() < 0.1 else rng.choice(legal))


OF_DIGITS = [
    {},
    {"slots": 2, "leading_zero": "forbidden", "divisor": 5},
    {"slots": 2, "leading_zero": "unqualified", "base": 12},
]


@pytest.mark.parametrize("options", OF_DIGITS, ids=str)
def test_the_rooms_own_arrays_are_those_of_a_walk_by_the_rules(options):
    chosen = read_options("digit-dilemma", options)
    own = games.room("digit-dilemma").arrays(chosen)
    assert own
    walked = walk_arrays(number_moves("digit-dilemma", chosen))
    assert _by_observation(own) == _by_observation(walked)


def _by_observation(arrays: GameArrays) -> dict[bytes, list[bytes | int]]:
    """What follows each position, with positions named by what is seen, not by their number."""
    names = [bytes(row) + bytes([seat]) for row, seat in zip(arrays.observations, arrays.seats, strict=True)]
    return {
        name: [names[following] if following >= 0 else following for following in row.tolist()]
        for name, row in zip(names, arrays.successors, strict=True)
    }


def test_the_positions_of_a_table_are_replayed_in_its_order():
    options = read_options("pocket-addition", {"highest": 5, "target": 9})
    table = make_table("pocket-addition", options)
    for state, position in enumerate(replay(table)):
        assert table.rows[state, : table.features].tolist() == list(table.numbering.observe(position))


def test_random_play_chooses_every_legal_move_equally_often():
    envs = gymnasium.make_vec("fathom/RangeWar-v0", num_envs=1000, opponent=None)
    envs.reset(seed=1)
    counted = Counter(np.concatenate([envs.unwrapped.sample_legal() for _ in range(20)]).tolist())
    assert sorted(counted) == list(range(10))
    # 20,000 draws, 2,000 expected of each with a standard deviation of 42: seven deviations.
    assert all(abs(count - 2000) < 300 for count in counted.values())


def test_sampled_actions_are_legal_until_the_end():
    envs = gymnasium.make_vec("fathom/DigitDilemma-v0", num_envs=50, opponent="@random", slots=2)
    _, infos = envs.reset(seed=3)
    for _ in range(30):
        actions, masks = envs.unwrapped.sample_legal(), infos["action_mask"]
        going = masks.any(axis=1)
        assert masks[np.arange(50), actions][going].all()
        _, rewards, terminations, _, infos = envs.step(actions)
        assert set(rewards[~terminations]) <= {0.0}


def test_one_stream_and_an_array_of_streams_draw_the_same_numbers():
    seeds = [0, 1, 7, 2**62 + 1]
    streams, single = np.array(seeds, np.uint64), [Stream(seed) for seed in seeds]
    for bound in (1, 2, 30, 1000, 2**31):
        assert draw_below(streams, bound).tolist() == [stream.below(bound) for stream in single]


def test_draws_are_those_of_the_published_generator():
    """The first outputs of SplitMix64 from seed 1234567, as published with its reference implementation."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    stream = Stream(1234567)
    assert [stream.below(2**32) for _ in published] == [number >> 32 for number in published]


def test_matches_can_be_reset_by_hand():
    envs = gymnasium.make_vec("fathom/RangeWar-v0", num_envs=2, opponent=None, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    _, rewards, terminations, _, _ = envs.step(np.array([0, 5]))
    assert rewards.tolist() == [1.0, 0.0]
    assert terminations.tolist() == [True, False]
    with pytest.raises(GameOver, match="reset_mask"):
        envs.step(np.array([0, 4]))
    envs.reset(options={"reset_mask": terminations})
    _, _, terminations, _, infos = envs.step(np.array([5, 4]))
    assert terminations.tolist() == [False, False]
    # After 6 there are five lower numbers; after 6 and 5 the next one is 7, 8, 9 or 10.
    assert infos["action_mask"].sum(axis=1).tolist() == [5, 4]


def test_what_does_not_fit_is_refused_in_a_sentence():
    with pytest.raises(Unknown, match="too many for a table"):
        gymnasium.make_vec("fathom/PyramidChallenge-v0", num_envs=2, levels=4)
    with pytest.raises(BadOption, match="only Fathom's own machines"):
        gymnasium.make_vec("fathom/RangeWar-v0", num_envs=2, opponent="./mybot")
    envs = gymnasium.make_vec("fathom/RangeWar-v0", num_envs=2)
    with pytest.raises(GameOver, match="reset"):
        envs.step(np.array([1, 1]))
    envs.reset(seed=1)
    with pytest.raises(BadOption, match="One action from 0 to 9"):
        envs.step(np.array([1, 10]))
