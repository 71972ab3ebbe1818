"""Small environments, each with one fault of its own, and one without any."""

from __future__ import annotations

import random
from itertools import cycle
from threading import Lock
from typing import Any

import numpy
import pytest

from fathom.workshop.gym.explorer import Explorer, NoEnvironment, findings, freeze, load


class Nim:
    """Take 1 to 3 of seven; whoever takes the last wins. Nobody has a fault to find here."""

    def reset(self, seed: int | None = None) -> tuple[int, dict[str, object]]:
        self.left = 7
        self.turn = 0
        return self.left, {}

    def valid_moves(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= self.left]

    def step(self, number: int) -> tuple[int, float, bool, bool, dict[str, object]]:
        self.left -= number
        self.turn = 1 - self.turn
        return self.left, float(self.left == 0), self.left == 0, False, {}


class DeadEnd(Nim):
    """Offers no move when one is left."""

    def valid_moves(self) -> list[int]:
        return [] if self.left == 1 else super().valid_moves()


class Raises(Nim):
    """Offers 3 and raises when it is taken."""

    def step(self, number: int) -> Any:
        if number == 3:
            raise KeyError(number)
        return super().step(number)


class Punishes(Nim):
    """Offers a move beyond the last one and punishes it, as an illegal move."""

    def valid_moves(self) -> list[int]:
        return [1, 2, 3]

    def step(self, number: int) -> Any:
        return (self.left, -10.0, True, False, {}) if number > self.left else super().step(number)


class FirstMoveWins(Nim):
    """Three of three are taken at once."""

    def reset(self, seed: int | None = None) -> Any:
        super().reset(seed)
        self.left = 3


class IgnoresSeeds(Nim):
    """Begins with a number from a generator of its own."""

    chance = random.Random(4)

    def reset(self, seed: int | None = None) -> Any:
        super().reset(seed)
        self.left = self.chance.randrange(1_000_000_000)

    def valid_moves(self) -> list[int]:
        return [self.left]


class ObeysSeeds(Nim):
    def reset(self, seed: int | None = None) -> Any:
        super().reset(seed)
        self.left = 4 + random.Random(seed).randrange(1_000)

    def valid_moves(self) -> list[int]:
        return [self.left]


class TakesNoSeed(Nim):
    def reset(self) -> Any:  # type: ignore[override]
        return super().reset()


class RollsDice(Nim):
    """A move takes at random."""

    dice = random.Random(1)

    def step(self, number: int) -> Any:
        return super().step(self.dice.randint(1, min(3, self.left)))


class GoesRound:
    """Two positions, and always the way back: nobody can win."""

    def reset(self, seed: int | None = None) -> Any:
        self.place = 0

    def valid_moves(self) -> list[str]:
        return ["on"]

    def step(self, _: str) -> Any:
        self.place = 1 - self.place
        return self.place, 0.0, False, False, {}


class MovesAgain(Nim):
    """Whoever takes one moves again: `current_player` says so. With two left seat 1 takes both, one by one."""

    def reset(self, seed: int | None = None) -> Any:
        super().reset(seed)
        self.left, self.current_player = 2, 1

    def valid_moves(self) -> list[int]:
        return [1]


class LosesByLast(Nim):
    """Whoever takes the last one loses: a reward of -1 is no refusal."""

    def step(self, number: int) -> Any:
        left, reward, ended, stopped, info = super().step(number)
        return left, -reward, ended, stopped, info


class Breaks(Nim):
    def valid_moves(self) -> list[int]:
        if self.left < 3:
            raise ZeroDivisionError
        return super().valid_moves()


def explored(kind: type, limit: int = 10_000) -> dict[str, Any]:
    explorer = Explorer(kind, limit)
    for _ in explorer.run():
        pass
    return findings(explorer, explorer.seeds())


def test_a_game_without_faults_is_solved() -> None:
    # Seven is not a multiple of four: take 3, and answer every n with 4 - n. Open are 7 with seat 1 to move, and 1 to 6
    # with either seat, except 6, 5 and 4 with seat 1, which is to move again after two moves: 5 at most. So for seat 1
    # 7 and 1 to 5, for seat 2 1 to 6, and two ends.
    found = explored(Nim)
    assert (found["winner"], found["plies"]) == (1, 3)
    assert found["positions"] == 6 + 6 + 2
    assert (found["faults"], found["is_whole"], found["is_random"], found["seeds"]) == ({}, True, False, "fixed")


def test_dead_ends_are_found_with_the_moves_that_lead_there() -> None:
    found = explored(DeadEnd)
    assert found["faults"] == {"dead_end": 2}  # one left, with either seat to move
    assert "3, 3" in found["examples"]["dead_end"]


def test_a_move_that_is_offered_and_raises_is_refused() -> None:
    found = explored(Raises)
    # With one or two at a time, 3 can be taken with 3 to 7 left: 7 and 3 to 5 for seat 1, 3 to 6 for seat 2.
    assert found["faults"] == {"refused": 8}
    assert found["examples"]["refused"][0] == "3: KeyError"
    assert (found["winner"], found["plies"]) == (1, 5)  # with 1 or 2 at a time: leave multiples of three


def test_a_move_that_is_offered_and_punished_is_refused() -> None:
    found = explored(Punishes)
    assert found["faults"] == {"refused": 2 * (2 + 1)}  # of one left 2 and 3, of two left 3, with either seat to move
    assert (found["winner"], found["plies"]) == (1, 3)


def test_wins_on_the_first_move_are_listed() -> None:
    found = explored(FirstMoveWins)
    assert found["examples"]["first_move_wins"] == ["3"]
    assert (found["winner"], found["plies"]) == (1, 1)


@pytest.mark.parametrize(
    "kind, seeds", [(IgnoresSeeds, "ignored"), (ObeysSeeds, "obeyed"), (TakesNoSeed, "refused"), (Nim, "fixed")]
)
def test_what_a_seed_does_is_told(kind: type, seeds: str) -> None:
    assert Explorer(kind, 1).seeds() == seeds


def test_a_reset_without_a_seed_is_explored_all_the_same() -> None:
    assert (explored(TakesNoSeed)["winner"], explored(TakesNoSeed)["seeds"]) == (1, "refused")


def test_chance_in_moves_is_told() -> None:
    assert explored(RollsDice)["is_random"] is True


def test_a_game_that_goes_round_has_no_winner() -> None:
    found = explored(GoesRound)
    assert (found["winner"], found["plies"], found["is_whole"]) == (None, None, True)


def test_whose_turn_it_is_comes_from_the_environment_if_it_says() -> None:
    assert (explored(MovesAgain)["winner"], explored(MovesAgain)["plies"]) == (1, 2)


def test_a_negative_reward_at_the_end_is_a_loss() -> None:
    # Leave 5, then 1: seat 1 takes 2 of seven, and the other seat takes the last one at ply 4.
    found = explored(LosesByLast)
    assert (found["winner"], found["plies"], found["faults"]) == (1, 4, {})


def test_positions_that_break_are_told() -> None:
    assert explored(Breaks)["faults"]["broken"] == 4  # two or one left, with either seat to move


def test_a_budget_that_is_too_small_leaves_the_winner_unknown() -> None:
    found = explored(Nim, limit=3)
    assert (found["is_whole"], found["winner"]) == (False, None)


def test_what_was_found_so_far_is_known_at_every_moment() -> None:
    kind: type = Raises
    explorer = Explorer(kind, 10_000)
    seen = []
    for _ in explorer.run():
        found = findings(explorer, "fixed")
        assert (found["is_whole"], found["winner"], found["plies"]) == (False, None, None)
        seen.append((found["positions"], dict(explorer.faults.counts)))
    # Before the first position nothing was tried; then 1 and 2 lead to two others, and 3 was refused.
    assert seen[:2] == [(1, {}), (3, {"refused": 1})]
    assert explorer.is_whole


def test_values_of_any_type_can_be_compared() -> None:
    class Thing:
        def __init__(self) -> None:
            self.inside = [{1, 2}, {"a": (1, None)}, 1.5, random.Random(1)]

    assert freeze(Thing()) == freeze(Thing())
    assert freeze({"a": 1}) != freeze({"a": True})


def test_where_an_object_lies_in_memory_does_not_matter() -> None:
    class Slotted:
        __slots__ = ("number",)

        def __init__(self, number: int) -> None:
            self.number = number

    class One:
        __slots__ = "number"  # noqa: PLC0205 (Python takes one name without a tuple, too)

        def __init__(self, number: int) -> None:
            self.number = number

    class Both(Slotted):
        """Has a `__dict__` as well."""

        def __init__(self, number: int) -> None:
            super().__init__(number)
            self.name = "both"

    class Bare:
        __slots__ = ()

    assert freeze(Slotted(1)) == freeze(Slotted(1)) != freeze(Slotted(2))
    assert freeze(One(1)) == freeze(One(1)) != freeze(One(2))
    assert freeze(Both(1)) == freeze(Both(1)) != freeze(Both(2))
    assert freeze(Bare()) == freeze(Bare())
    assert freeze(numpy.random.default_rng(1)) == freeze(numpy.random.default_rng(2)) == "random"


def test_an_environment_that_cannot_be_copied_is_refused_and_not_called_faulty() -> None:
    class Locked(Nim):
        def __init__(self) -> None:
            self.lock = Lock()

    with pytest.raises(NoEnvironment, match=r"cannot be copied \(TypeError\)"):
        next(Explorer(Locked, 100).run())  # type: ignore[arg-type]


def test_a_start_by_chance_is_noticed_though_its_first_two_are_the_same() -> None:
    starts = cycle([6, 6, 6, 7])

    class Chance(Nim):
        def reset(self, seed: int | None = None) -> Any:
            super().reset(seed)
            self.left = next(starts)

    assert Explorer(Chance, 100).seeds() == "ignored"  # type: ignore[arg-type]


def test_a_file_must_say_which_class_is_meant(tmp_path: Any) -> None:
    file = tmp_path / "two.py"
    file.write_text("class A:\n    reset = step = valid_moves = lambda self: None\nclass B(A): pass\n")
    with pytest.raises(NoEnvironment, match="A, B"):
        load(str(file), "")
    assert load(str(file), "B").__name__ == "B"
    with pytest.raises(NoEnvironment, match="no class C"):
        load(str(file), "C")
