"""What is said about moves is true: every number in it is found again by a plain search."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from fathom.errors import IllegalMove
from fathom.games.pyramid_puzzle.reasons import grounds, move_costs, why
from fathom.games.pyramid_puzzle.rules import GAME, Move
from fathom.games.pyramid_puzzle.solve.outlook import outlook
from tests.games.pyramid_puzzle import plain
from tests.games.pyramid_puzzle.reference import random_puzzle


def some_positions():
    """Random walks on random puzzles, stopped at random; some with tiles cleared from afar."""
    rng = Random(5)
    found: list[Any] = []
    while len(found) < 40:
        position = GAME.start(random_puzzle(rng, rng.choice((3, 4)), sticks=2, blocked=9))
        for _ in range(rng.randrange(8)):
            if not position.outcome:
                position = position.after(rng.choice(position.moves()))
        if not position.outcome:
            found.append(position)
    return found


POSITIONS = some_positions()
on_positions = pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))


def rest(position, **limits):
    """The least MP still to be spent, by a plain search."""
    puzzle = plain.Puzzle(position.options, **limits)
    return plain.least(puzzle, None if position.tile is None else [plain.state_of(position)])


def total(position, **limits):
    left = rest(position, **limits)
    return None if left is None else position.mp + left


@on_positions
def test_the_totals_are_those_of_a_plain_search(position):
    costs = move_costs(position)
    assert [cost.move for cost in costs] == list(position.moves())
    totals = [total(position.after(move)) for move in position.moves()]
    assert [cost.total for cost in costs] == totals
    best = min((mp for mp in totals if mp is not None), default=None)
    assert best == total(position)
    assert [cost.over for cost in costs] == [None if mp is None else mp - best for mp in totals]


@on_positions
def test_the_facts_about_every_move_are_those_of_a_plain_search(position):
    for move in position.moves():
        facts, after = grounds(position, move), position.after(move)
        assert facts.spends == (after.sticks < position.sticks or after.opened > position.opened)
        assert facts.spends_last == (facts.spends and position.sticks == 1)
        check_ladder(position, after, facts)
        check_dynamite(position, facts)
        check_missed_ladder(position, after, facts)


def check_ladder(position, after, facts):
    if not facts.ladder:
        return
    tile, detour, saves, without = facts.ladder
    assert tile == position.options.layout.ladder
    assert not position.has_ladder
    assert without == total(position, ladder=False)
    ahead = outlook(after)
    assert ahead
    route, held = [after.tile, *ahead.ahead], after
    inward = 0
    for here, there in pairwise(route):
        inward += held.has_ladder and plain.spot(there)[0] < plain.spot(here)[0]
        held = held.after(Move(there))
    assert held.mp == facts.cost.total
    assert saves == inward
    assert detour == held.mp + inward - without >= 0


def check_dynamite(position, facts):
    if facts.dynamite:
        assert facts.dynamite.opens
        assert set(facts.dynamite.opens) <= set(position.still_blocked)
        assert facts.dynamite.without == total(position, opening=False)


def check_missed_ladder(position, after, facts):
    if facts.misses_ladder:
        assert total(position, ladder=False) > total(position)
        assert total(after, ladder=False) == total(after)


@on_positions
def test_the_sentences_say_the_facts(position):
    for move in position.moves():
        said, facts = why(position, move), grounds(position, move)
        name = GAME.format_move(move)
        best, mp = total(position), total(position.after(move))
        if best is None:
            assert said.startswith("There is no way to the peak from here, whatever the move.")
        elif mp is None:
            assert said.startswith(f"After {name} there is no way to the peak; the best is ")
        elif mp > best:
            assert said.startswith(f"{name} leads to {mp} MP in all, {mp - best} over the best, which is ")
        else:
            assert re.match(rf"{name} is (a|the one) best move: {mp} MP in all\.", said)
            assert ("the one best move" in said) == (len(facts.best) == 1)
        check_said(position, facts, said)


def check_said(position, facts, said):
    """The numbers of each sentence add up."""
    detour = re.search(
        r"costs a detour of (\d+) MP and saves (only )?(\d+): (\d+) MP in all with it, (\d+) on the best way without",
        said,
    )
    if detour:
        more, saves, with_it, without = (int(detour[i]) for i in (1, 3, 4, 5))
        assert with_it == without + more - saves == facts.cost.total
        assert without == total(position, ladder=False)
        assert bool(detour[2]) == (saves < more)
    saving = re.search(r"Opening .* saves (\d+) MP: the best way without dynamite takes (\d+) in all\.", said)
    if saving:
        assert int(saving[2]) == total(position, opening=False)
        assert int(saving[1]) == int(saving[2]) - facts.cost.total > 0
    if "without dynamite there would be none" in said:
        assert total(position, opening=False) is None
    if "saves nothing" in said:
        assert total(position, opening=False) == facts.cost.total
    if "does not pay" in said:
        assert total(position, opening=False) < facts.cost.total
    if "it no longer does" in said:
        assert facts.misses_ladder
        assert facts.cost.over


def published(*tiles):
    position = GAME.start()
    for tile in tiles:
        position = position.after(Move(tile))
    return position


@pytest.mark.parametrize(
    "walked, move, said",
    [
        (
            (),
            Move("E5"),
            "E5 leads to 14 MP in all, 2 over the best, which is E1, E2 or E24. "
            "Opening B2 does not pay: the best way without dynamite takes 13 MP in all.",
        ),
        (
            (),
            Move("E24"),
            "E24 is a best move: 12 MP in all. "
            "The ladder on E24 costs a detour of 6 MP and saves 6: 12 MP in all with it, "
            "12 on the best way without it. Opening B2 saves 1 MP: the best way without dynamite takes 13 in all.",
        ),
        (
            ("E1", "D1"),
            Move("B3", clears=True),
            "clear:B3 leads to 15 MP in all, 3 over the best, which is C1 or clear:B2. "
            "It spends the last stick in hand on B3. "
            "Opening B3 saves 7 MP: the best way without dynamite takes 22 in all.",
        ),
    ],
)
def test_moves_of_the_published_puzzle(walked, move, said):
    assert why(published(*walked), move) == said


def test_the_sentences_cover_what_they_can_say():
    said = " ".join(why(position, move) for position in POSITIONS for move in position.moves())
    for words in ("the one best move", "over the best", "costs a detour", "lies on the way", "Opening", "It spends"):
        assert words in said


def test_a_move_against_the_rules_has_no_reason():
    with pytest.raises(IllegalMove):
        why(published("E1"), Move("C4"))


def test_after_the_end_there_is_no_move():
    end = published("E1", "D1", "C1", "B1", "B2", "C4", "B2", "A1")
    assert move_costs(end) == []
