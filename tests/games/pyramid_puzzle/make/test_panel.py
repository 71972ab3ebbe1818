"""The panel finds a best route exactly when the same solvers, written plainly, walk one."""

from __future__ import annotations

from random import Random

import pytest

from fathom.games.pyramid_puzzle.board import read_layout
from fathom.games.pyramid_puzzle.make.generate import generate
from fathom.games.pyramid_puzzle.make.panel import FORESIGHT
from fathom.games.pyramid_puzzle.make.rate import GRADES, rate
from fathom.games.pyramid_puzzle.rules import DEFAULTS, GAME, Move, Options
from fathom.games.pyramid_puzzle.solve.bitboard import bitboard, encode_layout
from fathom.games.pyramid_puzzle.solve.eye import Eye
from fathom.games.pyramid_puzzle.solve.solution import is_within, solve
from tests import truth
from tests.games.pyramid_puzzle import plain
from tests.games.pyramid_puzzle.reference import random_puzzle

SAMPLE = truth.amount(60, 300)


def puzzles():
    """Small puzzles, so that four decisions can be tried out plainly."""
    rng = Random(f"panel {truth.SEED}")
    drawn = [random_puzzle(rng, 3 + number % 2, sticks=2, blocked=8) for number in range(SAMPLE)]
    made = [generate(rng, grade, 4).options for grade in GRADES for _ in range(SAMPLE // 20)]
    return drawn + made


@pytest.mark.slow
@pytest.mark.truth
def test_each_solver_finds_what_a_plain_walker_of_the_same_foresight_finds():
    outcomes = set()
    for options in puzzles():
        mp = plain.least(plain.Puzzle(options))
        found_by = rate(options).found_by
        if mp is None:
            assert found_by == ()
            continue
        plainly = {name: plain.LookAhead(plain.Puzzle(options), depth).mp() for name, depth in FORESIGHT.items()}
        assert [name for name in FORESIGHT if name in found_by] == [n for n, spent in plainly.items() if spent == mp]
        assert ("greedy" in found_by) == (plain.greedy(plain.Puzzle(options)) == mp)
        outcomes.add(found_by)
    assert {("greedy", "two", "four"), ("two", "four"), ("four",), ()} <= outcomes


@pytest.mark.slow
@pytest.mark.truth
def test_by_eye_is_the_way_without_blocked_tiles_and_never_too_much():
    for options in puzzles()[:40]:
        board, things = bitboard(options.levels), encode_layout(options.layout, options.levels)
        eye, puzzle = Eye(board, things), plain.Puzzle(options)
        for start in puzzle.starts():
            for _, state in [(0, start), *plain.LookAhead(puzzle, 2).decisions(start)]:
                if state.tile == plain.PEAK:
                    continue
                mode = sum(1 << board.bit_of[plain.name(tile)] for tile in state.held | state.opened)
                bit = 1 << board.bit_of[plain.name(state.tile)]
                seen = plain.LookAhead(puzzle, 2).by_eye(state)
                assert seen is not None
                assert eye.tiles_within(mode, seen) & bit
                assert not eye.tiles_within(mode, seen - 1) & bit
                rest = plain.least(puzzle, [state])
                assert rest is None or seen <= rest


@pytest.mark.slow
@pytest.mark.truth
def test_the_alternatives_are_the_moves_within_two_mp_of_the_best():
    for options in puzzles()[:30]:
        routes, mp = solve(options).routes, plain.least(plain.Puzzle(options))
        if routes is None or mp is None:
            continue
        position, total = GAME.start(options), 0
        for tile in routes.first():
            for move in position.moves():
                after = position.after(move)
                if after.outcome:
                    total += after.outcome.winner is not None and after.mp <= mp + 2
                else:
                    starts = None if after.tile is None else [plain.state_of(after)]
                    rest = plain.least(plain.Puzzle(options), starts)
                    total += rest is not None and after.mp + rest <= mp + 2
            total -= 1
            position = position.after(Move(tile))
        assert rate(options).alternatives == total


def test_a_bounded_search_knows_whether_the_peak_is_within_reach():
    start = GAME.start(DEFAULTS)
    assert is_within(start, 12)
    assert not is_within(start, 11)
    assert not is_within(GAME.start(Options(layout=read_layout("kC4.xB1.xB2.xB3.xB4"))), 1000)


def test_a_key_at_the_foot_of_the_pyramid_is_found_by_everyone():
    assert rate(Options(layout=read_layout("kE1"))).found_by == ("greedy", "two", "four")
