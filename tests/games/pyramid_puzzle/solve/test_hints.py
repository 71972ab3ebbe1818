"""The five hints are true, in every position, and lead to the peak for the least MP."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from fathom.games.pyramid_puzzle.board import read_layout
from fathom.games.pyramid_puzzle.make.generate import generate
from fathom.games.pyramid_puzzle.route import item_on, read_route
from fathom.games.pyramid_puzzle.rules import GAME, Move, Options
from fathom.games.pyramid_puzzle.solve.hints import RUNGS, hint, hints
from tests.games.pyramid_puzzle import plain
from tests.games.pyramid_puzzle.reference import random_puzzle


def some_positions():
    """Starts of generated puzzles, and random walks on random ones."""
    rng = Random(9)
    puzzles = [generate(rng, grade) for grade in ("easy", "medium", "hard", "fiendish") for _ in range(4)]
    found = [GAME.start(puzzle.options) for puzzle in puzzles]
    while len(found) < 60:
        position = GAME.start(random_puzzle(rng, rng.choice((3, 4)), sticks=2, blocked=9))
        for _ in range(rng.randrange(9)):
            if not position.outcome:
                position = position.after(rng.choice(position.moves()))
        found.append(position)
    return found


POSITIONS = some_positions()
OPEN = [position for position in POSITIONS if not position.outcome]
on_positions = pytest.mark.parametrize("position", OPEN, ids=range(len(OPEN)))


def rest(position, **limits):
    puzzle = plain.Puzzle(position.options, **limits)
    return plain.least(puzzle, None if position.tile is None else [plain.state_of(position)])


def is_collected_at_best(position, tile):
    """Does a best way from here collect the item?"""
    puzzle, wanted = plain.Puzzle(position.options), plain.spot(tile)
    starts = puzzle.starts() if position.tile is None else [plain.state_of(position)]
    found = plain.dijkstra(puzzle, starts, lambda state: state.tile == plain.PEAK and wanted in state.held)
    return found.cost == rest(position)


def walked(position):
    """The last hint, walked to its end: every position on the way."""
    said = re.fullmatch(r"(\S+), for (\d+) MP in all\.", hint(position, 5))
    assert said
    found = [position]
    for step in read_route(said[1]):
        move = Move(step.tile, step.clears)
        if not step.item or step.tile != found[-1].tile:
            found.append(found[-1].after(move))
    assert found[-1].mp == int(said[2])
    return found


@on_positions
def test_without_a_way_every_hint_says_so(position):
    if rest(position) is None:
        assert len(set(hints(position))) == 1
        assert hint(position, 1).startswith("There is no way to the peak from here: ")


@on_positions
def test_the_whole_route_reaches_the_peak_for_the_least_mp(position):
    if rest(position) is not None:
        end = walked(position)[-1]
        assert end.outcome
        assert end.outcome.winner == 1
        assert end.mp == position.mp + rest(position)


@on_positions
def test_the_next_move_keeps_the_best(position):
    if rest(position) is None:
        return
    said = re.fullmatch(r"(?:Start on|Go to) (\w+?)(, opening it)?(?:, for (\d) MP)?\.", hint(position, 4))
    assert said
    after = position.after(Move(said[1]))
    assert after.mp + rest(after) == position.mp + rest(position)
    assert bool(said[2]) == (after.opened != position.opened)
    assert int(said[3] or 0) == after.mp - position.mp


@on_positions
def test_the_next_item_and_the_tiles_to_open_are_those_of_the_route(position):
    if rest(position) is None:
        return
    way = walked(position)
    taken = [tile for one in way for tile in one.taken - position.taken]
    item = re.fullmatch(r"Collect the (\w+) on (\w+) (?:next|first: start there)\.", hint(position, 2))
    if item:
        assert item[2] == taken[0]
        assert item_on(position.options, item[2]) == item[1]
    else:
        assert hint(position, 2) == "Nothing more needs collecting: go to A1."
        assert not taken
        assert position.has_key
    opened = way[-1].opened - position.opened
    named = set(re.findall(r"[B-J]\d+", hint(position, 3)))
    assert named == opened
    assert hint(position, 3).startswith("Open ") == bool(opened)


@on_positions
def test_every_idea_is_true(position):
    if rest(position) is None:
        return
    said, way, layout = hint(position, 1), walked(position), position.options.layout
    entered = [one.tile for before, one in pairwise(way) if one.tile != before.tile]
    opened = way[-1].opened - position.opened
    levels = [plain.spot(tile)[0] for tile in ([position.tile] if position.tile else []) + entered]
    twice = any(entered.count(tile) > 1 for tile in opened)
    outward = any(there > here for here, there in pairwise(levels))
    assert ("come back through it" in said) == twice
    assert ("Go out before you go in" in said) == (outward and not twice)
    ladder_pays = not position.has_ladder and rest(position, ladder=False) != rest(position)
    assert ("The ladder pays off." in said) == ladder_pays
    without = rest(position, opening=False)
    assert ("Without dynamite there is no way." in said) == (without is None)
    assert ("Dynamite pays off." in said) == (without is not None and without > rest(position))
    ladder_left = layout.ladder and layout.ladder not in position.taken
    assert ("Ignore the ladder." in said) == bool(ladder_left and not is_collected_at_best(position, layout.ladder))
    left = {tile for tile in layout.dynamite if tile not in position.taken}
    useless = {tile for tile in left if not is_collected_at_best(position, tile)}
    assert ("Ignore the dynamite" in said) == bool(useless)
    if "Ignore the dynamite on" in said:
        assert set(re.findall(r"[B-J]\d+", said.partition("Ignore the dynamite on")[2])) == useless
    elif useless:
        assert useless == left
    if "Nothing clever" in said:
        assert rest(position, ladder=position.has_ladder, opening=False) == rest(position)


def test_the_hints_of_the_published_puzzle():
    assert hints(GAME.start()) == (
        "Open a tile and come back through it. Dynamite pays off.",
        "Collect the dynamite on D1 next.",
        "Open B2.",
        "Start on E1.",
        "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1, for 12 MP in all.",
    )


def test_a_plain_puzzle_needs_nothing_clever():
    start = GAME.start(Options(layout=read_layout("kE1")))
    assert hints(start) == (
        "Nothing clever is needed: no further item makes the way cheaper.",
        "Collect the key on E1 first: start there.",
        "No tile needs opening from here.",
        "Start on E1.",
        "E1:key|D1|C1|B1|A1, for 8 MP in all.",
    )


def test_after_the_end_every_hint_says_so():
    position = GAME.start(Options(levels=2, layout=read_layout("kB1")))
    for tile in ("B1", "A1"):
        position = position.after(Move(tile))
    assert set(hints(position)) == {"The walk is over: reached the peak with the key."}


@pytest.mark.parametrize("rung", [0, RUNGS + 1])
def test_there_are_five_hints(rung):
    assert len(hints(GAME.start())) == RUNGS == 5
    with pytest.raises(ValueError, match="1 to 5"):
        hint(GAME.start(), rung)
