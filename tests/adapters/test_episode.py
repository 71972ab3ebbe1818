"""The plain class: text in, text out."""

from __future__ import annotations

import subprocess
import sys

import pytest

import fathom
from fathom.errors import GameOver


def test_a_won_game_is_worth_one():
    episode = fathom.Episode("pocket-addition")
    told = episode.reset(code="pocket-addition:6.9.2.1")
    assert told.startswith("Pocket Addition: ")
    assert "You are Player 1, and Player 2 is @perfect." in told
    assert "made 15 exactly" in episode.step("7")
    assert (episode.reward, episode.done) == (1.0, True)
    with pytest.raises(GameOver):
        episode.step("1")


def test_a_refused_move_loses_the_game():
    episode = fathom.Episode("range-war", highest=12)
    episode.reset()
    assert episode.step("99").startswith("99 is not on the line, which runs from 1 to 12 (rule 1).")
    assert (episode.reward, episode.done) == (-1.0, True)


def test_a_forgiving_episode_lets_you_try_again():
    episode = fathom.Episode("range-war", forgiving=True)
    episode.reset()
    assert "is not on the line" in episode.step("99")
    assert not episode.done
    assert "6" in episode.step("6")


def test_the_opponent_begins_when_you_are_second():
    episode = fathom.Episode("digit-dilemma", opponent="@random", seat=2, seed=5)
    assert "Player 1 " in episode.reset()
    assert len(episode.match.plies) == 1
    assert episode.legal_moves().startswith("Allowed now: ")


def test_the_same_seed_gives_the_same_game():
    def first_reply(seed):
        episode = fathom.Episode("digit-dilemma", opponent="@random", seat="random")
        episode.reset(seed=seed, unknown_column="ignored")
        return episode.match.code, episode.seat

    assert first_reply(3) == first_reply(3)
    assert len({first_reply(seed) for seed in range(12)}) > 2


def test_a_puzzle_is_worth_the_least_mp_by_the_mp_spent():
    episode = fathom.Episode("pyramid-puzzle")
    episode.reset()
    for move in ["E1", "D1", "C1", "B1", "clear:B2", "B2", "C4", "B2", "A1"]:  # the published route of 12 MP
        episode.step(move)
    assert episode.reward == 1.0
    episode.reset()
    for move in ["E2", "E1", "D1", "C1", "B1", "clear:B2", "B2", "C4", "B2", "A1"]:
        episode.step(move)
    assert episode.reward == 12 / 13


def test_its_tools_tell_what_may_be_done_but_not_what_is_good():
    episode = fathom.Episode("range-war")
    episode.reset()
    assert "1" in episode.board()
    assert episode.legal_moves() == "Allowed now: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10."
    assert "must be lower" in episode.rules() or "lower" in episode.rules()


def test_it_needs_no_other_package():
    program = "import fathom, sys; fathom.Episode('range-war').reset(); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
